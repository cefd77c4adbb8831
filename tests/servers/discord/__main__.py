"""The server as a process of its own: `python -m tests.servers.discord --port 8082`, until it is ended."""

import argparse
import asyncio
import contextlib

from tests.servers.discord.control import Control
from tests.servers.discord.server import DiscordServer


async def main(port: int) -> None:
    """Serve until cancelled; the first line says where."""
    server = DiscordServer()
    await server.start(port, more=Control(server).add_routes)
    print(f"{server.base_url} {server.token}", flush=True)
    try:
        await asyncio.Event().wait()
    finally:
        await server.stop()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Discord for tests, on 127.0.0.1.")
    parser.add_argument("--port", type=int, default=0, help="0 takes any that is free")
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(main(parser.parse_args().port))

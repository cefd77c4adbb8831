"""How soon a press on Discord is acknowledged: the whole program as its own process, over real sockets.

One server alone, then twenty at once, pictures included; beside it the floor, a command that goes through no door. Milliseconds
from the press to its acknowledgement at the server, and how many were answered by the board itself.
`python -m tests.bench.discord` prints JSON.
"""

import asyncio
import json
import re
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.discord.bot import moves, wants_more
from tests.running import program as programs
from tests.servers.discord import Answer, Channel, DiscordServer, Person, Seen

GUILDS = 20
PRESSES = 10
PATIENCE_S = 30.0


class Program(programs.Program):
    """`majlis run` with the bot on Discord."""

    def __init__(self, database: Path, server: DiscordServer) -> None:
        super().__init__(database)
        self._more = {
            "MAJLIS_DISCORD_TOKEN": server.token,
            "MAJLIS_DISCORD_API": server.base_url,
            "MAJLIS_LOG": "warning",
        }

    async def start(self) -> None:
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot", "run",
            cwd=programs.HOME, env=programs.environment(self.database) | self._more,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
        )  # fmt: skip
        self.address = await asyncio.wait_for(self._announced(), programs.PATIENCE_S)


async def presses(server: DiscordServer, number: int) -> list[Answer]:
    """A few presses at a table in a server of its own."""
    ali, sara = server.user(f"Ali {number}"), server.user(f"Sara {number}")
    room = server.general(server.guild(f"Guild {number}", ali, sara))
    answer = await ali.invokes(room, "/tawla play")
    board = (await ali.hears(answer, patience=PATIENCE_S)).seen
    taken = [answer, await sara.presses(board, "Take the other seat")]
    for _ in range(PRESSES):
        board = await newer(ali, room, board)
        mover = ali if re.search(rf"<@{ali.id}>", board.text) else sara
        taken.append(await mover.presses(board, wants_more(moves(board))))
    return taken


async def newer(person: Person, room: Channel, old: Seen) -> Seen:
    """The board once its buttons are others."""
    return await person.awaits(
        room, lambda seen: moves(seen) and moves(seen) != moves(old), patience=PATIENCE_S
    )


async def floor(server: DiscordServer) -> list[Answer]:
    huda = server.user("Huda")
    room = server.general(server.guild("Floor", huda))
    return [await huda.invokes(room, "/tawla language") for _ in range(PRESSES * 5)]


def figures(answers: list[Answer]) -> dict[str, Any]:
    cuts = statistics.quantiles([answer.seconds for answer in answers], n=100)
    return {
        "median_ms": round(cuts[49] * 1000, 1),
        "p99_ms": round(cuts[98] * 1000, 1),
        "presses": len(answers),
        "answered_by_the_board": sum(answer.kind in ("update", "message") for answer in answers),
        "failed": sum(answer.kind == "failed" for answer in answers),
    }


async def measure() -> dict[str, dict[str, Any]]:
    with tempfile.TemporaryDirectory() as folder:
        async with DiscordServer() as server:
            server.limits.lift()
            program = Program(Path(folder) / "majlis.db", server)
            await program.start()
            try:
                while "tawla" not in server.commands:  # noqa: ASYNC110 what is waited for has no event to set
                    await asyncio.sleep(0.05)
                bare = await floor(server)
                alone = await presses(server, 0)
                together = await asyncio.gather(*(presses(server, 1 + number) for number in range(GUILDS)))
            finally:
                await program.stop()
    return {
        "floor, no door": figures(bare),
        "one server": figures(alone),
        f"{GUILDS} servers at once": figures([answer for guild in together for answer in guild]),
    }


if __name__ == "__main__":
    json.dump(asyncio.run(measure()), sys.stdout, indent=1)

"""A little bot with the real discord.py, by which the Discord server of the tests is tried."""

import asyncio
import contextlib
import io
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from typing import Any

import aiohttp
import discord
import yarl
from discord import app_commands
from PIL import Image

from tests.servers.discord import DiscordServer

Handler = Callable[[discord.Interaction], Coroutine[Any, Any, None]]


def picture(colour: str = "red") -> bytes:
    """A small PNG."""
    file = io.BytesIO()
    Image.new("RGB", (64, 48), colour).save(file, "PNG")
    return file.getvalue()


def board(colour: str = "red", alt: str = "A board") -> discord.File:
    return discord.File(io.BytesIO(picture(colour)), "board.png", description=alt)


def buttons(*labels: str) -> discord.ui.View:
    """Buttons whose custom_id is their label in lower case, which nobody but `on_interaction` hears."""
    view = discord.ui.View(timeout=None)
    for label in labels:
        view.add_item(discord.ui.Button(label=label, custom_id=label.lower()))
    view.stop()
    return view


class SampleBot(discord.AutoShardedClient):
    """Hands every interaction that is no registered command to `handler`; `seen` are all that came."""

    def __init__(self, intents: discord.Intents, **options: Any) -> None:
        super().__init__(intents=intents, **{"guild_ready_timeout": 0.01, **options})
        self.tree = app_commands.CommandTree(self)
        self.seen: list[discord.Interaction] = []
        self.events: list[str] = []
        self.handler: Handler | None = None

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        self.seen.append(interaction)
        if self.handler is not None:
            await self.handler(interaction)

    async def on_message(self, message: discord.Message) -> None:
        self.events.append(message.content)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Shards wait for each other at the real Discord; the loopback one has room for all."""


@contextlib.asynccontextmanager
async def running(
    server: DiscordServer,
    *,
    intents: discord.Intents | None = None,
    wait: int = 1,
    **options: Any,
) -> AsyncIterator[SampleBot]:
    """The bot, logged in and listening."""
    lead(server)
    intents = intents or discord.Intents(guilds=True, guild_messages=True, dm_messages=True)
    async with SampleBot(intents, **options) as bot:
        task = asyncio.create_task(bot.start(server.token))
        await server.ready(sessions=wait)
        async with asyncio.timeout(30):
            await bot.wait_until_ready()
        yield bot
    await task


async def asked(
    server: DiscordServer, method: str, path: str, body: Any = None, *, token: str = ""
) -> tuple[int, Any, Mapping[str, str]]:
    """A request past the client, which would mend some of them: status, body and headers."""
    headers = {"Authorization": f"Bot {token or server.token}"}
    async with (
        aiohttp.ClientSession(headers=headers) as session,
        session.request(method, f"{server.base_url}{path}", json=body) as answer,
    ):
        return answer.status, await answer.json(content_type=None), answer.headers


def lead(server: DiscordServer) -> None:
    """Let discord.py find the server instead of Discord."""
    discord.http.Route.BASE = server.base_url
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(server.gateway_url)

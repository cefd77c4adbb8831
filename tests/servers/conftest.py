"""A running Bot API server with some people, and the real client that talks to it."""

import asyncio
import io
import os
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass

import aiohttp
import pytest
from PIL import Image
from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup
from telegram.request import HTTPXRequest

from tests.servers.discord import Channel, DiscordServer, Guild
from tests.servers.discord import Person as DiscordPerson
from tests.servers.sample_bot import SampleBot, running
from tests.servers.sample_commands import add_commands
from tests.servers.telegram import TOKEN, Person, TelegramServer

# The client gives waits as timedelta from its next major version on; until then it warns wherever it gives seconds.
os.environ.setdefault("PTB_TIMEDELTA", "1")


@dataclass
class Clock:
    """Seconds in the test's hand."""

    now: float = 1000.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Telegram:
    """The server, a bot that has met Ali, and the clock that decides what is too fast or too old."""

    server: TelegramServer
    bot: Bot
    ali: Person
    sara: Person
    clock: Clock


@pytest.fixture
async def telegram() -> AsyncIterator[Telegram]:
    clock = Clock()
    async with TelegramServer(clock=clock) as server, client(server) as bot:
        ali, sara = server.user("Ali", language_code="ar"), server.user("Sara", username="sara")
        await ali.writes(ali.private, "/start")
        yield Telegram(server, bot, ali, sara, clock)


def client(server: TelegramServer) -> Bot:
    """The real client, led to the server; without certificates to load it starts sooner."""
    requests = [HTTPXRequest(httpx_kwargs={"verify": False}) for _ in range(2)]
    return Bot(
        server.token,
        server.base_url,
        server.base_file_url,
        request=requests[0],
        get_updates_request=requests[1],
    )


def picture(width: int = 64, height: int = 48, colour: str = "red") -> bytes:
    """A small JPEG."""
    file = io.BytesIO()
    Image.new("RGB", (width, height), colour).save(file, "JPEG")
    return file.getvalue()


def keyboard(*labels: str) -> InlineKeyboardMarkup:
    """One row of buttons whose data is their label in lower case."""
    return InlineKeyboardMarkup(
        [[InlineKeyboardButton(label, callback_data=label.lower()) for label in labels]]
    )


async def asked_plainly(telegram: Telegram, method: str, token: str = TOKEN, **parameters: object) -> str:
    """A call past the client, which would mend some of them: the server's words of refusal, or nothing."""
    address = f"{telegram.server.base_url}{token}/{method}"
    async with aiohttp.ClientSession() as session, session.post(address, json=parameters) as answer:
        return (await answer.json()).get("description", "")


async def until(holds: Callable[[], object]) -> None:
    """Let the others go on until this holds."""
    async with asyncio.timeout(30):
        while not holds():  # noqa: ASYNC110 - what is waited for has no event to set
            await asyncio.sleep(0.001)


@dataclass
class Discord:
    """The server with a guild of Ali's, its first channel, and the real client listening."""

    server: DiscordServer
    bot: SampleBot
    ali: DiscordPerson
    sara: DiscordPerson
    guild: Guild
    room: Channel


@pytest.fixture
async def discord() -> AsyncIterator[Discord]:
    async with DiscordServer() as server:
        ali, sara = server.user("Ali", locale="en-GB"), server.user("Sara")
        guild = server.guild("Friends", ali, sara)
        async with running(server) as bot:
            yield Discord(server, bot, ali, sara, guild, server.general(guild))


@pytest.fixture
async def tawla(discord: Discord) -> AsyncIterator[Discord]:
    """The commands of a table, registered; whatever the bot does with them must be right."""
    add_commands(discord.bot.tree)
    await discord.bot.tree.sync()
    yield discord
    assert not discord.server.violations

"""A running Bot API server with some people, and the real client that talks to it."""

import io
from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest
from PIL import Image
from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup

from tests.servers.telegram import Person, TelegramServer


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
    """The real client, led to the server."""
    return Bot(server.token, base_url=server.base_url, base_file_url=server.base_file_url)


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

from collections.abc import AsyncIterator

import pytest

from tests.bot.conftest import house as coffeehouse_of_tests
from tests.discord import bot as on_discord
from tests.servers.discord import DiscordServer
from tests.servers.telegram import TelegramServer
from tests.telegram import bot as on_telegram
from tests.telegram.conftest import FAST
from tests.web.conftest import house, huda, new_guest, omar

__all__ = ["coffeehouse", "discord", "house", "huda", "new_guest", "omar", "telegram"]

coffeehouse = pytest.fixture(name="coffeehouse")(coffeehouse_of_tests.__wrapped__)


@pytest.fixture
async def telegram() -> AsyncIterator[tuple[TelegramServer, on_telegram.Bot]]:
    async with TelegramServer(limits=FAST) as server, on_telegram.running(server) as bot:
        yield server, bot
        assert await bot.books_are_right()


@pytest.fixture
async def discord(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[DiscordServer, on_discord.Bot]]:
    on_discord.at_once(monkeypatch)
    async with DiscordServer() as server:
        server.limits.lift()
        async with on_discord.running(server) as bot:
            yield server, bot
            assert await bot.books_are_right()

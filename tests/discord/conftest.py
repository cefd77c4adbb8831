from collections.abc import AsyncIterator

import pytest

from tests.discord.bot import Bot, at_once, running
from tests.servers.discord import DiscordServer


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    at_once(monkeypatch)


@pytest.fixture
async def server() -> AsyncIterator[DiscordServer]:
    """Discord, with no limits of speed."""
    async with DiscordServer() as server:
        server.limits.lift()
        yield server


@pytest.fixture
async def bot(server: DiscordServer) -> AsyncIterator[Bot]:
    """The adapter, running against it in this process."""
    async with running(server) as bot:
        yield bot
        assert not server.violations
        assert not server.refused(but=tuple(bot.expected))
        assert not server.unanswered()
        assert await bot.books_are_right()

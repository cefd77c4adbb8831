from collections.abc import AsyncIterator

import pytest

from bot.telegram import taps
from tests.servers.telegram import Limits, TelegramServer
from tests.telegram.bot import Bot, running

FAST = Limits(
    group_per_minute=10**9, private_per_second=10.0**9, private_burst=10**9, overall_per_second=10**9
)


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a tap leads to is its answer, however busy the machine is."""
    monkeypatch.setattr(taps, "PATIENCE_S", 10.0)


@pytest.fixture
async def server() -> AsyncIterator[TelegramServer]:
    """Telegram, with no limits of speed."""
    async with TelegramServer(limits=FAST) as server:
        yield server


@pytest.fixture
async def bot(server: TelegramServer) -> AsyncIterator[Bot]:
    """The adapter, running against it in this process."""
    async with running(server) as bot:
        yield bot
        assert not server.refused(but=tuple(bot.expected))
        assert not server.unanswered()
        assert await bot.books_are_right()

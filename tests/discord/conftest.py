from collections.abc import AsyncIterator

import pytest

from bot.discord import company
from bot.discord import ticket as tickets
from tests.discord.bot import Bot, at_once, running
from tests.servers.discord import DiscordServer

HASTE_S, SOON_S = tickets.PATIENCE_S, company.SOON_S
PATIENCE_S = 10.0


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    at_once(monkeypatch)


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a press leads to is its answer, however busy the machine is; tests of late answers choose their own patience."""
    monkeypatch.setattr(tickets, "PATIENCE_S", PATIENCE_S)
    monkeypatch.setattr(company, "SOON_S", PATIENCE_S)


@pytest.fixture
def hasty(_patient: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is not there at once is acknowledged bare, as people meet it."""
    monkeypatch.setattr(tickets, "PATIENCE_S", HASTE_S)
    monkeypatch.setattr(company, "SOON_S", SOON_S)


@pytest.fixture
async def server() -> AsyncIterator[DiscordServer]:
    """Discord, with no limits of speed; it waits for an acknowledgement as long as a busy machine may take."""
    async with DiscordServer() as server:
        server.limits.lift()
        server.limits.acknowledge_seconds = 30.0
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

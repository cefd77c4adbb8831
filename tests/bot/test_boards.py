"""What becomes of a board that cannot be shown, on a platform that shows nothing but takes notes."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext

import pytest

from bot import boards
from bot.boards import Boards
from bot.tables import Tables
from storage.database import open_database
from storage.screens import ScreenRow


class Chats:
    """Fails as often as it is told to."""

    platform = "paper"
    refusals: tuple[type[Exception], ...] = (ConnectionError,)

    def __init__(self, failing: int = 0, refusing: int = 0) -> None:
        self.failing, self.refusing = failing, refusing
        self.shown = asyncio.Event()
        self.unsure: list[bool] = []
        self.tickets: list[object] = []
        self.left: list[object] = []
        """What asked for a board and was not answered with it."""
        self.boards: Boards | None = None

    def turn(self, _place, _there):
        return nullcontext()

    def code_of(self, _row):
        return "ABCDEF"

    async def look_after(self, _table, _place, wish):
        self.unsure.append(wish.unsure)
        self.tickets.append(wish.ticket)
        if self.refusing:
            self.refusing -= 1
            raise ConnectionError
        if self.failing:
            self.failing -= 1
            raise RuntimeError("database or disk is full")
        self.shown.set()

    async def unanswered(self, ticket):
        self.left.append(ticket)

    async def failed(self, table, place, wish, _there, _error):
        self.boards.wish(place, table, wish.code)


@asynccontextmanager
async def showing(chats: Chats) -> AsyncIterator[Boards]:
    database = await open_database("sqlite:///:memory:", now=0)
    shown = Boards(chats, database, Tables(database))
    chats.boards = shown
    try:
        yield shown
        await shown.close()
    finally:
        await database.close()


async def test_what_a_fault_of_ours_keeps_from_being_shown_is_shown_soon(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(boards, "AFTER_FAULT_S", 0.01)
    chats = Chats(failing=3)
    async with showing(chats) as shown:
        shown.wish("here", 1, "ABCDEF")
        await asyncio.wait_for(chats.shown.wait(), 30)
    assert chats.unsure == [False, True, True, True], "what failed may have been shown and not noted"


async def test_what_was_refused_may_have_been_shown_all_the_same():
    chats = Chats(refusing=2)
    async with showing(chats) as shown:
        shown.wish("here", 1, "ABCDEF")
        await asyncio.wait_for(chats.shown.wait(), 30)
    assert chats.unsure == [False, True, True]


async def test_what_was_put_off_is_not_forgotten_when_a_platform_is_lost_and_found_again():
    chats = Chats()
    async with showing(chats) as shown:
        shown.later(60, "here", 1, "ABCDEF")
        assert not shown.idle
        await shown.close()
        assert shown.idle
        again = asyncio.create_task(shown.run())
        await asyncio.sleep(0)
        shown.later(0.01, "here", 1, "ABCDEF")
        await asyncio.wait_for(chats.shown.wait(), 30)
        again.cancel()
        await asyncio.gather(again, return_exceptions=True)


async def test_what_has_changed_is_not_shown_while_its_screens_are_looked_up(monkeypatch: pytest.MonkeyPatch):
    asked, found = asyncio.Event(), asyncio.Event()

    async def of_table(_conn, table):
        asked.set()
        await found.wait()
        return [ScreenRow(table, "paper", "here", None, 0, "{}")]

    monkeypatch.setattr(boards.screens, "of_table", of_table)
    chats = Chats()
    async with showing(chats) as shown:
        running = asyncio.create_task(shown.run())
        shown.heard(1, "ABCDEF")
        await asyncio.wait_for(asked.wait(), 30)
        assert not shown.idle
        found.set()
        await asyncio.wait_for(chats.shown.wait(), 30)
        await shown.tried("here")
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


async def test_of_two_who_ask_for_one_board_the_second_is_answered_in_spite_of_a_fault(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    monkeypatch.setattr(boards, "AFTER_FAULT_S", 0.01)
    chats = Chats(failing=1)
    async with showing(chats) as shown:
        shown.wish("here", 1, "ABCDEF", ticket="the first")
        shown.wish("here", 1, "ABCDEF", ticket="the second")
        await chats.shown.wait()
    assert chats.left == ["the first"]
    assert chats.tickets == ["the second", "the second"]
    assert "cannot be shown" in caplog.text


@pytest.mark.parametrize("error", [RuntimeError("the database is away"), ConnectionError("refused as well")])
async def test_a_fault_in_doing_something_about_a_refusal_keeps_nobody_else_waiting(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, error: Exception
):
    class Faulty(Chats):
        async def failed(self, *_):
            raise error

    monkeypatch.setattr(boards, "AFTER_FAULT_S", 0.01)
    chats = Faulty(refusing=1)
    async with showing(chats) as shown:
        shown.wish("here", 1, "ABCDEF", ticket="the first")
        shown.wish("here", 2, "BBCDEF", ticket="the other")
        async with asyncio.timeout(30):
            while chats.tickets[1:] != ["the other", "the first"]:  # noqa: ASYNC110 nothing tells us
                await asyncio.sleep(0.01)
    assert not chats.left
    assert "cannot be shown" in caplog.text


async def test_who_waits_for_a_board_when_the_program_stops_waits_no_more(monkeypatch: pytest.MonkeyPatch):
    class Slow(Chats):
        async def look_after(self, *_):
            self.shown.set()
            await asyncio.Event().wait()

    monkeypatch.setattr(boards, "GOODBYE_S", 0.05)
    chats = Slow()
    async with showing(chats) as shown:
        shown.wish("here", 1, "ABCDEF")
        await chats.shown.wait()
        shown.wish("here", 2, "BBCDEF", ticket="who asked")
    assert chats.left == ["who asked"]

"""A house about to close: nothing new is begun, what has happened stands, and everybody may look."""

import asyncio

import pytest

from bot import closing
from bot.intents import Look, Sit
from bot.table import No, Stage
from rules.errors import Refused
from tests.bot.conftest import Coffeehouse


async def nothing(_conn: object) -> list:
    raise AssertionError("nothing is opened")


async def test_no_new_tables(house: Coffeehouse):
    house.tables.closing = True
    with pytest.raises(Refused, match=No.CLOSING):
        await house.open()
    with pytest.raises(Refused, match=No.CLOSING):
        await house.tables.open_together(nothing)


async def test_no_press_counts_but_everybody_may_look(house: Coffeehouse):
    table = await house.open()
    house.tables.closing = True
    reply = await house.wish(table, house.sara, Sit())
    assert (reply.refused, reply.table) == (No.CLOSING, table)
    assert (await house.wish(table, house.sara, Look())).refused is None


async def test_a_press_that_has_counted_is_not_taken_back(house: Coffeehouse):
    table = await house.open()
    assert (await house.wish(table, house.sara, Sit(), key="sara:1")).refused is None
    house.tables.closing = True
    again = await house.wish(table, house.sara, Sit(), key="sara:1")
    assert (again.refused, again.repeated, again.table.stage) == (None, True, Stage.PLAYING)


async def test_what_is_due_waits_for_the_next_start(house: Coffeehouse):
    table = await house.practise()
    while not table.is_computer(table.match.game.to_move):
        table = await house.play_turn(table)
    house.now = table.wake_at
    house.tables.closing = True
    assert (await house.wish(table, house.ali, Look())).table == table
    house.tables.closing = False
    assert (await house.wish(table, house.ali, Look())).table.version > table.version


async def test_a_task_that_takes_a_cancellation_for_a_failure_is_told_again(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(closing, "_AGAIN_S", 0.01)
    swallowed = []

    async def stubborn() -> None:
        while True:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError as told:
                swallowed.append(told)
                if len(swallowed) == 3:
                    raise

    task = asyncio.create_task(stubborn())
    await asyncio.sleep(0)
    await closing.ended([task])
    assert task.cancelled()
    assert len(swallowed) == 3

"""Who watches, counted, and what they can do: nothing."""

import asyncio
from dataclasses import fields

import pytest

from bot.company import audience
from bot.intents import (
    Ask,
    Close,
    Confirm,
    Keep,
    PickDie,
    PlayOnly,
    Rematch,
    Resign,
    Roll,
    Sit,
    Start,
    Step,
    Undo,
    What,
    Word,
)
from bot.phrases import phrases
from bot.table import No, Table
from storage import screens
from storage.screens import ScreenRow

WISHES = (
    Sit(),
    Word("mine"),
    Start(),
    Roll(),
    Step(24, 1),
    PickDie(1),
    Undo(),
    Confirm(),
    PlayOnly(),
    Ask(What.GAME),
    Ask(What.MATCH),
    Resign(What.GAME),
    Resign(What.MATCH),
    Keep(),
    Rematch(),
    Close(),
)


async def shown(house, table, place, player):
    async with house.database.write() as conn:
        await screens.place(conn, ScreenRow(table.id, "telegram", place, player, 0, "{}"))


async def test_everybody_is_counted_once_and_players_are_not(circle):
    house, counted = circle.house, circle.company.audience
    table = await house.begin()
    await shown(house, table, "1", house.ali.id)
    await shown(house, table, "-100", None)
    assert await counted.counted(table) == 0
    await shown(house, table, "3", house.omar.id)
    await shown(house, table, "4", house.omar.id)
    for page in (1, 2):
        counted.looks(table.code, page, "nonce")
    counted.looks(table.code, 3, "another")
    assert await counted.counted(table) == 3
    counted.looks(table.code, 1, None)
    assert counted.count(table) == 3
    counted.looks(table.code, 2, None)
    counted.looks(table.code, 3, None)
    assert counted.count(table) == 1


async def test_nobody_is_counted_before_the_match(circle):
    table = await circle.house.open()
    circle.company.audience.looks(table.code, 1, "nonce")
    assert await circle.company.audience.counted(table) == 0


async def test_pages_are_told_soon_and_once(circle, monkeypatch):
    monkeypatch.setattr(audience, "NEWS_S", 0.01)
    counted, told = circle.company.audience, asyncio.Queue[Table]()
    counted.listeners.append(told.put_nowait)
    table = await circle.house.begin()
    for page in range(20):
        counted.looks(table.code, page, f"n{page}")
    assert (await asyncio.wait_for(told.get(), 30)).code == table.code
    await counted.end()
    counted.looks(table.code, 0, None)
    assert told.empty()


@pytest.mark.parametrize("wish", WISHES)
@pytest.mark.parametrize("stage", ["playing", "finished"])
async def test_a_spectator_changes_nothing(circle, wish, stage):
    house = circle.house
    table = await house.begin()
    if stage == "finished":
        await house.wish(table, house.ali, Ask(What.MATCH))
        table = (await house.wish(table, house.ali, Resign(What.MATCH))).table
    await shown(house, table, "3", house.omar.id)
    reply = await house.wish(table, house.omar, wish, stamp=table.stamp)
    assert reply.refused in {No.SPECTATOR, No.SEAT_TAKEN}
    after = await house.tables.get(table.code)
    assert all(getattr(after, one.name) == getattr(table, one.name) for one in fields(Table))


def test_the_count_in_words():
    assert audience.told(0, phrases("ar")) == ""
    assert audience.told(2, phrases("ar")) == "👁 متفرجان"
    assert audience.told(3, phrases("en")) == "👁 3 watching"

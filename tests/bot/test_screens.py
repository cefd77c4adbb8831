"""Who looks at a table: the newest state is news once, unless it was told elsewhere."""

import asyncio
from dataclasses import replace

import pytest

from bot.screens import Screens, Watcher
from bot.table import Table
from tests.bot.conftest import Coffeehouse


@pytest.fixture
async def table(house: Coffeehouse) -> Table:
    return await house.open("mahbusa")


async def is_told(watcher: Watcher) -> bool:
    try:
        async with asyncio.timeout(0.01):
            await watcher.next()
    except TimeoutError:
        return False
    return True


async def test_the_newest_is_told_once(table: Table):
    screens, newer = Screens(), replace(table, version=table.version + 1)
    with screens.subscribe(table.code) as watcher:
        screens.changed(newer)
        screens.changed(table)
        assert await watcher.next() is newer
        assert not await is_told(watcher)


async def test_what_was_told_elsewhere_is_no_news_to_these_eyes_alone(table: Table):
    screens = Screens()
    with screens.subscribe(table.code, "mine") as mine, screens.subscribe(table.code, "hers") as hers:
        screens.changed(table)
        mine.told(table)
        assert (screens.of(table.code, "mine"), screens.of(table.code, "nobody")) == ((mine,), ())
        assert [await is_told(watcher) for watcher in (mine, hers)] == [False, True]


async def test_who_was_woken_already_may_still_be_told_elsewhere(table: Table):
    screens, newer = Screens(), replace(table, version=table.version + 1)
    with screens.subscribe(table.code, "mine") as watcher:
        waiting = asyncio.create_task(watcher.next())
        await asyncio.sleep(0)
        screens.changed(table)
        watcher.told(table)
        for _ in range(3):
            await asyncio.sleep(0)
        assert not waiting.done()
        screens.changed(newer)
        assert await waiting is newer


async def test_what_is_newer_than_what_was_told_is_news(table: Table):
    screens, newer = Screens(), replace(table, version=table.version + 1)
    with screens.subscribe(table.code, "mine") as watcher:
        screens.changed(newer)
        watcher.told(table)
        assert await watcher.next() is newer


async def test_what_happens_beside_the_table_is_news_once_more(table: Table):
    """Words said there change no version."""
    screens = Screens()
    with screens.subscribe(table.code, "mine") as watcher:
        screens.changed(table)
        watcher.told(table)
        screens.changed(table)
        assert await is_told(watcher)

from collections.abc import Callable
from dataclasses import replace

import pytest
from sqlalchemy.exc import IntegrityError

from storage import facts, screens, tables
from storage.database import Database
from storage.screens import ScreenRow
from storage.tables import TableRow


@pytest.fixture
async def screen(database: Database, table: TableRow) -> ScreenRow:
    row = ScreenRow(table.id, "telegram", "-100:7", None, 0, '{"message":5}')
    async with database.write() as conn:
        await screens.place(conn, row)
    return row


async def test_a_table_knows_its_screens(database: Database, table: TableRow, screen: ScreenRow, huda: int):
    own = ScreenRow(table.id, "web", "huda", huda, 1, "{}")
    async with database.write() as conn:
        await screens.place(conn, own)
        assert await screens.of_table(conn, table.id) == [screen, own]
        await screens.remove(conn, table.id, "telegram", "-100:7")
        assert await screens.of_table(conn, table.id) == [own]


async def test_a_place_is_one_screen(database: Database, screen: ScreenRow, huda: int):
    anew = replace(screen, player_id=huda, shown_version=1, data='{"message":6}')
    async with database.write() as conn:
        await screens.place(conn, anew)
        assert await screens.of_table(conn, screen.table_id) == [anew]


async def test_a_screen_belongs_to_a_table(database: Database, screen: ScreenRow):
    with pytest.raises(IntegrityError, match=r"(?i)foreign key"):
        async with database.write() as conn:
            await screens.place(conn, replace(screen, table_id=99))


async def test_what_is_shown_never_goes_back(database: Database, screen: ScreenRow):
    async with database.write() as conn:
        for version, stands in ((3, 3), (2, 3), (4, 4)):
            await screens.shown(conn, screen.table_id, "telegram", "-100:7", version)
            assert (await screens.of_table(conn, screen.table_id))[0].shown_version == stands


async def test_a_stale_screen_is_found_until_shown(database: Database, screen: ScreenRow):
    async with database.write() as conn:
        assert await screens.stale(conn, "telegram", 9) == [screen]
        await screens.shown(conn, screen.table_id, "telegram", "-100:7", 1)
        assert await screens.stale(conn, "telegram", 9) == []


async def test_stale_screens_of_the_last_touched_table_come_first(
    database: Database, a_table: Callable[..., TableRow]
):
    async with database.write() as conn:
        for code, touched in (("A", 10), ("B", 30), ("C", 20)):
            table_id = await tables.insert(conn, a_table(code=code, updated_at=touched))
            await screens.place(conn, ScreenRow(table_id, "telegram", code, None, 0, "{}"))
            await screens.place(conn, ScreenRow(table_id, "web", code, None, 0, "{}"))
        assert [row.place for row in await screens.stale(conn, "telegram", 9)] == ["B", "C", "A"]
        assert [row.place for row in await screens.stale(conn, "telegram", 1)] == ["B"]


async def test_the_first_fact_stands(database: Database):
    async with database.write() as conn:
        assert await facts.fact(conn, "secret") is None
        assert await facts.keep_first(conn, "secret", "") == ""
        assert await facts.keep_first(conn, "secret", "second") == ""
        assert await facts.fact(conn, "secret") == ""


async def test_a_place_can_be_asked_cleared_and_moved(database: Database, screen: ScreenRow):
    async with database.write() as conn:
        assert await screens.one(conn, screen.table_id, "telegram", "-100:7") == screen
        await screens.move(conn, "telegram", "-100:7", "-200")
        assert await screens.one(conn, screen.table_id, "telegram", "-100:7") is None
        assert await screens.at(conn, "telegram", "-200") == [replace(screen, place="-200")]
        await screens.clear(conn, "telegram", "-200")
        assert await screens.at(conn, "telegram", "-200") == []

import pytest

from storage import presses, tables
from storage.database import Database
from storage.tables import StaleVersion, TableRow


async def test_a_press_is_new_once(database: Database, table: TableRow):
    async with database.write() as conn:
        assert await presses.remember(conn, "tg:1", table.id, 5)
        assert not await presses.remember(conn, "tg:1", table.id, 6)
        assert await presses.remember(conn, "tg:2", None, 6)


async def test_a_press_that_failed_can_come_again(database: Database, table: TableRow):
    async def press(expected_version: int) -> bool:
        async with database.write() as conn:
            new = await presses.remember(conn, "tg:1", table.id, 5)
            await tables.save(conn, table, expected_version=expected_version)
        return new

    with pytest.raises(StaleVersion):
        await press(9)
    assert await press(1)


async def test_old_presses_are_forgotten_a_few_at_a_time(database: Database, table: TableRow):
    async with database.write() as conn:
        for at in range(10):
            await presses.remember(conn, f"tg:{at}", table.id, at)
        assert await presses.forget(conn, 7, limit=5) == 5
        assert await presses.remember(conn, "tg:4", table.id, 20)
        assert not await presses.remember(conn, "tg:5", table.id, 20)
        assert await presses.forget(conn, 7, limit=5) == 2
        assert not await presses.remember(conn, "tg:7", table.id, 20)
        assert await presses.forget(conn, 7) == 0


async def test_a_press_is_known_by_its_key_with_the_table_it_concerned(database: Database, table: TableRow):
    async with database.write() as conn:
        await presses.remember(conn, "tg:1", table.id, 5)
        await presses.remember(conn, "tg:2", None, 5)
        assert [await presses.known(conn, key) for key in ("tg:1", "tg:2", "tg:3")] == [True, True, False]
        assert [await presses.table_of(conn, key) for key in ("tg:1", "tg:2", "tg:3")] == [
            (table.id, "KAHWA"),
            None,
            None,
        ]

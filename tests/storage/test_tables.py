from collections.abc import Callable
from dataclasses import replace

import pytest
from sqlalchemy.exc import IntegrityError

from storage import tables
from storage.database import Database
from storage.tables import EventRow, SeatTaken, StaleVersion, Status, TableRow

Make = Callable[..., TableRow]


async def test_a_table_is_loaded_as_it_was_stored(database: Database, table: TableRow):
    async with database.read() as conn:
        assert await tables.load(conn, table.id) == table
        assert await tables.load_by_code(conn, "KAHWA") == table
        assert await tables.load(conn, table.id + 1) is None
        assert await tables.load_by_code(conn, "kahwa") is None


async def test_no_log_shows_the_seed(table: TableRow):
    assert table.seed not in repr(table)


async def test_a_code_is_used_once(database: Database, table: TableRow):
    with pytest.raises(IntegrityError):
        async with database.write() as conn:
            await tables.insert(conn, table)


async def test_save_keeps_what_may_change(database: Database, table: TableRow):
    changed = replace(
        table,
        version=2,
        status=Status.PLAYING,
        snapshot="[]",
        seed="other",
        wake_at=7,
        grace_ms=8,
        updated_at=9,
    )
    async with database.write() as conn:
        await tables.save(conn, changed, expected_version=1)
        assert await tables.load(conn, table.id) == changed


async def test_save_keeps_code_host_and_birth(database: Database, table: TableRow, omar: int):
    async with database.write() as conn:
        await tables.save(conn, replace(table, code="SHAY", host_id=omar, created_at=1), expected_version=1)
        assert await tables.load(conn, table.id) == table


async def test_a_stale_save_changes_nothing(database: Database, table: TableRow):
    async with database.write() as conn:
        await tables.save(conn, replace(table, version=2), expected_version=1)
        with pytest.raises(StaleVersion):
            await tables.save(conn, replace(table, version=2, snapshot="lost"), expected_version=1)
        assert await tables.load(conn, table.id) == replace(table, version=2)


async def test_a_save_of_no_table_is_stale(database: Database, table: TableRow):
    with pytest.raises(StaleVersion):
        async with database.write() as conn:
            await tables.save(conn, replace(table, id=99), expected_version=1)


async def test_an_unknown_status_is_refused_by_the_database(database: Database, table: TableRow):
    with pytest.raises(IntegrityError, match="ck_tables_status"):
        async with database.write() as conn:
            await tables.save(conn, replace(table, status="paused"), expected_version=1)


async def test_events_come_back_in_order(database: Database, table: TableRow):
    async with database.write() as conn:
        await tables.append_events(conn, table.id, 0, 5, 1, ["a", "b"])
        await tables.append_events(conn, table.id, 2, 6, 2, [])
        await tables.append_events(conn, table.id, 2, 6, 2, ["c"])
        log = await tables.events(conn, table.id)
        assert log == [EventRow(0, 5, 1, "a"), EventRow(1, 5, 1, "b"), EventRow(2, 6, 2, "c")]
        assert await tables.events(conn, table.id + 1) == []


async def test_an_event_is_never_written_over(database: Database, table: TableRow):
    async def append(data: str) -> None:
        async with database.write() as conn:
            await tables.append_events(conn, table.id, 0, 5, 1, [data])

    await append("a")
    with pytest.raises(IntegrityError):
        await append("b")
    async with database.read() as conn:
        assert await tables.events(conn, table.id) == [EventRow(0, 5, 1, "a")]


async def test_an_event_belongs_to_a_table(database: Database):
    with pytest.raises(IntegrityError, match=r"(?i)foreign key"):
        async with database.write() as conn:
            await tables.append_events(conn, 99, 0, 5, 1, ["a"])


async def test_a_seat_holds_one(database: Database, table: TableRow, huda: int, omar: int):
    async with database.write() as conn:
        await tables.seat(conn, table.id, 0, huda)
        await tables.seat(conn, table.id, 1, huda)
        with pytest.raises(SeatTaken):
            await tables.seat(conn, table.id, 1, omar)
        assert await tables.seated(conn, table.id) == {0: huda, 1: huda}


async def test_there_are_two_seats(database: Database, table: TableRow, huda: int):
    with pytest.raises(IntegrityError, match="ck_seats_seat"):
        async with database.write() as conn:
            await tables.seat(conn, table.id, 2, huda)


async def test_a_players_tables_last_touched_first(database: Database, a_table: Make, huda: int, omar: int):
    async with database.write() as conn:
        ids = [
            await tables.insert(conn, a_table(code=code, status=status, updated_at=at))
            for code, status, at in [
                ("A", Status.OPEN, 10),
                ("B", Status.PLAYING, 30),
                ("C", Status.CLOSED, 40),
                ("D", Status.PLAYING, 20),
            ]
        ]
        for table_id in ids:
            await tables.seat(conn, table_id, 0, huda)
        await tables.seat(conn, ids[1], 1, huda)  # on both sides: still one table

        alive = (Status.OPEN, Status.PLAYING)
        assert [row.code for row in await tables.of_player(conn, huda, alive, 9)] == ["B", "D", "A"]
        assert [row.code for row in await tables.of_player(conn, huda, alive, 2)] == ["B", "D"]
        assert [row.code for row in await tables.of_player(conn, huda, [Status.CLOSED], 9)] == ["C"]
        assert await tables.of_player(conn, huda, [], 9) == []
        assert await tables.of_player(conn, omar, alive, 9) == []


async def test_tables_are_counted_by_status(database: Database, a_table: Make):
    async with database.write() as conn:
        for code in "ABC":
            await tables.insert(conn, a_table(code=code, status=Status.PLAYING))
        await tables.insert(conn, a_table(code="D"))
        assert await tables.counts(conn) == {"open": 1, "playing": 3, "finished": 0, "closed": 0}


@pytest.mark.sqlite  # EXPLAIN is each database's own
async def test_tables_are_counted_in_an_index_and_not_one_by_one(database: Database):
    async with database.read() as conn:
        plan = await conn.exec_driver_sql(f"EXPLAIN QUERY PLAN {tables._COUNTS}")
        assert [row.detail for row in plan] == ["SCAN tables USING COVERING INDEX ix_tables_status"]

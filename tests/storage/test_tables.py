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


async def test_a_clock_is_due_at_its_time(database: Database, a_table: Make):
    async with database.write() as conn:
        late = await tables.insert(conn, a_table(code="A", wake_at=2_000))
        soon = await tables.insert(conn, a_table(code="B", wake_at=1_500))
        await tables.insert(conn, a_table(code="C", wake_at=None))

        assert await tables.next_wake(conn, 0) == 1_500
        assert await tables.due(conn, 1_499, 9) == []
        assert await tables.due(conn, 1_500, 9) == [soon]
        assert await tables.due(conn, 2_000, 9) == [soon, late]
        assert await tables.due(conn, 2_000, 1) == [soon]


async def test_times_that_make_no_sense_any_more_are_set_right_at_the_start(
    database: Database, a_table: Make
):
    now, pause = 1_000, 100
    wakes = {
        "A": (999, 300),
        "B": (1, 900),
        "C": (999, 0),
        "D": (1_300, 300),
        "E": (1_050, 0),
        "F": (9_999, 300),
        "G": (9_999, 0),
    }
    playing = Status.PLAYING
    async with database.write() as conn:
        ids = {
            code: await tables.insert(conn, a_table(code=code, wake_at=wake, grace_ms=grace, status=playing))
            for code, (wake, grace) in wakes.items()
        }
        assert await tables.realign(conn, now, pause) == 5
        found = {code: (await tables.load(conn, number)).wake_at for code, number in ids.items()}
    assert found == {"A": 1_300, "B": 1_900, "C": 1_000, "D": 1_300, "E": 1_050, "F": 1_300, "G": 1_000}


async def test_what_waits_to_begin_is_due_when_it_was(database: Database, a_table: Make):
    """An invitation that ran out while the program was down has run out; one for next week still waits for it."""
    wakes = {"A": (999, 900), "B": (5_000, 9_000), "C": (50_000, 9_000), "D": (None, 0)}
    async with database.write() as conn:
        ids = {
            code: await tables.insert(conn, a_table(code=code, wake_at=wake, grace_ms=grace))
            for code, (wake, grace) in wakes.items()
        }
        await tables.realign(conn, 1_000, 100)
        assert await tables.end_waiting(conn, 7_000, 9_000) == 1
        found = {code: (await tables.load(conn, number)).wake_at for code, number in ids.items()}
    assert found == {"A": 999, "B": 5_000, "C": 10_000, "D": 7_000}


@pytest.mark.usefixtures("table")
async def test_no_clock_no_wake(database: Database):
    async with database.read() as conn:
        assert await tables.next_wake(conn, 0) is None
        assert await tables.due(conn, 10**15, 9) == []


@pytest.mark.sqlite  # EXPLAIN is each database's own
async def test_the_clocks_are_found_by_their_index(database: Database):
    due, wake = (str(query.compile()) for query in (tables._DUE, tables._NEXT_WAKE))
    async with database.read() as conn:
        for query in (due, wake):
            for name in (":now", ":limit", ":param_1"):
                query = query.replace(name, "1")  # noqa: PLW2901 with figures
            plan = await conn.exec_driver_sql(f"EXPLAIN QUERY PLAN {query}")
            scans = [row.detail for row in plan if " tables" in row.detail]
            assert scans
            assert all(scan.startswith("SEARCH") and "ix_tables_wake_at" in scan for scan in scans)


async def test_tables_are_counted_by_status(database: Database, a_table: Make):
    async with database.write() as conn:
        for code in "ABC":
            await tables.insert(conn, a_table(code=code, status=Status.PLAYING))
        await tables.insert(conn, a_table(code="D"))
        assert await tables.counts(conn) == {"open": 1, "playing": 3, "finished": 0, "closed": 0}


async def test_a_press_is_new_once(database: Database, table: TableRow):
    async with database.write() as conn:
        assert await tables.remember_press(conn, "tg:1", table.id, 5)
        assert not await tables.remember_press(conn, "tg:1", table.id, 6)
        assert await tables.remember_press(conn, "tg:2", None, 6)


async def test_a_press_that_failed_can_come_again(database: Database, table: TableRow):
    async def press(expected_version: int) -> bool:
        async with database.write() as conn:
            new = await tables.remember_press(conn, "tg:1", table.id, 5)
            await tables.save(conn, table, expected_version=expected_version)
        return new

    with pytest.raises(StaleVersion):
        await press(9)
    assert await press(1)


async def test_old_presses_are_forgotten_a_few_at_a_time(database: Database, table: TableRow):
    async with database.write() as conn:
        for at in range(10):
            await tables.remember_press(conn, f"tg:{at}", table.id, at)
        assert await tables.forget_presses(conn, 7, limit=5) == 5
        assert await tables.remember_press(conn, "tg:4", table.id, 20)
        assert not await tables.remember_press(conn, "tg:5", table.id, 20)
        assert await tables.forget_presses(conn, 7, limit=5) == 2
        assert not await tables.remember_press(conn, "tg:7", table.id, 20)
        assert await tables.forget_presses(conn, 7) == 0

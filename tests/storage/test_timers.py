from collections.abc import Callable

import pytest

from storage import tables, timers
from storage.database import Database
from storage.tables import Status, TableRow

Make = Callable[..., TableRow]


async def test_a_clock_is_due_at_its_time(database: Database, a_table: Make):
    async with database.write() as conn:
        late = await tables.insert(conn, a_table(code="A", wake_at=2_000))
        soon = await tables.insert(conn, a_table(code="B", wake_at=1_500))
        await tables.insert(conn, a_table(code="C", wake_at=None))

        assert await timers.next_wake(conn, 0) == 1_500
        assert await timers.due(conn, 1_499, 9) == []
        assert await timers.due(conn, 1_500, 9) == [soon]
        assert await timers.due(conn, 2_000, 9) == [soon, late]
        assert await timers.due(conn, 2_000, 1) == [soon]


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
        assert await timers.realign(conn, now, pause) == 5
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
        await timers.realign(conn, 1_000, 100)
        assert await timers.end_waiting(conn, 7_000, 9_000) == 1
        found = {code: (await tables.load(conn, number)).wake_at for code, number in ids.items()}
    assert found == {"A": 999, "B": 5_000, "C": 10_000, "D": 7_000}


@pytest.mark.usefixtures("table")
async def test_no_clock_no_wake(database: Database):
    async with database.read() as conn:
        assert await timers.next_wake(conn, 0) is None
        assert await timers.due(conn, 10**15, 9) == []


@pytest.mark.sqlite  # EXPLAIN is each database's own
async def test_the_clocks_are_found_by_their_index(database: Database):
    due, wake = (str(query.compile()) for query in (timers._DUE, timers._NEXT_WAKE))
    async with database.read() as conn:
        for query in (due, wake):
            for name in (":now", ":limit", ":param_1"):
                query = query.replace(name, "1")  # noqa: PLW2901 with figures
            plan = await conn.exec_driver_sql(f"EXPLAIN QUERY PLAN {query}")
            scans = [row.detail for row in plan if " tables" in row.detail]
            assert scans
            assert all(scan.startswith("SEARCH") and "ix_tables_wake_at" in scan for scan in scans)

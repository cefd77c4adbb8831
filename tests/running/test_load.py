"""`majlis bench load` in small: the whole program, pressed by a crowd over real sockets; and that crowd is served."""

from pathlib import Path

import pytest

from storage import ledger, tables
from storage.database import open_database
from tests.bench import load

pytestmark = pytest.mark.sqlite

PRESSES = 40


async def test_a_crowd_is_answered_and_shown_its_pictures(tmp_path: Path):
    file = tmp_path / "load.db"
    guests = await load.furnish(file, guests=3, tables=15, more=20)
    before = await stamps(file)
    async with load.page(file) as program:
        drawn = await load.crowd(program, guests, PRESSES, at_once=8)
        plain = await load.crowd(program, guests, PRESSES, at_once=4, drawn=False)
    for figures in (drawn, plain):
        assert figures["processor_ms_a_press"] > 0
        assert figures["states_streamed_a_press"] < 1, "nobody is told twice"
        assert figures["to the answer"]["p99_ms"] >= figures["to the answer"]["median_ms"] > 0
    assert drawn["to the picture"]["median_ms"] > 0
    assert "to the picture" not in plain
    after = await stamps(file)
    assert sum(after.values()) > sum(before.values()), "the presses are in the database"
    assert all(after[code] >= before[code] for code in before)


async def stamps(file: Path) -> dict[str, int]:
    """How often each table has changed; the books are right."""
    database = await open_database(f"sqlite:///{file}", now=0)
    try:
        async with database.read() as conn:
            assert (await ledger.audit(conn)).sound
            rows = [await tables.load(conn, number) for number in range(1, 36)]
            return {row.code: row.version for row in rows if row}
    finally:
        await database.close()

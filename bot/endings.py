"""Daily clocks about to run out, so that platforms can remind whoever is to move."""

from bot import shelf
from bot.occasions import mover
from bot.table import Seated, Table
from rules.ruleset import ClockKind
from storage import tables as stored
from storage import timers
from storage.database import Database

BEFORE_MS = 3 * 3600 * 1000
"""How long before the end of the time."""

EVERY_S = 300.0
"""How often to look."""

BATCH = 1_000


async def near(database: Database, now: int) -> list[tuple[Table, Seated, int]]:
    """Tables whose daily clock is about to run out: who is to move there, and until when."""
    async with database.read() as conn:
        found = [await stored.load(conn, table) for table in await timers.due(conn, now + BEFORE_MS, BATCH)]
    tables = shelf.readable(row for row in found if row)
    daily = [table for table in tables if table.setup.ruleset.clock is ClockKind.DAILY and table.clock.ends]
    return [(table, at, table.clock.ends or 0) for table in daily if (at := mover(table))]

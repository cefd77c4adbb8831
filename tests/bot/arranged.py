"""A table's setup as tests need it, where no button of the platform under test sets it."""

from dataclasses import replace

from bot import shelf
from bot.table import Table
from bot.tables import Tables
from storage import tables as stored


async def arrange(tables: Tables, code: str, **setup: object) -> Table:
    """Give a table that waits another setup, as another platform's host could have; it is stored, as any is."""
    async with tables._kept.holding(code) as held:
        was = held.table
        table = replace(was, setup=replace(was.setup, **setup), version=was.version + 1)
        async with tables._database.write() as conn:
            await stored.save(conn, shelf.row(table, held.seed, 0), expected_version=was.version)
        held.put(table)
    return table

"""Everything from one database to another that is empty, in one transaction; proved before it is committed.

What is proved: of each table as many rows on both sides, the same digest of all their values, and the books.
"""

import hashlib
import json
from collections.abc import AsyncIterator
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import ledger, schema
from storage.database import Database
from storage.unusable import Unusable

BATCH = 1_000
"""Rows read and written in one go."""

_MODULUS = 2**128
_BORN_WITH = {"accounts": 1, "meta": 1}
"""Rows that a new database has: the house's account, and when it was born."""


class Moved(NamedTuple):
    """One table, moved: how many rows, and what their values come to in whatever order."""

    table: str
    rows: int
    digest: str


async def move(source: Database, target: Database) -> list[Moved]:
    """Copy all rows. Raises Unusable, with nothing done, where a program runs on either, or the target is not new."""
    for database in (source, target):
        await database.hold(alone=True)
    try:
        async with source.read() as old, target.write() as new:
            await _make_room(new, target)
            moved = [await _moved(old, new, table) for table in schema.metadata.sorted_tables]
            await _set_numbers(new)
            for found in moved:
                there = await _counted(new, schema.metadata.tables[found.table])
                if there != found:
                    raise Unusable(
                        f"{found.table} is not the same on both sides: {found.rows} and {there.rows} rows"
                    )
            if not (await ledger.audit(new)).sound:
                raise Unusable(f"the books of {source.place.name} are wrong; majlis ledger check says how")
    except DBAPIError as error:
        raise Unusable(target.place.reason(error)) from error
    return moved


async def _make_room(conn: AsyncConnection, target: Database) -> None:
    """Take away what a new database has of its own."""
    await target.place.take_migration(conn)
    for table in schema.metadata.sorted_tables:
        rows = await conn.scalar(sa.select(sa.func.count()).select_from(table)) or 0
        if rows > _BORN_WITH.get(table.name, 0):
            raise Unusable(
                f"{target.place.name} is not empty: {rows} rows of {table.name}; nothing was moved"
            )
    for name in _BORN_WITH:
        await conn.execute(sa.delete(schema.metadata.tables[name]))


async def _moved(old: AsyncConnection, new: AsyncConnection, table: sa.Table) -> Moved:
    rows, digest = 0, 0
    async for batch in _batches(old, table):
        await new.execute(sa.insert(table), batch)
        rows, digest = rows + len(batch), digest + sum(map(_digest, batch))
    return Moved(table.name, rows, f"{digest % _MODULUS:032x}")


async def _counted(conn: AsyncConnection, table: sa.Table) -> Moved:
    rows, digest = 0, 0
    async for batch in _batches(conn, table):
        rows, digest = rows + len(batch), digest + sum(map(_digest, batch))
    return Moved(table.name, rows, f"{digest % _MODULUS:032x}")


async def _batches(conn: AsyncConnection, table: sa.Table) -> AsyncIterator[list[dict[str, Any]]]:
    async with conn.stream(sa.select(table).execution_options(yield_per=BATCH)) as found:
        async for batch in found.mappings().partitions():
            yield [dict(row) for row in batch]


def _digest(row: dict[str, Any]) -> int:
    text = json.dumps(row, sort_keys=True, ensure_ascii=False)
    return int.from_bytes(hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:16], "big")


async def _set_numbers(conn: AsyncConnection) -> None:
    """Let rows to come be numbered after those that were moved; SQLite does so by itself."""
    if conn.dialect.name != "postgresql":
        return
    for table in schema.metadata.sorted_tables:
        numbered = table.autoincrement_column
        if numbered is not None:
            name = sa.func.pg_get_serial_sequence(table.name, numbered.name)
            last = sa.select(sa.func.coalesce(sa.func.max(numbered), 0)).scalar_subquery()
            await conn.execute(sa.select(sa.func.setval(name, sa.func.greatest(last, 1), last > 0)))

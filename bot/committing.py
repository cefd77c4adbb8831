"""A change of one table, brought into the database: all of it in one transaction, or nothing has happened."""

import json
from dataclasses import replace
from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from bot import cashier, chronicle, doorkeeper, shelf, welcome
from bot.change import Change
from bot.doorkeeper import Terms
from bot.table import COMPUTER, Stage, Table
from storage import locks, presses
from storage import tables as stored
from storage.database import Database
from storage.news import About, Line


class Cause(NamedTuple):
    """When a change happens, by the press of which key, and whose; the house needs no press."""

    now: int
    key: str | None = None
    presser: int | None = None


class Committed(NamedTuple):
    """The table as it is stored now, and the one that follows it, with its seed, if that has been opened by this."""

    table: Table
    successor: tuple[Table, bytes] | None


class Repeated(Exception):
    """The key of the press has been seen before; nothing has happened now."""


async def commit(  # noqa: PLR0917 where, under which terms, and what happens to which table, by whom
    database: Database, terms: Terms, before: Table, seed: bytes, change: Change, cause: Cause
) -> Committed:
    """Store what has become of a table, with its log, its payments and whatever else comes of it.

    Raises Repeated, Refused where a stake is not there or two may not meet again, and storage's StaleVersion.
    """
    now, key, presser = cause
    table = replace(change.table, version=before.version + 1)
    successor = None
    async with database.write() as conn:
        if key and not await presses.remember(conn, key, table.id, now):
            raise Repeated
        if await _lock(conn, before, change, presser) and database.shared:
            await _still_the_same(conn, before)
        table = await cashier.pay(conn, table, change.payments, now, presser, terms.caps)
        if table.stage is Stage.FINISHED and before.stage is not Stage.FINISHED:
            table = await chronicle.record(conn, table, now)
        if shelf.wants_successor(table):
            doorkeeper.all_let_in(terms, table, now)
            waits_ms = terms.limits.waits_ms
            successor = await shelf.create_successor(conn, table, now, waits_ms, presser, terms.caps)
            table = replace(table, next_code=successor[0].code)
        if table.stage is Stage.CLOSED and before.stage is Stage.OPEN:
            await shelf.put_back(conn, table)
        table = await shelf.acquainted(conn, before, table)
        await store(database, conn, before, table, seed, now)
        entries = [json.dumps(entry, separators=(",", ":")) for entry in change.log]
        if entries:
            await stored.append_events(conn, table.id, before.stamp, now, table.version, entries)
    return Committed(table, successor)


async def store(  # noqa: PLR0917 as `commit`
    database: Database, conn: AsyncConnection, before: Table, table: Table, seed: bytes, now: int
) -> None:
    """Store a table over the version it was made from, and let other programs know. Raises storage's StaleVersion."""
    await stored.save(conn, shelf.row(table, seed, now), expected_version=before.version)
    await database.announce(conn, Line(About.TABLE, (table.id, table.code, table.version)))
    if before.seats != table.seats:
        await shelf.save_seats(conn, before, table)


async def _lock(conn: AsyncConnection, before: Table, change: Change, presser: int | None) -> bool:
    """Where more changes than the table itself, what its players have and are is this transaction's alone; whether it is."""
    table = change.table
    more = change.payments or shelf.wants_successor(table) or before.seats != table.seats
    if not (more or (table.stage is not before.stage and table.stage in {Stage.FINISHED, Stage.CLOSED})):
        return False
    people = {at.player for at in table.seats if at and at.player != COMPUTER}
    await locks.players(conn, people if presser is None else people | {presser})
    if before.seats != table.seats or shelf.wants_successor(table):
        await welcome.still_there(conn, *people)
    return True


async def _still_the_same(conn: AsyncConnection, before: Table) -> None:
    """Another program may have done the same while we waited, and what is paid or noted once fails the second time.

    Raises storage's StaleVersion.
    """
    if await stored.version(conn, before.id) != before.version:
        raise stored.StaleVersion

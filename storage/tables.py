"""Tables, their seats and their logs.

Each function runs inside the caller's transaction. Times are milliseconds since the epoch; `snapshot`
and the events' `data` are JSON text whose shape belongs to the caller.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import schema


class Status(StrEnum):
    """Where a table is in its life."""

    OPEN = "open"
    PLAYING = "playing"
    FINISHED = "finished"
    CLOSED = "closed"


class StaleVersion(Exception):
    """The table is no longer at the version this change was made from; nothing was saved."""


class SeatTaken(Exception):
    """Somebody sits there already; nothing has changed."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """One table as stored; `grace_ms` is what a clock is given that ran out while the program was down."""

    id: int
    code: str
    version: int
    status: Status
    snapshot: str
    seed: str = field(repr=False)  # no log may show it before the match ends
    wake_at: int | None
    grace_ms: int
    host_id: int
    created_at: int
    updated_at: int


@dataclass(frozen=True, slots=True)
class EventRow:
    """One event of a table's log; `version` is the one the table had once it had happened."""

    seq: int
    at: int
    version: int
    data: str


_tables = schema.tables.c
_seats = schema.seats.c
_events = schema.events.c

_OF_TABLE = _tables.id == sa.bindparam("table")
_ROW = sa.select(*(column for column in _tables if column.name != "claimed_until"))
_LOAD = _ROW.where(_OF_TABLE)
_VERSION = sa.select(_tables.version).where(_OF_TABLE)
_LOAD_BY_CODE = _ROW.where(_tables.code == sa.bindparam("code"))
_INSERT = sa.insert(schema.tables).returning(_tables.id)
_SAVE = sa.update(schema.tables).where(_OF_TABLE, _tables.version == sa.bindparam("expected_version"))

_APPEND = sa.insert(schema.events)
_EVENTS = (
    sa.select(_events.seq, _events.at, _events.version, _events.data)
    .where(_events.table_id == sa.bindparam("table"))
    .order_by(_events.seq)
)

# Written out because Core's own ON CONFLICT belongs to one dialect at a time; both databases read this.
_SEAT = sa.text(
    "INSERT INTO seats (table_id, seat, player_id) VALUES (:table_id, :seat, :player_id)"
    " ON CONFLICT DO NOTHING"
)
_SEATED = sa.select(_seats.seat, _seats.player_id).where(_seats.table_id == sa.bindparam("table"))
_OF_PLAYER = (
    _ROW.where(
        _tables.id.in_(sa.select(_seats.table_id).where(_seats.player_id == sa.bindparam("player"))),
        _tables.status.in_(sa.bindparam("statuses", expanding=True)),
    )
    .order_by(_tables.updated_at.desc(), _tables.id.desc())
    .limit(sa.bindparam("limit"))
)

_mine, _theirs = schema.seats.alias(), schema.seats.alias()
_RIVALS = (
    sa.select(schema.players.c.id, schema.players.c.name)
    .join(_theirs, _theirs.c.player_id == schema.players.c.id)
    .join(_mine, _mine.c.table_id == _theirs.c.table_id)
    .where(
        _mine.c.player_id == sa.bindparam("player"),
        _theirs.c.player_id != _mine.c.player_id,
        sa.exists().where(schema.identities.c.player_id == schema.players.c.id),
    )
    .group_by(schema.players.c.id, schema.players.c.name)
    .order_by(sa.func.max(_theirs.c.table_id).desc())
    .limit(sa.bindparam("limit"))
)

_NEWEST = sa.select(sa.func.max(_seats.table_id)).where(_seats.player_id == sa.bindparam("player"))

_CODES = (
    sa.select(_tables.code)
    .where(_tables.id.in_(sa.select(_seats.table_id).where(_seats.player_id == sa.bindparam("player"))))
    .order_by(_tables.id)
)

_KEPT_FOR = sa.select(_tables.code).where(
    _tables.status == "open", _tables.snapshot.contains(sa.bindparam("mark", type_=sa.Text))
)

_COUNTS = sa.select(_tables.status, sa.func.count().label("tables")).group_by(_tables.status)


async def insert(conn: AsyncConnection, row: TableRow) -> int:
    """Store a new table and return its id; `row.id` is not looked at. The code must be unused."""
    values = {"code": row.code, "host_id": row.host_id, "created_at": row.created_at, **_changing(row)}
    return int((await conn.execute(_INSERT, values)).scalar_one())


async def load(conn: AsyncConnection, table_id: int) -> TableRow | None:
    """The table of this id."""
    return _one(await conn.execute(_LOAD, {"table": table_id}))


async def version(conn: AsyncConnection, table_id: int) -> int | None:
    """Which version of a table is stored; None for one that is not there."""
    return await conn.scalar(_VERSION, {"table": table_id})


async def load_by_code(conn: AsyncConnection, code: str) -> TableRow | None:
    """The table of this room code, spelled as it was stored."""
    return _one(await conn.execute(_LOAD_BY_CODE, {"code": code}))


async def save(conn: AsyncConnection, row: TableRow, *, expected_version: int) -> None:
    """Store everything of the table but its id, code, host and birth.

    Raises StaleVersion where the stored version is not `expected_version`.
    """
    key = {"table": row.id, "expected_version": expected_version}
    saved = await conn.execute(_SAVE, {**_changing(row), **key})
    if not saved.rowcount:
        raise StaleVersion


async def append_events(  # noqa: PLR0917 the order is that of the columns
    conn: AsyncConnection, table_id: int, first_seq: int, at: int, version: int, datas: Sequence[str]
) -> None:
    """Append events numbered from `first_seq`; a number already used raises IntegrityError."""
    rows = [
        {"table_id": table_id, "seq": seq, "at": at, "version": version, "data": data}
        for seq, data in enumerate(datas, first_seq)
    ]
    if rows:
        await conn.execute(_APPEND, rows)


async def events(conn: AsyncConnection, table_id: int) -> list[EventRow]:
    """The table's whole log, oldest first."""
    return [EventRow(*row) for row in await conn.execute(_EVENTS, {"table": table_id})]


async def seat(conn: AsyncConnection, table_id: int, seat: int, player_id: int) -> None:
    """Seat a player at 0 or 1 (both seats may be one player's). Raises SeatTaken."""
    sat = await conn.execute(_SEAT, {"table_id": table_id, "seat": seat, "player_id": player_id})
    if not sat.rowcount:
        raise SeatTaken


async def seated(conn: AsyncConnection, table_id: int) -> dict[int, int]:
    """Seat to player id, of the taken seats."""
    return {row.seat: row.player_id for row in await conn.execute(_SEATED, {"table": table_id})}


async def of_player(
    conn: AsyncConnection, player_id: int, statuses: Collection[Status], limit: int
) -> list[TableRow]:
    """Tables of these statuses where the player sits, last touched first."""
    asked = {"player": player_id, "statuses": list(statuses), "limit": limit}
    return [_table(row) for row in (await conn.execute(_OF_PLAYER, asked)).mappings()]


async def newest_of(conn: AsyncConnection, player_id: int) -> int:
    """The id of the newest table where somebody sits; 0 where they never sat down."""
    return int(await conn.scalar(_NEWEST, {"player": player_id}) or 0)


async def rivals(conn: AsyncConnection, player_id: int, limit: int) -> list[tuple[int, str]]:
    """Whom the player has sat at a table with, newest tables first: ids and names. None who has been forgotten."""
    return [(row.id, row.name) for row in await conn.execute(_RIVALS, {"player": player_id, "limit": limit})]


async def codes_of(conn: AsyncConnection, player_id: int) -> list[str]:
    """The codes of all tables where the player has ever sat, oldest first."""
    return list(await conn.scalars(_CODES, {"player": player_id}))


async def kept_for(conn: AsyncConnection, mark: str) -> list[str]:
    """The codes of tables that wait and have `mark` in their snapshot."""
    return list(await conn.scalars(_KEPT_FOR, {"mark": mark}))


async def counts(conn: AsyncConnection) -> dict[Status, int]:
    """How many tables there are of each status; every status is named."""
    found = {row.status: row.tables for row in await conn.execute(_COUNTS)}
    return {status: found.get(status, 0) for status in Status}


def _changing(row: TableRow) -> dict[str, Any]:
    return {
        "version": row.version,
        "status": row.status,
        "snapshot": row.snapshot,
        "seed": row.seed,
        "wake_at": row.wake_at,
        "grace_ms": row.grace_ms,
        "updated_at": row.updated_at,
        "claimed_until": None,
    }


def _one(found: sa.CursorResult[Any]) -> TableRow | None:
    row = found.mappings().first()
    return _table(row) if row else None


def _table(row: sa.RowMapping) -> TableRow:
    return TableRow(**{**row, "status": Status(row["status"])})

"""Tables, their seats, their logs and the presses already handled.

Each function runs inside the caller's transaction. Times are milliseconds since the epoch; `snapshot`
and the events' `data` are JSON text whose shape belongs to the caller.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import schema


class Status(StrEnum):
    """Where a table is in its life."""

    OPEN = "open"
    PLAYING = "playing"
    FINISHED = "finished"
    CLOSED = "closed"


class StaleVersion(Exception):  # noqa: N818 named for what it says
    """The table is no longer at the version this change was made from; nothing was saved."""


class SeatTaken(Exception):  # noqa: N818 as above
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


async def insert(conn: AsyncConnection, row: TableRow) -> int:
    """Store a new table and return its id; `row.id` is not looked at. The code must be unused."""
    raise NotImplementedError


async def load(conn: AsyncConnection, table_id: int) -> TableRow | None:
    """The table of this id."""
    raise NotImplementedError


async def load_by_code(conn: AsyncConnection, code: str) -> TableRow | None:
    """The table of this room code, spelled as it was stored."""
    raise NotImplementedError


async def save(conn: AsyncConnection, row: TableRow, *, expected_version: int) -> None:
    """Store everything of the table but its id, code, host and birth.

    Raises StaleVersion where the stored version is not `expected_version`.
    """
    raise NotImplementedError


async def append_events(
    conn: AsyncConnection, table_id: int, first_seq: int, at: int, version: int, datas: Sequence[str]
) -> None:
    """Append events numbered from `first_seq`; a number already used raises IntegrityError."""
    raise NotImplementedError


async def events(conn: AsyncConnection, table_id: int) -> list[EventRow]:
    """The table's whole log, oldest first."""
    raise NotImplementedError


async def seat(conn: AsyncConnection, table_id: int, seat: int, player_id: int) -> None:
    """Seat a player at 0 or 1 (both seats may be one player's). Raises SeatTaken."""
    raise NotImplementedError


async def unseat(conn: AsyncConnection, table_id: int, seat: int) -> None:
    """Free a seat; a free one stays free."""
    raise NotImplementedError


async def seated(conn: AsyncConnection, table_id: int) -> dict[int, int]:
    """Seat to player id, of the taken seats."""
    raise NotImplementedError


async def of_player(
    conn: AsyncConnection, player_id: int, statuses: Collection[Status], limit: int
) -> list[TableRow]:
    """Tables of these statuses where the player sits, last touched first."""
    raise NotImplementedError


async def due(conn: AsyncConnection, now: int, started_at: int, limit: int) -> list[int]:
    """Ids of the tables whose clock has run out by `now`, earliest first.

    A clock that ran out before `started_at`, while the program was down, counts as running until
    `started_at + grace_ms` (docs/rules.md §6).
    """
    raise NotImplementedError


async def next_wake(conn: AsyncConnection, started_at: int) -> int | None:
    """When the next table is due, by the same reckoning as `due`; it may lie in the past."""
    raise NotImplementedError


async def counts(conn: AsyncConnection) -> dict[Status, int]:
    """How many tables there are of each status; every status is named."""
    raise NotImplementedError


async def remember_press(conn: AsyncConnection, key: str, table_id: int | None, at: int) -> bool:
    """Note a press as handled; False where this key was noted before. None: it concerns no table."""
    raise NotImplementedError


async def forget_presses(conn: AsyncConnection, before: int, limit: int = 10_000) -> int:
    """Forget at most `limit` presses older than `before`, and say how many.

    Bounded so that no transaction keeps the players waiting: repeat while it returns `limit`.
    """
    raise NotImplementedError

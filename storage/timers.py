"""When tables are due: whatever the house has to do at one is a time in its row, `wake_at`.

Each function runs inside the caller's transaction. Times are milliseconds since the epoch.
"""

from collections.abc import Collection

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import schema
from storage.tables import Status

_tables = schema.tables.c

_DUE = (
    sa.select(_tables.id)
    .where(_tables.wake_at <= sa.bindparam("now"))
    .order_by(_tables.wake_at, _tables.id)
    .limit(sa.bindparam("limit"))
)
_LATE = sa.select(sa.func.count()).where(_tables.wake_at < sa.bindparam("since"))
_CLAIMABLE = (
    sa.select(_tables.id)
    .where(
        _tables.wake_at <= sa.bindparam("now"),
        sa.or_(_tables.claimed_until.is_(None), _tables.claimed_until <= sa.bindparam("now")),
        _tables.id.not_in(sa.bindparam("but", expanding=True)),
    )
    .order_by(_tables.wake_at, _tables.id)
    .limit(sa.bindparam("limit"))
    .with_for_update(skip_locked=True)
)
_CLAIM = (
    sa.update(schema.tables)
    .where(_tables.id.in_(_CLAIMABLE))
    .values(claimed_until=sa.bindparam("until"))
    .returning(_tables.id)
)
_NEXT_WAKE = (
    sa.select(_tables.wake_at)
    .where(
        _tables.wake_at.is_not(None),
        sa.or_(_tables.claimed_until.is_(None), _tables.claimed_until <= sa.bindparam("now")),
    )
    .order_by(_tables.wake_at)
    .limit(1)
)
_now = sa.bindparam("now", type_=sa.BigInteger)
_longest = sa.bindparam("longest", type_=sa.BigInteger)
_REALIGN = (
    sa.update(schema.tables)
    .where(
        sa.or_(
            sa.and_(_tables.wake_at < _now, _tables.status != Status.OPEN),
            sa.and_(_tables.wake_at > _now + _tables.grace_ms, _tables.wake_at > _now + _longest),
        )
    )
    .values(wake_at=_now + _tables.grace_ms)
)
_END_WAITING = (
    sa.update(schema.tables)
    .where(_tables.status == Status.OPEN, _tables.wake_at.is_(None))
    .values(
        wake_at=sa.bindparam("until", type_=sa.BigInteger),
        grace_ms=sa.bindparam("grace", type_=sa.BigInteger),
    )
)


async def realign(conn: AsyncConnection, now: int, longest_pause: int) -> int:
    """Set right, at the start, the times that make no sense any more, and say at how many tables.

    A clock that ran out while the program was down, and whatever lies further ahead than any clock or pause of the
    house's (the machine's clock has gone back), is due after `grace_ms` from now (docs/rules.md §6).
    """
    return (await conn.execute(_REALIGN, {"now": now, "longest": longest_pause})).rowcount


async def end_waiting(conn: AsyncConnection, until: int, grace_ms: int) -> int:
    """Let tables that would wait for their first roll for ever wait until then, and say how many there were."""
    return (await conn.execute(_END_WAITING, {"until": until, "grace": grace_ms})).rowcount


async def due(conn: AsyncConnection, now: int, limit: int) -> list[int]:
    """Ids of the tables whose time has come by `now`, earliest first."""
    return list(await conn.scalars(_DUE, {"now": now, "limit": limit}))


async def claim(
    conn: AsyncConnection, now: int, until: int, limit: int, but: Collection[int] = ()
) -> list[int]:
    """Take tables whose time has come, but some, so that no other program does until then, and give their ids.

    A change of the table ends the claim.
    """
    asked = {"now": now, "until": until, "limit": limit, "but": list(but)}
    return list(await conn.scalars(_CLAIM, asked))


async def next_wake(conn: AsyncConnection, now: int) -> int | None:
    """When the next table that nobody has claimed is due; it may lie in the past."""
    wake: int | None = await conn.scalar(_NEXT_WAKE, {"now": now})
    return wake


async def late(conn: AsyncConnection, since: int) -> int:
    """How many tables should have gone on before `since`."""
    return int(await conn.scalar(_LATE, {"since": since}) or 0)

"""The presses already handled, each by a key of its own, so that one that comes again changes nothing.

Each function runs inside the caller's transaction. Times are milliseconds since the epoch.
"""

from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import schema

_presses = schema.presses.c

# Written out because Core's own ON CONFLICT belongs to one dialect at a time; both databases read this.
_REMEMBER = sa.text(
    "INSERT INTO presses (key, table_id, at) VALUES (:key, :table_id, :at) ON CONFLICT DO NOTHING"
)
_KNOWN = sa.select(sa.exists().where(_presses.key == sa.bindparam("key")))
_TABLE_OF = (
    sa.select(schema.tables.c.id, schema.tables.c.code)
    .join(schema.presses, _presses.table_id == schema.tables.c.id)
    .where(_presses.key.in_(sa.bindparam("keys", expanding=True)))
    .limit(1)
)
_FORGET = sa.delete(schema.presses).where(
    _presses.key.in_(
        sa.select(_presses.key)
        .where(_presses.at < sa.bindparam("before"))
        .order_by(_presses.at)
        .limit(sa.bindparam("limit"))
    )
)


class Concerned(NamedTuple):
    """A table that a press concerned."""

    id: int
    code: str


async def remember(conn: AsyncConnection, key: str, table_id: int | None, at: int) -> bool:
    """Note a press as handled; False where this key was noted before. None: it concerns no table."""
    noted = await conn.execute(_REMEMBER, {"key": key, "table_id": table_id, "at": at})
    return bool(noted.rowcount)


async def known(conn: AsyncConnection, key: str) -> bool:
    """Whether a press of this key has been handled."""
    return bool(await conn.scalar(_KNOWN, {"key": key}))


async def table_of(conn: AsyncConnection, *keys: str) -> Concerned | None:
    """The table that the press of one of these keys concerned; None where it concerned none, or is not known."""
    found = (await conn.execute(_TABLE_OF, {"keys": keys})).first()
    return Concerned(found.id, found.code) if found else None


async def forget(conn: AsyncConnection, before: int, limit: int = 10_000) -> int:
    """Forget at most `limit` presses older than `before`, and say how many.

    Bounded so that no transaction keeps the players waiting: repeat while it returns `limit`.
    """
    return (await conn.execute(_FORGET, {"before": before, "limit": limit})).rowcount

"""What was said at tables; kept for a short while, so that it can be shown again and reported."""

from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import schema

KEPT = 20
"""Lines of a table; an older one goes as a new one comes."""

_said = schema.said.c

_COLUMNS = (_said.id, _said.table_id, _said.player_id, _said.kind, _said.data, _said.at)
_LAST = (
    sa.select(*_COLUMNS)
    .where(_said.table_id == sa.bindparam("table"))
    .order_by(_said.id.desc())
    .limit(sa.bindparam("limit"))
)
_SINCE = sa.select(*_COLUMNS).where(_said.at >= sa.bindparam("since")).order_by(_said.id)
_INSERT = sa.insert(schema.said).returning(_said.id)
_TRIM = sa.delete(schema.said).where(
    _said.table_id == sa.bindparam("table"),
    _said.id.not_in(
        sa.select(_said.id)
        .where(_said.table_id == sa.bindparam("table"))
        .order_by(_said.id.desc())
        .limit(sa.bindparam("limit"))
    ),
)
_FORGET = sa.delete(schema.said).where(_said.at < sa.bindparam("before"))


class Line(NamedTuple):
    """One thing said; `data` is what `kind` says it is, a number of a phrase or words. `at` is in milliseconds."""

    id: int
    table_id: int
    player_id: int
    kind: str
    data: str
    at: int


async def say(  # noqa: PLR0917 the order is that of the columns
    conn: AsyncConnection, table_id: int, player: int, kind: str, data: str, at: int
) -> Line:
    """Keep a line, and only the KEPT last ones of its table."""
    values = {"table_id": table_id, "player_id": player, "kind": kind, "data": data, "at": at}
    number = int((await conn.execute(_INSERT, values)).scalar_one())
    await conn.execute(_TRIM, {"table": table_id, "limit": KEPT})
    return Line(number, table_id, player, kind, data, at)


async def last(conn: AsyncConnection, table_id: int, limit: int = KEPT) -> list[Line]:
    """The last lines of a table, oldest first."""
    found = await conn.execute(_LAST, {"table": table_id, "limit": limit})
    return [Line(*row) for row in found][::-1]


async def since(conn: AsyncConnection, moment: int) -> list[Line]:
    """Everything said since a moment at any table, oldest first."""
    return [Line(*row) for row in await conn.execute(_SINCE, {"since": moment})]


async def forget(conn: AsyncConnection, before: int) -> int:
    """Forget what was said before a moment; gives how many lines."""
    return (await conn.execute(_FORGET, {"before": before})).rowcount

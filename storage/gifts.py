"""What players have given each other over the board: each one's shelf."""

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import schema

_gifts = schema.gifts.c

_SHELF = (
    sa.select(_gifts.kind, sa.func.count().label("pieces"))
    .where(_gifts.taker_id == sa.bindparam("player"))
    .group_by(_gifts.kind)
    .order_by(_gifts.kind)
)
_GIVEN = (
    sa.select(sa.func.count())
    .select_from(schema.gifts)
    .where(_gifts.giver_id == sa.bindparam("player"), _gifts.table_id == sa.bindparam("table"))
)


async def give(  # noqa: PLR0917 the order is that of the columns
    conn: AsyncConnection, giver: int, taker: int, kind: str, table_id: int, at: int
) -> None:
    """Put a gift on somebody's shelf; what it costs is the caller's to pay, in the same transaction."""
    gift = {"giver_id": giver, "taker_id": taker, "kind": kind, "table_id": table_id, "at": at}
    await conn.execute(sa.insert(schema.gifts), gift)


async def shelf(conn: AsyncConnection, player: int) -> dict[str, int]:
    """What stands on a player's shelf: how many of each kind, in the kinds' own order."""
    return {row.kind: row.pieces for row in await conn.execute(_SHELF, {"player": player})}


async def given(conn: AsyncConnection, giver: int, table_id: int) -> int:
    """How many gifts somebody has given at a table."""
    return int(await conn.scalar(_GIVEN, {"player": giver, "table": table_id}) or 0)

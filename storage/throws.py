"""How often each roll fell, by finished table and seat: counted once, kept for whoever asks again."""

from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import schema

_throws = schema.throws.c
_seats = schema.seats.c
_tables = schema.tables.c
_UNCOUNTED = (
    sa.select(_tables.code)
    .where(
        _tables.id.in_(sa.select(_seats.table_id).where(_seats.player_id == sa.bindparam("player"))),
        _tables.status == "finished",
        ~sa.exists().where(_throws.table_id == _tables.id),
    )
    .order_by(_tables.id.desc())
    .limit(sa.bindparam("limit"))
)
_OF_PLAYER = (
    sa.select(_throws.counts)
    .join_from(
        schema.throws,
        schema.seats,
        sa.and_(_seats.table_id == _throws.table_id, _seats.seat == _throws.seat),
    )
    .where(_seats.player_id == sa.bindparam("player"))
)

# Written out because Core's own ON CONFLICT belongs to one dialect at a time; both databases read this.
_KEEP = sa.text(
    "INSERT INTO throws (table_id, seat, counts) VALUES (:table_id, :seat, :counts) ON CONFLICT DO NOTHING"
)


async def uncounted(conn: AsyncConnection, player: int, limit: int) -> list[str]:
    """The codes of somebody's finished tables whose rolls have not been counted, the newest first."""
    return list(await conn.scalars(_UNCOUNTED, {"player": player, "limit": limit}))


async def keep(conn: AsyncConnection, table_id: int, counts: Sequence[str]) -> None:
    """Keep both seats' counts (JSON text), the first seat's first; what is kept already stands."""
    rows = [{"table_id": table_id, "seat": seat, "counts": text} for seat, text in enumerate(counts)]
    await conn.execute(_KEEP, rows)


async def of_player(conn: AsyncConnection, player: int) -> list[str]:
    """The counts of every seat where somebody has sat."""
    return list(await conn.scalars(_OF_PLAYER, {"player": player}))

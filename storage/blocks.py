"""Whom people keep away from them: blocked for good, or only not listened to."""

from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import schema

_blocks = schema.blocks.c
_mutes = schema.mutes.c

_BETWEEN = sa.or_(
    sa.and_(_blocks.player_id == sa.bindparam("one"), _blocks.blocked_id == sa.bindparam("other")),
    sa.and_(_blocks.player_id == sa.bindparam("other"), _blocks.blocked_id == sa.bindparam("one")),
)
_BLOCKED = sa.select(sa.exists().where(_BETWEEN))
_AROUND = sa.union(
    sa.select(_blocks.blocked_id).where(_blocks.player_id == sa.bindparam("one")),
    sa.select(_blocks.player_id).where(_blocks.blocked_id == sa.bindparam("one")),
)
_LISTED = (
    sa.select(_blocks.blocked_id, schema.players.c.name)
    .join_from(schema.blocks, schema.players, _blocks.blocked_id == schema.players.c.id)
    .where(_blocks.player_id == sa.bindparam("player"))
    .order_by(_blocks.at.desc(), _blocks.blocked_id)
)
_UNHEARD_BY = sa.union(
    sa.select(_mutes.player_id).where(_mutes.muted_id == sa.bindparam("one")),
    sa.select(_AROUND.subquery()),
)
_MUTED = sa.select(_mutes.muted_id).where(_mutes.player_id == sa.bindparam("player"))

# Written out because Core's own ON CONFLICT belongs to one dialect at a time; both databases read this.
_BLOCK = sa.text(
    "INSERT INTO blocks (player_id, blocked_id, at) VALUES (:player, :other, :at) ON CONFLICT DO NOTHING"
)
_MUTE = sa.text("INSERT INTO mutes (player_id, muted_id) VALUES (:player, :other) ON CONFLICT DO NOTHING")
_UNBLOCK = sa.delete(schema.blocks).where(
    _blocks.player_id == sa.bindparam("player"), _blocks.blocked_id == sa.bindparam("other")
)
_UNMUTE = sa.delete(schema.mutes).where(
    _mutes.player_id == sa.bindparam("player"), _mutes.muted_id == sa.bindparam("other")
)


class Blocked(NamedTuple):
    """Somebody on a player's list."""

    id: int
    name: str


async def blocked(conn: AsyncConnection, one: int, other: int) -> bool:
    """Whether one of the two has blocked the other, either way round."""
    return bool(await conn.scalar(_BLOCKED, {"one": one, "other": other}))


async def around(conn: AsyncConnection, player: int) -> frozenset[int]:
    """Everybody with whom a player is to have nothing to do: blocked by them, or who blocked them."""
    return frozenset(await conn.scalars(_AROUND, {"one": player}))


async def block(conn: AsyncConnection, player: int, other: int, at: int) -> None:
    """Keep the other away for good; done twice it is done once. Blocking oneself raises IntegrityError."""
    await conn.execute(_BLOCK, {"player": player, "other": other, "at": at})


async def unblock(conn: AsyncConnection, player: int, other: int) -> None:
    """Let the other come near again; where they were not blocked, nothing changes."""
    await conn.execute(_UNBLOCK, {"player": player, "other": other})


async def listed(conn: AsyncConnection, player: int) -> list[Blocked]:
    """Whom a player has blocked, the last one first."""
    return [Blocked(*row) for row in await conn.execute(_LISTED, {"player": player})]


async def mute(conn: AsyncConnection, player: int, other: int) -> None:
    """Listen to the other no more."""
    await conn.execute(_MUTE, {"player": player, "other": other})


async def unmute(conn: AsyncConnection, player: int, other: int) -> None:
    """Listen to the other again."""
    await conn.execute(_UNMUTE, {"player": player, "other": other})


async def muted(conn: AsyncConnection, player: int) -> frozenset[int]:
    """To whom a player does not listen."""
    return frozenset(await conn.scalars(_MUTED, {"player": player}))


async def unheard_by(conn: AsyncConnection, player: int) -> frozenset[int]:
    """Who is to hear nothing of a player: whoever mutes them, and everybody on the other side of a block."""
    return frozenset(await conn.scalars(_UNHEARD_BY, {"one": player}))

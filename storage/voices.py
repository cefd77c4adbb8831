"""Voice channels opened for tables, so that they are taken away again after a restart too."""

from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import schema

_voices = schema.voices.c
_CODES = sa.select(
    _voices.table_id, schema.tables.c.code, _voices.guild_id, _voices.channel_id, _voices.seen_at
)
_ALL = _CODES.join_from(schema.voices, schema.tables).order_by(_voices.table_id)
_OF_TABLE = _ALL.where(_voices.table_id == sa.bindparam("table"))
_SEEN = (
    sa.update(schema.voices)
    .where(_voices.table_id == sa.bindparam("table"))
    .values(seen_at=sa.bindparam("now"))
)
_ONWARD = (
    sa.update(schema.voices)
    .where(_voices.table_id == sa.bindparam("table"))
    .values(table_id=sa.bindparam("successor"))
)
_REMOVE = sa.delete(schema.voices).where(_voices.channel_id == sa.bindparam("channel"))


class Voice(NamedTuple):
    """A voice channel, by the platform's own ids; `seen_at` is when one of the players was last seen there."""

    table_id: int
    code: str
    guild: str
    channel: str
    seen_at: int


async def all_of_them(conn: AsyncConnection) -> list[Voice]:
    """Every channel there is for a table."""
    return [Voice(*row) for row in await conn.execute(_ALL)]


async def of_table(conn: AsyncConnection, table_id: int) -> Voice | None:
    """A table's channel."""
    found = (await conn.execute(_OF_TABLE, {"table": table_id})).first()
    return Voice(*found) if found else None


async def keep(conn: AsyncConnection, table_id: int, guild: str, channel: str, now: int) -> None:
    """A channel was opened for a table that had none; a second one raises IntegrityError."""
    opened = {"table_id": table_id, "guild_id": guild, "channel_id": channel, "seen_at": now}
    await conn.execute(sa.insert(schema.voices), opened)


async def seen(conn: AsyncConnection, table_id: int, now: int) -> None:
    """One of the players is there."""
    await conn.execute(_SEEN, {"table": table_id, "now": now})


async def go_on(conn: AsyncConnection, table_id: int, successor: int) -> None:
    """The channel is the next table's now, unless that one has its own."""
    if await of_table(conn, successor) is None:
        await conn.execute(_ONWARD, {"table": table_id, "successor": successor})


async def remove(conn: AsyncConnection, channel: str) -> None:
    """The channel is no more."""
    await conn.execute(_REMOVE, {"channel": channel})

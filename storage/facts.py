"""Small facts the host's database keeps, such as the secret that signs cookies."""

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import schema

_FACT = sa.select(schema.meta.c.value).where(schema.meta.c.key == sa.bindparam("key"))

# Written out because Core's own ON CONFLICT belongs to one dialect at a time; both databases read this.
_KEEP_FIRST = sa.text("INSERT INTO meta (key, value) VALUES (:key, :value) ON CONFLICT DO NOTHING")

_KEEP = sa.text(
    "INSERT INTO meta (key, value) VALUES (:key, :value) ON CONFLICT (key) DO UPDATE SET value = excluded.value"
)


async def fact(conn: AsyncConnection, key: str) -> str | None:
    """The value kept under this key."""
    return await conn.scalar(_FACT, {"key": key})


async def keep_first(conn: AsyncConnection, key: str, value: str) -> str:
    """Keep the value unless the key has one already; either way, the value that stands."""
    await conn.execute(_KEEP_FIRST, {"key": key, "value": value})
    return str((await conn.execute(_FACT, {"key": key})).scalar_one())


async def keep(conn: AsyncConnection, key: str, value: str) -> None:
    """Keep the value, whatever stood there before."""
    await conn.execute(_KEEP, {"key": key, "value": value})

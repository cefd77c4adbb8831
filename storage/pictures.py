"""Pictures that a platform has already: by what they show, the name under which it gives them out again."""

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import schema

KEPT = 20_000
"""Of each platform; the oldest go first."""

_pictures = schema.pictures.c
_THIS = sa.and_(_pictures.platform == sa.bindparam("on"), _pictures.digest == sa.bindparam("what"))
_FILE = sa.select(_pictures.file_id).where(_THIS)
_FORGET = sa.delete(schema.pictures).where(_THIS)

# Written out because Core's own ON CONFLICT belongs to one dialect at a time; both databases read this.
_KEEP = sa.text(
    "INSERT INTO pictures (platform, digest, file_id, at) VALUES (:platform, :digest, :file_id, :at)"
    " ON CONFLICT (platform, digest) DO UPDATE SET file_id = excluded.file_id, at = excluded.at"
)
_SHORTEN = sa.text(
    "DELETE FROM pictures WHERE platform = :platform AND at <"
    " (SELECT at FROM pictures WHERE platform = :platform ORDER BY at DESC LIMIT 1 OFFSET :kept)"
)


async def file_id(conn: AsyncConnection, platform: str, digest: str) -> str | None:
    """The platform's name for the picture of this digest."""
    found = await conn.scalar(_FILE, {"on": platform, "what": digest})
    return None if found is None else str(found)


async def keep(  # noqa: PLR0917 the order is that of the columns
    conn: AsyncConnection, platform: str, digest: str, file_id: str, at: int, kept: int = KEPT
) -> None:
    """Note a picture the platform has now, and let go of those beyond the `kept` newest."""
    await conn.execute(_KEEP, {"platform": platform, "digest": digest, "file_id": file_id, "at": at})
    await conn.execute(_SHORTEN, {"platform": platform, "kept": kept - 1})


async def forget(conn: AsyncConnection, platform: str, digest: str) -> None:
    """The platform does not know it any more."""
    await conn.execute(_FORGET, {"on": platform, "what": digest})

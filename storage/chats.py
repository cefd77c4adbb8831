"""The settings of whole chats, such as a group's language."""

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import schema

_chats = schema.chats.c
_HERE = sa.and_(_chats.platform == sa.bindparam("on"), _chats.chat_id == sa.bindparam("chat"))
_SETTINGS = sa.select(_chats.settings).where(_HERE)

# Written out because Core's own ON CONFLICT belongs to one dialect at a time; both databases read this.
_KEEP = sa.text(
    "INSERT INTO chats (platform, chat_id, settings) VALUES (:platform, :chat_id, :settings)"
    " ON CONFLICT (platform, chat_id) DO UPDATE SET settings = excluded.settings"
)


async def settings(conn: AsyncConnection, platform: str, chat_id: str) -> str:
    """The chat's settings as JSON text; `{}` for a chat that has none."""
    found = await conn.scalar(_SETTINGS, {"on": platform, "chat": chat_id})
    return str(found) if found is not None else "{}"


async def set_settings(conn: AsyncConnection, platform: str, chat_id: str, settings: str) -> None:
    """Keep the chat's settings (JSON text)."""
    await conn.execute(_KEEP, {"platform": platform, "chat_id": chat_id, "settings": settings})


async def move(conn: AsyncConnection, platform: str, old: str, new: str) -> None:
    """The chat has another id now; settings already kept under it stand."""
    had = await conn.scalar(_SETTINGS, {"on": platform, "chat": old})
    has = await conn.scalar(_SETTINGS, {"on": platform, "chat": new})
    if had is not None and has is None:
        await set_settings(conn, platform, new, str(had))
    await conn.execute(sa.delete(schema.chats).where(_HERE), {"on": platform, "chat": old})

"""Players and the names by which platforms know them."""

from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import ledger, schema


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """One player; `settings` is JSON text whose shape belongs to the caller, `{}` at first."""

    id: int
    name: str
    language: str
    settings: str
    created_at: int


async def find(conn: AsyncConnection, platform: str, external_id: str) -> PlayerRow | None:
    """The player whom this platform knows by this id."""
    raise NotImplementedError


async def create(
    conn: AsyncConnection, platform: str, external_id: str, name: str, language: str, now: int
) -> PlayerRow:
    """A new player with an empty pearl account; an identity already known raises IntegrityError."""
    raise NotImplementedError


async def load(conn: AsyncConnection, player_id: int) -> PlayerRow | None:
    """The player of this id."""
    raise NotImplementedError


async def rename(conn: AsyncConnection, player_id: int, name: str) -> None:
    """Give the player another name."""
    raise NotImplementedError


async def set_language(conn: AsyncConnection, player_id: int, language: str) -> None:
    """Keep the language the player reads."""
    raise NotImplementedError


async def set_settings(conn: AsyncConnection, player_id: int, settings: str) -> None:
    """Keep the player's settings (JSON text)."""
    raise NotImplementedError

"""Whom we know: guests of the page and people of the chats, their names, languages and settings.

A player is made on the first real act, not by looking; a name nobody could read becomes "Guest 1234" in the
player's language.
"""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from sqlalchemy.exc import IntegrityError

from bot import tastes
from bot.names import clean_name
from bot.phrases import closest, phrases
from storage import players
from storage.database import Database
from storage.news import About, Line


@dataclass(frozen=True, slots=True)
class Player:
    """One person; `language` is one of bot.phrases.LANGUAGES, `settings` are plain JSON values by name."""

    id: int
    name: str
    language: str
    settings: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}), hash=False)


async def find(database: Database, platform: str, external_id: str) -> Player | None:
    """The player whom a platform knows by this id."""
    async with database.read() as conn:
        return _player(await players.find(conn, platform, external_id))


async def load(database: Database, player_id: int) -> Player | None:
    """The player of this id."""
    async with database.read() as conn:
        return _player(await players.load(conn, player_id))


async def create(
    database: Database, platform: str, external_id: str, *, name: str, language: str, now: int
) -> Player:
    """The player of this identity, made now unless there is one already.

    `name` is as the person or the platform wrote it, `language` any tag such as `ar-EG`.
    """
    known = closest(language)
    shown = clean_name(name) or guest_name(known)
    try:
        async with database.write() as conn:
            row = await players.find(conn, platform, external_id)
            if row is None:
                row = await players.create(conn, platform, external_id, shown, known, now)
    except IntegrityError:  # another program has just done so
        async with database.read() as conn:
            row = await players.find(conn, platform, external_id)
        if row is None:
            raise
    return _read(row)


async def rename(database: Database, player: Player, name: str) -> Player:
    """Give the player another name; one that nobody could read changes nothing."""
    shown = clean_name(name)
    if not shown or shown == player.name:
        return player
    async with database.write() as conn:
        await players.rename(conn, player.id, shown)
        await database.announce(conn, Line(About.PLAYER, (player.id,)))
    return replace(player, name=shown)


async def set_language(database: Database, player: Player, language: str) -> Player:
    """Keep the language the player reads, given as any tag."""
    known = closest(language)
    if known == player.language:
        return player
    async with database.write() as conn:
        await players.set_language(conn, player.id, known)
        await database.announce(conn, Line(About.PLAYER, (player.id,)))
    return replace(player, language=known)


def guest_name(language: str) -> str:
    """A name for somebody who gave none."""
    return phrases(language).t("Guest {number}", number=1000 + secrets.randbelow(9000))


def _player(row: players.PlayerRow | None) -> Player | None:
    return _read(row) if row else None


def _read(row: players.PlayerRow) -> Player:
    return Player(row.id, row.name, row.language, MappingProxyType(tastes.read(row.settings, row.id)))

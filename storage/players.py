"""Players and the names by which platforms know them."""

from collections.abc import Collection
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


_players = schema.players.c
_identities = schema.identities.c
_CREATE = sa.insert(schema.players).returning(_players.id)
_LOAD = sa.select(schema.players).where(_players.id == sa.bindparam("player"))
_FIND = (
    sa.select(schema.players)
    .join(schema.identities)
    .where(
        _identities.platform == sa.bindparam("platform"),
        _identities.external_id == sa.bindparam("external_id"),
    )
)

_SETTINGS = sa.select(_players.id, _players.settings).where(
    _players.id.in_(sa.bindparam("players", expanding=True)), _players.settings != "{}"
)
_CALLED = (
    sa.select(_identities.external_id)
    .where(_identities.player_id == sa.bindparam("player"), _identities.platform == sa.bindparam("platform"))
    .limit(1)
)
_ELSEWHERE = sa.exists().where(
    _identities.player_id == sa.bindparam("player"), _identities.platform != sa.bindparam("platform")
)
_ONLY_THERE = sa.select(
    sa.exists().where(_players.id == sa.bindparam("player"), _players.created_at > sa.bindparam("since"))
    & ~_ELSEWHERE
)

# Written out because Core's own ON CONFLICT belongs to one dialect at a time; both databases read this.
_ALIAS = sa.text(
    "INSERT INTO identities (platform, external_id, player_id)"
    " SELECT :platform, :external_id, player_id FROM identities WHERE player_id = :player_id LIMIT 1"
    " ON CONFLICT (platform, external_id) DO UPDATE SET player_id = excluded.player_id"
).bindparams(sa.bindparam("platform", type_=sa.Text), sa.bindparam("external_id", type_=sa.Text))


async def find(conn: AsyncConnection, platform: str, external_id: str) -> PlayerRow | None:
    """The player whom this platform knows by this id."""
    found = (await conn.execute(_FIND, {"platform": platform, "external_id": external_id})).first()
    return PlayerRow(*found) if found else None


async def create(  # noqa: PLR0917 the order is that of the columns
    conn: AsyncConnection, platform: str, external_id: str, name: str, language: str, now: int
) -> PlayerRow:
    """A new player with an empty pearl account; an identity already known raises IntegrityError."""
    values = {"name": name, "language": language, "settings": "{}", "created_at": now}
    player_id = int((await conn.execute(_CREATE, values)).scalar_one())
    identity = {"platform": platform, "external_id": external_id, "player_id": player_id}
    await conn.execute(sa.insert(schema.identities), identity)
    await ledger.player_account(conn, player_id)
    return PlayerRow(player_id, name, language, "{}", now)


async def load(conn: AsyncConnection, player_id: int) -> PlayerRow | None:
    """The player of this id."""
    found = (await conn.execute(_LOAD, {"player": player_id})).first()
    return PlayerRow(*found) if found else None


async def settings(conn: AsyncConnection, player_ids: Collection[int]) -> dict[int, str]:
    """The settings (JSON text) of those players who have chosen any."""
    found = await conn.execute(_SETTINGS, {"players": list(player_ids)})
    return {row.id: row.settings for row in found}


async def external_id(conn: AsyncConnection, player_id: int, platform: str) -> str | None:
    """How a platform calls this player; None where they are not there."""
    found = await conn.scalar(_CALLED, {"player": player_id, "platform": platform})
    return None if found is None else str(found)


async def only_on_since(conn: AsyncConnection, player_id: int, platform: str, since: int) -> bool:
    """Whether a player is known to one platform alone, and only since a moment."""
    asked = {"player": player_id, "platform": platform, "since": since}
    return bool(await conn.scalar(_ONLY_THERE, asked))


async def names(conn: AsyncConnection, ids: Collection[int]) -> dict[int, str]:
    """The names of these players."""
    query = sa.select(_players.id, _players.name).where(_players.id.in_(list(ids)))
    return {row.id: row.name for row in await conn.execute(query)}


async def alias(conn: AsyncConnection, platform: str, external_id: str, player_id: int) -> None:
    """Let a platform's name mean this player from now on, whoever it meant before; nobody who has been forgotten."""
    await conn.execute(_ALIAS, {"platform": platform, "external_id": external_id, "player_id": player_id})


async def rename(conn: AsyncConnection, player_id: int, name: str) -> None:
    """Give the player another name."""
    await _change(conn, player_id, name=name)


async def set_language(conn: AsyncConnection, player_id: int, language: str) -> None:
    """Keep the language the player reads."""
    await _change(conn, player_id, language=language)


async def set_settings(conn: AsyncConnection, player_id: int, settings: str) -> None:
    """Keep the player's settings (JSON text)."""
    await _change(conn, player_id, settings=settings)


async def _change(conn: AsyncConnection, player_id: int, **values: str) -> None:
    """Whom no platform knows has been forgotten: a word that came late must not bring anything back."""
    known = sa.exists().where(_identities.player_id == player_id)
    await conn.execute(sa.update(schema.players).where(_players.id == player_id, known).values(values))

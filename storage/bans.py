"""Who may not play here: people by a platform's name or ours, and groups and servers."""

from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import schema


@dataclass(frozen=True, slots=True)
class BanRow:
    """One ban; `until` is None where it is for good."""

    subject: str
    until: int | None
    why: str
    at: int


_bans = schema.bans.c
_identities = schema.identities.c
_ALL = sa.select(schema.bans).order_by(_bans.at, _bans.subject)
_LIFT = sa.delete(schema.bans).where(_bans.subject == sa.bindparam("whose"))
_NAMED = _identities.platform + ":" + _identities.external_id
_PLAYERS = sa.select(_identities.player_id, _bans.subject).where(_bans.subject == _NAMED)
_NAMES = sa.select(_NAMED, _identities.player_id).where(
    _identities.player_id.in_(sa.bindparam("players", expanding=True))
)
_CALLED = sa.select(_identities.player_id).where(sa.bindparam("subject") == _NAMED).limit(1)

# Written out because Core's own ON CONFLICT belongs to one dialect at a time; both databases read this.
_KEEP = sa.text(
    "INSERT INTO bans (subject, until, why, at) VALUES (:subject, :until, :why, :at)"
    " ON CONFLICT (subject) DO UPDATE SET until = excluded.until, why = excluded.why, at = excluded.at"
)


async def keep(conn: AsyncConnection, ban: BanRow) -> None:
    """Keep somebody out; a second ban takes the place of the first."""
    await conn.execute(_KEEP, {"subject": ban.subject, "until": ban.until, "why": ban.why, "at": ban.at})


async def lift(conn: AsyncConnection, subject: str) -> bool:
    """Let somebody in again; False where they were not kept out."""
    return bool((await conn.execute(_LIFT, {"whose": subject})).rowcount)


async def everybody(conn: AsyncConnection) -> list[BanRow]:
    """Every ban, the oldest first, those that are over among them."""
    return [BanRow(*row) for row in await conn.execute(_ALL)]


async def players(conn: AsyncConnection) -> list[tuple[int, str]]:
    """Player ids with the ban that means them by a platform's name."""
    return [(row.player_id, row.subject) for row in await conn.execute(_PLAYERS)]


async def names(conn: AsyncConnection, players: list[int]) -> list[tuple[str, int]]:
    """Every name by which platforms call these players, and whose it is."""
    return [(row[0], row[1]) for row in await conn.execute(_NAMES, {"players": players})]


async def player_called(conn: AsyncConnection, subject: str) -> int | None:
    """The player whom a platform calls so, as in `telegram:123`."""
    found: int | None = await conn.scalar(_CALLED, {"subject": subject})
    return found

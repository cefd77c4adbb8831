"""Who has won most, and earned most: in all the world and in each group or server, in all time and in each week.

Kept as sums that grow with every finished match, so that a list of a hundred thousand is read from an index.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import schema

WORLD = ""
"""The home of everybody."""

ALL_TIME = 0

_WEEK_MS = 7 * 24 * 3600 * 1000
_MONDAY_MS = 4 * 24 * 3600 * 1000
"""The first Monday after the epoch, UTC."""


class Place(NamedTuple):
    """Where and when: a home as storage.results.home writes it, or WORLD; a week as `week` counts them, or ALL_TIME."""

    home: str = WORLD
    week: int = ALL_TIME


class Line(NamedTuple):
    """One line of a list: the place in it from 1 on, who, and how much."""

    place: int
    player: int
    name: str
    amount: int


def week(at: int) -> int:
    """The number of the week of a time in milliseconds; weeks begin on Mondays, UTC."""
    return (at - _MONDAY_MS) // _WEEK_MS + 1


def begin_of(week_number: int) -> int:
    """When a week began, in milliseconds; 0 for all time."""
    return (week_number - 1) * _WEEK_MS + _MONDAY_MS if week_number else 0


_standings = schema.standings.c
_OF = {"wins": _standings.wins, "pearls": _standings.pearls}

# Written out because Core's own ON CONFLICT belongs to one dialect at a time; both databases read this.
_ADD = sa.text(
    "INSERT INTO standings (home, week, player_id, wins, pearls) VALUES (:home, :week, :player, :wins, :pearls)"
    " ON CONFLICT (home, week, player_id) DO UPDATE SET wins = standings.wins + excluded.wins,"
    " pearls = standings.pearls + excluded.pearls"
)
_HERE = sa.and_(_standings.home == sa.bindparam("at_home"), _standings.week == sa.bindparam("in_week"))
_OWN = sa.select(_standings.wins, _standings.pearls).where(
    _HERE, _standings.player_id == sa.bindparam("player")
)
_MERGE = sa.text(
    "INSERT INTO standings (home, week, player_id, wins, pearls)"
    " SELECT :new, week, player_id, wins, pearls FROM standings WHERE home = :old"
    " ON CONFLICT (home, week, player_id) DO UPDATE SET wins = standings.wins + excluded.wins,"
    " pearls = standings.pearls + excluded.pearls"
)
_LEAVE = sa.delete(schema.standings).where(_standings.home == sa.bindparam("old"))
_FORGET = sa.delete(schema.standings).where(
    _standings.week > ALL_TIME, _standings.week < sa.bindparam("before")
)


async def add(conn: AsyncConnection, place: Place, player: int, wins: int, pearls: int) -> None:
    """Add to somebody's sums; nothing more of them means that they were there."""
    asked = {"home": place.home, "week": place.week, "player": player, "wins": wins, "pearls": pearls}
    await conn.execute(_ADD, asked)


async def most(conn: AsyncConnection, of: str, place: Place, offset: int, limit: int) -> list[Line]:
    """Who has most `wins` or `pearls`, from a place in the list on (0: the first)."""
    names = schema.players.c
    query = (
        sa.select(_standings.player_id, names.name, _OF[of])
        .join_from(schema.standings, schema.players, names.id == _standings.player_id)
        .where(_HERE, _OF[of] > 0)
        .order_by(_OF[of].desc(), _standings.player_id)
        .offset(sa.bindparam("offset"))
        .limit(sa.bindparam("limit"))
    )
    return lines(await conn.execute(query, _asked(place) | {"offset": offset, "limit": limit}), offset)


async def place_of(conn: AsyncConnection, of: str, place: Place, player: int) -> Line | None:
    """Somebody's own line of that list; None where they are not on it."""
    asked = _asked(place) | {"player": player}
    own = (await conn.execute(_OWN, asked)).mappings().first()
    if own is None or not own[of]:
        return None
    mine = sa.bindparam("mine", type_=sa.BigInteger)
    before = sa.select(sa.func.count()).where(
        _HERE, _OF[of] >= mine, sa.or_(_OF[of] > mine, _standings.player_id < sa.bindparam("player"))
    )
    return Line((await conn.scalar(before, asked | {"mine": own[of]}) or 0) + 1, player, "", own[of])


async def wins(conn: AsyncConnection, player: int) -> int:
    """How many rated matches somebody has won in all."""
    own = (await conn.execute(_OWN, _asked(Place()) | {"player": player})).first()
    return own.wins if own else 0


async def move(conn: AsyncConnection, old: str, new: str) -> None:
    """A home is called otherwise now; what is kept under the new name already is added to."""
    await conn.execute(_MERGE, {"old": old, "new": new})
    await conn.execute(_LEAVE, {"old": old})


async def forget_weeks(conn: AsyncConnection, before: int) -> int:
    """Forget the sums of weeks that nobody asks for any more, and say how many."""
    return (await conn.execute(_FORGET, {"before": before})).rowcount


def lines(found: Iterable[Any], offset: int) -> list[Line]:
    """Rows of player, name and amount as lines of a list that begins after `offset` others."""
    return [Line(at, row[0], row[1], round(row[2])) for at, row in enumerate(found, offset + 1)]


def _asked(place: Place) -> dict[str, Any]:
    return {"at_home": place.home, "in_week": place.week}

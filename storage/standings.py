"""Who has won, earned and holds most: in all the world and in each group or server, in all time and in each week.

What is won and earned is kept as sums that grow with every finished match, so that a list of a hundred thousand is read
from an index. Who has a sum at a home is a member of it.
"""

from collections.abc import Collection
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import ranking, schema
from storage.ranking import Line, Ranked

WORLD = ""
"""The home of everybody."""

ALL_TIME = 0

FEW = 5_000
"""Up to so many members a home's lists are made from them; beyond, from the world's list."""

_WEEK_MS = 7 * 24 * 3600 * 1000
_MONDAY_MS = 4 * 24 * 3600 * 1000
"""The first Monday after the epoch, UTC."""


class Place(NamedTuple):
    """Where and when: a home as storage.results.home writes it, or WORLD; a week as `week` counts them, or ALL_TIME."""

    home: str = WORLD
    week: int = ALL_TIME


def week(at: int) -> int:
    """The number of the week of a time in milliseconds; weeks begin on Mondays, UTC."""
    return (at - _MONDAY_MS) // _WEEK_MS + 1


_standings = schema.standings.c
_OF = {"wins": _standings.wins, "pearls": _standings.pearls}

# Written out because Core's own ON CONFLICT belongs to one dialect at a time; both databases read this.
_ADD = sa.text(
    "INSERT INTO standings (home, week, player_id, wins, pearls) VALUES (:home, :week, :player, :wins, :pearls)"
    " ON CONFLICT (home, week, player_id) DO UPDATE SET wins = standings.wins + excluded.wins,"
    " pearls = standings.pearls + excluded.pearls"
)
_WINS = sa.select(_standings.wins).where(
    _standings.home == WORLD,
    _standings.week == ALL_TIME,
    _standings.player_id == sa.bindparam("player"),
)
_accounts = schema.accounts.c
_HELD = sa.select(_accounts.owner_id, _accounts.balance).where(_accounts.kind == "player")
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


async def most(  # noqa: PLR0917 which list, and which part of it
    conn: AsyncConnection, of: str, place: Place, offset: int, limit: int, without: Collection[int] = ()
) -> list[Line]:
    """Who has most `wins` or `pearls`, from a place in the list on (0: the first); those `without` are left out."""
    return await ranking.page(conn, _sums(of, place), offset, limit, without)


async def place_of(
    conn: AsyncConnection, of: str, place: Place, player: int, without: Collection[int] = ()
) -> Line | None:
    """Somebody's own line of that list; None where they are not on it."""
    return await ranking.own(conn, _sums(of, place), player, without)


async def richest(
    conn: AsyncConnection, home: str, offset: int, limit: int, without: Collection[int] = ()
) -> list[Line]:
    """Who holds most pearls among a home's members, from a place in the list on; those `without` are left out."""
    return await ranking.page(conn, await of_home(conn, home, _HELD), offset, limit, without)


async def place_of_rich(
    conn: AsyncConnection, home: str, player: int, without: Collection[int] = ()
) -> Line | None:
    """Somebody's own line of that list; None where they are not on it."""
    return await ranking.own(conn, await of_home(conn, home, _HELD), player, without)


async def of_home(conn: AsyncConnection, home: str, everybody: Ranked) -> Ranked:
    """A worldwide list's part that is a home's members'; all of it for WORLD.

    Whoever reads it need not know where it comes from: a few members are looked up one by one in the list's table, and
    for many it is the list that is gone through.
    """
    if home == WORLD:
        return everybody
    player, amount = everybody.selected_columns
    members = sa.select(_standings.player_id).where(_standings.home == home, _standings.week == ALL_TIME)
    beyond = await conn.scalar(members.offset(FEW).limit(1))
    if beyond is not None:
        return everybody.where(members.where(_standings.player_id == player).exists())
    theirs = everybody.with_only_columns(amount).where(player == _standings.player_id)
    each = members.add_columns(theirs.correlate(schema.standings).scalar_subquery().label("amount"))
    few = each.limit(FEW).cte("few")  # all of them; the limit keeps databases from looking each up twice
    return sa.select(few.c.player_id, few.c.amount)


async def wins(conn: AsyncConnection, player: int) -> int:
    """How many rated matches somebody has won in all."""
    return await conn.scalar(_WINS, {"player": player}) or 0


async def move(conn: AsyncConnection, old: str, new: str) -> None:
    """A home is called otherwise now; what is kept under the new name already is added to."""
    await conn.execute(_MERGE, {"old": old, "new": new})
    await conn.execute(_LEAVE, {"old": old})


async def forget_weeks(conn: AsyncConnection, before: int) -> int:
    """Forget the sums of weeks that nobody asks for any more, and say how many."""
    return (await conn.execute(_FORGET, {"before": before})).rowcount


def _sums(of: str, place: Place) -> Ranked:
    at_place = sa.and_(_standings.home == place.home, _standings.week == place.week)
    return sa.select(_standings.player_id, _OF[of]).where(at_place)

"""How strong people are, a row for each game they have played rated matches of, and the lists of the strongest.

What the numbers mean is the caller's affair (bot.rating); a list holds those that are `settled`.
"""

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import schema
from storage.standings import WORLD, Line, Place, begin_of, lines


@dataclass(frozen=True, slots=True)
class RatingRow:
    """One person's rating in one game; `deviation` as it was at `updated_at`."""

    player_id: int
    game: str
    rating: float
    deviation: float
    matches: int
    updated_at: int
    settled: bool


_ratings = schema.ratings.c
_standings = schema.standings.c
_OF_PLAYER = sa.select(schema.ratings).where(_ratings.player_id == sa.bindparam("player"))
_RATING = _OF_PLAYER.where(_ratings.game == sa.bindparam("of_game"))

# Written out because Core's own ON CONFLICT belongs to one dialect at a time; both databases read this.
_KEEP = sa.text(
    "INSERT INTO ratings (player_id, game, rating, deviation, matches, updated_at, settled)"
    " VALUES (:player_id, :game, :rating, :deviation, :matches, :updated_at, :settled)"
    " ON CONFLICT (player_id, game) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation,"
    " matches = excluded.matches, updated_at = excluded.updated_at, settled = excluded.settled"
).bindparams(sa.bindparam("settled", type_=sa.Boolean))

_LISTED = sa.and_(_ratings.game == sa.bindparam("of_game"), _ratings.settled.is_(sa.true()))
_AT_HOME = sa.exists().where(
    _standings.home == sa.bindparam("home"),
    _standings.week == sa.bindparam("week"),
    _standings.player_id == _ratings.player_id,
)
_mine = sa.bindparam("mine", type_=sa.Float)
_BEFORE_ME = sa.and_(
    _ratings.rating >= _mine,
    sa.or_(_ratings.rating > _mine, _ratings.player_id < sa.bindparam("player")),
)


def _members(place: Place) -> sa.ColumnElement[bool]:
    """Who is on a list: those of a home, or everybody; of a week only who has played in it."""
    if place.home != WORLD:
        return sa.and_(_LISTED, _AT_HOME)
    return sa.and_(_LISTED, _ratings.updated_at >= sa.bindparam("since")) if place.week else _LISTED


async def rating(conn: AsyncConnection, player: int, game: str) -> RatingRow | None:
    """Somebody's rating in one game; None where they have no rated match of it."""
    found = (await conn.execute(_RATING, {"player": player, "of_game": game})).first()
    return RatingRow(*found) if found else None


async def of_player(conn: AsyncConnection, player: int) -> list[RatingRow]:
    """Somebody's ratings, one for each game they have played rated matches of."""
    return [RatingRow(*row) for row in await conn.execute(_OF_PLAYER, {"player": player})]


async def keep(conn: AsyncConnection, row: RatingRow) -> None:
    """Keep somebody's new rating in a game."""
    await conn.execute(_KEEP, {name: getattr(row, name) for name in row.__slots__})


async def strongest(conn: AsyncConnection, game: str, place: Place, offset: int, limit: int) -> list[Line]:
    """The strongest in a game, from a place in the list on (0: the first)."""
    names = schema.players.c
    query = (
        sa.select(_ratings.player_id, names.name, _ratings.rating)
        .join_from(schema.ratings, schema.players, names.id == _ratings.player_id)
        .where(_members(place))
        .order_by(_ratings.rating.desc(), _ratings.player_id)
        .offset(sa.bindparam("offset"))
        .limit(sa.bindparam("limit"))
    )
    return lines(await conn.execute(query, _asked(game, place) | {"offset": offset, "limit": limit}), offset)


async def place_of(conn: AsyncConnection, game: str, place: Place, player: int) -> Line | None:
    """Somebody's own line of that list; None where they are not on it."""
    asked = _asked(game, place) | {"player": player}
    members = _members(place)
    mine = await conn.scalar(
        sa.select(_ratings.rating).where(members, _ratings.player_id == sa.bindparam("player")), asked
    )
    if mine is None:
        return None
    before = sa.select(sa.func.count()).select_from(schema.ratings).where(members, _BEFORE_ME)
    return Line((await conn.scalar(before, asked | {"mine": mine}) or 0) + 1, player, "", round(mine))


def _asked(game: str, place: Place) -> dict[str, Any]:
    asked: dict[str, Any] = {"of_game": game}
    if place.home != WORLD:
        asked |= {"home": place.home, "week": place.week}
    elif place.week:
        asked["since"] = begin_of(place.week)
    return asked

"""How strong people are, a row for each game they have played rated matches of, and the lists of the strongest.

What the numbers mean is the caller's affair (bot.rating); a list holds those that are `settled`.
"""

from collections.abc import Collection
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import ranking, schema, standings
from storage.ranking import Line, Ranked


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
_OF_PLAYER = sa.select(schema.ratings).where(_ratings.player_id == sa.bindparam("player"))
_RATING = _OF_PLAYER.where(_ratings.game == sa.bindparam("of_game"))

# Written out because Core's own ON CONFLICT belongs to one dialect at a time; both databases read this.
_KEEP = sa.text(
    "INSERT INTO ratings (player_id, game, rating, deviation, matches, updated_at, settled)"
    " VALUES (:player_id, :game, :rating, :deviation, :matches, :updated_at, :settled)"
    " ON CONFLICT (player_id, game) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation,"
    " matches = excluded.matches, updated_at = excluded.updated_at, settled = excluded.settled"
).bindparams(sa.bindparam("settled", type_=sa.Boolean))


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


async def strongest(  # noqa: PLR0917 which list, and which part of it
    conn: AsyncConnection, game: str, home: str, offset: int, limit: int, without: Collection[int] = ()
) -> list[Line]:
    """The strongest in a game among a home's members, from a place in the list on (0: the first).

    Those `without` are left out.
    """
    return await ranking.page(
        conn, await standings.of_home(conn, home, _settled(game)), offset, limit, without
    )


async def place_of(
    conn: AsyncConnection, game: str, home: str, player: int, without: Collection[int] = ()
) -> Line | None:
    """Somebody's own line of that list; None where they are not on it."""
    return await ranking.own(conn, await standings.of_home(conn, home, _settled(game)), player, without)


def _settled(game: str) -> Ranked:
    return sa.select(_ratings.player_id, _ratings.rating).where(
        _ratings.game == game, _ratings.settled.is_(sa.true())
    )

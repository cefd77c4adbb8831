"""What came of every finished match, one row each, written in the transaction that finishes it.

Counts are of the two seats, the first seat's first. A shared screen's matches have no row: nobody knows who played.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import facts, schema

Pair = tuple[int, int]

_MOVED = "moved:"
"""How facts begin that say what a home is called now."""


@dataclass(frozen=True, slots=True)
class ResultRow:
    """One finished match.

    `players` are ids, None for the computer, whose `level` is None where two people played. `mars` and `mothers` are games
    won so; `pins` games in which a seat pinned its rival's mother, `escapes` games won after one's own was pinned, `resigned`
    games given up, `late` games lost to the clock. `turns` are those of both in all games, `biggest` the points
    of the game that was worth most. `ended` is rules.match.Ended. `home` is where the table was opened, as `home()` writes
    it; None in private and on the page. `rated`: it counts for ratings.
    """

    table_id: int
    finished_at: int
    preset: str
    game: str
    target: int
    against: str
    level: str | None
    players: tuple[int | None, int | None]
    winner: int
    score: Pair
    games: int
    turns: int
    biggest: int
    mars: Pair
    mothers: Pair
    pins: Pair
    escapes: Pair
    resigned: Pair
    late: Pair
    ended: str
    stake: int
    home: str | None
    rated: bool

    @property
    def winner_id(self) -> int | None:
        """Who won; None for the computer."""
        return self.players[self.winner]


class Versus(NamedTuple):
    """Matches won by each of two people against the other."""

    mine: int
    theirs: int


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """How two people stand against each other: in all, and in each game they have played."""

    all: Versus
    games: Mapping[str, Versus]


class Record(NamedTuple):
    """What somebody has played of one game: matches, how many of them won, and in those games mars and mothers held.

    `met` of the matches were against people, and `beaten` of those were won.
    """

    matches: int
    wins: int
    mars: int
    mothers: int
    met: int
    beaten: int


_results = schema.results.c
_PAIRS = ("score", "mars", "mothers", "pins", "escapes", "resigned", "late")
_INSERT = sa.insert(schema.results)


def _seen_from(seat: int) -> sa.Select[Any]:
    """Every match from one seat's side."""
    me, other = ("first", "second") if seat == 0 else ("second", "first")
    return sa.select(
        _results[f"{me}_id"].label("player"),
        _results[f"{other}_id"].label("rival"),
        (_results.winner == seat).label("won"),
        _results[f"{me}_mars"].label("mars"),
        _results[f"{me}_mothers"].label("mothers"),
        _results.game,
        _results.level,
        _results.table_id,
        _results.finished_at,
    )


_sides = sa.union_all(_seen_from(0), _seen_from(1)).subquery()
_own = _sides.c
_won = sa.func.sum(sa.cast(_own.won, sa.Integer))
_met = sa.func.count(_own.rival)
_beaten = sa.func.count(sa.case((_own.won, _own.rival)))
_VERSUS = (
    sa.select(_own.game, _won.label("wins"), sa.func.count().label("matches"))
    .where(_own.player == sa.bindparam("one"), _own.rival == sa.bindparam("other"))
    .group_by(_own.game)
)
_RECORDS = (
    sa.select(
        _own.game,
        sa.func.count().label("matches"),
        _won.label("wins"),
        sa.func.sum(_own.mars).label("mars"),
        sa.func.sum(_own.mothers).label("mothers"),
        _met.label("met"),
        _beaten.label("beaten"),
    )
    .where(_own.player == sa.bindparam("player"))
    .group_by(_own.game)
)
_STREAK = (
    sa.select(_own.won)
    .where(_own.player == sa.bindparam("player"), _own.rival.is_not(None))
    .order_by(_own.finished_at.desc(), _own.table_id.desc())
    .limit(sa.bindparam("limit"))
)
_IN_TURN = (_own.finished_at, _own.table_id)
_RUNS = (
    # Matches in a row with one end differ from their place among all of that end by the same number.
    sa.select(
        _own.won,
        (
            sa.func.row_number().over(order_by=_IN_TURN)
            - sa.func.row_number().over(partition_by=_own.won, order_by=_IN_TURN)
        ).label("run"),
    )
    .where(_own.player == sa.bindparam("player"), _own.rival.is_not(None))
    .subquery()
)
_LENGTHS = sa.select(sa.func.count().label("matches")).where(_RUNS.c.won).group_by(_RUNS.c.run).subquery()
_BEST_STREAK = sa.select(sa.func.max(_LENGTHS.c.matches))
_EVENING = sa.select(
    sa.func.coalesce(
        sa.func.sum(
            sa.case(
                (_results.first_id == sa.bindparam("player"), _results.first_score),
                else_=_results.second_score,
            )
        ),
        0,
    )
).where(
    sa.or_(_results.first_id == sa.bindparam("player"), _results.second_id == sa.bindparam("player")),
    _results.finished_at >= sa.bindparam("since"),
    _results.rated.is_(sa.true()),
    _results.biggest <= sa.bindparam("biggest"),
)
_GAMES = sa.select(sa.func.count(sa.distinct(_own.game))).where(
    _own.player == sa.bindparam("player"), _own.rival.is_not(None), _own.won
)
_OF_PLAYER = (
    sa.select(schema.results)
    .where(sa.or_(_results.first_id == sa.bindparam("player"), _results.second_id == sa.bindparam("player")))
    .order_by(_results.finished_at.desc(), _results.table_id.desc())
    .limit(sa.bindparam("limit"))
)
_OF_TABLE = sa.select(schema.results).where(_results.table_id == sa.bindparam("table"))
_BETWEEN = sa.select(schema.results).where(
    sa.or_(
        sa.and_(_results.first_id == sa.bindparam("one"), _results.second_id == sa.bindparam("other")),
        sa.and_(_results.first_id == sa.bindparam("other"), _results.second_id == sa.bindparam("one")),
    ),
    _results.finished_at >= sa.bindparam("since"),
    _results.stake == 0,
)
_MOVE = sa.update(schema.results).where(_results.home == sa.bindparam("old")).values(home=sa.bindparam("new"))


def home(platform: str, chat: str) -> str:
    """A group or server by one name, such as `telegram:-100123`."""
    return f"{platform}:{chat}"


async def insert(conn: AsyncConnection, row: ResultRow) -> None:
    """Note a finished match; a second row for the same table raises IntegrityError."""
    values: dict[str, Any] = {
        name: getattr(row, name) for name in row.__slots__ if name not in (*_PAIRS, "players")
    }
    values |= {"first_id": row.players[0], "second_id": row.players[1]}
    for name in _PAIRS:
        values[f"first_{name}"], values[f"second_{name}"] = getattr(row, name)
    await conn.execute(_INSERT, values)


async def of_table(conn: AsyncConnection, table_id: int) -> ResultRow | None:
    """What came of a table's match; None while it is not over, and on a shared screen."""
    found = (await conn.execute(_OF_TABLE, {"table": table_id})).mappings().first()
    return _row(found) if found else None


async def of_player(conn: AsyncConnection, player: int, limit: int) -> list[ResultRow]:
    """Somebody's last matches, newest first, those against the computer among them."""
    found = await conn.execute(_OF_PLAYER, {"player": player, "limit": limit})
    return [_row(row) for row in found.mappings()]


async def head_to_head(conn: AsyncConnection, one: int, other: int) -> HeadToHead:
    """How two people stand against each other; `mine` is the first one's."""
    found = await conn.execute(_VERSUS, {"one": one, "other": other})
    games = {row.game: Versus(row.wins, row.matches - row.wins) for row in found}
    return HeadToHead(
        Versus(sum(v.mine for v in games.values()), sum(v.theirs for v in games.values())), games
    )


async def between(conn: AsyncConnection, one: int, other: int, since: int) -> list[ResultRow]:
    """The matches without a stake that two people have finished since a moment."""
    found = await conn.execute(_BETWEEN, {"one": one, "other": other, "since": since})
    return [_row(row) for row in found.mappings()]


async def since(conn: AsyncConnection, moment: int) -> list[ResultRow]:
    """Every match that two people have finished since a moment."""
    query = sa.select(schema.results).where(
        _results.finished_at >= moment, _results.first_id.is_not(None), _results.second_id.is_not(None)
    )
    return [_row(row) for row in (await conn.execute(query)).mappings()]


async def records(conn: AsyncConnection, player: int) -> dict[str, Record]:
    """What somebody has played, by game, against people and the computer alike."""
    found = await conn.execute(_RECORDS, {"player": player})
    return {
        row.game: Record(row.matches, row.wins, row.mars, row.mothers, row.met, row.beaten) for row in found
    }


async def streak(conn: AsyncConnection, player: int, limit: int = 1_000) -> int:
    """How many matches against people somebody has won in a row, up to now; counted up to `limit`."""
    won = list(await conn.scalars(_STREAK, {"player": player, "limit": limit}))
    return next((at for at, each in enumerate(won) if not each), len(won))


async def best_streak(conn: AsyncConnection, player: int) -> int:
    """The most matches against people that somebody has ever won in a row."""
    return await conn.scalar(_BEST_STREAK, {"player": player}) or 0


async def points(conn: AsyncConnection, player: int, since: int, biggest: int) -> int:
    """Points somebody has won in rated matches since then, of those in which no game was worth more than `biggest`."""
    asked = {"player": player, "since": since, "biggest": biggest}
    return await conn.scalar(_EVENING, asked) or 0


async def games_won(conn: AsyncConnection, player: int) -> int:
    """In how many different games somebody has won of people."""
    return await conn.scalar(_GAMES, {"player": player}) or 0


async def move(conn: AsyncConnection, old: str, new: str) -> None:
    """A home is called otherwise now, also at tables that were opened there before."""
    await conn.execute(_MOVE, {"old": old, "new": new})
    await facts.keep(conn, f"{_MOVED}{old}", new)


async def home_now(conn: AsyncConnection, called: str | None) -> str | None:
    """What a home is called now that was called so."""
    return (called and await facts.fact(conn, f"{_MOVED}{called}")) or called


def _row(found: sa.RowMapping) -> ResultRow:
    values: dict[str, Any] = dict(found)
    for name in _PAIRS:
        values[name] = (values.pop(f"first_{name}"), values.pop(f"second_{name}"))
    values["players"] = (values.pop("first_id"), values.pop("second_id"))
    return ResultRow(**values)

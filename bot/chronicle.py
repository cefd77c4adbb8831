"""Writes what came of a finished match, in the transaction that finishes it: the result, ratings, sums, achievements."""

from dataclasses import replace

from sqlalchemy.ext.asyncio import AsyncConnection

from bot import achievements, pearls, rating
from bot.achievements import EVENING_MS, STREAK, Facts
from bot.computer import Level
from bot.rated import is_rated
from bot.rating import Rating
from bot.table import COMPUTER, Against, Mark, Seated, Table
from rules.match import Match, Verdict
from rules.scoring import Why
from rules.seat import Seat
from storage import achievements as achieved
from storage import ratings, results, standings
from storage.ratings import RatingRow
from storage.results import Pair, ResultRow
from storage.standings import ALL_TIME, WORLD, Place

SMALL = 2
"""The most that a game is worth where games are worth one or two points."""

Ratings = tuple[Rating, Rating]


async def record(conn: AsyncConnection, table: Table, now: int) -> Table:
    """Note a match that has just ended, and on the table what it changed for the players.

    On a shared screen nothing is noted, since nobody knows who played.
    """
    row = result(table, now)
    if row is None or table.match is None:
        return table
    row = replace(row, home=await results.home_now(conn, row.home))
    await results.insert(conn, row)
    await _sum_up(conn, table, row)
    before, after = await _rate(conn, table.match, row)
    marks: list[Mark | None] = [None, None]
    for seat, player in zip(Seat, row.players, strict=True):
        if player is not None:
            won = await _award(conn, table, row, seat, before) if _played(table) else ()
            marks[seat] = _mark(before[seat], after[seat], won) if row.rated else Mark(awards=won)
    return replace(table, marks=(marks[0], marks[1]))


def _played(table: Table) -> bool:
    """Whether it was a match at all, and not given up at once."""
    return not any(pearls.given_up_early(table, seat) for seat in Seat)


def _mark(before: Rating, after: Rating, won: tuple[str, ...]) -> Mark:
    """The change is that of the numbers as people see them."""
    return Mark(round(after.value), round(after.value) - round(before.value), won)


async def _sum_up(conn: AsyncConnection, table: Table, row: ResultRow) -> None:
    """Add to the sums of all the world and of where the table was opened, of all time and of this week."""
    week = standings.week(row.finished_at)
    for seat, player in zip(Seat, row.players, strict=True):
        if player is None:
            continue
        wins = int(row.rated and row.winner == seat)
        earned = max(0, table.paid[seat] - row.stake)
        for home in (WORLD, row.home):
            if home is not None:
                for place in (Place(home, ALL_TIME), Place(home, week)):
                    await standings.add(conn, place, player, wins, earned)


async def _rate(conn: AsyncConnection, match: Match, row: ResultRow) -> tuple[Ratings, Ratings]:
    """Both seats' ratings before and after; the same where the match does not count."""
    first, second = [await _rating(conn, player, row.game) for player in row.players]
    before = after = (first, second)
    if row.rated:
        won, lost = rating.rated(before[row.winner], before[1 - row.winner], match.ruleset, row.finished_at)
        after = (won, lost) if row.winner == Seat.FIRST else (lost, won)
        for player, new in zip(row.players, after, strict=True):
            if player is not None:
                await ratings.keep(conn, _rating_row(player, row.game, new))
    return before, after


async def _rating(conn: AsyncConnection, player: int | None, game: str) -> Rating:
    found = await ratings.rating(conn, player, game) if player is not None else None
    return Rating(found.rating, found.deviation, found.matches, found.updated_at) if found else Rating()


def _rating_row(player: int, game: str, new: Rating) -> RatingRow:
    return RatingRow(player, game, new.value, new.deviation, new.matches, new.at, new.settled)


async def _award(
    conn: AsyncConnection, table: Table, row: ResultRow, seat: Seat, before: Ratings
) -> tuple[str, ...]:
    """What a player has achieved by this match for the first time."""
    player = row.players[seat]
    if player is None or table.match is None:
        return ()
    rival = before[seat.other]
    sure = before[seat].settled and rival.settled
    facts = Facts(
        match=table.match,
        seat=seat,
        rated=row.rated,
        expert=row.level == Level.EXPERT,
        mars=row.mars[seat],
        mothers=row.mothers[seat],
        escapes=row.escapes[seat],
        wins=await standings.wins(conn, player),
        streak=await results.streak(conn, player, STREAK),
        evening=await results.points(conn, player, row.finished_at - EVENING_MS, SMALL),
        games=await results.games_won(conn, player),
        ahead=rival.value - before[seat].value if sure else 0.0,
    )
    return tuple(
        [
            award
            for award in achievements.achieved(facts)
            if await achieved.award(conn, player, award, table.id, row.finished_at)
        ]
    )


def result(table: Table, now: int) -> ResultRow | None:
    """What came of a finished table; None on a shared screen, and before the end."""
    match = table.match
    if match is None or match.verdict is None or table.setup.against is Against.LOCAL:
        return None
    return _row(table, match, match.verdict, now)


def _row(table: Table, match: Match, verdict: Verdict, now: int) -> ResultRow:
    setup = table.setup
    first, second = table.seats
    return ResultRow(
        table_id=table.id,
        finished_at=now,
        preset=setup.preset,
        game=match.ruleset.game,
        target=match.ruleset.target,
        against=setup.against,
        level=setup.level if setup.against is Against.COMPUTER else None,
        players=(_player(first), _player(second)),
        winner=verdict.winner,
        score=match.score,
        games=match.number,
        turns=table.tally.turns,
        biggest=max((outcome.points for outcome in match.outcomes), default=0),
        mars=_won(match, Why.BORNE_OFF, mars=True),
        mothers=_won(match, Why.MOTHER),
        pins=table.tally.pins,
        escapes=table.tally.escapes,
        resigned=_lost(match, Why.RESIGNED),
        late=_lost(match, Why.OUT_OF_TIME),
        ended=verdict.why,
        stake=setup.stake,
        home=table.home,
        rated=is_rated(table),
    )


def _player(seated: Seated | None) -> int | None:
    return seated.player if seated and seated.player != COMPUTER else None


def _won(match: Match, why: Why, *, mars: bool = False) -> Pair:
    """Games won by each seat for a reason; with `mars` only those won so."""
    winners = [each.winner for each in match.outcomes if each.why is why and (each.mars or not mars)]
    return winners.count(Seat.FIRST), winners.count(Seat.SECOND)


def _lost(match: Match, why: Why) -> Pair:
    first, second = _won(match, why)
    return second, first

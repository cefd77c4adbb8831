"""Writes what came of a finished match, in the transaction that finishes it."""

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.rated import is_rated
from bot.table import COMPUTER, Against, Seated, Table
from rules.match import Match, Verdict
from rules.scoring import Why
from rules.seat import Seat
from storage import results
from storage.results import Pair, ResultRow


async def record(conn: AsyncConnection, table: Table, now: int) -> None:
    """Note a match that has just ended; on a shared screen nothing, since nobody knows who played."""
    row = result(table, now)
    if row:
        await results.insert(conn, row)


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

"""What a match has seen that its positions no longer show: turns, and mothers pinned."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from rules.match import Match
from rules.position import START, one
from rules.ruleset import Game
from rules.seat import Seat

Pair = tuple[int, int]
"""A count of each seat's."""


class Tally(NamedTuple):
    """Counted turn by turn, so that nobody has to replay a log for it.

    `trapped`: whose mother has been pinned in the game under way. Of the games that are over: `turns` played by both
    together, `pins` games in which a seat pinned its rival's mother, `escapes` games won after one's own was pinned.
    """

    trapped: tuple[bool, bool] = (False, False)
    turns: int = 0
    pins: Pair = (0, 0)
    escapes: Pair = (0, 0)


NOTHING = Tally()
"""Of a match that has not begun."""


def read(data: Sequence[Any]) -> Tally:
    """A tally from plain JSON values; of none, that nothing has been counted."""
    fields: list[Any] = [tuple(each) if isinstance(each, list) else each for each in data]
    return Tally(*fields)


def counted(tally: Tally, before: Match, after: Match) -> Tally:
    """The tally after an action that led from one state of a match to the next."""
    if after.game.turns != before.game.turns and after.ruleset.game is Game.MAHBUSA:
        first, second = (
            seat_trapped or _trapped(after, Seat(at)) for at, seat_trapped in enumerate(tally.trapped)
        )
        tally = tally._replace(trapped=(first, second))
    return _closed(tally, after) if _over(after) and not _over(before) else tally


def _trapped(match: Match, seat: Seat) -> bool:
    """Whether a seat's checker on its start point is pinned: it can only be the last one there, the mother."""
    return bool(match.game.seen_by(seat).own_pinned & one(START))


def _over(match: Match) -> bool:
    """Whether no game is under way: one has ended, or the match with it."""
    return match.game.outcome is not None or match.verdict is not None


def _closed(tally: Tally, match: Match) -> Tally:
    """The game's figures added to the match's."""
    first, second = tally.trapped
    winner = match.game.outcome.winner if match.game.outcome else None
    return Tally(
        turns=tally.turns + sum(match.game.turns),
        pins=(tally.pins[0] + second, tally.pins[1] + first),
        escapes=(tally.escapes[0] + (first and winner == 0), tally.escapes[1] + (second and winner == 1)),
    )

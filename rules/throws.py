"""Which rolls of a match were whose, read off its log at a glance: nothing is played again."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rules.record import Entry
from rules.ruleset import NextOpener, Opening, Ruleset
from rules.scoring import Outcome
from rules.seat import Seat


class Throw(NamedTuple):
    """A roll that began a turn: where it stands in the log (from 0), the larger die first."""

    entry: int
    game: int
    seat: Seat
    dice: tuple[int, int]


def throws(ruleset: Ruleset, outcomes: tuple[Outcome, ...], log: Iterable[Entry]) -> Iterator[Throw]:
    """Every roll that began a turn; one die each for who opens is none unless it is played (docs/rules.md §4).

    The log must be one that the rules have led to: turns alternate, whether or not anything could be played.
    """
    game, mover = 1, None
    for at, (_, name, *numbers) in enumerate(log):
        if name == "next":
            won = outcomes[game - 1].winner
            mover = won if ruleset.next_opener is NextOpener.WINNER else None
            game += 1
        elif name == "open" and numbers[0] != numbers[1]:
            mover = Seat.FIRST if numbers[0] > numbers[1] else Seat.SECOND
        if mover is not None and (
            name == "roll"
            or (name == "open" and numbers[0] != numbers[1] and ruleset.opening is Opening.PLAYS_BOTH)
        ):
            yield Throw(at, game, mover, (max(numbers), min(numbers)))
            mover = mover.other

"""A match's log told turn by turn: who rolled what where, and what became of it."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from rules import match as matches
from rules import record
from rules.actions import Confirm, Move, OpeningRoll, Roll
from rules.errors import Malformed, Refused
from rules.match import Match
from rules.position import Position
from rules.ruleset import Ruleset
from rules.seat import Seat
from rules.turns import Step


class Turn(NamedTuple):
    """One roll and the turn it began.

    `position` is seen by `seat`, the dice not thrown yet; `opening`: they are the two dice of the opening roll.
    `after` is where the confirmed turn led, seen by the same seat; None where it was never confirmed: it
    `passed`, or the game ended before. `steps` are those that stood in the end, in their order; `absent`: the house
    played some of them for the player. `score` is what this seat and the other had before the game.
    """

    game: int
    number: int
    seat: Seat
    position: Position
    dice: tuple[int, int]
    opening: bool
    steps: tuple[Step, ...] = ()
    after: Position | None = None
    absent: bool = False
    passed: bool = False
    score: tuple[int, int] = (0, 0)


class Story(NamedTuple):
    """Every turn of a match, and the match as its log leaves it."""

    turns: tuple[Turn, ...]
    match: Match


def story(ruleset: Ruleset, log: Iterable[Any]) -> Story:
    """Tell a log (rules.record). Raises Malformed where an entry cannot be read or was not allowed."""
    match, turns = matches.new(ruleset), list[Turn]()
    for number, data in enumerate(log, 1):
        seat, action = record.read_entry(data)
        before = match
        try:
            match, _ = matches.apply(match, seat, action)
        except Refused as refused:
            raise Malformed(f"entry {number} of the log is refused: {refused.reason}") from refused
        match action:
            case Roll() | OpeningRoll() if begun := _begun(before, action, match):
                turns.append(begun)
            case Move() if seat is None:
                turns[-1] = turns[-1]._replace(absent=True)
            case Confirm():
                turns[-1] = _ended(turns[-1], before, absent=seat is None)
    return Story(tuple(turns), match)


def _begun(before: Match, roll: Roll | OpeningRoll, after: Match) -> Turn | None:
    """The turn a roll begins; None for an opening roll that only decides who opens."""
    passed = sum(after.game.turns) > sum(before.game.turns)
    seat = before.game.to_move if isinstance(roll, Roll) else _opener(roll)
    if seat is None or not (after.game.dice or passed):
        return None
    opening = isinstance(roll, OpeningRoll)
    number = sum(before.game.turns) + 1
    dice = max(roll), min(roll)
    score = before.score[seat], before.score[seat.other]
    return Turn(before.number, number, seat, before.game.position, dice, opening, passed=passed, score=score)


def _opener(roll: OpeningRoll) -> Seat:
    return Seat.FIRST if roll.first > roll.second else Seat.SECOND


def _ended(turn: Turn, before: Match, *, absent: bool) -> Turn:
    game = before.game
    return turn._replace(
        steps=tuple(taking.step for taking in game.taken),
        after=game.position,
        absent=turn.absent or absent,
    )

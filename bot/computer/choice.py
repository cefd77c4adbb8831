"""Choosing a turn: every legal turn is judged, and the level says how keenly the best is picked."""

from enum import StrEnum
from hashlib import blake2b
from typing import NamedTuple

from bot.computer.ahead import look_ahead
from bot.computer.sense import most, worth
from bot.computer.signs import meeting
from rules.field import Ending
from rules.position import Position
from rules.ruleset import Ruleset
from rules.turns import Turn, turns_with


class Level(StrEnum):
    """How well the computer plays."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    EXPERT = "expert"


class Rated(NamedTuple):
    """A legal turn and the points a game it is expected to win the mover."""

    turn: Turn
    equity: float


_BLUR = {Level.EASY: 0.35, Level.MEDIUM: 0.13}
"""How much of a game's highest worth a level may misjudge a turn by: it never gives away more than that."""
_RACE_BLUR = 0.2
"""Anybody can count, so in a race a level's blur is this part of it."""
_DOUBT = 0.05
"""An expert thinks twice about turns that seem this near to the best."""


def rank(position: Position, left: tuple[int, ...], ruleset: Ruleset) -> list[Rated]:
    """Every way to finish a turn with these dice left (rules.turns.turns_with), best first.

    Turns that win on the spot come before all others, and among equals the order is the generator's.
    """
    rated = [Rated(turn, worth(turn, ruleset)) for turn in turns_with(position, left, ruleset)]
    return sorted(rated, key=lambda one: (_wins(one.turn), one.equity), reverse=True)


def choose(position: Position, left: tuple[int, ...], ruleset: Ruleset, level: Level) -> Turn:
    """The turn the computer plays with these dice left. Raises ValueError where there is none.

    The same question always gets the same answer: a weaker level's misjudgements are drawn from a digest
    of the position, so they cannot be fished for by asking again.
    """
    rated = rank(position, left, ruleset)
    if not rated:
        raise ValueError("there is no legal turn to choose from")
    if len(rated) == 1 or _wins(rated[0].turn) or level is Level.HARD:
        return rated[0].turn
    if level is Level.EXPERT:
        return _looking_ahead(rated, ruleset)
    return _misjudged(rated, ruleset, level)


def _looking_ahead(rated: list[Rated], ruleset: Ruleset) -> Turn:
    near = [one.turn for one in rated if one.equity > rated[0].equity - _DOUBT * most(ruleset)]
    return look_ahead(near, ruleset)


def _misjudged(rated: list[Rated], ruleset: Ruleset, level: Level) -> Turn:
    blur = _BLUR[level] * most(ruleset)
    if not meeting(rated[0].turn.position, ruleset):
        blur *= _RACE_BLUR
    near = [one for one in rated if one.equity > rated[0].equity - blur]
    return max(near, key=lambda one: one.equity + blur * _whim(one.turn.position, level)).turn


def _whim(position: Position, level: Level) -> float:
    """From 0 up to 1, and always the same for a position and a level."""
    digest = blake2b(f"{level} {position}".encode(), digest_size=4).digest()
    return int.from_bytes(digest, "big") / 2**32


def _wins(turn: Turn) -> bool:
    return turn.ending is not None and turn.ending is not Ending.DRAW

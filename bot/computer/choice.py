"""Choosing a turn: every legal turn is judged, and the level says how keenly the best is picked."""

from enum import StrEnum
from hashlib import blake2b
from typing import NamedTuple

from bot.computer.ahead import look_ahead
from bot.computer.sense import most, worth
from bot.computer.signs import meeting
from rules.field import Ending
from rules.position import OFF, Position, count
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


_BLUR = {Level.EASY: 0.55, Level.MEDIUM: 0.23}
"""What part of a game's highest worth a level may misjudge a turn by; it never gives away more than that."""
_PLACES = 4
"""Decimals of an equity that mean anything; turns alike to so many are told apart by checkers borne off."""
_DOUBT = 0.05
"""An expert thinks twice about turns that seem this near to the best."""


def rank(position: Position, left: tuple[int, ...], ruleset: Ruleset) -> list[Rated]:
    """Every way to finish a turn with these dice left (rules.turns.turns_with), best first.

    Turns that win on the spot come before all others.
    """
    rated = [Rated(turn, worth(turn, ruleset)) for turn in turns_with(position, left, ruleset)]
    return sorted(rated, key=_merit, reverse=True)


def _merit(rated: Rated) -> tuple[bool, float, int]:
    return _wins(rated.turn), round(rated.equity, _PLACES), count(rated.turn.position.own, OFF)


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
    best = rated[0]
    if not meeting(best.turn.position, ruleset):
        return best.turn  # in a race anybody can count
    # The clearer the game is decided the less is misjudged, as if the eye erred before the worth is bent.
    blur = _BLUR[level] * most(ruleset) * (1 - (best.equity / most(ruleset)) ** 2)
    near = [one for one in rated if one.equity >= best.equity - blur]
    return max(near, key=lambda one: one.equity + blur * _whim(one.turn.position, level)).turn


def _whim(position: Position, level: Level) -> float:
    """From 0 up to 1, and always the same for a position and a level."""
    digest = blake2b(f"{level} {position}".encode(), digest_size=4).digest()
    return int.from_bytes(digest, "big") / 2**32


def _wins(turn: Turn) -> bool:
    return turn.ending is not None and turn.ending is not Ending.DRAW

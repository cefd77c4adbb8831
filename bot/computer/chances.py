"""What a position promises the side that is about to roll."""

from typing import NamedTuple

from bot.computer.sense import equity, most
from rules.position import Position
from rules.ruleset import Ruleset


class Chances(NamedTuple):
    """Of the side about to roll: chances from 0 to 1, and what the game is worth to it in points.

    `win_big` and `lose_big` are the chances that the game is won, or lost, and counts double.
    """

    win: float
    win_big: float
    lose_big: float
    equity: float


def chances(position: Position, ruleset: Ruleset) -> Chances:
    """What the game promises the side about to roll: as much as one number, the equity, can tell."""
    worth = -equity(position.turned(), ruleset)
    win = min(max((1 + worth / most(ruleset)) / 2, 0.0), 1.0)
    return Chances(win, 0.0, 0.0, worth)

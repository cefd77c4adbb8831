"""What a position promises the side that is about to roll."""

from typing import NamedTuple

import numpy as np

from bot.computer import sense, thinking
from bot.computer.search import AT_ONCE
from bot.computer.stakes import utility
from bot.computer.told import LOSE_BIG, WIN, WIN_BIG, worths
from rules.position import Position
from rules.ruleset import Ruleset
from rules.turns import Turn


class Chances(NamedTuple):
    """Of the side about to roll: chances from 0 to 1, and what the game is worth to it in points.

    `win_big` and `lose_big` are the chances that the game is won, or lost, and counts double.
    """

    win: float
    win_big: float
    lose_big: float
    equity: float


def chances(position: Position, ruleset: Ruleset) -> Chances:
    """What the game promises the side about to roll."""
    before = position.turned()
    if not thinking.ready():
        worth = -sense.equity(before, ruleset)
        win = min(max((1 + worth / sense.most(ruleset)) / 2, 0.0), 1.0)
        return Chances(win, 0.0, 0.0, worth)
    points = utility(ruleset)
    told = thinking.look_at([Turn((), before, None)], ruleset, points, AT_ONCE)[0][0]
    worth = -float(worths(told, points))
    # What is certain may have been summed up from many rolls to a hair more than 1.
    lose, lose_big, win_big = np.clip(told[[WIN, WIN_BIG, LOSE_BIG]], 0, 1).tolist()
    return Chances(1 - lose, win_big, lose_big, worth)

"""What is told of a board after a turn, for who has just played: five chances, and what they are worth.

The chance to win (a draw counts half), the chances that a win and that a loss is worth 2, and the checkers a loser will
keep, as parts of fifteen, for a win and for a loss. What that is worth is a utility: a weight for each of the five and a
constant.
"""

import numpy as np
from numpy.typing import NDArray

from bot.computer.jit import kernel
from bot.computer.states import DRAW, WIN_MOTHER
from rules.position import CHECKERS

WIN, WIN_BIG, LOSE_BIG, KEPT_BY_RIVAL, KEPT = range(5)
OUTPUTS = 5
FIFTEENTH = np.float32(1 / CHECKERS)

Floats = NDArray[np.float32]


@kernel
def worth(told: Floats, utility: Floats) -> float:
    """What five chances are worth."""
    total = utility[OUTPUTS]
    for k in range(OUTPUTS):
        total += told[k] * utility[k]
    return total


def worths(told: Floats, utility: Floats) -> Floats:
    """The same of many at once, [N, OUTPUTS] to [N]."""
    # Summed without BLAS, whose blocks may read past five columns and report what they found there as invalid.
    return (told * utility[:OUTPUTS]).sum(axis=-1) + utility[OUTPUTS]


@kernel
def turn_over(told: Floats, out: Floats) -> None:
    """The same chances as the other side sees them."""
    out[WIN] = np.float32(1) - told[WIN]
    out[WIN_BIG], out[LOSE_BIG] = told[LOSE_BIG], told[WIN_BIG]
    out[KEPT_BY_RIVAL], out[KEPT] = told[KEPT], told[KEPT_BY_RIVAL]


@kernel
def tell_ending(ending: int, rival_off: int, out: Floats) -> None:
    """The certain chances of who ended a game (docs/rules.md §4)."""
    out[LOSE_BIG], out[KEPT] = 0.0, 0.0
    if ending == DRAW:
        out[WIN], out[WIN_BIG], out[KEPT_BY_RIVAL] = 0.5, 0.0, 0.0
        return
    out[WIN] = 1.0
    out[WIN_BIG] = 1.0 if rival_off == 0 or ending == WIN_MOTHER else 0.0
    out[KEPT_BY_RIVAL] = (CHECKERS - rival_off) * FIFTEENTH

"""GNU Backgammon's nets as a teacher of Sheesh Besh: it judges our positions, we learn from its judgement.

Only its numbers are used, through the package gnubg-nn; none of its weights or code.
"""

import gnubg_nn
import numpy as np
from numpy.typing import NDArray

from bot.computer.told import LOSE_BIG, OUTPUTS, WIN, WIN_BIG, Floats


def judged(boards: NDArray[np.int8], plies: int = 0) -> Floats:
    """Chances [N, OUTPUTS] of positions [N, 2, 26] seen by the side about to roll, as its rival sees them.

    The checkers a loser keeps are unknown to GNU Backgammon: -1.
    """
    chances = np.full((len(boards), OUTPUTS), -1, np.float32)
    for k, (mover, rival) in enumerate(boards[:, :, 1:].tolist()):
        win, big, _, lose_big, _ = gnubg_nn.probabilities([rival, mover], plies)
        chances[k, WIN], chances[k, WIN_BIG], chances[k, LOSE_BIG] = 1 - win, lose_big, big
    return chances

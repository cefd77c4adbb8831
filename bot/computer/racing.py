"""Signs of a race: the sides have passed each other, and only pips, waste and the order of rolling count.

The reckoning is that of bot.computer.sense.race; a net learns what it leaves open.
"""

import numpy as np
from numpy.typing import NDArray

from bot.computer.jit import kernel
from bot.computer.sense.race import CHECKER, FIRST_OFF, GAP, LOOSE, LOW_WASTE, OUTSIDE, ROLL, VARIANCE
from bot.computer.states import checkers
from rules.position import CHECKERS, OFF

RACE = 15
_SIDE = 5
_BOTH_AT = 2 * _SIDE
_HOME = 6
_SURE = 5.0
"""Standard deviations beyond which nothing changes."""


@kernel
def _effort(side: NDArray[np.int64], out: NDArray[np.float32], at: int) -> tuple[float, float]:
    """Pips a side will have to roll, and those to bring everything home; its own signs to out[at:at + 5]."""
    pips, outside, away, gaps, waste = 0, 0, 0, 0, 0.0
    left = CHECKERS - side[OFF]
    for place in range(1, 25):
        n = side[place]
        pips += place * n
        if place > _HOME:
            outside += (place - _HOME) * n
            away += n
        elif place > 3:  # noqa: PLR2004 the high half of home
            gaps += int(n == 0)
        else:
            waste += LOW_WASTE[place - 1] * n
    waste += CHECKER * left + OUTSIDE * away
    if left > 3:  # noqa: PLR2004 with three and fewer left a gap costs nothing
        waste += GAP * gaps
    out[at] = pips * 0.01
    out[at + 1] = waste * 0.1
    out[at + 2] = left * (1 / CHECKERS)
    out[at + 3] = away * (1 / CHECKERS)
    out[at + 4] = outside * 0.02
    return pips + waste, float(outside)


@kernel
def _deviations(lead: float, pips: float) -> float:
    return max(-_SURE, min(_SURE, lead / np.sqrt(VARIANCE * max(pips, 0.0) + LOOSE)))


@kernel
def race_signs(state: NDArray[np.int64], rival: NDArray[np.int8], out: NDArray[np.float32]) -> None:
    """RACE signs of a final in which nobody can meet any more, the rival about to roll; to out[:RACE]."""
    own, its = np.zeros(26, np.int64), np.zeros(26, np.int64)
    for place in range(26):
        own[place] = checkers(state, place)
        its[place] = rival[place]
    mine, my_outside = _effort(own, out, 0)
    theirs, its_outside = _effort(its, out, _SIDE)
    at = _BOTH_AT
    lead = theirs - mine - ROLL / 2
    deviations = _deviations(lead, mine + theirs)
    out[at] = deviations * 0.5
    out[at + 1] = np.tanh(deviations)
    out[at + 2] = lead * 0.05
    out[at + 3] = _mars(its, its_outside, mine + ROLL / 2)
    out[at + 4] = _mars(own, my_outside, theirs - ROLL / 2)


@kernel
def _mars(loser: NDArray[np.int64], outside: float, time: float) -> float:
    """How sure it is, in halves of a standard deviation, that the loser bears something off in time."""
    if loser[OFF]:
        return -_SURE * 0.5
    needs = outside + FIRST_OFF
    return _deviations(needs - time, needs + max(time, 0.0)) * 0.5

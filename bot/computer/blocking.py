"""Signs of games in which a single checker blocks (Tawla 31): nobody is hit or pinned, so what counts is room to move."""

import numpy as np
from numpy.typing import NDArray

from bot.computer.bits import highest, lowest, many
from bot.computer.jit import kernel
from bot.computer.states import facing
from rules.position import POINTS

_DIE, _DICE = 6, 12
"""How far one die takes a checker, and two."""


@kernel
def _ahead(place: int, far: int) -> int:
    """The points up to `far` ahead of one."""
    return ((1 << place) - 1) & ~((1 << max(place - far, 1)) - 1)


@kernel
def in_the_way(stands: int, victims: int, same: int) -> tuple[int, int]:
    """What a side may still shut of the ways out of its victims' rearmost checker, and what it holds of that one's road.

    Masks of the side's own points; `victims` in the victims' numbers.
    """
    rear = highest(victims) if victims else 0
    ways_out = facing(_ahead(rear, _DIE) & ~victims, same) & ~stands
    return ways_out, stands & facing(_ahead(rear, _DICE), same)


@kernel
def hem_in(mine: int, its_here: int, its: int, mine_there: int, out: NDArray[np.float32]) -> None:
    """By how many dice a checker of each point cannot be moved, in sixths: out[:24] of my points, out[24:48] of its."""
    for k in range(2 * POINTS):
        out[k] = 0.0
    for side in range(2):
        stands, closed = (its, mine_there) if side else (mine, its_here)
        while stands:
            place = lowest(stands)
            stands &= stands - 1
            out[POINTS * side + place - 1] = many(closed & _ahead(place, _DIE)) * np.float32(1 / 6)

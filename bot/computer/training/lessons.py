"""Learning from positions that somebody has judged."""

import numpy as np
from numpy.typing import NDArray

from bot.computer.features import INPUTS
from bot.computer.jit import kernel
from bot.computer.judge import BEARING, MEETING, inputs
from bot.computer.net import Desk, Nets, learn, tell
from bot.computer.search import swap
from bot.computer.states import Rules, lay
from bot.computer.told import OUTPUTS, Floats


@kernel
def study(
    boards: NDArray[np.int8],
    pins: NDArray[np.int64],
    judged: Floats,
    order: NDArray[np.int64],
    rate: float,
    nets: Nets,
    desk: Desk,
    rules: Rules,
) -> float:
    """Learn positions [N, 2, 26] seen by the side about to roll, judged [N, OUTPUTS] as its rival sees them.

    Chances judged below zero are not known, and left alone. The mean squared error of the chance to win before each step.
    """
    seen, told, target = (
        np.zeros(INPUTS, np.float32),
        np.zeros(OUTPUTS, np.float32),
        np.zeros(OUTPUTS, np.float32),
    )
    board, held = boards[0].copy(), pins[0].copy()
    squares = 0.0
    for k in order:
        board[:], held[:] = boards[k], pins[k]
        swap(board, held)
        lay(board, held, desk.room, rules)
        phase = inputs(desk.room.states[0], board, held, rules, seen)
        if phase == BEARING:
            continue
        net = nets.contact if phase == MEETING else nets.race
        tell(net, seen, desk, told)
        squares += (told[0] - judged[k, 0]) ** 2
        for o in range(OUTPUTS):
            target[o] = judged[k, o] if judged[k, o] >= 0 else told[o]
        learn(net, seen, told, target, rate, desk)
    return squares / order.size

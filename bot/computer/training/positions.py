"""Positions worth judging, from games of nets against themselves."""

import numpy as np
from numpy.typing import NDArray

from bot.computer.jit import kernel
from bot.computer.judge import judge
from bot.computer.kernels import generate
from bot.computer.net import Desk, Nets
from bot.computer.search import best, stuck, swap
from bot.computer.states import ENDING, Rules, leave
from bot.computer.told import Floats, worth
from bot.computer.training.selfplay import LONGEST


@kernel
def collect(
    start: NDArray[np.int8],
    seed: int,
    nets: Nets,
    desk: Desk,
    rules: Rules,
    utility: Floats,
    astray: float,
    near: float,
    boards: NDArray[np.int8],
    pins: NDArray[np.int64],
) -> None:
    """Fill boards [N, 2, 26] and pins [N, 2] with positions after turns, seen by the side about to roll.

    Half are what the nets chose, half are turns that they might have chosen instead, being worth at most `near` less; a
    part `astray` of the turns played is of those, so that odd positions are met too.
    """
    np.random.seed(seed)
    board, held = start.copy(), np.zeros(2, np.int64)
    after, after_held = board.copy(), held.copy()
    filled = 0
    while filled < boards.shape[0]:
        board[:], held[:] = start, 0
        for _ in range(LONGEST):
            n = generate(board, held, np.random.randint(1, 7), np.random.randint(1, 7), desk.room, rules)
            if not n:
                dead = stuck(board, held, desk, rules)
                swap(board, held)
                if dead and stuck(board, held, desk, rules):
                    break
                continue
            judge(board, held, n, nets, desk, rules)
            chosen = best(n, desk, utility)
            least = worth(desk.told[chosen], utility) - near
            other = np.random.randint(0, n)
            while worth(desk.told[other], utility) < least:
                other = np.random.randint(0, n)
            if np.random.random() < astray:
                chosen = other
            for k in (other, chosen):
                state = desk.room.states[desk.room.finals[k]]
                leave(board, held[0], state, rules, after, after_held)
                if not state[ENDING] and filled < boards.shape[0]:
                    boards[filled], pins[filled] = after, after_held
                    filled += 1
            if desk.room.states[desk.room.finals[chosen], ENDING]:
                break
            board[:], held[:] = after, after_held

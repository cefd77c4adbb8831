"""Matches of nets against nets: mirrored dice, the seats exchanged, points a pair of games."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.computer.jit import kernel
from bot.computer.judge import judge
from bot.computer.kernels import generate
from bot.computer.net import Desk, Floats, Nets, tell_ending, worth
from bot.computer.search import Effort, choose_final, stuck, swap
from bot.computer.states import DRAW, ENDING, Rules, leave
from bot.computer.training.selfplay import LONGEST
from rules.position import OFF


class Player(NamedTuple):
    """Nets and how hard they think."""

    nets: Nets
    effort: Effort


@kernel
def _game(
    start: NDArray[np.int8],
    seed: int,
    first: Player,
    second: Player,
    desk: Desk,
    deeper: Desk,
    rules: Rules,
    utility: Floats,
) -> float:
    """Points of the first player, who moves first."""
    np.random.seed(seed)
    board, pins = start.copy(), np.zeros(2, np.int64)
    after, after_pins = board.copy(), pins.copy()
    sign = 1.0
    for _ in range(LONGEST):
        n = generate(board, pins, np.random.randint(1, 7), np.random.randint(1, 7), desk.room, rules)
        if n:
            if sign > 0:
                judge(board, pins, n, first.nets, desk, rules)
                chosen = choose_final(board, pins, n, first.nets, desk, deeper, rules, utility, first.effort)
            else:
                judge(board, pins, n, second.nets, desk, rules)
                chosen = choose_final(
                    board, pins, n, second.nets, desk, deeper, rules, utility, second.effort
                )
            state = desk.room.states[desk.room.finals[chosen]]
            if state[ENDING]:
                tell_ending(state[ENDING], int(board[1, OFF]), desk.told[0])
                return 0.0 if state[ENDING] == DRAW else sign * worth(desk.told[0], utility)
            leave(board, pins[0], state, rules, after, after_pins)
            board[:], pins[:] = after, after_pins
        else:
            dead = stuck(board, pins, desk, rules)
            swap(board, pins)
            if dead and stuck(board, pins, desk, rules):
                return 0.0
        sign = -sign
    return 0.0


@kernel
def duel(
    start: NDArray[np.int8],
    pairs: int,
    seed: int,
    one: Player,
    other: Player,
    desk: Desk,
    deeper: Desk,
    rules: Rules,
    utility: Floats,
) -> NDArray[np.float64]:
    """Float64[pairs]: the first player's points a game, over two games with the same dice and seats exchanged."""
    points = np.zeros(pairs)
    for k in range(pairs):
        points[k] = _game(start, seed + k, one, other, desk, deeper, rules, utility)
        points[k] -= _game(start, seed + k, other, one, desk, deeper, rules, utility)
        points[k] /= 2
    return points

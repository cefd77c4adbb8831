"""Learning by self-play: TD(0) on boards after turns. Imported by nothing that runs for users."""

import numpy as np
from numpy.typing import NDArray

from bot.computer.features import INPUTS
from bot.computer.jit import kernel
from bot.computer.judge import BEARING, MEETING, inputs, judge
from bot.computer.kernels import generate
from bot.computer.net import Desk, Nets, learn, tell
from bot.computer.search import best, tell_passed
from bot.computer.states import ENDING, Rules, leave
from bot.computer.told import OUTPUTS, Floats, turn_over

LONGEST = 2000
"""Turns after which a game counts for nothing; nothing sensible comes near it."""


@kernel
def play_and_learn(
    start: NDArray[np.int8],
    games: int,
    seed: int,
    rate: float,
    nets: Nets,
    desk: Desk,
    rules: Rules,
    utility: Floats,
) -> int:
    """So many games of the nets against themselves, learning after every turn; how many turns they took."""
    np.random.seed(seed)
    board, pins = start.copy(), np.zeros(2, np.int64)
    after, after_pins = board.copy(), pins.copy()
    seen, before = np.zeros(INPUTS, np.float32), np.zeros(INPUTS, np.float32)
    told, target = np.zeros(OUTPUTS, np.float32), np.zeros(OUTPUTS, np.float32)
    turns = 0
    for _ in range(games):
        board[:], pins[:] = start, 0
        phase, phase_before, over = MEETING, MEETING, False
        for turn in range(LONGEST):
            turns += 1
            n = generate(board, pins, np.random.randint(1, 7), np.random.randint(1, 7), desk.room, rules)
            chosen = 0
            if n:
                judge(board, pins, n, nets, desk, rules)
                chosen = best(n, desk, utility)
                told[:] = desk.told[chosen]
            else:
                over = tell_passed(board, pins, nets, desk, rules, told)
            state = desk.room.states[desk.room.finals[chosen] if n else 0]
            over = over or state[ENDING] != 0
            if not over:
                phase = inputs(state, board, pins, rules, seen)
            leave(board, pins[0], state, rules, after, after_pins)
            if turn and phase_before != BEARING:
                net = nets.contact if phase_before == MEETING else nets.race
                turn_over(told, target)
                tell(net, before, desk, told)
                learn(net, before, told, target, rate, desk)
            if over:
                break
            board[:], pins[:], before[:] = after, after_pins, seen
            phase_before = phase
    return turns

"""Search: what a turn is worth when the rival's best reply to each of the 21 rolls is looked at (2-ply)."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.computer.bearoff import tell_bearoff
from bot.computer.jit import kernel
from bot.computer.judge import BEARING, MEETING, inputs, judge
from bot.computer.kernels import generate
from bot.computer.net import Desk, Nets, tell
from bot.computer.states import DRAW, ENDING, HIGHS, LOWS, WAYS, Rules, lay, leave
from bot.computer.told import OUTPUTS, WIN, Floats, tell_ending, turn_over, worth
from rules.position import OFF

_THROWS = np.float32(1 / 36)


@kernel
def best(n: int, desk: Desk, utility: Floats) -> int:
    """Which of n finals just judged is worth most; the first of equals."""
    chosen, most = 0, -np.inf
    for k in range(n):
        value = worth(desk.told[k], utility)
        if value > most:
            chosen, most = k, value
    return chosen


@kernel
def against(utility: Floats, out: Floats) -> None:
    """The utility of the other side: what is good for one is as bad for the other."""
    out[0] = utility[0]
    out[1], out[2] = -utility[2], -utility[1]
    out[3], out[4] = -utility[4], -utility[3]
    out[OUTPUTS] = -(utility[OUTPUTS] + utility[WIN])


@kernel
def stuck(board: NDArray[np.int8], pins: NDArray[np.int64], desk: Desk, rules: Rules) -> bool:
    """Whether the side to move can use no die at all."""
    for die in range(1, 7):  # noqa: SIM110 kernels know no all()
        if generate(board, pins, die, die, desk.room, rules):
            return False
    return True


@kernel
def swap(board: NDArray[np.int8], pins: NDArray[np.int64]) -> None:
    """Let the other side move."""
    for place in range(26):
        board[0, place], board[1, place] = board[1, place], board[0, place]
    pins[0], pins[1] = pins[1], pins[0]


@kernel
def tell_passed(
    board: NDArray[np.int8], pins: NDArray[np.int64], nets: Nets, desk: Desk, rules: Rules, out: Floats
) -> bool:
    """What is told after a roll that `generate` has just found unplayable; True where the game is dead."""
    after, after_pins = board.copy(), pins.copy()
    swap(after, after_pins)
    if stuck(board, pins, desk, rules) and stuck(after, after_pins, desk, rules):
        tell_ending(DRAW, 0, out)
        return True
    tell_board(board, pins, nets, desk, rules, out)
    return False


@kernel
def tell_board(
    board: NDArray[np.int8], pins: NDArray[np.int64], nets: Nets, desk: Desk, rules: Rules, out: Floats
) -> None:
    """What is told of a board whose own side has just played."""
    lay(board, pins, desk.room, rules)
    state = desk.room.states[0]
    phase = inputs(state, board, pins, rules, desk.seen)
    if phase == BEARING:
        tell_bearoff(state, board[1], desk.bearoff, out)
    else:
        tell(nets.contact if phase == MEETING else nets.race, desk.seen, desk, out)


@kernel
def tell_boards(
    boards: NDArray[np.int8],
    pins: NDArray[np.int64],
    endings: NDArray[np.int64],
    nets: Nets,
    desk: Desk,
    rules: Rules,
    out: Floats,
) -> None:
    """The same of boards [N, 2, 26], where the game may have ended; to out [N, OUTPUTS]."""
    for k in range(boards.shape[0]):
        if endings[k]:
            tell_ending(endings[k], int(boards[k, 1, OFF]), out[k])
        else:
            tell_board(boards[k], pins[k], nets, desk, rules, out[k])


@kernel
def tell_rolls(
    board: NDArray[np.int8],
    pins: NDArray[np.int64],
    nets: Nets,
    desk: Desk,
    rules: Rules,
    utility: Floats,
    out: Floats,
) -> int:
    """What is told, for each of the 21 rolls, of a board whose side is about to roll and then plays its best.

    To out [21, OUTPUTS], in the order of rules.dice.ROLLS. Returns how many finals were judged.
    """
    passed = np.zeros(OUTPUTS, np.float32)
    has_passed, judged = False, 0
    for row in range(WAYS.size):
        n = generate(board, pins, HIGHS[row], LOWS[row], desk.room, rules)
        if n:
            judge(board, pins, n, nets, desk, rules)
            judged += n
            out[row] = desk.told[best(n, desk, utility)]
        else:
            if not has_passed:
                has_passed = True
                tell_passed(board, pins, nets, desk, rules, passed)
            out[row] = passed
    return judged


@kernel
def tell_ahead(
    board: NDArray[np.int8],
    pins: NDArray[np.int64],
    nets: Nets,
    desk: Desk,
    rules: Rules,
    utility: Floats,
    out: Floats,
) -> int:
    """What is told of a board whose side is about to roll: the mean over 36 throws, each played best.

    Returns how many finals were judged.
    """
    rolls = np.empty((WAYS.size, OUTPUTS), np.float32)
    judged = tell_rolls(board, pins, nets, desk, rules, utility, rolls)
    out[:OUTPUTS] = 0.0
    for row in range(WAYS.size):
        weight = np.float32(WAYS[row]) * _THROWS
        for k in range(OUTPUTS):
            out[k] += weight * rolls[row, k]
    return judged


@kernel
def tell_further(
    board: NDArray[np.int8],
    pins: NDArray[np.int64],
    nets: Nets,
    desk: Desk,
    rules: Rules,
    utility: Floats,
    most: int,
    out: Floats,
) -> int:
    """As tell_ahead, and after each best play the other side is looked at in the same way.

    Once more than `most` finals have been judged it is given up, and what is told means nothing.
    """
    theirs = np.empty(OUTPUTS + 1, np.float32)
    against(utility, theirs)
    next_board, next_pins = board.copy(), pins.copy()
    told, turned = np.empty(OUTPUTS, np.float32), np.empty(OUTPUTS, np.float32)
    judged = 0
    out[:OUTPUTS] = 0.0
    for roll in range(WAYS.size):
        weight = np.float32(WAYS[roll]) * _THROWS
        n = generate(board, pins, HIGHS[roll], LOWS[roll], desk.room, rules)
        row = 0
        if n:
            judge(board, pins, n, nets, desk, rules)
            judged += n
            chosen = best(n, desk, utility)
            turned[:] = desk.told[chosen]
            row = desk.room.finals[chosen]
        state = desk.room.states[row]
        if not state[ENDING]:
            leave(board, pins[0], state, rules, next_board, next_pins)
            judged += tell_ahead(next_board, next_pins, nets, desk, rules, theirs, told)
            if judged > most:
                break
            turn_over(told, turned)
        for k in range(OUTPUTS):
            out[k] += weight * turned[k]
    return judged


class Effort(NamedTuple):
    """How hard to look. Doubts are in the utility's units."""

    ahead: int
    """Turns that are judged by the rival's best answers (2-ply), at most; below two none is."""
    doubt: float
    """How far from the best they may seem."""
    further: int
    """Turns that are then judged by the answers to those too (3-ply), at most."""
    closer: float
    """How far from the best they may seem then."""


AT_ONCE = Effort(1, 0.0, 1, 0.0)
"""No second look: 1-ply."""


MOST_JUDGED = 60_000
"""Finals that the third ply may cost, for all turns it looks at; a longer look is given up, and two plies decide."""


@kernel
def nearest(
    told: Floats,
    depth: NDArray[np.int64],
    ply: int,
    endings: NDArray[np.int64],
    utility: Floats,
    most: int,
    doubt: float,
) -> NDArray[np.int64]:
    """Which turns, of those looked at so many plies deep, seem good enough for another look; none where one stands out."""
    there = np.flatnonzero(depth == ply)
    if there.size < 2:  # noqa: PLR2004 one needs no second look
        return there[:0]
    values = np.empty(there.size, np.float32)
    for i, k in enumerate(there):
        values[i] = worth(told[k], utility)
    order = np.argsort(-values)[:most]
    near = there[order[values[order] >= values[order[0]] - np.float32(doubt)]]
    return near[:0] if near.size == 1 or endings[near[0]] else near


@kernel
def look_deeper(
    boards: NDArray[np.int8],
    pins: NDArray[np.int64],
    endings: NDArray[np.int64],
    told: Floats,
    nets: Nets,
    desk: Desk,
    rules: Rules,
    utility: Floats,
    effort: Effort,
) -> NDArray[np.int64]:
    """Judge the best of a roll's turns more deeply; the depth in plies to which each has been looked at, [N].

    Boards [N, 2, 26] after the turns, own side first; what is told of them [N, OUTPUTS] is replaced. Compare only what
    is equally deep, and deeper is better.
    """
    depth = np.ones(boards.shape[0], np.int64)
    theirs = np.empty(OUTPUTS + 1, np.float32)
    against(utility, theirs)
    seen = np.empty((effort.ahead, OUTPUTS), np.float32)
    near = nearest(told, depth, 1, endings, utility, effort.ahead, effort.doubt)
    for k in near:
        depth[k] = 2
        if not endings[k]:
            board, held = boards[k].copy(), pins[k].copy()
            swap(board, held)
            tell_ahead(board, held, nets, desk, rules, theirs, seen[0])
            turn_over(seen[0], told[k])
    near = nearest(told, depth, 2, endings, utility, effort.further, effort.closer)
    judged = 0
    for i, k in enumerate(near):
        if endings[k]:
            seen[i] = told[k]
            continue
        board, held = boards[k].copy(), pins[k].copy()
        swap(board, held)
        judged += tell_further(board, held, nets, desk, rules, theirs, MOST_JUDGED - judged, seen[i])
        if judged > MOST_JUDGED:
            return depth
        turn_over(seen[i].copy(), seen[i])
    for i, k in enumerate(near):
        depth[k] = 3
        told[k] = seen[i]
    return depth

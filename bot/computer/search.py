"""Search: what a turn is worth when the rival's best reply to each of the 21 rolls is looked at (2-ply)."""

import numpy as np
from numpy.typing import NDArray

from bot.computer.jit import kernel
from bot.computer.judge import inputs, judge
from bot.computer.kernels import generate
from bot.computer.net import OUTPUTS, WIN, Desk, Floats, Nets, tell, tell_ending, turn_over, worth
from bot.computer.states import DRAW, ENDING, PLAYS_ON, Rules, lay, leave
from rules.position import OFF

ROLLS = 21
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
    meets = inputs(desk.room.states[0], board, pins, rules, desk.seen)
    tell(nets.contact if meets else nets.race, desk.seen, desk, out)


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
) -> None:
    """What is told, for each of the 21 rolls, of a board whose side is about to roll and then plays its best.

    To out [21, OUTPUTS], in the order of rules.dice.ROLLS.
    """
    passed = np.zeros(OUTPUTS, np.float32)
    has_passed = False
    row = 0
    for high in range(1, 7):
        for low in range(1, high + 1):
            n = generate(board, pins, high, low, desk.room, rules)
            if n:
                judge(board, pins, n, nets, desk, rules)
                out[row] = desk.told[best(n, desk, utility)]
            else:
                if not has_passed:
                    has_passed = True
                    tell_passed(board, pins, nets, desk, rules, passed)
                out[row] = passed
            row += 1


@kernel
def tell_ahead(
    board: NDArray[np.int8],
    pins: NDArray[np.int64],
    nets: Nets,
    desk: Desk,
    rules: Rules,
    utility: Floats,
    out: Floats,
) -> None:
    """What is told of a board whose side is about to roll: the mean over 36 throws, each played best."""
    rolls = np.empty((ROLLS, OUTPUTS), np.float32)
    tell_rolls(board, pins, nets, desk, rules, utility, rolls)
    out[:OUTPUTS] = 0.0
    row = 0
    for high in range(1, 7):
        for low in range(1, high + 1):
            weight = np.float32(1 if high == low else 2) * _THROWS
            for k in range(OUTPUTS):
                out[k] += weight * rolls[row, k]
            row += 1


@kernel
def choose_final(
    board: NDArray[np.int8],
    pins: NDArray[np.int64],
    n: int,
    nets: Nets,
    desk: Desk,
    deeper: Desk,
    rules: Rules,
    utility: Floats,
    most: int,
    doubt: float,
) -> int:
    """Which of n finals just judged at `desk` is best, 2-ply.

    At most `most` of them are looked at more deeply: the best, and those within `doubt` (in the utility's units) of
    it. Their chances at `desk` become the deeper ones.
    """
    chosen = best(n, desk, utility)
    if most < 2 or n == 1:  # noqa: PLR2004 one candidate needs no second look
        return chosen
    values = np.empty(n, np.float32)
    for k in range(n):
        values[k] = worth(desk.told[k], utility)
    if desk.room.states[desk.room.finals[chosen], ENDING] > PLAYS_ON:
        return chosen
    floor = values[chosen] - np.float32(doubt)
    order = np.argsort(-values)[:most]
    theirs = np.empty(OUTPUTS + 1, np.float32)
    against(utility, theirs)
    next_board, next_pins = board.copy(), pins.copy()
    told = np.empty(OUTPUTS, np.float32)
    top, deepest = chosen, -np.inf
    for k in order:
        if values[k] < floor:
            break
        state = desk.room.states[desk.room.finals[k]]
        if state[ENDING] == PLAYS_ON:
            leave(board, pins[0], state, rules, next_board, next_pins)
            tell_ahead(next_board, next_pins, nets, deeper, rules, theirs, told)
            turn_over(told, desk.told[k])
        value = worth(desk.told[k], utility)
        if value > deepest:
            top, deepest = k, value
    return top

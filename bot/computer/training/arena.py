"""Matches of nets against nets: mirrored dice, the seats exchanged, points a pair of games."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.computer.jit import kernel
from bot.computer.judge import MEETING, inputs, judge
from bot.computer.kernels import generate
from bot.computer.net import Desk, Nets
from bot.computer.search import Effort, best, look_deeper, stuck, swap, tell_rolls
from bot.computer.states import DRAW, ENDING, HIGH, HIGHS, HOLDING, LOW, LOWS, WAYS, Rules, leave
from bot.computer.told import OUTPUTS, Floats, tell_ending, worth
from bot.computer.training.selfplay import LONGEST
from rules.position import OFF


class Player(NamedTuple):
    """Nets and how hard they think."""

    nets: Nets
    effort: Effort
    blur: float = 0.0
    """What part of `most` it may misjudge a turn by (bot.computer.choice)."""
    most: float = 2.0


@kernel
def deepest(depth: NDArray[np.int64], told: Floats, utility: Floats) -> int:
    """The best of the turns that were looked at most deeply."""
    chosen, most = 0, -np.inf
    for k in range(depth.size):
        value = worth(told[k], utility) + 1000 * depth[k]
        if value > most:
            chosen, most = k, value
    return chosen


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
    effort: Effort,
) -> int:
    """Which of the n finals just judged at `desk` is best."""
    if effort.ahead < 2 or n == 1:  # noqa: PLR2004 one needs no second look
        return best(n, desk, utility)
    boards, held = np.empty((n, 2, 26), np.int8), np.empty((n, 2), np.int64)
    endings = np.empty(n, np.int64)
    for k in range(n):
        state = desk.room.states[desk.room.finals[k]]
        endings[k] = state[ENDING]
        leave(board, pins[0], state, rules, boards[k], held[k])
        swap(boards[k], held[k])
    told = desk.told[:n].copy()
    return deepest(
        look_deeper(boards, held, endings, told, nets, deeper, rules, utility, effort), told, utility
    )


@kernel
def _choose(
    board: NDArray[np.int8],
    pins: NDArray[np.int64],
    n: int,
    player: Player,
    desk: Desk,
    deeper: Desk,
    rules: Rules,
    utility: Floats,
) -> int:
    judge(board, pins, n, player.nets, desk, rules)
    if player.blur == 0:
        return choose_final(board, pins, n, player.nets, desk, deeper, rules, utility, player.effort)
    return _misjudged(board, pins, n, player, desk, rules, utility)


@kernel
def _misjudged(
    board: NDArray[np.int8],
    pins: NDArray[np.int64],
    n: int,
    player: Player,
    desk: Desk,
    rules: Rules,
    utility: Floats,
) -> int:
    """As the weaker levels do (bot.computer.choice), but inside a kernel: their digest is of text, which kernels know not."""
    chosen = best(n, desk, utility)
    state = desk.room.states[desk.room.finals[chosen]]
    if state[ENDING] or inputs(state, board, pins, rules, desk.seen) != MEETING:
        return chosen
    top = worth(desk.told[chosen], utility)
    blur = player.blur * player.most * max(1 - (top / player.most) ** 2, 0.0)
    most = -np.inf
    for k in range(n):
        state = desk.room.states[desk.room.finals[k]]
        value = worth(desk.told[k], utility)
        if value < top - blur:
            continue
        whim = (state[LOW] * 0x1E3779B97F4A7C15 + state[HIGH] * 0x2545F4914F6CDD1D) ^ state[
            HOLDING
        ] * 0x27D4EB2F165667C5
        whim = (whim ^ whim >> 29) * 0x3C6EF372FE94F82B >> 24 & 0xFFFF
        value += blur * whim / 65536
        if value > most:
            chosen, most = k, value
    return chosen


@kernel
def luck(
    board: NDArray[np.int8],
    pins: NDArray[np.int64],
    high: int,
    low: int,
    referee: Nets,
    desk: Desk,
    rules: Rules,
    utility: Floats,
) -> float:
    """What a roll gives its side in points, as a referee's nets see it: its best turn less the mean of all 36.

    Zero on average whatever the referee thinks: taking it from a result takes away chance and nothing else.
    """
    rolls = np.empty((WAYS.size, OUTPUTS), np.float32)
    tell_rolls(board, pins, referee, desk, rules, utility, rolls)
    mean, rolled = 0.0, 0.0
    for row in range(WAYS.size):
        value = worth(rolls[row], utility)
        mean += value * WAYS[row] / 36
        if HIGHS[row] == max(high, low) and LOWS[row] == min(high, low):
            rolled = value
    return rolled - mean


@kernel
def _game(
    start: NDArray[np.int8],
    seed: int,
    first: Player,
    second: Player,
    referee: Nets,
    adjusted: bool,
    desk: Desk,
    deeper: Desk,
    rules: Rules,
    utility: Floats,
) -> float:
    """Points of the first player, who moves first; adjusted, less its luck."""
    np.random.seed(seed)
    board, pins = start.copy(), np.zeros(2, np.int64)
    after, after_pins = board.copy(), pins.copy()
    sign, chance = 1.0, 0.0
    for _ in range(LONGEST):
        high, low = np.random.randint(1, 7), np.random.randint(1, 7)
        if adjusted:
            chance += sign * luck(board, pins, high, low, referee, deeper, rules, utility)
        n = generate(board, pins, high, low, desk.room, rules)
        if n:
            mover = first if sign > 0 else second
            chosen = _choose(board, pins, n, mover, desk, deeper, rules, utility)
            state = desk.room.states[desk.room.finals[chosen]]
            if state[ENDING]:
                tell_ending(state[ENDING], int(board[1, OFF]), desk.told[0])
                won = 0.0 if state[ENDING] == DRAW else worth(desk.told[0], utility)
                return sign * won - chance
            leave(board, pins[0], state, rules, after, after_pins)
            board[:], pins[:] = after, after_pins
        else:
            dead = stuck(board, pins, desk, rules)
            swap(board, pins)
            if dead and stuck(board, pins, desk, rules):
                return -chance
        sign = -sign
    return -chance


@kernel
def duel(
    start: NDArray[np.int8],
    pairs: int,
    seed: int,
    one: Player,
    other: Player,
    adjusted: bool,
    desk: Desk,
    deeper: Desk,
    rules: Rules,
    utility: Floats,
) -> NDArray[np.float64]:
    """Float64[pairs]: the first player's points a game, over two games with the same dice and seats exchanged.

    Adjusted, less its luck as its own nets see it.
    """
    points = np.zeros(pairs)
    for k in range(pairs):
        points[k] = _game(start, seed + k, one, other, one.nets, adjusted, desk, deeper, rules, utility)
        points[k] -= _game(start, seed + k, other, one, one.nets, adjusted, desk, deeper, rules, utility)
        points[k] /= 2
    return points

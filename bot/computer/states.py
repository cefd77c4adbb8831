"""Boards and the states of a turn, as numbers that kernels work on.

A board is int8[2, 26]: both sides' checkers in their own numbers, the side to move first; places as in
rules.position (0 off, 25 bar). Pins are int64[2], masks of each side's own pinned checkers, bit p for place p.
During a turn a state is a row of numbers, all in the mover's own count, as in rules.field.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.computer.bits import lowest, reversed_places
from bot.computer.jit import kernel
from rules.dice import ROLLS
from rules.field import Ending
from rules.position import BAR, POINTS, START
from rules.ruleset import Direction, Game, Mother, Ruleset, StartLock

ROWS = 16384
"""Room for all states of one roll; the widest roll found needs a third of it."""
SLOTS = 2 * ROWS

ALL_POINTS = (1 << 25) - 2
START_BIT = 1 << START
_LIMITS = {StartLock.NONE: START, StartLock.RIVAL_START_QUARTER: 12, StartLock.OWN_HOME: 6}
_NIBBLES = 16
"""Of a word."""

PLAYS_ON, WIN_OFF, WIN_MOTHER, DRAW = range(4)
ENDINGS = (None, Ending.WIN_OFF, Ending.WIN_MOTHER, Ending.DRAW)
"""Endings by the number kernels know them by."""

HITS, PINS, BLOCKS = range(3)
_GAMES = {Game.SHEESH_BESH: HITS, Game.MAHBUSA: PINS, Game.TAWLA31: BLOCKS}
WINS, WINS_IF_CLEAR = 1, 2
_MOTHERS = {Mother.NONE: 0, Mother.WIN: WINS, Mother.WIN_IF_OWN_START_CLEAR: WINS_IF_CLEAR}


HIGHS = np.array([high for (high, _), _ in ROLLS], np.int64)
LOWS = np.array([low for (_, low), _ in ROLLS], np.int64)
WAYS = np.array([ways for _, ways in ROLLS], np.int64)
"""The 21 rolls in the order of rules.dice.ROLLS: larger die, smaller die, and of how many of the 36 throws."""


class Rules(NamedTuple):
    """What kernels need of a Ruleset, as plain numbers."""

    game: int
    """What a single rival checker does to who lands on it: HITS and PINS are done to it, BLOCKS by it."""
    same: int
    """1 where both sides run the same way round."""
    mother: int
    """What holding her is worth: 0 nothing, WINS the game, WINS_IF_CLEAR the game once my own start is clear."""
    locking: int
    """Mask of where the lead locks the start point."""
    prime: int
    """1 with the prime rule."""


class Room(NamedTuple):
    """Where the states of one roll are worked out, used again for every roll; one for each thread."""

    states: NDArray[np.int64]
    """[ROWS, 8]: a state a row, by the columns below."""
    finals: NDArray[np.int64]
    """[ROWS] the rows of the finals that `generate` counted."""
    known: NDArray[np.int64]
    """[SLOTS + 1] stamps and rows; a slot of an older stamp is free, the last entry counts stamps."""


LOW, HIGH, HITTING, HOLDING, STANDS, LAST, ENDING = range(7)
"""Columns: the mover's places 0-15 and 16-25 as nibbles; rival singles hit and rival checkers held pinned, as masks in
the mover's numbers; the mover's points and bar, as a mask; the last step's source; how the game ends there."""

LOW_ONE = np.array([1 << 4 * place if place < _NIBBLES else 0 for place in range(26)], np.int64)
HIGH_ONE = np.array(
    [1 << 4 * (place - _NIBBLES) if place >= _NIBBLES else 0 for place in range(26)], np.int64
)
"""One checker on a place, as it is added to the columns LOW and HIGH."""


def room() -> Room:
    """Fresh room, a megabyte and a half."""
    return Room(np.zeros((ROWS, 8), np.int64), np.zeros(ROWS, np.int64), np.zeros(SLOTS + 1, np.int64))


def numbers(ruleset: Ruleset) -> Rules:
    """A Ruleset as kernels read it."""
    limit = _LIMITS[ruleset.start_lock]
    return Rules(
        _GAMES[ruleset.game],
        int(ruleset.direction is Direction.SAME),
        _MOTHERS[ruleset.mother],
        ALL_POINTS & ~START_BIT & ~((1 << limit + 1) - 1),
        int(ruleset.prime_rule),
    )


@kernel
def facing(mask: int, same: int) -> int:
    """A mask of points in the other side's numbers."""
    if same:
        points = mask >> 1
        return ((points & 4095) << 12 | points >> 12) << 1
    return reversed_places(mask)


@kernel
def occupied(side: NDArray[np.int8], least: int) -> int:
    """A mask of the points where a side has at least so many checkers."""
    mask = 0
    for place in range(1, POINTS + 1):
        mask |= int(side[place] >= least) << place
    return mask


@kernel
def checkers(state: NDArray[np.int64], place: int) -> int:
    """How many checkers the mover has on a place."""
    if place < _NIBBLES:
        return state[LOW] >> 4 * place & 15
    return state[HIGH] >> 4 * (place - _NIBBLES) & 15


@kernel
def lay(board: NDArray[np.int8], pins: NDArray[np.int64], room: Room, rules: Rules) -> None:
    """Write a board to row 0 as the state its mover's turn starts from."""
    state = room.states[0]
    state[LOW], state[HIGH] = 0, 0
    for place in range(26):
        state[LOW] += board[0, place] * LOW_ONE[place]
        state[HIGH] += board[0, place] * HIGH_ONE[place]
    state[STANDS] = occupied(board[0], 1) | int(board[0, BAR] > 0) << BAR
    state[HITTING], state[ENDING], state[LAST] = 0, PLAYS_ON, BAR
    state[HOLDING] = facing(pins[1], rules.same)


@kernel
def leave(
    board: NDArray[np.int8],
    own_pins: int,
    state: NDArray[np.int64],
    rules: Rules,
    next_board: NDArray[np.int8],
    next_pins: NDArray[np.int64],
) -> None:
    """Write a final as its rival meets it: the rival to move, each side in its own numbers."""
    for place in range(26):
        next_board[1, place] = checkers(state, place)
        next_board[0, place] = board[1, place]
    taken = facing(state[HITTING], rules.same) if state[HITTING] else 0
    while taken:
        next_board[0, lowest(taken)] -= 1
        next_board[0, BAR] += 1
        taken &= taken - 1
    next_pins[0] = facing(state[HOLDING], rules.same)
    next_pins[1] = own_pins

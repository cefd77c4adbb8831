"""The rules of rules/turns.py and rules/field.py once more, as machine code: every distinct final of a roll.

Differential tests (tests/bot/computer/test_kernels.py) hold these kernels to rules/; the way is the same, one level of
states for each die, but in numbers (bot.computer.states).
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.computer.bits import highest, lowest
from bot.computer.jit import kernel
from bot.computer.states import (
    ALL_POINTS,
    BLOCKS,
    DRAW,
    ENDING,
    HIGH,
    HIGH_ONE,
    HITTING,
    HOLDING,
    LAST,
    LOW,
    LOW_ONE,
    PINS,
    PLAYS_ON,
    ROWS,
    SLOTS,
    STANDS,
    START_BIT,
    WIN_MOTHER,
    WIN_OFF,
    WINS,
    WINS_IF_CLEAR,
    Room,
    Rules,
    checkers,
    facing,
    lay,
    occupied,
)
from rules.position import BAR, CHECKERS, OFF, START

_ROW_BITS = 14
_MIX = (0x1E3779B97F4A7C15, 0x2545F4914F6CDD1D, 0x27D4EB2F165667C5, 0x3C6EF372FE94F82B)
"""Odd multipliers that spread states over the slots."""
_BAR_BIT = 1 << BAR
_RIVAL_START = 1 << 1
_ABOVE_HOME = (ALL_POINTS | _BAR_BIT) & ~127
_PRIME = 6
_FOUR = 4
"""Steps of doubles."""


class _Field(NamedTuple):
    """What is fixed for one side's turn, in the mover's numbers (rules.field.Field)."""

    open: int
    singles: int
    pinned: int
    limit: int


@kernel
def _prime_limit(rival: NDArray[np.int8]) -> int:
    if rival[OFF]:
        return 0
    stands = occupied(rival, 1)
    return (stands & -stands) - 1


@kernel
def _field(board: NDArray[np.int8], pins: NDArray[np.int64], rules: Rules) -> _Field:
    stands = facing(occupied(board[1], 1), rules.same)
    closed = stands if rules.game == BLOCKS else facing(occupied(board[1], 2), rules.same) | pins[0]
    limit = _prime_limit(board[1]) if rules.prime else 0
    return _Field(ALL_POINTS & ~closed, stands & ~closed, pins[0], limit)


@kernel
def _sources(state: NDArray[np.int64], die: int, field: _Field, rules: Rules) -> int:
    stands = state[STANDS]
    if stands & rules.locking and checkers(state, START) == CHECKERS - 1:
        stands &= ~START_BIT
    if stands & _BAR_BIT:
        stands = _BAR_BIT
    found = stands & ~field.pinned & field.open << die
    if not (stands & _ABOVE_HOME or field.pinned):
        exact = 1 << die
        if stands & exact:
            found |= exact
        elif stands and stands < exact:
            found |= 1 << highest(stands)
    return found


@kernel
def _forbidden_prime(stands: int, same: int, limit: int) -> bool:
    points = facing(stands & ALL_POINTS, same)
    for _ in range(_PRIME - 1):
        points &= points >> 1
    return points & limit != 0


@kernel
def _land(
    state: NDArray[np.int64], into: NDArray[np.int64], source: int, die: int, field: _Field, rules: Rules
) -> bool:
    """Write to `into` what a die played from `source` makes of a state; False where a prime forbids it."""
    target = max(source - die, OFF)
    bit = 1 << target
    low = state[LOW] + LOW_ONE[target] - LOW_ONE[source]
    high = state[HIGH] + HIGH_ONE[target] - HIGH_ONE[source]
    into[LOW], into[HIGH] = low, high
    stands = state[STANDS] | bit & ~1
    left = checkers(into, source)
    if not left:
        stands &= ~(1 << source)
    if field.limit and _forbidden_prime(stands, rules.same, field.limit):
        return False
    hits, held = state[HITTING], state[HOLDING]
    if field.singles & bit:
        if rules.game == PINS:
            held |= bit
        else:
            hits |= bit
    if not left:
        held &= ~(1 << source)
    into[HITTING], into[HOLDING], into[STANDS], into[LAST] = hits, held, stands, source
    into[ENDING] = _ending(into, field, rules)
    return True


@kernel
def _ending(state: NDArray[np.int64], field: _Field, rules: Rules) -> int:
    if state[LOW] & 15 == CHECKERS:
        return WIN_OFF
    if state[HOLDING] & _RIVAL_START:
        if field.pinned & START_BIT:
            return DRAW
        if rules.mother == WINS or (rules.mother == WINS_IF_CLEAR and not checkers(state, START)):
            return WIN_MOTHER
    return PLAYS_ON


@kernel
def _is_new(room: Room, row: int, stamp: int) -> bool:
    """Whether a state is the first of its kind under this stamp; if so it is remembered."""
    state = room.states[row]
    mixed = state[LOW] * _MIX[0] + state[HIGH] * _MIX[1] + state[HITTING] * _MIX[2] + state[HOLDING] * _MIX[3]
    slot = mixed >> 40 & (SLOTS - 1)
    while room.known[slot] >> _ROW_BITS == stamp:
        other = room.states[room.known[slot] & (ROWS - 1)]
        if (
            other[LOW] == state[LOW]
            and other[HIGH] == state[HIGH]
            and other[HITTING] == state[HITTING]
            and other[HOLDING] == state[HOLDING]
        ):
            return False
        slot = (slot + 1) & (SLOTS - 1)
    room.known[slot] = stamp << _ROW_BITS | row
    return True


@kernel
def _expand(
    room: Room, begin: int, end: int, into: int, die: int, stamp: int, field: _Field, rules: Rules
) -> int:
    """Lay every new state one die further than rows begin…end at `into` and after; the row after the last."""
    for row in range(begin, end):
        state = room.states[row]
        if state[ENDING]:
            continue
        found = _sources(state, die, field, rules)
        while found:
            source = lowest(found)
            found &= found - 1
            if _land(state, room.states[into], source, die, field, rules) and _is_new(room, into, stamp):
                into += 1
    return into


@kernel
def _descend(room: Room, begin: int, end: int, into: int, die: int, field: _Field, rules: Rules) -> int:
    """As _expand, for doubles whose steps may be sorted: from the highest source down each state is met once."""
    for row in range(begin, end):
        state = room.states[row]
        if state[ENDING]:
            continue
        found = _sources(state, die, field, rules) & (2 << state[LAST]) - 1
        while found:
            source = lowest(found)
            found &= found - 1
            _land(state, room.states[into], source, die, field, rules)
            into += 1
    return into


@kernel
def _gather(room: Room, begin: int, end: int, n: int) -> int:
    """Add the rows begin…end where the game goes on to the n finals so far."""
    for row in range(begin, end):
        if not room.states[row, ENDING]:
            room.finals[n] = row
            n += 1
    return n


@kernel
def _gather_ended(room: Room, begin: int, end: int, stamp: int, n: int) -> int:
    """Add the rows where it ends; the same end may be met with more dice and with fewer."""
    for row in range(begin, end):
        if room.states[row, ENDING] and _is_new(room, row, stamp):
            room.finals[n] = row
            n += 1
    return n


@kernel
def _pair(room: Room, high: int, low: int, stamp: int, field: _Field, rules: Rules) -> int:
    first = _expand(room, 0, 1, 1, high, stamp, field, rules)
    second = _expand(room, 0, 1, first, low, stamp + 1, field, rules)
    both = _expand(room, 1, first, second, low, stamp + 2, field, rules)
    both = _expand(room, first, second, both, high, stamp + 2, field, rules)
    n = _gather_ended(room, 1, both, stamp + 3, 0)
    n = _gather(room, second, both, n)
    if n:
        return n
    return _gather(room, 1, first, 0) or _gather(room, first, second, 0)


@kernel
def _sortable(room: Room, field: _Field, rules: Rules) -> bool:
    """Whether doubles come to the same whatever the order of their steps.

    Not with the prime rule, which is judged after every step; not while the start may be locked; and not where
    a mother may be held, which can end the turn early.
    """
    locked = rules.locking and checkers(room.states[0], START) >= CHECKERS - 1
    mother = (field.singles | room.states[0, HOLDING]) & _RIVAL_START and rules.game == PINS
    return not (field.limit or locked or mother)


@kernel
def _doubles(room: Room, die: int, stamp: int, field: _Field, rules: Rules) -> int:
    sortable = _sortable(room, field, rules)
    begin, end, longer, ended, used = 0, 1, 1, 0, 0
    while used < _FOUR:
        if sortable:
            longer = _descend(room, begin, end, end, die, field, rules)
        else:
            longer = _expand(room, begin, end, end, die, stamp + used, field, rules)
        if longer == end:
            break
        begin, end, used = end, longer, used + 1
        ended = _gather_ended(room, begin, end, stamp + 4, ended)
    if used == 0 or (ended and used < 4):  # noqa: PLR2004 four dice
        return ended
    return _gather(room, begin, end, ended)


@kernel
def generate(
    board: NDArray[np.int8], pins: NDArray[np.int64], high: int, low: int, room: Room, rules: Rules
) -> int:
    """Work out every distinct final of a roll, four steps for doubles; how many, their rows in room.finals.

    None means that the turn passes. Row 0 is the board itself.
    """
    lay(board, pins, room, rules)
    field = _field(board, pins, rules)
    stamp = room.known[SLOTS] + 1
    room.known[SLOTS] += 5
    if high == low:
        return _doubles(room, high, stamp, field, rules)
    return _pair(room, max(high, low), min(high, low), stamp, field, rules)

"""What a net sees of a board: raw inputs for every place, and signs an expert would look for.

A board is judged after a turn: `own` is the side that has just played, the rival is about to roll. The raw inputs of
a side are 122: for each of its 24 points whether one, two, three checkers stand there and how many more, whether
one is pinned there, then what is off and what is on the bar. Signs are seen as if their side rolled next: what its 36
rolls can reach, where it is blocked, how far it has to go. Both sets are the same for every game; what cannot happen in
a game is zero there. When the sides have passed each other there are the signs of bot.computer.racing instead.
"""

import numpy as np
from numpy.typing import NDArray

from bot.computer.bits import highest, lowest, many
from bot.computer.blocking import hem_in, in_the_way
from bot.computer.jit import kernel
from bot.computer.states import BLOCKS, HITS, HITTING, HOLDING, PINS, STANDS, Rules, checkers, facing
from rules.position import BAR, POINTS

SIDE = 122
PINNED_AT, OFF_AT, BAR_AT = 96, 120, 121
RAW = 2 * SIDE
SIGNS, MORE = 28, 7
BOTH_AT = 2 * SIGNS
MORE_AT = BOTH_AT + 2
HEMMED_AT = MORE_AT + 2 * MORE
EXPERT = HEMMED_AT + 2 * POINTS
INPUTS = RAW + EXPERT
"""Raw inputs first, own side before the rival's; then SIGNS of each side, two of both, MORE of each side, and for each of a
side's 24 points how hemmed in it is, where a single checker blocks."""

_POINTS = (1 << 25) - 2
_HOME = 127 & ~1
_QUARTERS = (_HOME << 18, _HOME << 12, _HOME << 6, _HOME)
_THROWS = np.float32(1 / 36)
_PRIME = 6
_FAR_HOME = _HOME << 18
_BAR_BIT = 1 << BAR


@kernel
def towers(state: NDArray[np.int64]) -> int:
    """A mask of the points with two checkers or more of a state's mover."""
    mask, stands = 0, state[STANDS] & _POINTS
    while stands:
        place = lowest(stands)
        stands &= stands - 1
        mask |= np.int64(checkers(state, place) > 1) << place
    return mask


@kernel
def _reach(movers: int, bar: int, free: int, die: int, other: int) -> int:
    """Where one checker can land with two different dice, or on doubles with up to four of them."""
    if bar:
        enters = _BAR_BIT >> die & free
        enters_other = _BAR_BIT >> other & free
        if bar > 1 or not (enters or enters_other):
            return enters | enters_other
        reach = enters | enters_other | (enters >> other | enters_other >> die) & free
        if enters:
            reach |= movers >> other & free
        if enters_other:
            reach |= movers >> die & free
        return reach
    first, second = movers >> die & free, movers >> other & free
    if die != other:
        return first | second | (first >> other | second >> die) & free
    reach = first
    for _ in range(3):
        first = first >> die & free
        reach |= first
    return reach


@kernel
def _met(met: int, mother: int, weight: float, out: NDArray[np.float32], at: int, more: int) -> None:
    """What it means to reach these targets with a roll of this weight."""
    out[at] += weight
    out[at + 1] += weight * many(met)
    for quarter in range(4):
        out[at + 2 + quarter] += weight * many(met & _QUARTERS[3 - quarter])
    if met & mother:
        out[at + 6] += weight
    out[more] += weight * highest(met) * np.float32(1 / 24)
    if met & (met - 1):
        out[more + 1] += weight


@kernel
def _rolls(
    movers: int,
    bar: int,
    free: int,
    targets: int,
    behind: int,
    mother: int,
    gates: int,
    out: NDArray[np.float32],
    at: int,
    more: int,
) -> None:
    """What 36 throws do for a side: out[at:at + 10] and out[more:more + 3].

    Any target reached, targets reached, those in each quarter of the victim's road (furthest from home first), its
    mother; no die usable, not both; the rearmost checker stuck. And the pips that the dearest target loses, two targets
    reached, the rearmost checker past all `gates`.
    """
    for k in range(10):
        out[at + k] = 0.0
    for k in range(3):
        out[more + k] = 0.0
    beyond = (gates & -gates) - 1 if gates else _POINTS
    for die in range(1, 7):
        for other in range(1, die + 1):
            weight = float(np.float32(1 if die == other else 2) * _THROWS)
            reach = _reach(movers, bar, free, die, other)
            if reach & targets:
                _met(reach & targets, mother, weight, out, at, more)
            one, two = movers >> die & free, movers >> other & free
            if not (one or two):
                out[at + 7] += weight
            elif not (one and two):
                out[at + 8] += weight
            if not ((behind >> die | behind >> other) & free):
                out[at + 9] += weight
            elif _reach(behind, 0, free, die, other) & beyond:
                out[more + 2] += weight
    out[at + 1] *= 0.5


@kernel
def _side_signs(
    stands: int,
    pinned: int,
    bar: int,
    closed: int,
    holding: int,
    targets: int,
    mother: int,
    pips: int,
    free_pips: int,
    out: NDArray[np.float32],
    at: int,
    more: int,
) -> None:
    """SIGNS and MORE signs of a side; every mask in its own numbers.

    `targets` are the rival's singles that it may hit or pin, `holding` its points that keep a rival down; where a single
    checker blocks, what `in_the_way` says.
    """
    free = _POINTS & ~closed
    movers = stands & ~pinned & _POINTS
    rear = highest(stands) if stands else 0
    ahead = closed & (1 << rear) - 1
    gates = ahead >> max(rear - 12, 0) << max(rear - 12, 0)
    _rolls(movers, bar, free, targets, 1 << rear & ~pinned, mother, gates, out, at, more)
    shut = many(closed & _FAR_HOME) * np.float32(1 / 6)
    out[more + 3] = shut * shut
    out[more + 4] = many(targets) * np.float32(0.25)
    out[more + 5] = many(stands & _FAR_HOME) * np.float32(1 / 3)
    out[more + 6] = many(stands & _HOME & ~pinned) * np.float32(1 / 6)
    for die in range(1, 7):
        out[at + 9 + die] = many(movers & free << die) * np.float32(0.2)
    out[at + 16] = many(ahead >> max(rear - 6, 0)) * np.float32(1 / 6)
    out[at + 17] = many(ahead >> max(rear - 12, 0)) * np.float32(1 / 6)
    run, row = 0, ahead
    while row:
        run += 1
        row &= row >> 1
    out[at + 18] = min(run, 7) * np.float32(1 / 6)
    out[at + 19] = np.float32(run >= _PRIME)
    out[at + 20] = pips * np.float32(1 / 200)
    out[at + 21] = free_pips * np.float32(1 / 200)
    out[at + 22] = many(holding) * np.float32(0.25)
    out[at + 23] = many(pinned) * np.float32(0.25)
    behind = highest(pinned) if pinned else 0
    out[at + 24] = behind * np.float32(1 / 24)
    out[at + 25] = many(holding & _HOME) * np.float32(0.5)
    out[at + 26] = rear * np.float32(1 / 25)
    out[at + 27] = np.float32(pinned == 0 and not stands & ~_HOME)


@kernel
def _free_pips(place: int, n: int, holding: int, pinned: int) -> int:
    """Pips that may be played without giving up a pin: all but one checker of those that hold one down."""
    if pinned >> place & 1:
        return 0
    return place * (n - (holding >> place & 1))


@kernel
def signs(
    state: NDArray[np.int64],
    own_pins: int,
    rival: NDArray[np.int8],
    rival_two: int,
    rival_stands: int,
    rules: Rules,
    out: NDArray[np.float32],
) -> None:
    """EXPERT signs of a final; `rival` as it stood before the turn, its masks in its own numbers.

    Written to out[:EXPERT], about 0 to 1 each.
    """
    same = rules.same
    mine, held = state[STANDS] & _POINTS, state[HOLDING]
    my_two = towers(state)
    hit = 0
    rival_bar = int(rival[BAR])
    if rules.game == HITS and state[HITTING]:
        hit = facing(state[HITTING], same)
        rival_bar += many(hit)
    its = rival_stands & ~hit
    its_pins = facing(held, same)
    my_bar = checkers(state, BAR)
    mine_there, its_here = facing(mine, same), facing(its, same)
    two_there, two_here = facing(my_two, same), facing(rival_two, same)
    pins_there = facing(own_pins, same)
    holds_here, holds_there = held, pins_there
    if rules.game == BLOCKS:
        closed_there, closed_here = mine_there, its_here
        targets_here, holds_here = in_the_way(mine, its, same)
        targets_there, holds_there = in_the_way(its, mine, same)
        hem_in(mine, its_here, its, mine_there, out[HEMMED_AT:])
    else:
        closed_there, closed_here = two_there | its_pins, two_here | own_pins
        targets_there = mine_there & ~closed_there & ~pins_there
        targets_here = its_here & ~closed_here & ~held
    my_pips, my_free = 25 * my_bar, 25 * my_bar
    stands = mine
    while stands:
        place = lowest(stands)
        stands &= stands - 1
        n = checkers(state, place)
        my_pips += place * n
        my_free += _free_pips(place, n, holds_here, own_pins)
    its_pips, its_free = 25 * rival_bar, 25 * rival_bar
    stands = its
    while stands:
        place = lowest(stands)
        stands &= stands - 1
        n = int(rival[place])
        its_pips += place * n
        its_free += _free_pips(place, n, holds_there, its_pins)
    mother_here = 1 << 1 if rules.game == PINS and not two_here >> 1 & 1 else 0
    mother_there = 1 << 1 if rules.game == PINS and not two_there >> 1 & 1 else 0
    _side_signs(
        mine,
        own_pins,
        my_bar,
        closed_here,
        holds_here,
        targets_here,
        mother_here,
        my_pips,
        my_free,
        out,
        0,
        MORE_AT,
    )
    _side_signs(
        its,
        its_pins,
        rival_bar,
        closed_there,
        holds_there,
        targets_there,
        mother_there,
        its_pips,
        its_free,
        out,
        SIGNS,
        MORE_AT + MORE,
    )
    # What a hit costs: the pips it loses, and how hard it is to come back.
    for side in range(2):
        it = MORE_AT + MORE * (1 - side)
        out[it + 3] *= np.float32(0.5) + out[SIGNS * side]
    lead = np.float32(its_pips - my_pips)
    out[BOTH_AT] = lead * np.float32(1 / 50)
    out[BOTH_AT + 1] = lead / np.float32(its_pips + my_pips + 10)


@kernel
def meeting(mine: int, held: int, own_pins: int, its: int, my_bar: int, its_bar: int, same: int) -> bool:
    """Whether the sides can still meet; masks of points, `its` in the rival's numbers."""
    if held or own_pins or my_bar or its_bar:
        return True
    if not mine or not its:
        return False
    here, there = facing(its, same), facing(mine, same)
    return here & ((1 << highest(mine)) - 1) != 0 or there & ((1 << highest(its)) - 1) != 0

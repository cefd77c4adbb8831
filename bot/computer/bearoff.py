"""Bearing off, exactly: what becomes of each of the 54,264 ways to stand on the six home points.

When both sides have only the bearing off before them, neither can hinder the other, and a race is two one-sided
stories: after how many rolls each will have borne everything off, and what is still there until then. A story is told
for who plays every roll so as to need the fewest rolls on average.
"""

from functools import cache
from itertools import combinations, pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.computer.jit import kernel
from bot.computer.states import HIGHS, LOWS, WAYS, checkers
from bot.computer.told import FIFTEENTH, KEPT, KEPT_BY_RIVAL, LOSE_BIG, WIN, WIN_BIG, Floats
from rules.position import CHECKERS, OFF

Means = NDArray[np.float64]

HOME = 6
ROLLS = 28
"""No story is longer than this but for one chance in millions."""


class Bearoff(NamedTuple):
    """By the number of a home and then of rolls, 0 to ROLLS - 1."""

    ends: Floats
    """The chance that the last checker is borne off with that roll."""
    ended: Floats
    """The chance that it is off after that many rolls."""
    left: Floats
    """Checkers still there after that many rolls, on average."""
    none_off: Floats
    """The chance that no checker has been borne off after that many rolls."""


def _binomials() -> NDArray[np.int64]:
    table = np.zeros((CHECKERS + HOME, HOME + 1), np.int64)
    table[:, 0] = 1
    for n in range(1, CHECKERS + HOME):
        for k in range(1, HOME + 1):
            table[n, k] = table[n - 1, k - 1] + table[n - 1, k]
    return table


_CHOOSE = _binomials()


@kernel
def number(home: NDArray[np.int64]) -> int:
    """The number of a home: counts of the points 1 to 6 in home[1:7]."""
    stands, found = 0, 0
    for point in range(1, HOME + 1):
        stands += home[point]
        found += _CHOOSE[stands + point - 1, point]
    return found


def _homes() -> NDArray[np.int64]:
    """Every home, [N, 7], the fewest pips first."""
    homes = [
        (0, bars[0], *(after - before - 1 for before, after in pairwise(bars)))
        for bars in combinations(range(CHECKERS + HOME), HOME)
    ]
    found = np.array(homes, np.int64)
    return found[np.argsort(found @ np.arange(HOME + 1), kind="stable")]


@kernel
def _playable(home: NDArray[np.int64], die: int, top: int) -> int:
    """The highest point up to `top` from which a die can be played; 0 where there is none."""
    high = HOME
    while high and not home[high]:
        high -= 1
    for point in range(min(high, top), 0, -1):
        if home[point] and (point >= die or point == high):
            return point
    return 0


@kernel
def _play(home: NDArray[np.int64], dice: NDArray[np.int64], best: Means, means: Means) -> None:
    """Try every way to play dice in their order; best[0] becomes the least mean, best[1] the number of that home.

    Not recursive: kept machine code that calls itself does not come back alive.
    """
    depth = 0
    tops, played = np.full(dice.size + 1, HOME), np.zeros(dice.size, np.int64)
    while depth >= 0:
        point = 0
        if depth == dice.size or home[1:].sum() == 0:
            found = number(home)
            if means[found] < best[0]:
                best[0], best[1] = means[found], found
        else:
            point = _playable(home, dice[depth], tops[depth])
        if point:
            home[point] -= 1
            home[max(point - dice[depth], OFF)] += 1
            played[depth], tops[depth] = point, point - 1
            depth += 1
            # With doubles the order of steps is of no matter: from the highest point down.
            tops[depth] = point if dice[0] == dice[-1] else HOME
        else:
            depth -= 1
            if depth >= 0:
                home[max(played[depth] - dice[depth], OFF)] -= 1
                home[played[depth]] += 1


@kernel
def _tell_stories(homes: NDArray[np.int64], tables: Bearoff, means: Means) -> None:
    best = np.empty(2)
    home = np.empty(HOME + 1, np.int64)
    for row in range(homes.shape[0]):
        home[:] = homes[row]
        stands = home[1:].sum()
        here = number(home)
        tables.left[here, 0] = stands
        tables.none_off[here, 0] = 1.0
        if stands == 0:
            tables.ends[here, 0] = 1.0
            tables.none_off[here, 0] = 0.0
            continue
        for roll in range(WAYS.size):
            high, low, weight = HIGHS[roll], LOWS[roll], WAYS[roll] / 36
            best[0] = np.inf
            if high == low:
                _play(home, np.array([high, high, high, high]), best, means)
            else:
                _play(home, np.array([high, low]), best, means)
                _play(home, np.array([low, high]), best, means)
            after = int(best[1])
            means[here] += weight * (1 + best[0])
            kept = tables.left[after, 0] == stands
            for n in range(1, ROLLS):
                tables.ends[here, n] += weight * tables.ends[after, n - 1]
                tables.left[here, n] += weight * tables.left[after, n - 1]
                if kept:
                    tables.none_off[here, n] += weight * tables.none_off[after, n - 1]
    for here in range(homes.shape[0]):
        total = 0.0
        for n in range(ROLLS):
            total += tables.ends[here, n]
            tables.ended[here, n] = total


@cache
def bearoff() -> Bearoff:
    """The tables, worked out once in a second; 24 MB."""
    homes = _homes()
    tables = Bearoff(*(np.zeros((len(homes), ROLLS), np.float32) for _ in Bearoff._fields))
    _tell_stories(homes, tables, np.zeros(len(homes)))
    return tables


@kernel
def tell_bearoff(state: NDArray[np.int64], rival: NDArray[np.int8], tables: Bearoff, out: Floats) -> None:
    """The chances of who has just played, the rival about to roll, everybody home and nobody able to meet."""
    own, its = np.zeros(HOME + 1, np.int64), np.zeros(HOME + 1, np.int64)
    for point in range(1, HOME + 1):
        own[point], its[point] = checkers(state, point), rival[point]
    mine, theirs = number(own), number(its)
    all_mine, all_theirs = checkers(state, OFF) == 0, rival[OFF] == 0
    win, big, lose_big, kept_by_rival, kept = 0.0, 0.0, 0.0, 0.0, 0.0
    for n in range(1, ROLLS):
        # The rival rolls first: at my nth roll it has had n of them, at its nth I have had n - 1.
        mine_now, its_now = tables.ends[mine, n], tables.ends[theirs, n]
        win += its_now * tables.ended[mine, n - 1]
        kept_by_rival += mine_now * tables.left[theirs, n]
        kept += its_now * tables.left[mine, n - 1]
        if all_theirs:
            big += mine_now * tables.none_off[theirs, n]
        if all_mine:
            lose_big += its_now * tables.none_off[mine, n - 1]
    out[WIN], out[WIN_BIG], out[LOSE_BIG] = win, big, lose_big
    out[KEPT_BY_RIVAL], out[KEPT] = kept_by_rival * FIFTEENTH, kept * FIFTEENTH

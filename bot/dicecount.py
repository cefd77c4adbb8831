"""Counted dice: how often each of the 21 rolls fell, and whether fair dice would fall so."""

from collections.abc import Iterable
from math import exp
from typing import NamedTuple

from rules.dice import ROLLS
from rules.seat import Seat
from rules.throws import Throw

THROWS = 36
ENOUGH = 180
"""Rolls from which on each double is to be expected five times, and the test below can be trusted."""

_PLACE = {dice: at for at, (dice, _) in enumerate(ROLLS)}


class Count(NamedTuple):
    """How often each roll fell, in the order of rules.dice.ROLLS."""

    rolls: tuple[int, ...] = (0,) * len(ROLLS)

    @property
    def total(self) -> int:
        """How many rolls were counted."""
        return sum(self.rolls)

    @property
    def doubles(self) -> int:
        """How many of them were doubles."""
        return sum(times for times, ((high, low), _) in zip(self.rolls, ROLLS, strict=True) if high == low)

    @property
    def pips(self) -> int:
        """The pips of all rolls, a double's four times over."""
        return sum(times * worth(dice) for times, (dice, _) in zip(self.rolls, ROLLS, strict=True))

    def showing(self, face: int) -> int:
        """How many dice showed this number."""
        return sum(times * dice.count(face) for times, (dice, _) in zip(self.rolls, ROLLS, strict=True))


PIPS = sum(weight * (2 if dice[0] == dice[1] else 1) * sum(dice) for dice, weight in ROLLS) / THROWS
"""What a roll of fair dice is worth on average: 8 1/6."""


def worth(dice: tuple[int, int]) -> int:
    """The pips of a roll."""
    return sum(dice) * (2 if dice[0] == dice[1] else 1)


def count(throws: Iterable[Throw]) -> tuple[Count, Count]:
    """Each seat's rolls."""
    found = ([0] * len(ROLLS), [0] * len(ROLLS))
    for throw in throws:
        found[throw.seat][_PLACE[throw.dice]] += 1
    return Count(tuple(found[Seat.FIRST])), Count(tuple(found[Seat.SECOND]))


def summed(counts: Iterable[Count]) -> Count:
    """Everything together."""
    return Count(tuple(map(sum, zip(*(each.rolls for each in (Count(), *counts)), strict=True))))


def expected(total: int) -> tuple[float, ...]:
    """How often each roll is to be expected among so many."""
    return tuple(total * weight / THROWS for _, weight in ROLLS)


def share_as_far(counted: Count) -> float:
    """How large a share of such counts of fair dice strays as far from what is expected, or farther: Pearson's chi-square test.

    Its 20 degrees of freedom are an even number, so that the tail is a finite sum.
    """
    wanted = expected(counted.total)
    if not counted.total:
        return 1.0
    half = sum((times - want) ** 2 / want for times, want in zip(counted.rolls, wanted, strict=True)) / 2
    term = tail = exp(-half)
    for number in range(1, (len(ROLLS) - 1) // 2):
        term *= half / number
        tail += term
    return min(1.0, tail)

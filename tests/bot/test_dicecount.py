"""Counted dice against what fair dice do."""

from random import Random

import pytest

from bot.dicecount import PIPS, Count, count, expected, share_as_far, summed
from rules.dice import ROLLS
from rules.seat import Seat
from rules.throws import Throw

FAIR = Count(tuple(10 * weight for _, weight in ROLLS))


def test_a_fair_count_is_what_is_expected():
    assert FAIR.total == 360
    assert FAIR.doubles == 60
    assert [FAIR.showing(face) for face in range(1, 7)] == [120] * 6
    assert FAIR.pips / FAIR.total == pytest.approx(PIPS) == pytest.approx(8 + 1 / 6)
    assert expected(360) == FAIR.rolls
    assert share_as_far(FAIR) == 1
    assert share_as_far(Count()) == 1


@pytest.mark.parametrize(
    ("chi_square", "share"), [(10.851, 0.95), (19.337, 0.5), (31.410, 0.05), (37.566, 0.01)]
)
def test_the_share_is_that_of_the_tables(chi_square, share):
    first, second = FAIR.rolls[0], FAIR.rolls[2]  # both doubles, of which 10 are expected each
    off = (chi_square * 10 / 2) ** 0.5
    rolls = list(FAIR.rolls)
    rolls[0], rolls[2] = first + off, second - off
    assert share_as_far(Count(tuple(rolls))) == pytest.approx(share, abs=0.001)


def test_loaded_dice_are_found_out_and_fair_ones_are_not():
    rng = Random(1)
    thrown = [tuple(sorted((rng.randint(1, 6), rng.randint(1, 6)), reverse=True)) for _ in range(2_000)]
    fair, none = count(Throw(0, 1, Seat.FIRST, dice) for dice in thrown)
    assert share_as_far(fair) > 0.01
    assert none == Count()
    _, loaded = count(Throw(0, 1, Seat.SECOND, (6, 6) if rng.random() < 0.04 else dice) for dice in thrown)
    assert share_as_far(loaded) < 0.01
    assert summed([fair, loaded]).total == 4_000

"""Signs that a net sees where a single checker blocks (Tawla 31), in positions where they can be counted by hand."""

import numpy as np
import pytest

from bot.computer import thinking
from bot.computer.boards import boards_of
from bot.computer.features import HEMMED_AT, INPUTS, MORE, MORE_AT, RAW, SIGNS
from bot.computer.judge import inputs
from bot.computer.nets import desk
from bot.computer.states import lay, numbers
from rules.position import parse
from rules.ruleset import PRESETS, Direction, Ruleset

ANY, HOW_MANY, FREE_PIPS, HOLDING = 0, 1, 21, 22
OPEN = 4
"""Among the MORE signs."""
OWN, RIVAL = 0, 1
RACE31, SAME = PRESETS["race31"], PRESETS["majlis_tawla31"]


@pytest.fixture(autouse=True, scope="module")
def _compiled():
    thinking.compile_now()


class Seen:
    """What is seen of a board whose own side has just played."""

    def __init__(self, position: str, ruleset) -> None:
        boards, pins = boards_of([parse(position)])
        here, rules, self._seen = desk(), numbers(ruleset), np.zeros(INPUTS, np.float32)
        lay(boards[0], pins[0], here.room, rules)
        inputs(here.room.states[0], boards[0], pins[0], rules, self._seen)

    def sign(self, side: int, which: int) -> float:
        return float(self._seen[RAW + side * SIGNS + which])

    def hemmed(self, side: int, point: int) -> float:
        return float(self._seen[RAW + HEMMED_AT + side * 24 + point - 1])

    def more(self, side: int, which: int) -> float:
        return float(self._seen[RAW + MORE_AT + side * MORE + which])


@pytest.mark.parametrize(
    ("ruleset", "own", "ways_out"),
    [
        # The rival's six ways out of its 24 are my 2 to 7, the two sides running against each other …
        (RACE31, "24x14 9", 6),
        (RACE31, "24x10 7 6 5 4x2", 2),
        (RACE31, "24x9 7 6 5 4 3 2", 0),
        # … and my 6 to 11 where both run the same way round.
        (SAME, "24x14 12", 6),
        (SAME, "24x11 11 10 9 7", 2),
    ],
)
def test_the_rivals_ways_out_are_what_can_be_shut(ruleset, own, ways_out):
    seen = Seen(f"{own} / 24x15", ruleset)
    assert seen.more(OWN, OPEN) == pytest.approx(ways_out / 4)


def test_how_many_throws_shut_a_way_out_is_counted():
    # From 9 one checker alone is near: 2 to 7 are reached by any throw with a 2 to 6, and by 1-1 in two steps and more.
    seen = Seen("24x14 9 / 24x15", RACE31)
    assert seen.sign(OWN, ANY) == pytest.approx(1.0)
    # From 14 a die alone reaches nothing: 36 throws less those of fewer than seven pips, doubles going four times as far.
    seen = Seen("24x14 14 / 24x15", RACE31)
    fewer = [(a, b) for a in range(1, 7) for b in range(1, 7) if (4 * a if a == b else a + b) < 7]
    assert seen.sign(OWN, ANY) == pytest.approx(1 - len(fewer) / 36)


def test_a_side_that_holds_another_may_play_so_many_pips_and_no_more_without_letting_go():
    # The rival's road from its 24 is its 12 to 23, my 2 to 13: one checker on each of 13 and 5 has to stay.
    seen = Seen("20x2 13x3 5x10 / 24x15", RACE31)
    assert seen.sign(OWN, HOLDING) == pytest.approx(2 / 4)
    assert seen.sign(OWN, FREE_PIPS) == pytest.approx((2 * 20 + 2 * 13 + 9 * 5) / 200)
    # The rival, on its 24, stands on no road of mine.
    assert seen.sign(RIVAL, HOLDING) == 0


@pytest.mark.parametrize("ruleset", [RACE31, SAME])
def test_a_point_is_hemmed_in_by_the_dice_that_cannot_be_played_from_it(ruleset):
    own, rival = "24x9 20 15 12 8 7x2", "24x8 19x3 14 11 9 6"
    seen = Seen(f"{own} / {rival}", ruleset)
    for side, (mine, its) in enumerate([(own, rival), (rival, own)]):
        stands = {int(word.split("x")[0]) for word in mine.split()}
        closed = {facing(int(word.split("x")[0]), ruleset) for word in its.split()}
        for point in range(1, 25):
            blocked = len(closed & set(range(point - 6, point))) if point in stands else 0
            assert seen.hemmed(side, point) == pytest.approx(blocked / 6), f"{side} {point}"


def facing(point: int, ruleset: Ruleset) -> int:
    """The same point in the other side's numbers (docs/rules.md §1)."""
    return (point + 11) % 24 + 1 if ruleset.direction is Direction.SAME else 25 - point


def test_where_checkers_are_hit_or_pinned_it_is_not_ways_out_but_single_checkers_that_count():
    seen = Seen("24x14 9 / 24x15", PRESETS["mahbooseh"])
    assert seen.more(OWN, OPEN) == 0
    seen = Seen("24x14 9 / 24x13 20 19", PRESETS["mahbooseh"])
    assert seen.more(OWN, OPEN) == pytest.approx(2 / 4)

"""Bearing off is exact: GNU Backgammon's own tables are the referee."""

from random import Random

import gnubg_nn
import numpy as np
import pytest

from bot.computer.bearoff import bearoff, number
from bot.computer.boards import boards_of
from bot.computer.features import INPUTS
from bot.computer.judge import BEARING, MEETING, RACING, inputs
from bot.computer.nets import desk, raw_nets
from bot.computer.search import tell_board
from bot.computer.states import lay, numbers
from bot.computer.told import KEPT, KEPT_BY_RIVAL, LOSE_BIG, OUTPUTS, WIN, WIN_BIG
from rules.position import parse
from rules.ruleset import PRESETS, Ruleset

TABLES, HERE, NETS = bearoff(), desk(), raw_nets(8, 1)


def home(*counts: int) -> int:
    """The number of a home, points 1 to 6."""
    return number(np.array([0, *counts], np.int64))


def told(position: str, ruleset: Ruleset) -> list[float]:
    """What is told of a position whose own side has just played."""
    boards, pins = boards_of([parse(position)])
    out = np.zeros(OUTPUTS, np.float32)
    tell_board(boards[0], pins[0], NETS, HERE, numbers(ruleset), out)
    return out.tolist()


def test_every_home_has_a_number_of_its_own():
    rng, seen = Random(1), {}
    for _ in range(5_000):
        counts = [0] * 6
        for _ in range(rng.randint(0, 15)):
            counts[rng.randrange(6)] += 1
        assert seen.setdefault(home(*counts), counts) == counts
    assert len(TABLES.ends) == 54_264


def test_as_many_rolls_as_gnu_backgammon_says():
    rng = Random(2)
    for _ in range(500):
        counts = [0] * 6
        for _ in range(rng.randint(1, 15)):
            counts[rng.randrange(6)] += 1
        wanted = gnubg_nn.bearoff_probabilities(tuple(counts))
        found = TABLES.ends[home(*counts)][1 : 1 + len(wanted)]
        # Ways to play that need as many rolls on average may spread them a little differently.
        assert found == pytest.approx(wanted, abs=2e-3), counts
        rolls = np.arange(1, 1 + len(wanted))
        assert found @ rolls == pytest.approx(np.array(wanted) @ rolls, abs=1e-3), counts


@pytest.mark.parametrize("preset", PRESETS)
def test_two_last_checkers_are_counted(preset):
    ruleset = PRESETS[preset]
    # The rival bears two off the sixes with 66, 55, 44 and 33; if not, I am off with any roll.
    chances = told("1 off14 / 6x2 off13", ruleset)
    assert chances[WIN] == pytest.approx(32 / 36)
    assert chances[WIN_BIG] == chances[LOSE_BIG] == 0
    assert chances[KEPT] == pytest.approx(4 / 36 / 15)
    assert 32 / 36 / 15 <= chances[KEPT_BY_RIVAL] <= 2 * 32 / 36 / 15


def test_who_has_borne_nothing_off_may_lose_twice():
    chances = told("6x15 / 1 off14", PRESETS["mahbusa"])
    assert chances[WIN] == 0
    assert chances[LOSE_BIG] == pytest.approx(1)
    assert chances[KEPT] == pytest.approx(1)


@pytest.mark.parametrize(
    ("position", "phase"),
    [
        ("6x15 / 6x15", BEARING),
        ("7 6x14 / 6x15", RACING),
        ("6x15 / 12x15", RACING),
        ("20 6x14 / 6x15", MEETING),
    ],
)
def test_what_is_still_to_be_played(position, phase):
    boards, pins = boards_of([parse(position)])
    rules = numbers(PRESETS["majlis_sheesh_besh"])
    lay(boards[0], pins[0], HERE.room, rules)
    seen = np.zeros(INPUTS, np.float32)
    assert inputs(HERE.room.states[0], boards[0], pins[0], rules, seen) == phase

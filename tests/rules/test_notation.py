"""Turn text: `24/18 13/11`, `8/off`, `bar/20`, `24/18*`, `24/18^`, `(2)`."""

import pytest

from rules.errors import Malformed
from rules.notation import in_order, parse_turn, step_text, turn_text
from rules.position import parse
from rules.ruleset import PRESETS
from rules.turns import Kind, Step, kinds, take

SHEESH_BESH = PRESETS["majlis_sheesh_besh"]
MAHBUSA = PRESETS["majlis_mahbusa"]


def text_of(position, steps, ruleset):
    done = []
    for step in steps:
        taken = take(position, step, ruleset)
        position, done = taken.position, [*done, taken.kind]
    return turn_text(steps, done)


@pytest.mark.parametrize(
    ("step", "kind", "text"),
    [
        (Step(24, 6), Kind.PLAIN, "24/18"),
        (Step(24, 6), Kind.HIT, "24/18*"),
        (Step(24, 6), Kind.PIN, "24/18^"),
        (Step(25, 5), Kind.PLAIN, "bar/20"),
        (Step(25, 5), Kind.HIT, "bar/20*"),
        (Step(3, 6), Kind.OFF, "3/off"),
    ],
)
def test_one_step(step, kind, text):
    assert step_text(step, kind) == text


@pytest.mark.parametrize(
    ("position", "dice", "ruleset", "text"),
    [
        ("24x2 13x5 8x3 6x5 / 24x2 13x5 8x3 6x5", (6, 2), SHEESH_BESH, "24/18 13/11"),
        ("24x2 13x5 8x3 6x5 / 24x2 13x5 8x3 6x5", (3, 3), SHEESH_BESH, "8/5(2) 6/3(2)"),
        ("6x14 bar1 / 4 2x14", (4, 1), SHEESH_BESH, "bar/21* 6/5"),
        ("8 off14 / 2x15", (6, 2), SHEESH_BESH, "8/2 2/off"),
        ("4x2 off13 / 2x15", (6, 6), SHEESH_BESH, "4/off(2)"),
        ("24x15 / 24x14 7", (6, 5), MAHBUSA, "24/18^ 24/19"),
        ("24x15 / 24x14 7", (6, 6), MAHBUSA, "24/18^ 24/18(3)"),
        ("20 off14 / 16x2 11x2 2x11", (6, 5), SHEESH_BESH, "20/15"),
        ("20 off14 / 16x2 11x2 10x2 2x9", (6, 5), SHEESH_BESH, ""),
    ],
)
def test_a_turn_is_written_and_read_back(position, dice, ruleset, text):
    before = parse(position)
    assert text_of(before, parse_turn(text, before, dice, ruleset), ruleset) == text


@pytest.mark.parametrize(
    "text",
    [
        "24/17",
        "24/18 24/18",
        "24/18 13/12",
        "bar/20",
        "6/off",
        "24-18",
        "24/18(5)",
        "24/18(2)",
        "24/18/13",
        "x" * 999,
        "٢٤/١٨",
    ],
)
def test_what_is_not_legal_is_malformed(text):
    with pytest.raises(Malformed):
        parse_turn(text, parse("24x2 13x5 8x3 6x5 / 24x2 13x5 8x3 6x5"), (6, 2), SHEESH_BESH)


def test_what_each_step_of_a_turn_does():
    position = parse("24x13 20 3 / 24 23x14")
    assert kinds(position, (Step(3, 2), Step(20, 1)), PRESETS["majlis_mahbusa"]) == (Kind.PIN, Kind.PLAIN)


@pytest.mark.parametrize(
    ("position", "steps", "text"),
    [
        ("24x2 13x5 8x3 6x5 / 24x2 13x5 8x3 6x5", ((6, 1), (8, 3)), "8/5 6/5"),
        ("24x2 13x5 8x3 6x5 / 24x2 13x5 8x3 6x5", ((13, 2), (6, 2), (13, 2), (6, 2)), "13/11(2) 6/4(2)"),
        ("24 13x5 8x3 6x5 bar1 / 24x2 13x5 8x3 6x5", ((25, 4), (24, 1)), "bar/21 24/23"),
        ("24x2 13x5 8x3 6x5 / 24x2 13x5 8x3 6x5", ((13, 5), (8, 3)), "13/8 8/5"),
    ],
)
def test_steps_are_written_from_the_back(position, steps, text):
    start = parse(position)
    ordered = in_order(start, tuple(Step(*step) for step in steps), SHEESH_BESH)
    assert turn_text(ordered, kinds(start, ordered, SHEESH_BESH)) == text


def test_steps_that_need_their_order_keep_it():
    locked = PRESETS["race31"]
    start = parse("24x14 7 / 24x15")
    steps = (Step(7, 1), Step(24, 6))  # the start point opens when the lead has come home
    assert in_order(start, steps, locked) == steps
    last = parse("7 6 off13 / 24x15")
    steps = (Step(7, 1), Step(6, 6))  # bearing off waits for the last one
    assert in_order(last, steps, MAHBUSA) == steps

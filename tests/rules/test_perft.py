"""How many turns there are from the start; a failure names the rolls."""

import json

import pytest

from rules.ruleset import PRESETS
from tests.rules.count_perft import FOLDER, perft


@pytest.mark.parametrize("preset", PRESETS)
def test_turns_from_the_start(preset):
    kept = json.loads((FOLDER / f"{preset}.json").read_text())
    counted = perft(PRESETS[preset])
    assert {roll: numbers for roll, numbers in counted.items() if kept[roll] != numbers} == {}
    assert list(counted) == list(kept)


def test_first_turns_counted_by_hand():
    """Fifteen mixed rolls have two turns each, one checker or two; a double parts its four steps in five ways,
    a six-six in four, for no checker runs 24 pips. In a locked game only the lead runs on, until it arrives."""
    first = {name: json.loads((FOLDER / f"{name}.json").read_text())["all"][0] for name in PRESETS}
    assert first["mahbusa"] == 15 * 2 + 5 * 5 + 4
    assert first["race31"] == 21
    assert first["majlis_tawla31"] == 21 + 1

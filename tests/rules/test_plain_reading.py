"""The packed search against the plain reading of the rules, in positions that play leads to."""

from itertools import islice
from random import Random

import pytest

from rules.ruleset import PRESETS
from tests.rules import plain
from tests.rules.play import games, one_game, some_ruleset
from tests.rules.reading import final


@pytest.mark.parametrize("preset", PRESETS)
def test_the_presets(preset):
    for position, dice, turns in islice(games(PRESETS[preset], Random(preset)), 400):
        assert {final(turn) for turn in turns} == plain.finals(position, dice, PRESETS[preset]), (
            f"{preset} {position} {dice}"
        )


@pytest.mark.parametrize("seed", range(12))
def test_any_options(seed):
    rng = Random(seed)
    ruleset = some_ruleset(rng, longest=1)
    for position, dice, turns in islice(one_game(ruleset, rng), 120):
        assert {final(turn) for turn in turns} == plain.finals(position, dice, ruleset), (
            f"{ruleset} {position} {dice}"
        )

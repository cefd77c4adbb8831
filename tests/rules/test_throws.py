"""Rolls read off a log are those of the match played again."""

from random import Random

import pytest

from rules.story import story
from rules.throws import throws
from tests.rules.play import some_ruleset, stroll


@pytest.mark.parametrize("seed", range(40))
def test_rolls_belong_to_those_who_made_them(seed):
    rng = Random(seed)
    ruleset = some_ruleset(rng, longest=5)
    match, log = stroll(ruleset, rng, rng.randint(1, 1_200))
    played = [(turn.game, turn.seat, turn.dice) for turn in story(ruleset, log).turns]
    found = list(throws(ruleset, match.outcomes, log))
    assert [(throw.game, throw.seat, throw.dice) for throw in found] == played
    assert all(log[throw.entry][1] in {"open", "roll"} for throw in found)

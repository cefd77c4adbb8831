"""Whole matches by players who play anything legal: they end, add up, and replay to the same value."""

from random import Random

import pytest

from rules import record
from rules.match import Ended
from rules.ruleset import PRESETS, Ruleset
from rules.scoring import Why
from rules.seat import Seat
from tests.rules.play import some_ruleset, whole_match
from tests.rules.strategies import EXAMPLES

CHUNKS = 20
ANY_OPTIONS = -(-EXAMPLES * 2 // 25)
OF_A_PRESET = -(-EXAMPLES // 250)
"""Matches a chunk: 80 of random options and 4 of each preset make 2,080 in the ordinary run."""


def holds(ruleset: Ruleset, rng: Random) -> None:
    match, log = whole_match(ruleset, rng)
    assert match.verdict
    assert match.verdict.why is Ended.TARGET
    winner = match.verdict.winner
    assert match.score[winner] >= ruleset.target > match.score[winner.other]
    for seat in Seat:
        won = [outcome.points for outcome in match.outcomes if outcome.winner is seat]
        assert match.score[seat] == sum(won)
    assert all((outcome.winner is None) == (outcome.points == 0) for outcome in match.outcomes)
    assert {outcome.why for outcome in match.outcomes} <= {
        Why.BORNE_OFF,
        Why.MOTHER,
        Why.BOTH_MOTHERS,
        Why.DEAD,
    }
    assert len(match.outcomes) == match.number
    assert record.replay(ruleset, log) == match


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_matches_of_any_options_end(chunk):
    rng = Random(chunk)
    for _ in range(ANY_OPTIONS):
        holds(some_ruleset(rng, longest=2), rng)


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("preset", PRESETS)
def test_matches_of_the_presets_end(preset, chunk):
    rng = Random(f"{preset} {chunk}")
    for _ in range(OF_A_PRESET):
        holds(PRESETS[preset], rng)

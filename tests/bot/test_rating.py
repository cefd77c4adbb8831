"""Ratings: who wins rises, longer matches weigh more, and absence makes unsure."""

from dataclasses import replace

import pytest

from bot.rating import BEGIN, DAY_MS, LEAST, UNKNOWN, Rating, faded, rated
from rules.ruleset import PRESETS

SHORT = PRESETS["mahbusa"]
LONG = replace(SHORT, target=7)
KNOWN = Rating(1600.0, 100.0, 30, 0)


def test_two_newcomers_move_apart_evenly():
    won, lost = rated(Rating(), Rating(), SHORT, 0)
    assert won.value > BEGIN > lost.value
    assert won.value + lost.value == pytest.approx(2 * BEGIN)
    assert won.deviation == lost.deviation < UNKNOWN
    assert won.matches == lost.matches == 1


def test_longer_matches_weigh_more():
    for better, worse in [(SHORT, LONG), (SHORT, PRESETS["race31"]), (PRESETS["race31"], LONG)]:
        little, much = rated(KNOWN, KNOWN, better, 0)[0], rated(KNOWN, KNOWN, worse, 0)[0]
        assert much.value > little.value
        assert much.deviation < little.deviation


def test_beating_the_stronger_brings_more():
    strong = KNOWN._replace(value=2000.0)
    assert rated(KNOWN, strong, SHORT, 0)[0].value > rated(KNOWN, KNOWN, SHORT, 0)[0].value
    assert rated(strong, KNOWN, SHORT, 0)[0].value - 2000 < rated(KNOWN, KNOWN, SHORT, 0)[0].value - 1600


def test_absence_makes_unsure_but_never_more_than_unknown():
    assert faded(KNOWN, 0) == KNOWN
    assert KNOWN.deviation < faded(KNOWN, 30 * DAY_MS).deviation < faded(KNOWN, 300 * DAY_MS).deviation
    assert faded(KNOWN, 10_000 * DAY_MS) == KNOWN._replace(deviation=UNKNOWN)
    assert faded(KNOWN, -DAY_MS) == KNOWN, "a machine's clock may have gone back"


def test_whoever_plays_on_is_settled_in_time_and_never_certain():
    one, other = Rating(), Rating()
    settled_after = 0
    for played in range(1, 400):
        one, other = rated(one, other, LONG, 0) if played % 2 else rated(other, one, LONG, 0)[::-1]
        if one.settled and not settled_after:
            settled_after = played
    assert 5 <= settled_after <= 12
    assert one.deviation == LEAST
    assert abs(one.value - BEGIN) < 100

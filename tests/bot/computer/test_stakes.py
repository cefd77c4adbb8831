"""What outcomes are worth at a match's score."""

import pytest

from bot.computer.stakes import Needs, match_chance, points, utility
from bot.computer.told import LOSE_BIG, OUTPUTS, WIN, WIN_BIG
from rules.ruleset import PRESETS, Scoring

MARS, LEFT = PRESETS["mahbusa"], PRESETS["race31"]


@pytest.mark.parametrize("scoring", Scoring)
def test_the_points_of_a_won_game_are_chances(scoring):
    assert sum(points(scoring)) == pytest.approx(1)


@pytest.mark.parametrize("scoring", Scoring)
def test_what_one_side_hopes_the_other_fears(scoring):
    for own in range(1, 12):
        for rival in range(1, 12):
            chance = match_chance(scoring, own, rival)
            assert chance + match_chance(scoring, rival, own) == pytest.approx(1)
            assert chance > match_chance(scoring, own + 1, rival)


def test_nothing_is_worth_more_than_the_win_where_one_point_is_all_both_need():
    assert utility(MARS, Needs(1, 1)).tolist() == [2, 0, 0, 0, 0, -1]


def test_a_mars_is_worth_nothing_to_who_needs_one_point_and_much_to_who_needs_two():
    ahead, behind = utility(MARS, Needs(1, 2)), utility(MARS, Needs(2, 1))
    assert ahead[WIN_BIG] == 0
    assert ahead[LOSE_BIG] < -1.5
    assert behind[WIN_BIG] > 1.5
    assert behind[LOSE_BIG] == 0


def test_far_from_the_end_a_match_is_worth_what_points_are():
    near, plain = utility(MARS, Needs(60, 60)), utility(MARS)
    assert near == pytest.approx(plain, abs=0.05)
    assert utility(LEFT, Needs(90, 90))[:OUTPUTS] == pytest.approx(utility(LEFT)[:OUTPUTS], abs=0.8)


@pytest.mark.parametrize("ruleset", [MARS, LEFT])
def test_winning_is_always_worth_more_than_losing(ruleset):
    for own in range(1, 32, 3):
        for rival in range(1, 32, 3):
            worth = utility(ruleset, Needs(own, rival))
            won, lost = worth[WIN] + worth[OUTPUTS] + worth[3] / 15, worth[OUTPUTS] + worth[4] / 15
            assert won > lost, (own, rival)

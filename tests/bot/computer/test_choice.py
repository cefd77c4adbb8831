"""Whatever the table's customs, the computer plays legal turns, always the same, and takes its wins."""

import pytest
from hypothesis import given, settings

from bot.computer import Level, Needs, choose, rank, thinking
from bot.computer.choice import _BLUR
from bot.computer.sense import equity, most
from rules.field import Ending
from rules.position import Position, parse
from rules.ruleset import PRESETS, Ruleset
from rules.turns import Turn, turns_with
from tests.rules.strategies import boards, many, rolls

some = settings(many, max_examples=max(many.max_examples // 4, 100))

QUICK = [Level.EASY, Level.MEDIUM, Level.HARD]


@pytest.fixture(params=["by sense", "with nets"], autouse=True, scope="module")
def _thinking(request):
    """Both ways of judging: before the kernels are compiled, and after."""
    with pytest.MonkeyPatch.context() as patch:
        if request.param == "by sense":
            patch.setattr(thinking, "ready", lambda: False)
        else:
            thinking.compile_now()
        yield


def four(dice: tuple[int, int]) -> tuple[int, ...]:
    return dice * 2 if dice[0] == dice[1] else dice


def won(turn: Turn) -> bool:
    return turn.ending in {Ending.WIN_OFF, Ending.WIN_MOTHER}


@given(boards(), rolls)
@some
def test_every_level_plays_a_legal_turn_and_the_same_one_when_asked_again(board, dice):
    position, ruleset = board
    legal = turns_with(position, four(dice), ruleset)
    for level in QUICK if legal else []:
        turn = choose(position, four(dice), ruleset, level)
        assert turn in legal
        assert choose(position, four(dice), ruleset, level) == turn


@given(boards(), rolls)
@some
def test_the_order_of_the_dice_does_not_matter(board, dice):
    position, ruleset = board
    for level in QUICK if turns_with(position, four(dice), ruleset) else []:
        turn = choose(position, four(dice), ruleset, level)
        assert choose(position, four(dice)[::-1], ruleset, level).position == turn.position


@given(boards(), rolls)
@some
def test_a_win_on_the_spot_is_taken_and_nothing_is_worth_more_than_a_game_can_be(board, dice):
    position, ruleset = board
    rated = rank(position, four(dice), ruleset)
    assert {one.turn for one in rated} == set(turns_with(position, four(dice), ruleset))
    assert all(-most(ruleset) <= one.equity <= most(ruleset) for one in rated)
    if any(won(one.turn) for one in rated):
        assert all(won(choose(position, four(dice), ruleset, level)) for level in Level)


@given(boards(), rolls)
@some
def test_a_weaker_level_gives_away_no_more_than_its_blur(board, dice):
    position, ruleset = board
    rated = rank(position, four(dice), ruleset)
    worth = {one.turn: one.equity for one in rated}
    for level, blur in _BLUR[ruleset.scoring].items() if rated else []:
        turn = choose(position, four(dice), ruleset, level)
        assert won(turn) or worth[turn] >= rated[0].equity - blur * most(ruleset) - 1e-4


@given(boards())
@some
def test_any_position_has_a_worth_in_the_bounds_of_the_game(board):
    position, ruleset = board
    assert -most(ruleset) <= equity(position, ruleset) <= most(ruleset)
    assert -most(ruleset) <= equity(position.turned(), ruleset) <= most(ruleset)


@pytest.mark.parametrize("preset", PRESETS)
def test_the_expert_plays_legal_turns_from_the_start_to_the_end(preset):
    ruleset = PRESETS[preset]
    position, rolled = start_of(ruleset), 0
    while True:
        dice = (rolled * 7 % 6 + 1, rolled * rolled % 6 + 1)
        rolled += 1
        legal = turns_with(position, four(dice), ruleset)
        if legal:
            turn = choose(position, four(dice), ruleset, Level.EXPERT)
            assert turn in legal
            position = turn.position
            if turn.ending or rolled == 30:
                break
        position = position.turned()


def start_of(ruleset: Ruleset) -> Position:
    if ruleset is PRESETS["majlis_sheesh_besh"]:
        return parse("24x2 13x5 8x3 6x5 / 24x2 13x5 8x3 6x5")
    return parse("24x15 / 24x15")


def test_the_rest_of_a_turn_can_be_chosen_too():
    position = parse("24x14 18 / 24x15")
    for left in [(3,), (6, 6), (6, 6, 6), (2, 1)]:
        turn = choose(position, left, PRESETS["mahbooseh"], Level.HARD)
        assert len(turn.steps) == len(left)


def test_without_a_legal_turn_there_is_nothing_to_choose():
    shut = parse("24x2 off13 / 7x2 6x2 5x2 4x2 3x2 2x2 off3")
    with pytest.raises(ValueError, match="no legal turn"):
        choose(shut, (6, 5), PRESETS["majlis_sheesh_besh"], Level.HARD)


def test_a_dead_position_is_worth_nothing():
    dead = parse("6x3 5x3 4x2 3x2 2x2 1x2 bar1 / 6x2 5x3 4x2 3x2 2x2 1x2 bar2")
    assert equity(dead, PRESETS["majlis_sheesh_besh"]) == 0


def test_a_hurried_expert_does_not_look_ahead():
    position = parse("24x10 20 18x2 16 14 / 24x11 19 17x2 12")
    ruleset = PRESETS["mahbooseh"]
    hurried = choose(position, (5, 2), ruleset, Level.EXPERT, hurried=True)
    assert hurried == rank(position, (5, 2), ruleset)[0].turn


@pytest.mark.parametrize("needs", [Needs(1, 1), Needs(5, 1), Needs(1, 5), None])
def test_whatever_the_score_every_turn_is_judged(needs):
    ruleset = PRESETS["mahbusa"]
    position = parse("24x10 20 18x2 16 14 / 24x11 19 17x2 12")
    rated = rank(position, (4, 1), ruleset, needs=needs)
    assert {one.turn for one in rated} == set(turns_with(position, (4, 1), ruleset))

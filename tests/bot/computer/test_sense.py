"""What anybody who plays these games would play, and what anybody would rather have."""

import pytest

from bot.computer import Level, choose, rank, thinking
from bot.computer.sense import equity, most
from rules.danger import pinning_rolls
from rules.field import Ending
from rules.position import BAR, Position, count, parse
from rules.ruleset import PRESETS, Scoring
from rules.turns import turns_with

MAHBUSAS = ["mahbooseh", "mahbusa", "majlis_mahbusa"]
SHEESH_BESH = "majlis_sheesh_besh"
TAWLAS = ["majlis_tawla31", "race31"]


@pytest.fixture(autouse=True)
def _by_sense(monkeypatch) -> None:
    """Whoever has compiled the kernels before: it is sense that is asked here."""
    monkeypatch.setattr(thinking, "ready", lambda: False)


def played(preset: str, position: str, *left: int) -> Position:
    return rank(parse(position), left, PRESETS[preset])[0].turn.position


def worth(preset: str, position: str) -> float:
    return equity(parse(position), PRESETS[preset])


# Mahbusa


@pytest.mark.parametrize("preset", MAHBUSAS)
def test_a_blot_near_its_start_is_pinned(preset):
    after = played(preset, "24x11 8x2 6x2 / 24x13 22 17", 5, 3)
    assert count(after.rival_pinned, 22)


@pytest.mark.parametrize("preset", MAHBUSAS)
def test_a_pin_is_not_released_without_need(preset):
    after = played(preset, "14x6 9x6 5x2 3 / 24x8 22p 18x3 13x3", 2, 1)
    assert count(after.rival_pinned, 22)


def test_the_mother_is_not_left_alone_within_reach_when_a_safe_turn_is_as_good():
    for preset in MAHBUSAS:
        ruleset = PRESETS[preset]
        text = "24x2 20x3 16x4 14x3 12x3 / 14x5 8x2 7x2 6x3 4x2 2"
        assert pinning_rolls(played(preset, text, 4, 2), ruleset) == 0


def test_held_mothers_end_the_game_where_that_wins():
    turn = choose(parse("6x14 5 / 24 18x14"), (4, 2), PRESETS["mahbooseh"], Level.EASY)
    assert turn.ending is Ending.WIN_MOTHER


@pytest.mark.parametrize("preset", MAHBUSAS)
def test_pins_are_worth_more_the_nearer_they_are_to_the_start(preset):
    near = worth(preset, "24x4 16x3 12x3 8x3 3x2 / 24x4 22p 19x2 14x3 10x3 6x2")
    far = worth(preset, "24x4 16x3 12x3 8x3 15x2 / 24x4 22 19x2 14x3 10p 7x2 6x2")
    assert near > far


@pytest.mark.parametrize("preset", MAHBUSAS)
def test_a_full_prime_before_the_rivals_rear_is_worth_much(preset):
    prime = worth(preset, "12x2 11x2 10x2 9x2 8x2 7x2 5x3 / 24x5 11x4 10x3 8x3")
    gaps = worth(preset, "12x4 10x3 8x3 6x3 4x2 / 24x5 11x4 10x3 8x3")
    assert prime > gaps


# Sheesh Besh


def test_the_best_opening_three_one_makes_the_five_point():
    assert played(SHEESH_BESH, "24x2 13x5 8x3 6x5 / 24x2 13x5 8x3 6x5", 3, 1) == parse(
        "24x2 13x5 8x2 6x4 5x2 / 24x2 13x5 8x3 6x5"
    )


def test_a_blot_in_front_of_ones_home_is_hit():
    after = played(SHEESH_BESH, "13x4 8x4 6x4 5x3 / 24x2 21 13x5 8x3 6x4", 4, 1)
    assert count(after.rival, BAR) == 1


def test_no_blot_is_left_where_a_safe_turn_is_as_good():
    after = played(SHEESH_BESH, "9x2 6x4 5x4 4x3 3x2 / 24x2 6x5 5x5 4x3", 5, 4)
    assert all(count(after.own, point) != 1 for point in range(1, 25))


def test_the_closed_board_against_a_checker_on_the_bar_is_nearly_won():
    assert worth(SHEESH_BESH, "8x3 6x2 5x2 4x2 3x2 2x2 1x2 / 6x5 5x5 4x4 bar1") > 0.5


def test_being_hit_late_costs_more_than_early():
    fine = worth(SHEESH_BESH, "24x2 13x5 8x3 6x5 / 24x2 13x5 8x3 6x5")
    hit = worth(SHEESH_BESH, "24x2 13x5 8x3 6x4 bar1 / 24x2 13x5 8x3 6x5")
    assert fine > hit


# Tawla 31


@pytest.mark.parametrize("preset", TAWLAS)
def test_the_rivals_way_is_blocked(preset):
    rival = "24x9 6x3 5x3" if preset == "race31" else "24x9 3x3 2x3"
    blocking = worth(preset, f"24x6 23 22 21 8 7 4 3 2 1 / {rival}")
    stacked = worth(preset, f"24x6 23x3 7x3 2x3 / {rival}")
    assert blocking > stacked


@pytest.mark.parametrize("preset", TAWLAS)
def test_more_checkers_shut_in_behind_a_row_are_worth_more(preset):
    row = "8 7 6 5 4x2 2x9" if preset == "race31" else "20 19 18 17 16x2 2x9"
    many_in = worth(preset, f"{row} / 24x4 10x2 9x2 6x4 5x3")
    one_in = worth(preset, f"{row} / 24 10x2 9x2 6x4 5x3 3x3")
    assert many_in > one_in


@pytest.mark.parametrize("preset", TAWLAS)
def test_a_stack_is_worth_less_than_the_same_checkers_spread_out(preset):
    spread = worth(preset, "24x5 20x2 18x2 16x2 14x2 10x2 / 24x5 19x5 17x5")
    stacked = worth(preset, "24x5 20x2 18 16x5 10x2 / 24x5 19x5 17x5")
    assert spread > stacked


@pytest.mark.parametrize("preset", TAWLAS)
def test_the_mover_of_two_like_sides_is_not_far_ahead(preset):
    assert abs(worth(preset, "24x15 / 24x15")) < most(PRESETS[preset]) / 5


def test_the_lead_and_a_second_checker_claim_points_rather_than_run_far_home():
    after = played("majlis_tawla31", "24x14 12 / 24x14 10", 6, 5)
    assert count(after.own, 24) == 13


# Races


@pytest.mark.parametrize("rival", ["6x3 5x3 4x3 3x3 2x2 off1", "12x15", "1 off14"])
@pytest.mark.parametrize("preset", PRESETS)
def test_two_go_off_rather_than_one_however_the_race_stands(preset, rival):
    for level in Level:
        turn = choose(parse(f"6x3 5x3 4x3 3x3 2x2 off1 / {rival}"), (6, 5), PRESETS[preset], level)
        assert count(turn.position.own, 0) == 3


@pytest.mark.parametrize("preset", PRESETS)
def test_the_last_checkers_come_home_before_any_goes_further(preset):
    after = played(preset, "8 7 6x4 5x3 4x3 2x3 / 6x5 4x5 3x5", 2, 1)
    assert not count(after.own, 8)
    assert not count(after.own, 7)


@pytest.mark.parametrize("preset", [name for name in PRESETS if PRESETS[name].scoring is Scoring.MARS])
def test_mars_is_saved_before_anything_else(preset):
    after = played(preset, "9 6x5 5x5 4x4 / 3x2 off13", 3, 1)
    assert count(after.own, 6) > 5 or not count(after.own, 9)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_race_is_worth_more_the_shorter_it_is(preset):
    worths = [
        worth(preset, f"{mine} / 6x5 5x5 4x5")
        for mine in ["6x15", "6x5 5x5 4x5", "5x5 4x5 2x5", "3x3 2x2 1x5 off5"]
    ]
    assert worths == sorted(worths)
    assert worth(preset, "3x3 2x2 1x5 off5 / 12x15") > worth(preset, "3x3 2x2 1x5 off5 / 6x14 off1")


@pytest.mark.parametrize("preset", PRESETS)
def test_in_an_even_race_the_roll_is_an_advantage_but_no_more(preset):
    assert worth(preset, "6x5 5x5 4x5 / 6x5 5x5 4x5") < 0
    assert -worth(preset, "6x5 5x5 4x5 / 6x5 5x5 4x5") < most(PRESETS[preset]) / 3


def test_every_choice_here_was_one_of_the_legal_turns():
    position, ruleset = parse("24x11 8x2 6x2 / 24x13 22 17"), PRESETS["mahbooseh"]
    finals = {turn.position for turn in turns_with(position, (5, 3), ruleset)}
    assert played("mahbooseh", str(position), 5, 3) in finals

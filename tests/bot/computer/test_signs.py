"""Signs are counted, not guessed: small positions with every sign reckoned by hand."""

import pytest

from bot.computer.sense.signs import hits, meeting, side, signs
from rules.danger import pinning_rolls
from rules.position import Position, parse
from rules.ruleset import PRESETS, Ruleset

MAHBUSA = PRESETS["majlis_mahbusa"]
SHEESH_BESH = PRESETS["majlis_sheesh_besh"]
TAWLA = PRESETS["majlis_tawla31"]

CHANCES = [11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3, 0, 0, 1, 1, 0, 1, 0, 1, 0, 0, 0, 1]
"""Of 36 throws, how many hit from 1, 2, … 24 pips away with nobody in between; every book has them."""


@pytest.mark.parametrize(("away", "throws"), [*enumerate(CHANCES, start=1)])
def test_the_chances_every_player_knows(away, throws):
    assert hits(1 << away, 0) == throws


def test_a_closed_point_in_between_stops_what_has_to_land_there():
    assert hits(1 << 8, 1 << 2 | 1 << 6) == 6 - 3  # 6-2 and 2-2 have nowhere to land; 5-3 and 4-4 are left
    assert hits(1 << 8, 1 << 4) == 6 - 2  # neither 4-4 nor 2-2
    assert (
        hits(1 << 6 | 1 << 8, 0) == 17 + 3
    )  # of 8's throws, 6-2 and 2-2 hit from 6 already; 5-3 and 4-4 are new


def test_one_side_is_spread_out_as_it_stands():
    spread = side(parse("24x2 13x5 8x3 6x4 bar1 / 24x15").own)
    assert spread.pips == 48 + 65 + 24 + 24 + 25
    assert spread.outside == 2 * 18 + 5 * 7 + 3 * 2 + 19
    assert spread.stands == 1 << 25 | 1 << 24 | 1 << 13 | 1 << 8 | 1 << 6
    assert spread.made == spread.stands & ~(1 << 25)
    assert spread.top == 25
    assert spread.stack == 2 + 1


@pytest.mark.parametrize(
    ("position", "ruleset", "expected"),
    [
        ("12x8 6x7 / 12x8 6x7", MAHBUSA, False),
        ("13x8 6x7 / 12x7 6x8", MAHBUSA, True),
        ("6x14 3 / 22p 6x14", MAHBUSA, True),
        ("6x14 bar1 / 6x15", SHEESH_BESH, True),
        ("12x15 / 12x15", TAWLA, False),
        ("13x15 / 12x15", TAWLA, True),
        ("6x15 / 13x15", TAWLA, True),
    ],
)
def test_it_is_a_race_once_nobody_has_a_rival_before_him(position, ruleset, expected):
    assert meeting(parse(position), ruleset) is expected
    assert meeting(parse(position).turned(), ruleset) is expected


def seen(position: str, ruleset: Ruleset) -> dict[str, float]:
    return {name: round(worth, 4) for name, worth in signs(parse(position), ruleset)._asdict().items()}


def test_two_like_sides_show_nothing_but_the_roll():
    for ruleset, start in [(MAHBUSA, "24x15"), (TAWLA, "24x15"), (SHEESH_BESH, "24x2 13x5 8x3 6x5")]:
        shown = seen(f"{start} / {start}", ruleset)
        assert {name: worth for name, worth in shown.items() if worth} == {"roll": 1.0}


def test_a_pin_is_seen_from_both_sides():
    mine = seen("16x12 3x3 / 24x13 22p 20", MAHBUSA)
    its = seen("24x13 22p 20 / 16x12 3x3", MAHBUSA)
    assert (mine["held"], mine["held_firm"], mine["held_back"]) == (-1, -1, round(-((22 / 24) ** 2), 4))
    assert (its["held"], its["held_firm"], its["held_back"]) == (1, 1, round((22 / 24) ** 2, 4))
    assert mine["risk"] == 0
    assert its["risk"] > 0


def test_the_mothers_danger_is_what_the_rules_count():
    for text in ["24 20x3 16x4 14x4 12x3 / 24x5 7x4 3x3 2x3", "24 20x14 / 24x12 9 8x2"]:
        position: Position = parse(text)
        assert signs(position, MAHBUSA).mother_risk == pinning_rolls(position, MAHBUSA) / 36


def test_a_blot_is_dearer_where_the_rivals_home_is_strong():
    weak = seen("14 6x14 / 24x2 13x5 8x3 6x5", SHEESH_BESH)
    strong = seen("14 6x14 / 24x2 13x3 6x2 5x2 4x2 3x2 2x2", SHEESH_BESH)
    assert weak["risk_board"] == pytest.approx(weak["risk"] / 6, abs=1e-3)
    assert strong["risk_board"] == pytest.approx(strong["risk"] * 5 / 6, abs=1e-3)


def test_a_checker_behind_a_full_prime_has_no_way_out():
    shown = seen("24x3 8x2 7x2 6x2 5x2 4x2 3x2 / 24 12x7 11x7", SHEESH_BESH)
    assert shown["prime"] == -1
    assert shown["bar"] == 0
    shown = seen("9x2 8x2 7x2 6x2 5x2 4x2 3x3 / 24 6x14", SHEESH_BESH)
    assert shown["prime"] < -1


def test_dice_without_a_use_are_counted():
    position = "24x15 / 7x2 6x3 5x2 4x2 3x2 2x4"
    assert seen(position, SHEESH_BESH)["dead"] == 1
    assert seen("24x15 / 7x2 6x3 5x2 4x2 3x2 1x4", SHEESH_BESH)["dead"] == round(5 / 6, 4)

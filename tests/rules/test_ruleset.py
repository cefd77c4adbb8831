"""docs/rules.md §3 to §6: the options as data, and the presets of §5."""

import json
from dataclasses import FrozenInstanceError, replace

import pytest
from hypothesis import given

from rules.errors import Malformed
from rules.ruleset import (
    MAX_TARGET,
    PRESETS,
    TARGETS,
    VERSION,
    Direction,
    Game,
    Mother,
    Ruleset,
    StartLock,
    choices,
    from_json,
    options_of,
)
from tests.rules.strategies import any_options, many

OPTIONS = ("game", "direction", "mother", "start_lock", "prime_rule", "opening", "next_opener", "scoring")


@pytest.mark.parametrize(
    ("preset", "options"),
    {
        "mahbooseh": "mahbusa opposite win none False roll_again roll mars",
        "mahbusa": "mahbusa opposite win_if_own_start_clear none False roll_again winner mars",
        "majlis_mahbusa": "mahbusa opposite none none False plays_both roll mars",
        "majlis_sheesh_besh": "sheesh_besh opposite none none False plays_both roll mars",
        "majlis_tawla31": "tawla31 same none rival_start_quarter True plays_both roll mars",
        "race31": "tawla31 opposite none own_home False roll_again roll checkers_left",
    }.items(),
)
def test_presets(preset, options):
    assert " ".join(str(getattr(PRESETS[preset], name)) for name in OPTIONS) == options


def test_preset_targets():
    assert TARGETS == {
        "mahbooseh": (1, 3),
        "mahbusa": (1, 3, 5, 7),
        "majlis_mahbusa": (1, 5),
        "majlis_sheesh_besh": (1, 5),
        "majlis_tawla31": (1, 5),
        "race31": (31,),
    }
    assert all(PRESETS[name].target == targets[0] for name, targets in TARGETS.items())


def test_preset_clocks():
    """Live at the majlis tables, relaxed elsewhere; only race31 is strict about time."""
    clocks = {name: (str(rules.clock), str(rules.on_timeout)) for name, rules in PRESETS.items()}
    assert clocks == {
        "mahbooseh": ("relaxed", "play_on"),
        "mahbusa": ("relaxed", "play_on"),
        "majlis_mahbusa": ("live", "play_on"),
        "majlis_sheesh_besh": ("live", "play_on"),
        "majlis_tawla31": ("live", "play_on"),
        "race31": ("relaxed", "play_twice_then_lose_game"),
    }


@given(any_options())
@many
def test_any_options_that_go_together_round_trip(ruleset):
    data = json.loads(json.dumps(ruleset.to_json()))
    assert data["version"] == VERSION
    assert from_json(data) == ruleset


def test_what_is_missing_takes_its_default():
    assert from_json({"game": "sheesh_besh"}) == Ruleset(Game.SHEESH_BESH)


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        "mahbusa",
        {},
        {"game": "chess"},
        {"game": []},
        {"game": "mahbusa", "colour": "red"},
        {"game": "mahbusa", 5: "red"},
        {"game": "mahbusa", "version": VERSION + 1},
        {"game": "mahbusa", "target": 0},
        {"game": "mahbusa", "target": MAX_TARGET + 1},
        {"game": "mahbusa", "target": True},
        {"game": "mahbusa", "target": 1.0},
        {"game": "mahbusa", "mother": "yes"},
        {"game": "tawla31", "prime_rule": 1},
        {"game": "mahbusa", "direction": "same"},
        {"game": "mahbusa", "start_lock": "own_home"},
        {"game": "mahbusa", "prime_rule": True},
        {"game": "tawla31", "mother": "win"},
        {"game": "sheesh_besh", "mother": "win"},
        {"game": "sheesh_besh", "direction": "same"},
    ],
)
def test_anything_else_is_malformed(data):
    with pytest.raises(Malformed):
        from_json(data)


def test_a_refusal_says_why():
    with pytest.raises(Malformed, match="prime_rule is an option of tawla31, not of mahbusa"):
        replace(PRESETS["mahbusa"], prime_rule=True)


def test_options_of_a_game():
    common = ("opening", "next_opener", "scoring", "target", "clock", "on_timeout")
    assert options_of(Game.SHEESH_BESH) == common
    assert options_of(Game.MAHBUSA) == ("mother", *common)
    assert options_of(Game.TAWLA31) == ("direction", "start_lock", "prime_rule", *common)


def test_choices_are_shown_in_their_order():
    assert choices("mother") == ("win", "win_if_own_start_clear", "none")
    assert choices("direction") == tuple(Direction)
    assert Mother.NONE in choices("mother")
    assert StartLock.OWN_HOME in choices("start_lock")


def test_a_ruleset_is_a_value():
    with pytest.raises(FrozenInstanceError):
        PRESETS["mahbusa"].target = 3
    assert len({PRESETS["mahbusa"], replace(PRESETS["mahbusa"])}) == 1

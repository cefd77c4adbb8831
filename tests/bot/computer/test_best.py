"""The contract of `majlis best`: one JSON line in, one out, and never a traceback."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.computer.best import best_line
from rules.notation import parse_turn
from rules.position import parse
from rules.ruleset import PRESETS, Ruleset
from rules.turns import legal_turns
from tests.rules.strategies import boards, many, rolls

some = settings(many, max_examples=max(many.max_examples // 4, 100))

ASKED: dict[str, Any] = {
    "preset": "mahbooseh",
    "position": "24x15 / 24x15",
    "dice": [6, 5],
    "level": "hard",
}


def ask(**other: Any) -> dict[str, Any]:
    return json.loads(best_line(json.dumps(ASKED | other)))


@pytest.mark.parametrize("level", ["easy", "medium", "hard", "expert"])
@pytest.mark.parametrize("preset", PRESETS)
def test_the_turn_leads_to_the_final_position(preset, level):
    start = "24x2 13x5 8x3 6x5" if preset == "majlis_sheesh_besh" else "24x15"
    for dice in [(6, 5), (1, 3), (2, 2)]:
        answer = ask(preset=preset, position=f"{start} / {start}", dice=list(dice), level=level)
        assert set(answer) == {"final", "turn", "equity"}
        assert_leads(answer, PRESETS[preset], f"{start} / {start}", dice)


def assert_leads(answer: dict[str, Any], ruleset: Ruleset, text: str, dice: tuple[int, int]) -> None:
    steps = parse_turn(answer["turn"], parse(text), dice, ruleset)
    finals = {
        f"{turn.position} = {turn.ending}" if turn.ending else str(turn.position)
        for turn in legal_turns(parse(text), dice, ruleset)
    }
    assert bool(steps) == bool(finals)
    assert answer["final"] in finals or (answer["final"] == text and not finals)


@given(boards(), rolls)
@some
def test_whatever_the_position_the_turn_can_be_read_back(board, dice):
    position, ruleset = board
    for preset in [name for name, known in PRESETS.items() if known == ruleset]:
        answer = ask(preset=preset, position=str(position), dice=list(dice))
        assert_leads(answer, ruleset, str(position), dice)


def test_a_won_game_says_so_and_is_worth_what_it_is():
    answer = ask(position="3 2 off13 / 24x15", dice=[3, 2])
    assert answer == {"final": "off15 / 24x15 = win_off", "turn": "2/off 3/off", "equity": 2.0}
    answer = ask(preset="race31", position="3 2 off13 / 24 6x10 off4", dice=[3, 2])
    assert answer == {"final": "off15 / 24 6x10 off4 = win_off", "turn": "2/off 3/off", "equity": 11.0}


def test_a_held_mother_is_a_win_that_is_marked():
    answer = ask(position="6x14 5 / 24 6x14", dice=[4, 2])
    assert answer["final"].endswith("= win_mother")
    assert answer["turn"].endswith("/1^")
    assert answer["equity"] == 2.0


def test_where_the_turn_passes_the_position_stays():
    position = "24x2 off13 / 7x2 6x2 5x2 4x2 3x2 2x2 off3"
    answer = ask(preset="majlis_sheesh_besh", position=position, dice=[6, 5])
    assert answer["final"] == position
    assert answer["turn"] == ""
    assert -2 <= answer["equity"] <= 2


BAD = [
    "",
    " ",
    "{",
    "null",
    "7",
    "[]",
    '"hard"',
    "{}",
    "[" * 100_000,
    "9" * 10_000,
    "\ud800",
    "\x00",
    '{"preset": NaN}',
    *(
        json.dumps(ASKED | wrong)
        for wrong in [
            {"preset": "chess"},
            {"preset": None},
            {"preset": []},
            {"preset": {}},
            {"position": ""},
            {"position": 3},
            {"position": "24x15"},
            {"position": "24x14 / 24x15"},
            {"position": "24x15 / 1x15"},
            {"position": "24x14 bar1 / 24x15"},
            {"position": "off15 / off15"},
            {"position": ["24x15", "24x15"]},
            {"dice": None},
            {"dice": "65"},
            {"dice": [6]},
            {"dice": [6, 7]},
            {"dice": [0, 1]},
            {"dice": [6, 5, 4]},
            {"dice": [6.0, 5]},
            {"dice": [True, 5]},
            {"dice": [[], {}]},
            {"level": "grandmaster"},
            {"level": None},
            {"level": []},
            {"level": {}},
        ]
    ),
    *(json.dumps({name: value for name, value in ASKED.items() if name != missing}) for missing in ASKED),
]


@pytest.mark.parametrize("line", BAD)
def test_a_malformed_line_gets_an_error_of_one_line(line):
    answer = best_line(line)
    assert list(json.loads(answer)) == ["error"]
    assert "\n" not in answer


@given(
    st.text()
    | st.dictionaries(st.sampled_from([*ASKED]), st.text() | st.integers() | st.none()).map(json.dumps)
)
@some
def test_nothing_at_all_breaks_it(line):
    assert list(json.loads(best_line(line))) == ["error"]

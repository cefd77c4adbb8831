"""`majlis turns`, `majlis verify` and `majlis export` without their command line."""

import json
from dataclasses import FrozenInstanceError
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.tools import Flaw, Problem, Verified, export, turns_line, verify
from rules import game as games
from rules import match as matches
from rules.actions import Confirm, Move
from rules.dice import Dice, commitment
from rules.match import NextGame
from rules.position import parse
from rules.record import entry
from rules.ruleset import PRESETS
from rules.turns import check

CASES = Path(__file__).parents[1] / "rules" / "cases"
SEED = bytes(range(32))
START = "24x15 / 24x15"


def ask(**line) -> dict:
    return json.loads(turns_line(json.dumps(line)))


class TestTurns:
    @pytest.mark.parametrize("preset", PRESETS)
    def test_the_case_files(self, preset):
        for line in (CASES / f"{preset}.jsonl").read_text().splitlines():
            case, finals = json.loads(line), json.loads(turns_line(line))["finals"]
            assert len(finals) == case["count"]
            assert finals == case.get("finals", finals)

    def test_one_line_in_one_line_out(self):
        assert turns_line('{"preset": "race31", "position": "24x15 / 24x15", "dice": [2, 1]}\n') == (
            '{"finals": ["24x14 21 / 24x15"]}'
        )

    def test_says_how_a_turn_ends_the_game(self):
        answer = ask(preset="mahbooseh", position="7 off14 / 24 2x14", dice=[6, 5])
        assert answer == {"finals": ["1 off14 / 24p 2x14 = win_mother", "off15 / 24 2x14 = win_off"]}

    def test_a_pass_has_no_finals(self):
        assert ask(preset="race31", position="24x15 / 24 7x14", dice=[6, 6]) == {"finals": []}

    @pytest.mark.parametrize(
        "line",
        [
            "",
            "\n",
            "turns",
            "null",
            "NaN",
            "[]",
            "{",
            "{}",
            '"' * 3,
            "[" * 100_000,
            '{"a":' * 100_000,
            "1" * 5_000,
            "\x00",
            "\ud800",
            "\N{BYTE ORDER MARK}{}",
        ],
    )
    def test_a_line_that_is_no_question(self, line):
        assert list(json.loads(turns_line(line))) == ["error"]

    @pytest.mark.parametrize(
        ("field", "value"),
        [
            ("preset", None),
            ("preset", "chess"),
            ("preset", ["race31"]),
            ("preset", {}),
            ("preset", "x" * 10**6),
            ("position", None),
            ("position", 24),
            ("position", [START]),
            ("position", ""),
            ("position", "24x15"),
            ("position", "24x14 / 24x15"),
            ("position", "24x14 20 / 24x14 5"),
            ("position", "24x14 bar1 / 24x15"),
            ("position", "24x14 20p / 24x14 5"),
            ("position", "\ud800 / \x1b[31m"),
            ("position", " / " * 10**5),
            ("position", "24 " * 10**5 + "/ 24x15"),
            ("dice", None),
            ("dice", 6),
            ("dice", "65"),
            ("dice", {"0": 6, "1": 5}),
            ("dice", []),
            ("dice", [6]),
            ("dice", [6, 5, 4]),
            ("dice", [0, 1]),
            ("dice", [7, 1]),
            ("dice", [6.0, 5]),
            ("dice", [float("nan"), 5]),
            ("dice", [float("inf"), 5]),
            ("dice", [True, True]),
            ("dice", ["6", "5"]),
            ("dice", [[6], [5]]),
            ("dice", [10**30, 1]),
            ("dice", [1] * 10**5),
        ],
    )
    def test_a_wrong_field_is_an_error_and_the_stream_goes_on(self, field, value):
        right = {"preset": "race31", "position": START, "dice": [6, 5]}
        answer = ask(**{**right, field: value})
        assert list(answer) == ["error"]
        assert len(answer["error"]) < 150
        del right[field]
        assert list(ask(**right)) == ["error"]

    @given(
        st.text()
        | st.dictionaries(st.sampled_from(["preset", "position", "dice"]), st.text()).map(json.dumps)
    )
    @settings(max_examples=1000, deadline=None, database=None)
    def test_whatever_the_line_one_json_line_comes_back(self, line):
        answer = turns_line(line)
        assert "\n" not in answer
        assert list(json.loads(answer)) == ["error"]


def played(preset: str, words=("ya rab", ""), turns: int | None = None) -> dict:
    """An exported match of committed dice, to its end or for some turns."""
    rng, dice = Random(7), Dice(SEED, words)
    match, log = matches.new(PRESETS[preset]), []

    def play(seat, action):
        nonlocal match
        match, _ = matches.apply(match, seat, action)
        log.append(entry(seat, action))

    while not match.verdict and (turns is None or sum(match.game.turns) < turns):
        if match.between:
            play(None, NextGame())
        elif matches.wants_roll(match):
            play(None, matches.next_roll(match, dice.roll(match.number, match.game.rolls)))
        else:
            seat = match.game.to_move
            for step in rng.choice(games.whole_turns(match.game)).steps:
                play(seat, Move(*step))
            play(seat, Confirm())
    exported = export(
        match,
        log,
        commitment=commitment(SEED),
        seed=SEED,
        words=words,
        players=("Amal", "بدر"),
        code="KQ7M4",
    )
    return json.loads(json.dumps(exported))


def changed(exported: dict, **fields) -> Verified:
    return verify(json.dumps({**exported, **fields}))


@pytest.fixture(scope="module")
def race() -> dict:
    return played("race31")


class TestExport:
    def test_holds_everything_that_is_needed(self, race):
        assert list(race) == [
            "format",
            "version",
            "code",
            "players",
            "ruleset",
            "commitment",
            "seed",
            "words",
            "log",
            "score",
            "verdict",
            "outcomes",
        ]
        assert (race["format"], race["version"], race["code"]) == ("majlis-match", 1, "KQ7M4")
        assert race["players"] == ["Amal", "بدر"]
        assert race["seed"] == SEED.hex()
        assert max(race["score"]) >= 31
        assert race["verdict"] == [race["score"].index(max(race["score"])), "target"]

    def test_keeps_the_seed_to_itself_while_rolls_are_to_come(self):
        exported = played("mahbusa", turns=6)
        assert exported["seed"] is None
        assert SEED.hex() not in json.dumps(exported)


class TestVerify:
    @pytest.mark.parametrize("preset", PRESETS)
    def test_an_honest_match(self, preset):
        exported = played(preset, words=("ya rab", "حظ"))
        result = verify(json.dumps(exported))
        rolls = [name for _, name, *_ in exported["log"] if name in ("open", "roll")]
        assert result == Verified(rolls=len(rolls))
        assert result.ok
        assert result.lines() == (
            f"The seed has the commitment and all {len(rolls)} rolls are its own.",
            "The log follows the rules and leads to this result.",
        )

    def test_a_match_under_way(self):
        result = verify(json.dumps(played("mahbusa", turns=6)))
        assert result == Verified(rolls=0, sealed=True)
        assert result.ok
        assert result.lines()[0].startswith("The match is not over")

    def test_a_roll_that_was_changed_is_named(self, race):
        """The last roll of the last game, made the double six it was not."""
        log = [list(entry) for entry in race["log"]]
        at = max(number for number, entry in enumerate(log) if entry[1] == "roll")
        since = max(number for number, entry in enumerate(log) if entry[1] == "next")
        roll = sum(entry[1] in ("open", "roll") for entry in log[since:at])
        was, log[at][2:] = tuple(log[at][2:]), [6, 6]
        problem = changed(race, log=log).problems[0]
        assert problem == Problem(Flaw.ROLL, (6, 6), was, len(race["outcomes"]), roll)
        assert str(problem) == (
            f"Game {len(race['outcomes'])}, roll {roll}: the log has 6-6, the seed gives {was[0]}-{was[1]}."
        )

    def test_every_roll_that_was_changed_is_found(self, race):
        for at, (_, name, *numbers) in enumerate(race["log"]):
            if name == "open" and numbers[0] != numbers[1]:
                log = [*race["log"][:at], [None, "open", *numbers[::-1]], *race["log"][at + 1 :]]
                result = changed(race, log=log)
                assert not result.ok
                assert result.problems[0].flaw is Flaw.ROLL
                assert result.problems[0].expected == tuple(numbers)

    def test_another_seed(self, race):
        result = changed(race, seed=SEED[::-1].hex())
        assert result.problems[0] == Problem(Flaw.COMMITMENT, commitment(SEED), commitment(SEED[::-1]))
        assert len(result.problems) > 20
        assert len(result.lines()) == 11
        assert result.lines()[-1] == f"And {len(result.problems) - 10} more like these."

    def test_another_commitment(self, race):
        result = changed(race, commitment="0" * 64)
        assert [problem.flaw for problem in result.problems] == [Flaw.COMMITMENT]
        assert "0" * 64 in result.lines()[0]

    def test_another_word(self, race):
        assert {problem.flaw for problem in changed(race, words=["", ""]).problems} == {Flaw.ROLL}

    @pytest.mark.parametrize(
        ("flaw", "value"),
        [("score", [0, 0]), ("score", None), ("outcomes", []), ("verdict", None), ("verdict", [0, "left"])],
    )
    def test_another_result(self, race, flaw, value):
        result = changed(race, **{flaw: value})
        assert [problem.flaw for problem in result.problems] == [flaw]
        assert result.problems[0].expected == race[flaw]
        assert result.lines()[0].startswith(f"The {flaw} should be")

    @pytest.mark.parametrize(
        "entry", [[0, "move", 24, 24], [0, "fly"], None, [None, "roll", 9, 9], [0, "open", 6, 5]]
    )
    def test_a_log_that_breaks_the_rules(self, race, entry):
        result = changed(race, log=[race["log"][0], entry, *race["log"][1:]])
        assert [problem.flaw for problem in result.problems] == [Flaw.LOG]
        assert "entry 2" in result.lines()[0]

    def test_a_log_that_is_cut_short(self, race):
        flaws = {problem.flaw for problem in changed(race, log=race["log"][:40]).problems}
        assert flaws == {Flaw.SCORE, Flaw.OUTCOMES, Flaw.VERDICT}

    @pytest.mark.parametrize("text", ["", "[]", "null", "{}", "NaN", "[" * 100_000, "1" * 5000, "\ud800"])
    def test_what_is_no_exported_match(self, text):
        result = verify(text)
        assert [problem.flaw for problem in result.problems] == [Flaw.UNREADABLE]
        assert result.lines()[0].startswith("This is no exported match: ")

    @pytest.mark.parametrize(
        ("field", "value"),
        [
            ("format", "pgn"),
            ("version", 2),
            ("version", "1"),
            ("ruleset", None),
            ("ruleset", {}),
            ("ruleset", {"game": "chess"}),
            ("ruleset", {"game": "mahbusa", "version": 2}),
            ("commitment", None),
            ("commitment", 5),
            ("seed", 5),
            ("seed", "xyz"),
            ("seed", ["00"]),
            ("words", None),
            ("words", ["one"]),
            ("words", ["one", 2]),
            ("words", ["  spaced ", ""]),
            ("words", ["\ud800", ""]),
            ("words", ["x" * 65, ""]),
            ("log", None),
            ("log", {}),
        ],
    )
    def test_a_part_that_cannot_be_read(self, race, field, value):
        result = changed(race, **{field: value})
        assert [problem.flaw for problem in result.problems] == [Flaw.UNREADABLE]
        assert result.lines()

    @pytest.mark.parametrize("field", ["ruleset", "log", "score", "words", "seed", "outcomes", "commitment"])
    @pytest.mark.parametrize("depth", [5, 300, 900])
    def test_nesting_breaks_nothing(self, race, field, depth):
        text = json.dumps({**race, field: "?"}).replace('"?"', '{"game":' + "[" * depth + "]" * depth + "}")
        logs = text.replace('"log": {"game":', '"log": [').replace("}", "]", 1) if field == "log" else text
        for nested in (text, logs):
            result = verify(nested)
            assert not result.ok
            assert all(len(line) < 300 for line in result.lines())

    def test_a_result_is_a_value(self, race):
        with pytest.raises(FrozenInstanceError):
            verify(json.dumps(race)).rolls = 5


def test_the_positions_of_the_case_files_can_stand():
    for preset, ruleset in PRESETS.items():
        for line in (CASES / f"{preset}.jsonl").read_text().splitlines():
            check(parse(json.loads(line)["position"]), ruleset)

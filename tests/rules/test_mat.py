"""Exported matches of Sheesh Besh as text; tests/rules/test_gnubg_reads.py lets GNU Backgammon read them."""

from base64 import b64decode
from dataclasses import replace
from random import Random

import pytest

from rules import match as matches
from rules import record
from rules.errors import Malformed
from rules.gnubg import match_id, position_id
from rules.mat import LONGEST_MATCH, Pages, mat
from rules.ruleset import PRESETS, Scoring
from rules.scoring import Why
from rules.story import story
from rules.turns import start_position
from tests.rules.play import whole_match

SHEESH_BESH = replace(PRESETS["majlis_sheesh_besh"], target=3)
NAMES = Pages(("Ali", "Bo"))
BEGINNING = [
    [None, "open", 1, 3],
    [1, "move", 8, 3],
    [1, "move", 6, 1],
    [1, "undo"],
    [1, "move", 6, 1],
    [1, "confirm"],
    [None, "roll", 6, 6],
    *([0, "move", 24, 6], [0, "move", 24, 6], [0, "move", 13, 6], [0, "move", 13, 6], [0, "confirm"]),
    [None, "roll", 6, 2],
]


def lines(*log, ruleset=SHEESH_BESH, pages=NAMES):
    return mat(ruleset, [*BEGINNING, *log], pages).splitlines()


def test_a_game_given_up_and_the_next_one():
    written = lines([1, "resign"], [None, "next"], [None, "open", 5, 2])
    assert [line for line in written if line] == [
        '; [Site "Majlis"]',
        '; [Variation "Backgammon"]',
        "3 point match",
        " Game 1",
        " Ali : 0                                  Bo : 0",
        "  1)                                      31: 8/5 6/5",
        "  2) 66: 24/18 24/18 13/7 13/7",
        "      Wins 2 points",
        " Game 2",
        " Ali : 2                                  Bo : 0",
    ]


def test_a_match_that_was_left_is_a_game_given_up_for_what_was_missing():
    written = lines([0, "leave", 0])
    assert "; Ali left the match; game 1 is written as given up." in written
    assert written[-1].split() == ["Wins", "3", "points", "and", "the", "match"]
    between = lines([1, "resign"], [0, "leave", 0])
    assert "; Ali left the match; game 2 is written as given up." in between
    assert between[-3].strip() == "Game 2"


def test_where_the_checkers_left_count_the_score_before_each_game_is_right():
    written = lines(
        [1, "resign"], [None, "next"], ruleset=replace(SHEESH_BESH, target=31, scoring=Scoring.CHECKERS_LEFT)
    )
    assert any("the score before each game is right" in line for line in written)
    assert "      Wins 15 points" in written


def test_a_match_longer_than_others_know_has_no_end():
    written = lines(ruleset=replace(SHEESH_BESH, target=LONGEST_MATCH + 1))
    assert "0 point match" in written
    assert f"; A match to {LONGEST_MATCH + 1} points." in written


def test_where_others_would_count_three_the_last_turn_is_left_out_while_the_match_goes_on():
    ruleset = replace(SHEESH_BESH, target=9)
    cut = 0
    for seed in range(6):
        match, log = whole_match(ruleset, Random(seed))
        written = mat(ruleset, log, NAMES).splitlines()
        cut += sum("is left out" in line for line in written)
        assert sum("Wins" in line for line in written) == len(match.outcomes)
        assert all(outcome.why is Why.BORNE_OFF for outcome in match.outcomes)
    assert cut


def test_what_would_end_a_name_or_begin_a_rating_is_no_part_of_one():
    pages = Pages(("Ali: the 2nd, 5", ":"), "KM7QXR", "2026.11.30")
    written = lines(pages=pages)
    assert written[1:3] == ['; [Match ID "KM7QXR"]', '; [EventDate "2026.11.30"]']
    assert any(
        line.split() == ["Ali", "the", "2nd", "5", ":", "0", "Player", "2", ":", "0"] for line in written
    )
    long = mat(SHEESH_BESH, BEGINNING, Pages(("ع" * 40, "b")))
    assert f" {'ع' * 15} : 0" in long


def test_other_games_cannot_be_written():
    with pytest.raises(Malformed):
        mat(PRESETS["mahbusa"], [], NAMES)


def test_names_of_positions():
    assert position_id(start_position(SHEESH_BESH.game)) == "4HPwATDgc/ABMA"
    match = record.replay(SHEESH_BESH, BEGINNING)
    assert position_id(match.game.position) == "4NvBwQCwZ/ABMA"
    assert match_id(match) == "cAlrAAAAAAAE"
    for nobody in (matches.new(SHEESH_BESH), matches.new(PRESETS["mahbusa"])):
        with pytest.raises(Malformed):
            match_id(nobody)


def test_a_log_that_breaks_the_rules_is_refused():
    with pytest.raises(Malformed, match="entry 14"):
        lines([0, "confirm"])


def test_what_the_house_played_for_somebody_is_known():
    turn = story(
        SHEESH_BESH, [*BEGINNING, [None, "move", 8, 6], [None, "move", 13, 2], [None, "confirm"]]
    ).turns[-1]
    assert turn.absent
    assert turn.after is not None


def test_a_crawford_game_is_the_first_one_in_which_one_side_alone_needs_a_point():
    log = [*BEGINNING, [1, "resign"], [None, "next"], [None, "open", 5, 2]]
    first = match_id(record.replay(SHEESH_BESH, log))
    more = match_id(record.replay(replace(SHEESH_BESH, target=5), log))
    assert (b64decode(first)[0] & 0x80, b64decode(more)[0] & 0x80) == (0x80, 0)

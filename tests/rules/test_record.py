"""Logs and snapshots of matches as plain JSON."""

import json

import pytest

from rules import match as matches
from rules import record
from rules.actions import Confirm, Move, OpeningRoll, Resign, Roll, Timeout, Undo
from rules.errors import Malformed
from rules.match import Leave, NextGame
from rules.ruleset import PRESETS
from rules.seat import Seat

MAHBOOSEH = PRESETS["mahbooseh"]


@pytest.mark.parametrize(
    ("seat", "action", "entry"),
    [
        (None, OpeningRoll(2, 5), [None, "open", 2, 5]),
        (None, Roll(6, 5), [None, "roll", 6, 5]),
        (Seat.FIRST, Roll(6, 5), [0, "roll", 6, 5]),
        (Seat.FIRST, Move(24, 6), [0, "move", 24, 6]),
        (None, Move(24, 6), [None, "move", 24, 6]),
        (Seat.SECOND, Undo(), [1, "undo"]),
        (Seat.SECOND, Confirm(), [1, "confirm"]),
        (Seat.FIRST, Resign(), [0, "resign"]),
        (None, Timeout(), [None, "timeout"]),
        (None, NextGame(), [None, "next"]),
        (Seat.SECOND, Leave(), [1, "leave", 0]),
        (Seat.SECOND, Leave(absent=True), [1, "leave", 1]),
    ],
)
def test_an_entry_is_written_and_read_back(seat, action, entry):
    assert record.entry(seat, action) == entry
    assert record.read_entry(entry) == (seat, action)


@pytest.mark.parametrize(
    "entry",
    [
        None,
        5,
        [],
        {},
        [0],
        "ab",
        "abc",
        [0, "fly"],
        [0, []],
        [0, None],
        [2, "confirm"],
        [-1, "confirm"],
        [True, "confirm"],
        [0.0, "confirm"],
        ["0", "confirm"],
        [0, "move"],
        [0, "move", 24],
        [0, "move", 24, 6, 6],
        [0, "move", 24, "6"],
        [0, "move", 24, 6.0],
        [0, "move", 24, True],
        [0, "move", 24, None],
        [0, "leave", 1, 1],
        [None, "roll", 7, 1],
        [None, "roll", 6, 0],
        [None, "roll", 1, 6],
        [None, "roll", -1, -1],
        [None, "roll", 10**9, 1],
        [None, "open", 0, 6],
        [None, "open", 6, 7],
        [0, "open", 6, 5],
        [0, "timeout"],
        [0, "next"],
        ["x" * 10**6, "confirm"],
    ],
)
def test_anything_else_is_malformed(entry):
    with pytest.raises(Malformed) as malformed:
        record.read_entry(entry)
    assert len(str(malformed.value)) < 100


def test_replay_names_the_entry_that_is_not_allowed():
    log = [[None, "open", 6, 5], [None, "roll", 2, 1], [0, "move", 24, 6]]
    with pytest.raises(Malformed, match=r"entry 3.*illegal_step"):
        record.replay(MAHBOOSEH, log)


def test_an_empty_log_is_a_new_match():
    assert record.replay(MAHBOOSEH, []) == matches.new(MAHBOOSEH)


TURN = [[None, "open", 6, 5], [None, "roll", 2, 1], [0, "move", 24, 2], [0, "move", 24, 1], [0, "confirm"]]


@pytest.mark.parametrize("length", range(len(TURN) + 1))
@pytest.mark.parametrize("end", [[], [[1, "resign"]], [[0, "leave", 1]]])
def test_a_snapshot_is_read_back(length, end):
    match = record.replay(MAHBOOSEH, TURN[:length] + end)
    assert record.load(json.loads(json.dumps(record.dump(match)))) == match


def test_a_snapshot_of_a_newer_version_is_malformed():
    data = record.dump(matches.new(MAHBOOSEH))
    data["ruleset"] = {**data["ruleset"], "version": 99}
    with pytest.raises(Malformed, match="version 99"):
        record.load(data)

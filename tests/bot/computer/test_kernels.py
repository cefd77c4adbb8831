"""The kernels are held to rules/: every distinct final of a roll with its ending, for every custom."""

import json
from itertools import islice
from pathlib import Path
from random import Random

import numpy as np
import pytest

from bot.computer.boards import boards_of
from bot.computer.kernels import generate
from bot.computer.nets import desk
from bot.computer.search import stuck
from bot.computer.states import ENDING, ENDINGS, ROWS, leave, numbers, room
from rules.position import Position, parse
from rules.ruleset import PRESETS, Ruleset
from rules.turns import can_move, legal_turns
from tests.rules.play import games, some_ruleset

CASES = Path(__file__).parents[2] / "rules" / "cases"
ROOM = room()
SEEDS, ROLLS = 26, 2_000
Final = tuple[bytes, bytes, str | None]


def by_kernel(position: Position, dice: tuple[int, int], ruleset: Ruleset) -> list[Final]:
    """Every final as its rival meets it."""
    boards, pins = boards_of([position])
    found = []
    numbered = numbers(ruleset)
    board, held = np.zeros((2, 26), np.int8), np.zeros(2, np.int64)
    for row in ROOM.finals[: generate(boards[0], pins[0], *dice, ROOM, numbered)]:
        leave(boards[0], pins[0, 0], ROOM.states[row], numbered, board, held)
        found.append((board.tobytes(), held.tobytes(), ENDINGS[ROOM.states[row, ENDING]]))
    return found


def by_rules(position: Position, dice: tuple[int, int], ruleset: Ruleset) -> set[Final]:
    turns = legal_turns(position, dice, ruleset)
    boards, pins = boards_of([turn.position.turned() for turn in turns])
    return {
        (board.tobytes(), held.tobytes(), turn.ending)
        for board, held, turn in zip(boards, pins, turns, strict=True)
    }


def hold(position: Position, dice: tuple[int, int], ruleset: Ruleset) -> None:
    found, wanted = by_kernel(position, dice, ruleset), by_rules(position, dice, ruleset)
    assert len(found) == len(wanted), f"{position} {dice} {ruleset}"
    assert set(found) == wanted, f"{position} {dice} {ruleset}"


@pytest.mark.parametrize("seed", range(SEEDS))
def test_the_same_finals_as_the_rules_in_games_of_any_customs(seed):
    rng = Random(seed)
    presets = list(PRESETS.values())
    ruleset = presets[seed] if seed < len(presets) else some_ruleset(rng, 5)
    for position, dice, _ in islice(games(ruleset, rng), ROLLS):
        hold(position, dice, ruleset)


@pytest.mark.parametrize("preset", PRESETS)
def test_the_same_finals_as_the_case_files(preset):
    ruleset = PRESETS[preset]
    for line in (CASES / f"{preset}.jsonl").read_text().splitlines():
        case = json.loads(line)
        position, dice = parse(case["position"]), tuple(case["dice"])
        hold(position, dice, ruleset)
        assert len(by_kernel(position, dice, ruleset)) == case["count"]


@pytest.mark.parametrize("seed", range(6))
def test_who_cannot_move_is_found(seed):
    rng = Random(seed)
    ruleset = list(PRESETS.values())[seed]
    here = desk()
    for position, _, _ in islice(games(ruleset, rng), ROLLS):
        boards, pins = boards_of([position])
        assert stuck(boards[0], pins[0], here, numbers(ruleset)) is not can_move(position, ruleset), str(
            position
        )


def test_there_is_room_for_the_widest_roll():
    wide = parse("24 23 22 20 19 18 16 15 14 12 11 10 8 7 6 / 24x15")
    ruleset = PRESETS["majlis_mahbusa"]
    assert len(by_kernel(wide, (1, 1), ruleset)) == len(by_rules(wide, (1, 1), ruleset))
    written = ROOM.states[:, 0].nonzero()[0].max()
    assert written < ROWS / 2


def test_boards_are_positions_place_by_place():
    boards, pins = boards_of([parse("24x11 20 15p bar1 off1 / 9x14 3p")])
    assert {(side, place): n for (side, place), n in np.ndenumerate(boards[0]) if n} == {
        (0, 24): 11, (0, 20): 1, (0, 15): 1, (0, 25): 1, (0, 0): 1, (1, 9): 14, (1, 3): 1,
    }  # fmt: skip
    assert pins.tolist() == [[1 << 15, 1 << 3]]

"""Judging and looking deeper, held to what they mean."""

from itertools import islice
from random import Random

import numpy as np
import pytest

from bot.computer import thinking
from bot.computer.boards import boards_of
from bot.computer.choice import EFFORTS, rank
from bot.computer.judge import judge
from bot.computer.kernels import generate
from bot.computer.net import Net, Nets
from bot.computer.nets import desk, expert_nets, load, raw_nets, save
from bot.computer.search import MOST_JUDGED, against, tell_ahead, tell_board, tell_further, tell_rolls
from bot.computer.stakes import utility
from bot.computer.states import ENDING, leave, numbers
from bot.computer.told import OUTPUTS, turn_over
from rules.dice import ROLLS
from rules.position import Position, parse
from rules.ruleset import PRESETS, Ruleset
from tests.rules.play import games

HERE, THERE = desk(), desk()


@pytest.fixture(autouse=True, scope="module")
def _compiled():
    thinking.compile_now()


def opinionated(hidden: int) -> Nets:
    """Nets that see every sign and make something of each."""
    nets, random = expert_nets(hidden, hidden, 3), np.random.default_rng(4)
    for net in nets:
        net.out[:] = random.standard_normal(net.out.shape) * 0.3
    return nets


def some_positions(ruleset: Ruleset, seed: int, count: int) -> list[tuple[Position, tuple[int, int]]]:
    met = islice(games(ruleset, Random(seed)), 20 * count)
    return [(position, dice) for position, dice, turns in list(met)[::20] if turns]


@pytest.mark.parametrize("preset", PRESETS)
def test_what_is_judged_by_its_changes_is_told_the_same_from_scratch(preset):
    ruleset, nets = PRESETS[preset], opinionated(48)
    rules = numbers(ruleset)
    board, pins, told = np.zeros((2, 26), np.int8), np.zeros(2, np.int64), np.zeros(OUTPUTS, np.float32)
    for position, dice in some_positions(ruleset, 1, 60):
        boards, held = boards_of([position])
        n = generate(boards[0], held[0], *dice, HERE.room, rules)
        judge(boards[0], held[0], n, nets, HERE, rules)
        for k in range(n):
            state = HERE.room.states[HERE.room.finals[k]]
            leave(boards[0], held[0, 0], state, rules, board, pins)
            if not state[ENDING]:
                tell_board(board[::-1].copy(), pins[::-1].copy(), nets, THERE, rules, told)
                assert HERE.told[k] == pytest.approx(told, abs=1e-5), f"{position} {dice}"


def test_two_plies_are_the_mean_over_36_throws_of_the_rivals_best_answers():
    ruleset = PRESETS["mahbusa"]
    nets, rules, here = thinking.mind(ruleset)
    points = utility(ruleset)
    for position, _ in some_positions(ruleset, 2, 8):
        boards, pins = boards_of([position])
        ahead, rolls = np.zeros(OUTPUTS, np.float32), np.zeros((21, OUTPUTS), np.float32)
        tell_ahead(boards[0], pins[0], nets, here, rules, points, ahead)
        tell_rolls(boards[0], pins[0], nets, here, rules, points, rolls)
        mean = sum(weight * told for (_, weight), told in zip(ROLLS, rolls, strict=True)) / 36
        assert ahead == pytest.approx(mean, abs=1e-5)
        for (dice, _), told in zip(ROLLS, rolls, strict=True):
            rated = rank(position, dice * 2 if dice[0] == dice[1] else dice, ruleset)
            if rated:
                worth = float(told @ points[:OUTPUTS] + points[OUTPUTS])
                assert worth == pytest.approx(rated[0].equity, abs=1e-4), f"{position} {dice}"


@pytest.mark.parametrize("plies", [2, 3])
def test_what_was_looked_at_more_deeply_comes_first_and_nothing_is_lost(plies):
    ruleset = PRESETS["mahbooseh"]
    for position, dice in some_positions(ruleset, 3, 5):
        left = dice * 2 if dice[0] == dice[1] else dice
        plain, deep = rank(position, left, ruleset), rank(position, left, ruleset, plies=plies)
        assert {one.turn for one in plain} == {one.turn for one in deep}
        assert plain.index(next(one for one in plain if one.turn == deep[0].turn)) < EFFORTS[plies].ahead


def test_the_rivals_utility_is_the_mirror_of_ones_own():
    random = np.random.default_rng(5)
    for _ in range(100):
        mine, theirs = (
            random.standard_normal(OUTPUTS + 1).astype(np.float32),
            np.zeros(OUTPUTS + 1, np.float32),
        )
        told, turned = random.random(OUTPUTS, np.float32), np.zeros(OUTPUTS, np.float32)
        against(mine, theirs)
        turn_over(told, turned)
        worth = float(told @ mine[:OUTPUTS] + mine[OUTPUTS])
        assert worth == pytest.approx(-float(turned @ theirs[:OUTPUTS] + theirs[OUTPUTS]), abs=1e-5)


def test_a_dead_position_is_a_draw_to_look_at():
    closed = "6x2 5x2 4x2 3x2 2x2 1x2 bar1 off2"
    ruleset = PRESETS["majlis_sheesh_besh"]
    nets, rules, here = thinking.mind(ruleset)
    boards, pins = boards_of([parse(f"{closed} / {closed}")])
    told = np.zeros(OUTPUTS, np.float32)
    position = boards[0], pins[0], nets, here, rules, utility(ruleset)
    tell_ahead(*position, told)
    assert told.tolist() == pytest.approx([0.5, 0, 0, 0, 0])
    tell_further(*position, MOST_JUDGED, told)
    assert told.tolist() == pytest.approx([0.5, 0, 0, 0, 0])


def test_a_look_that_grows_too_long_is_given_up():
    ruleset = PRESETS["mahbooseh"]
    nets, rules, here = thinking.mind(ruleset)
    boards, pins = boards_of([some_positions(ruleset, 6, 3)[2][0]])
    position, told = (boards[0], pins[0], nets, here, rules, utility(ruleset)), np.zeros(OUTPUTS, np.float32)
    whole = tell_further(*position, MOST_JUDGED, told)
    given_up = tell_further(*position, 500, told)
    assert 500 < given_up < whole < MOST_JUDGED


def test_nets_outlive_a_file(tmp_path):
    old = raw_nets(8, 1)
    save(tmp_path / "raw.npz", old, 5)
    read = load(tmp_path / "raw.npz")
    assert read.contact is read.race or np.array_equal(read.contact.into, read.race.into)
    assert np.allclose(read.contact.into, old.contact.into, atol=1e-3)
    (tmp_path / "odd.npz").write_bytes(b"no nets")
    with pytest.raises((OSError, ValueError)):
        load(tmp_path / "odd.npz")
    save(tmp_path / "small.npz", Nets(Net(*(part[:3] for part in old.contact)), old.race), 5)
    with pytest.raises(ValueError, match="no nets"):
        load(tmp_path / "small.npz")

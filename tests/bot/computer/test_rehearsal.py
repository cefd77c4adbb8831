"""Self-play noted down for learning in batches: what is said of a board is what came after it."""

import numpy as np
import pytest

from bot.computer import thinking
from bot.computer.boards import boards_of
from bot.computer.features import INPUTS
from bot.computer.nets import desk
from bot.computer.stakes import utility
from bot.computer.states import numbers
from bot.computer.told import OUTPUTS, WIN
from bot.computer.training.batches import Adam
from bot.computer.training.rehearsal import Notes, game, rehearse
from rules.ruleset import PRESETS
from rules.turns import start_position

RULESET = PRESETS["race31"]
ROWS = 600


@pytest.fixture(autouse=True, scope="module")
def _compiled():
    thinking.compile_now()


def noted(trust: float, seed: int = 7, astray: float = 0.0) -> Notes:
    nets, here, rules = thinking.nets_of("tawla31_opposite"), desk(), numbers(RULESET)
    start = boards_of([start_position(RULESET.game)])[0][0]
    notes = Notes(np.zeros((ROWS, INPUTS), np.float32), np.full((ROWS, OUTPUTS), np.nan, np.float32))
    assert rehearse(start, seed, trust, astray, nets, here, rules, utility(RULESET), game(), notes) > 1
    return Notes(notes.seen[:-1], notes.said[:-1])


def test_every_board_is_seen_and_something_likely_is_said_of_it():
    notes = noted(0.7, astray=0.1)
    assert notes.seen.any(axis=1).all()
    assert ((notes.said >= 0) & (notes.said <= 1)).all()


def test_the_same_seed_makes_the_same_games_and_another_makes_others():
    assert np.array_equal(noted(0.7).said, noted(0.7).said)
    assert not np.array_equal(noted(0.7).seen, noted(0.7, seed=8).seen)


def test_trusting_what_came_after_goes_all_the_way_to_how_the_game_ended():
    near, far = noted(0.0), noted(1.0)
    assert np.array_equal(near.seen, far.seen), "what is said changes nothing that is played"
    # One turn on little is decided; by the time the sides have passed each other much more is.
    assert np.abs(far.said[:, WIN] - 0.5).mean() > np.abs(near.said[:, WIN] - 0.5).mean()
    # Within a game both sides are told the same end, each from its own seat.
    turned = 1 - far.said[1:, WIN]
    assert (np.abs(far.said[:-1, WIN] - turned) < 1e-6).mean() > 0.9


def test_learning_what_was_said_brings_a_net_closer_and_goes_on_after_a_stop(tmp_path):
    notes, net = noted(0.7), thinking.nets_of("tawla31_opposite").contact
    adam = Adam(type(net)(*(part.copy() for part in net)))
    first = [adam.learn(notes.seen, notes.said, 0.001) for _ in range(8)]
    assert first[-1] < first[0]
    adam.save(tmp_path / "kept.npz", 3)
    again, done = Adam.load(tmp_path / "kept.npz")
    assert done == 3
    assert again.learn(notes.seen, notes.said, 0.001) == adam.learn(notes.seen, notes.said, 0.001)
    for one, other in ((again.net, adam.net), (again.mean, adam.mean)):
        assert all(np.array_equal(part, same) for part, same in zip(one, other, strict=True))


def test_the_mean_of_a_nets_steps_lies_among_them():
    notes, net = noted(0.7), thinking.nets_of("tawla31_opposite").contact
    adam = Adam(type(net)(*(part.copy() for part in net)))
    was = []
    for _ in range(5):
        adam.learn(notes.seen, notes.said, 0.001)
        was.append(adam.net.out_bias.copy())
    assert adam.mean.out_bias == pytest.approx(np.mean(was, axis=0), abs=1e-6)

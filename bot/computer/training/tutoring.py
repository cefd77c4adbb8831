"""Lessons after self-play: positions met in play are judged by somebody who sees further, and learnt from."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.computer.boards import Boards, Pins, boards_of
from bot.computer.jit import kernel
from bot.computer.net import Desk, Nets
from bot.computer.nets import desk
from bot.computer.search import tell_ahead
from bot.computer.stakes import utility
from bot.computer.states import Rules, numbers
from bot.computer.told import OUTPUTS, Floats, turn_over
from bot.computer.training.gnubg import judged
from bot.computer.training.lessons import study
from bot.computer.training.positions import collect
from bot.computer.training.selfplay import play_and_learn
from rules.ruleset import Ruleset
from rules.turns import start_position

ASTRAY = 0.08
"""What part of the turns is chosen by chance, so that odd positions are met too."""
TIMES = 2
"""How often each position is looked at."""


class Plan(NamedTuple):
    """So many rounds of lessons, the rate falling in equal ratios."""

    rounds: int
    positions: int
    first_rate: float
    last_rate: float
    games: int = 0
    """Of self-play in each round, so that chances the teacher does not know are not forgotten."""

    def rate_at(self, done: int) -> float:
        """The learning rate after so many rounds."""
        ratio = self.last_rate / self.first_rate
        return float(self.first_rate * ratio ** (done / max(self.rounds - 1, 1)))


Teacher = Callable[[Boards, Pins, Nets], Floats]


def by_gnubg(boards: Boards, _: Pins, __: Nets) -> Floats:
    """Sheesh Besh as GNU Backgammon's nets judge it."""
    return judged(boards)


def by_looking_ahead(ruleset: Ruleset) -> Teacher:
    """The nets themselves, 2-ply: what a better player would have told of the position."""
    rules, points, here = numbers(ruleset), utility(ruleset), desk()

    def teach(boards: Boards, pins: Pins, nets: Nets) -> Floats:
        chances = np.empty((len(boards), OUTPUTS), np.float32)
        _judge_ahead(boards, pins, nets, here, rules, points, chances)
        return chances

    return teach


def tutor(ruleset: Ruleset, nets: Nets, teacher: Teacher, plan: Plan, done: int) -> float:
    """One round of lessons, the one after `done`; the root of the mean squared error of the chance to win before it."""
    start = boards_of([start_position(ruleset.game)])[0][0]
    rules, here = numbers(ruleset), desk()
    boards, pins = np.zeros((plan.positions, 2, 26), np.int8), np.zeros((plan.positions, 2), np.int64)
    collect(start, done + 1, nets, here, rules, utility(ruleset), ASTRAY, np.inf, boards, pins)
    chances = teacher(boards, pins, nets)
    order, rate = np.random.default_rng(done), plan.rate_at(done)
    squares = [
        study(boards, pins, chances, order.permutation(plan.positions), rate, nets, here, rules)
        for _ in range(TIMES)
    ]
    play_and_learn(start, plan.games, done + 1, rate, nets, here, rules, utility(ruleset))
    return float(squares[0] ** 0.5)


@kernel
def _judge_ahead(
    boards: NDArray[np.int8],
    pins: NDArray[np.int64],
    nets: Nets,
    here: Desk,
    rules: Rules,
    points: Floats,
    out: Floats,
) -> None:
    """Chances [N, OUTPUTS] of boards seen by the side about to roll, as its rival sees them."""
    told = np.empty(OUTPUTS, np.float32)
    for k in range(boards.shape[0]):
        tell_ahead(boards[k], pins[k], nets, here, rules, points, told)
        turn_over(told, out[k])

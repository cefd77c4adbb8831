"""Learning judged positions in batches, by Adam (Kingma and Ba 2015): a closer fit than one position at a time."""

import numpy as np
from numpy.typing import NDArray

from bot.computer.jit import kernel
from bot.computer.judge import MEETING, inputs
from bot.computer.net import Desk, Net
from bot.computer.search import swap
from bot.computer.states import Rules, lay
from bot.computer.told import Floats

BATCH = 512
_FIRST, _SECOND, _TINY = 0.9, 0.999, 1e-8


@kernel
def see(
    boards: NDArray[np.int8], pins: NDArray[np.int64], desk: Desk, rules: Rules, seen: Floats
) -> NDArray[np.bool_]:
    """Write the inputs of positions seen by the side about to roll to seen [N, INPUTS]; where the sides can meet, [N]."""
    asked = np.zeros(boards.shape[0], np.bool_)
    for k in range(boards.shape[0]):
        board, held = boards[k].copy(), pins[k].copy()
        swap(board, held)
        lay(board, held, desk.room, rules)
        asked[k] = inputs(desk.room.states[0], board, held, rules, seen[k]) == MEETING
    return asked


class Adam:
    """One net's learning: its weights, and the moments of their slopes."""

    def __init__(self, net: Net) -> None:
        self.net = net
        self._first = [np.zeros_like(part) for part in net]
        self._second = [np.zeros_like(part) for part in net]
        self._steps = 0

    def learn(self, seen: Floats, chances: Floats, rate: float) -> float:
        """One step for a batch [B, INPUTS] judged [B, OUTPUTS], below zero where unknown; the squared error to win."""
        net = self.net
        sums = seen @ net.into + net.into_bias
        bend = 1 / (1 + np.abs(sums))
        hidden = 0.5 + 0.5 * sums * bend
        told = 1 / (1 + np.exp(-(hidden @ net.out.T + net.out_bias)))
        error = np.where(chances >= 0, told - chances, 0).astype(np.float32) / len(seen)
        back = (error @ net.out) * (0.5 * bend * bend)
        self._step((seen.T @ back, back.sum(0), error.T @ hidden, error.sum(0)), rate)
        return float(((told[:, 0] - chances[:, 0]) ** 2).mean())

    def _step(self, slopes: tuple[Floats, ...], rate: float) -> None:
        self._steps += 1
        scale = rate * (1 - _SECOND**self._steps) ** 0.5 / (1 - _FIRST**self._steps)
        for k, slope in enumerate(slopes):
            self._first[k] += (1 - _FIRST) * (slope - self._first[k])
            self._second[k] += (1 - _SECOND) * (slope * slope - self._second[k])
            step = scale * self._first[k] / (np.sqrt(self._second[k]) + _TINY)
            np.subtract(self.net[k], step, out=self.net[k], casting="same_kind")


def fit(
    net: Net, seen: NDArray[np.float16], chances: Floats, rates: tuple[float, float], passes: int, seed: int
) -> list[float]:
    """Pass over judged positions again and again, the rate falling from one to the other; the error of each pass."""
    adam, random = Adam(net), np.random.default_rng(seed)
    batches = len(seen) // BATCH
    errors = []
    for turn in range(passes):
        order = random.permutation(len(seen))
        squares = 0.0
        for k in range(batches):
            done = (turn * batches + k) / (passes * batches)
            rows = np.sort(order[k * BATCH : (k + 1) * BATCH])
            rate = rates[0] * (rates[1] / rates[0]) ** done
            squares += adam.learn(seen[rows, : net.into.shape[0]].astype(np.float32), chances[rows], rate)
        errors.append(float((squares / batches) ** 0.5))
    return errors

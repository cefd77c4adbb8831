"""Learning judged positions in batches, by Adam (Kingma and Ba 2015): a closer fit than one position at a time."""

from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from bot.computer.jit import kernel
from bot.computer.judge import MEETING, inputs
from bot.computer.net import Desk, Net
from bot.computer.search import swap
from bot.computer.states import Rules, lay
from bot.computer.told import OUTPUTS, Floats

BATCH = 512
_FIRST, _SECOND, _TINY = 0.9, 0.999, 1e-8
_STEADY = 0.9995
"""How much of the mean over steps each step keeps."""
ALIKE: Floats = np.ones(OUTPUTS, np.float32)
"""How much each chance counts."""


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
    """One net's learning: its weights, the moments of their slopes, and the mean of what the weights have lately been.

    The mean has less of the noise of single steps (Polyak and Juditsky 1992).
    """

    def __init__(self, net: Net, weigh: Floats = ALIKE) -> None:
        self.net = net
        self._weigh = weigh
        self.mean = Net(*(part.copy() for part in net))
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
        error = np.where(chances >= 0, told - chances, 0).astype(np.float32) * (self._weigh / len(seen))
        back = (error @ net.out) * (0.5 * bend * bend)
        self._step((seen.T @ back, back.sum(0), error.T @ hidden, error.sum(0)), rate)
        return float(((told[:, 0] - chances[:, 0]) ** 2).mean())

    def save(self, path: Path, done: int) -> None:
        """Write everything that is needed to go on, whole or not at all, and how much is `done`."""
        parts = {"net": self.net, "mean": self.mean, "first": self._first, "second": self._second}
        arrays = {f"{name}{k}": part for name, each in parts.items() for k, part in enumerate(each)}
        partial = path.with_suffix(".partial.npz")
        np.savez(partial, allow_pickle=False, steps=np.int64(self._steps), done=np.int64(done), **arrays)
        partial.replace(path)

    @classmethod
    def load(cls, path: Path, weigh: Floats = ALIKE) -> tuple[Self, int]:
        """What was saved, and how much was done."""
        with np.load(path) as arrays:
            net, mean, first, second = (
                [arrays[f"{name}{k}"] for k in range(len(Net._fields))]
                for name in ("net", "mean", "first", "second")
            )
            adam = cls(Net(*net), weigh)
            adam.mean, adam._first, adam._second = Net(*mean), first, second
            adam._steps = int(arrays["steps"])
            return adam, int(arrays["done"])

    def _step(self, slopes: tuple[Floats, ...], rate: float) -> None:
        self._steps += 1
        scale = rate * (1 - _SECOND**self._steps) ** 0.5 / (1 - _FIRST**self._steps)
        for k, slope in enumerate(slopes):
            self._first[k] += (1 - _FIRST) * (slope - self._first[k])
            self._second[k] += (1 - _SECOND) * (slope * slope - self._second[k])
            step = scale * self._first[k] / (np.sqrt(self._second[k]) + _TINY)
            np.subtract(self.net[k], step, out=self.net[k], casting="same_kind")
            self.mean[k][:] += max(1 - _STEADY, 1 / self._steps) * (self.net[k] - self.mean[k])


def fit(
    net: Net,
    seen: NDArray[np.float16],
    chances: Floats,
    rates: tuple[float, float],
    passes: int,
    seed: int,
    weigh: Floats = ALIKE,
) -> list[float]:
    """Pass over judged positions again and again, the rate falling from one to the other; the error of each pass."""
    adam, random = Adam(net, weigh), np.random.default_rng(seed)
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

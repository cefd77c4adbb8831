"""`python -m bot.computer.training.practice FAMILY`: the contact net plays on and learns in batches (docs/training.md).

Plain self-play learns from one board at a time, and what is rare hardly moves it. Here games are noted down, 200,000 boards
at a time, each with what the rest of its game said of it, and learnt by Adam; what is kept is the mean of the weights over
the last steps. Stopped, it goes on where it was.
"""

import argparse
from pathlib import Path
from typing import NamedTuple

import numpy as np
from tqdm import trange

from bot.computer.boards import boards_of
from bot.computer.features import INPUTS
from bot.computer.net import Net, Nets
from bot.computer.nets import desk, games_learnt, load, save
from bot.computer.stakes import utility
from bot.computer.states import numbers
from bot.computer.told import OUTPUTS, Floats
from bot.computer.training.batches import Adam
from bot.computer.training.course import COURSES
from bot.computer.training.polish import wider
from bot.computer.training.rehearsal import Notes, game, rehearse
from rules.turns import start_position

_BATCH, _PASSES = 2048, 2


class Plan(NamedTuple):
    """How a family practises."""

    cells: int = 0
    """Hidden cells that are added before."""
    chunks: int = 90
    boards: int = 200_000
    """A chunk's."""
    rates: tuple[float, float] = (0.0004, 0.00001)
    trust: float = 0.5
    astray: float = 0.03


PLANS = {
    "tawla31_same": Plan(),
    "tawla31_opposite": Plan(cells=64),
}


def knowing_all(net: Net) -> Net:
    """A net that sees every sign there is now, and makes nothing yet of those it did not know."""
    new = np.zeros((INPUTS - net.into.shape[0], net.into.shape[1]), np.float32)
    return net._replace(into=np.concatenate([net.into, new]))


def learn(adam: Adam, notes: Notes, order: np.random.Generator, rates: tuple[float, float]) -> float:
    """Learn the notes, the rate falling from one to the other; by how much chances to win were off."""
    batches = len(notes.seen) // _BATCH
    rows = np.concatenate(
        [order.permutation(len(notes.seen))[: batches * _BATCH].reshape(-1, _BATCH) for _ in range(_PASSES)]
    )
    falling = np.geomspace(*rates, len(rows))
    squares = [
        adam.learn(notes.seen[row], notes.said[row], rate) for row, rate in zip(rows, falling, strict=True)
    ]
    return float(np.mean(squares) ** 0.5)


def practise(family: str, file: Path, plan: Plan, seed: int) -> None:
    """All chunks of a plan that are still to be played; the nets of `file` are replaced as it goes."""
    course, here = COURSES[family], desk()
    ruleset, weigh = course.ruleset, course.weights
    rules, points = numbers(ruleset), utility(ruleset)
    start = boards_of([start_position(ruleset.game)])[0][0]
    notes, room = Notes(_floats(plan.boards, INPUTS), _floats(plan.boards, OUTPUTS)), game()
    nets, learnt, kept = load(file), games_learnt(file), file.with_suffix(".practice.npz")
    adam, done = (
        Adam.load(kept, weigh)
        if kept.exists()
        else (Adam(wider(knowing_all(nets.contact), plan.cells), weigh), 0)
    )
    nets = Nets(adam.net, nets.race)
    with trange(done, plan.chunks, initial=done, total=plan.chunks, desc=file.stem) as bar:
        for chunk in bar:
            learnt += rehearse(
                start, seed + chunk, plan.trust, plan.astray, nets, here, rules, points, room, notes
            )
            rates = np.geomspace(*plan.rates, plan.chunks + 1)[chunk : chunk + 2]
            off = learn(adam, notes, np.random.default_rng(seed + chunk), (rates[0], rates[1]))
            save(file, Nets(adam.mean, nets.race), learnt, np.float32)
            adam.save(kept, chunk + 1)
            bar.set_postfix_str(f"off by {off:.4f}")
    kept.unlink(missing_ok=True)


def _floats(*shape: int) -> Floats:
    return np.zeros(shape, np.float32)


def main() -> None:
    """Read the command line and practise."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("family", choices=PLANS)
    options.add_argument("--out", type=Path, default=Path("nets"), help="where the nets are")
    options.add_argument("--chunks", type=int, help="other than the plan's")
    options.add_argument("--boards", type=int, help="other than the plan's")
    options.add_argument("--seed", type=int, default=1)
    asked = options.parse_args()
    plan = PLANS[asked.family]
    plan = plan._replace(chunks=asked.chunks or plan.chunks, boards=asked.boards or plan.boards)
    practise(asked.family, asked.out / f"{asked.family}.npz", plan, asked.seed)


if __name__ == "__main__":
    main()

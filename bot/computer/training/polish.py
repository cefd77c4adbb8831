"""`python -m bot.computer.training.polish`: the contact net of Sheesh Besh fitted in batches to GNU Backgammon's judgement.

One position at a time leaves a net about 0.020 off its teacher in the chance to win; in batches by Adam, with more hidden
cells, it comes to 0.0166. What the teacher does not know, the checkers a loser keeps, is taught by the net itself as it was.
"""

import argparse
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tqdm import trange

from bot.computer.boards import boards_of
from bot.computer.features import INPUTS
from bot.computer.net import Desk, Net, Nets
from bot.computer.nets import desk, games_learnt, load, save
from bot.computer.search import tell_boards
from bot.computer.stakes import utility
from bot.computer.states import Rules, numbers
from bot.computer.told import KEPT_BY_RIVAL, OUTPUTS, Floats
from bot.computer.training.batches import fit, see
from bot.computer.training.course import COURSES
from bot.computer.training.gnubg import judged
from bot.computer.training.positions import collect
from bot.computer.training.tutoring import ASTRAY
from rules.turns import start_position

FAMILY = "sheesh_besh"
MORE_CELLS = 64
POSITIONS, CHUNK = 2_500_000, 200_000
RATES, PASSES = (0.0007, 0.00002), 12
_FIRST_SEED = 4_000


def wider(net: Net, cells: int) -> Net:
    """A net with more hidden cells, which change nothing yet."""
    random = np.random.default_rng(5)
    into = (random.standard_normal((net.into.shape[0], cells)) * 0.1).astype(np.float32)
    return Net(
        np.concatenate([net.into, into], 1),
        np.concatenate([net.into_bias, np.zeros(cells, np.float32)]),
        np.ascontiguousarray(np.concatenate([net.out, np.zeros((OUTPUTS, cells), np.float32)], 1)),
        net.out_bias,
    )


def lessons(nets: Nets, here: Desk, rules: Rules, points: Floats) -> tuple[NDArray[np.float16], Floats]:
    """What the contact net sees of POSITIONS met in its own play, and what it should tell of them."""
    start = boards_of([start_position(COURSES[FAMILY].ruleset.game)])[0][0]
    seen, chances = np.zeros((POSITIONS, INPUTS), np.float16), np.zeros((POSITIONS, OUTPUTS), np.float32)
    boards, pins = np.zeros((CHUNK, 2, 26), np.int8), np.zeros((CHUNK, 2), np.int64)
    done = 0
    for seed in trange(_FIRST_SEED, _FIRST_SEED + 2 * POSITIONS // CHUNK, desc="positions"):
        collect(start, seed, nets, here, rules, points, ASTRAY, boards, pins)
        inputs = np.zeros((CHUNK, INPUTS), np.float32)
        met = see(boards, pins, here, rules, inputs)
        taught, own = judged(boards[met]), np.zeros((int(met.sum()), OUTPUTS), np.float32)
        turned, none = np.ascontiguousarray(boards[met][:, ::-1]), np.zeros((len(own), 2), np.int64)
        tell_boards(turned, none, np.zeros(len(own), np.int64), nets, here, rules, own)
        taught[:, KEPT_BY_RIVAL:] = own[:, KEPT_BY_RIVAL:]
        found = min(len(own), POSITIONS - done)
        seen[done : done + found], chances[done : done + found] = inputs[met][:found], taught[:found]
        done += found
        if done == POSITIONS:
            break
    return seen, chances


def main() -> None:
    """Read the command line and fit."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--out", type=Path, default=Path("nets"))
    asked = options.parse_args()
    file = asked.out / f"{FAMILY}.npz"
    ruleset, nets = COURSES[FAMILY].ruleset, load(file)
    seen, chances = lessons(nets, desk(), numbers(ruleset), utility(ruleset))
    polished = Nets(wider(nets.contact, MORE_CELLS), nets.race)
    errors = fit(polished.contact, seen, chances, RATES, PASSES, 1)
    save(file, polished, games_learnt(file), np.float32)
    print("chances to win were off by", *(f"{error:.4f}" for error in errors))  # noqa: T201 for who trains


if __name__ == "__main__":
    main()

"""`python -m bot.computer.training.polish FAMILY`: a contact net fitted in batches to what somebody who sees further says.

One position at a time leaves a net about 0.020 off its teacher in the chance to win; in batches by Adam it comes closer.
Sheesh Besh is judged by GNU Backgammon, with more hidden cells; the other games by the nets themselves, 2-ply. What the
teacher does not know, the checkers a loser keeps, is taught by the net itself as it was.
"""

import argparse
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from bot.computer.boards import Boards, boards_of
from bot.computer.features import INPUTS
from bot.computer.net import Desk, Net, Nets
from bot.computer.nets import desk, games_learnt, load, save
from bot.computer.search import tell_boards
from bot.computer.sense import most
from bot.computer.stakes import utility
from bot.computer.states import Rules, numbers
from bot.computer.told import KEPT_BY_RIVAL, OUTPUTS, Floats
from bot.computer.training.batches import fit, see
from bot.computer.training.course import COURSES
from bot.computer.training.gnubg import judged
from bot.computer.training.positions import collect
from bot.computer.training.tutoring import ASTRAY, Teacher, by_looking_ahead
from rules.ruleset import Ruleset
from rules.turns import start_position

CHUNK = 50_000
RATES, PASSES = (0.0007, 0.00002), 12
_FIRST_SEED = 4_000
_NEAR = 0.1
"""How much less a turn may be worth that might have been chosen, as a part of a game's highest worth."""


class Polish(NamedTuple):
    """How many positions are judged, and how many hidden cells are added before."""

    positions: int
    cells: int = 0


AHEAD = Polish(600_000)
OF_GNUBG = Polish(2_500_000, 64)


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


def by_gnubg(rules: Rules, here: Desk) -> Teacher:
    """GNU Backgammon's judgement, completed by the net's own of the checkers a loser keeps."""

    def teach(boards: Boards, _: NDArray[np.int64], nets: Nets) -> Floats:
        taught, own = judged(boards), np.zeros((len(boards), OUTPUTS), np.float32)
        turned, none = np.ascontiguousarray(boards[:, ::-1]), np.zeros((len(boards), 2), np.int64)
        tell_boards(turned, none, np.zeros(len(boards), np.int64), nets, here, rules, own)
        taught[:, KEPT_BY_RIVAL:] = own[:, KEPT_BY_RIVAL:]
        return taught

    return teach


def lessons(
    ruleset: Ruleset, nets: Nets, teacher: Teacher, wanted: int, first_seed: int
) -> tuple[NDArray[np.float16], Floats]:
    """What the contact net sees of `wanted` positions met in its own play, and what it should tell of them."""
    rules, points, here = numbers(ruleset), utility(ruleset), desk()
    near = _NEAR * most(ruleset)
    start = boards_of([start_position(ruleset.game)])[0][0]
    seen, chances = np.zeros((wanted, INPUTS), np.float16), np.zeros((wanted, OUTPUTS), np.float32)
    boards, pins = np.zeros((CHUNK, 2, 26), np.int8), np.zeros((CHUNK, 2), np.int64)
    inputs = np.zeros((CHUNK, INPUTS), np.float32)
    done, seed = 0, first_seed
    with tqdm(total=wanted, desc="positions") as bar:
        while done < wanted:
            collect(start, seed, nets, here, rules, points, ASTRAY, near, boards, pins)
            inputs[:] = 0
            met = np.flatnonzero(see(boards, pins, here, rules, inputs))[: wanted - done]
            seen[done : done + len(met)] = inputs[met]
            chances[done : done + len(met)] = teacher(boards[met], pins[met], nets)
            done, seed = done + len(met), seed + 1
            bar.update(len(met))
    return seen, chances


def main() -> None:
    """Read the command line and fit."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("family", choices=COURSES)
    options.add_argument("--out", type=Path, default=Path("nets"), help="where the nets are")
    options.add_argument("--positions", type=int, help="other than the plan's")
    options.add_argument("--seed", type=int, default=_FIRST_SEED, help="another one for another fit")
    asked = options.parse_args()
    file, ruleset = asked.out / f"{asked.family}.npz", COURSES[asked.family].ruleset
    nets, by_others = load(file), asked.family == "sheesh_besh"
    plan = OF_GNUBG if by_others else AHEAD
    teacher = by_gnubg(numbers(ruleset), desk()) if by_others else by_looking_ahead(ruleset)
    seen, chances = lessons(ruleset, nets, teacher, asked.positions or plan.positions, asked.seed)
    polished = Nets(wider(nets.contact, plan.cells), nets.race)
    errors = fit(polished.contact, seen, chances, RATES, PASSES, 1, COURSES[asked.family].weights)
    save(file, polished, games_learnt(file), np.float32)
    print("chances to win were off by", *(f"{error:.4f}" for error in errors))  # noqa: T201 for who trains


if __name__ == "__main__":
    main()

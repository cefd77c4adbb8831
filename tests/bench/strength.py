"""How strong the nets are: `python -m tests.bench.strength FAMILY ONE OTHER [--games 4000]`.

ONE and OTHER are players: `net` (1-ply), `net2` (2-ply), `expert` (3-ply), `FILE.npz` (1-ply), or for Sheesh Besh `gnubg` (0-ply).
Every two games have the same dice and the seats exchanged; points a game are those of ONE, with their standard error.
With --adjusted the luck of both sides, as ONE's nets see it, is taken from every result: zero on average, it takes away most of
the chance, so that a quarter of the games say as much.
"""

import argparse
import time
from pathlib import Path
from random import Random

import gnubg_nn
import numpy as np
from numpy.typing import NDArray

from bot.computer.boards import Boards, boards_of
from bot.computer.choice import effort
from bot.computer.judge import judge
from bot.computer.kernels import generate
from bot.computer.nets import desk, load
from bot.computer.stakes import utility
from bot.computer.states import leave, numbers
from bot.computer.thinking import nets_of
from bot.computer.training.arena import Player, choose_final, duel, luck
from bot.computer.training.course import COURSES
from rules.position import CHECKERS, OFF
from rules.ruleset import Ruleset
from rules.turns import start_position


def player(name: str, family: str, ruleset: Ruleset) -> Player:
    """Nets and how hard they think, by name."""
    nets = load(Path(name)) if name.endswith(".npz") else nets_of(family)
    return Player(nets, effort(PLIES.get(name, 1), ruleset))


PLIES = {"net2": 2, "expert": 3}


class AgainstGnubg:
    """Games of Sheesh Besh against GNU Backgammon's nets, which see triple wins that ours have none of."""

    def __init__(self, ours: Player, ruleset: Ruleset, *, adjusted: bool) -> None:
        self._adjusted = adjusted
        self._ours, self._rules, self._points = ours, numbers(ruleset), utility(ruleset)
        self._start = boards_of([start_position(ruleset.game)])[0][0]
        self._desk, self._deeper = desk(), desk()

    def pair(self, seed: int) -> float:
        """Our points a game, over two games with the same dice."""
        return (self._game(seed, ours_first=True) + self._game(seed, ours_first=False)) / 2

    def _game(self, seed: int, *, ours_first: bool) -> float:
        dice, board, ours, chance = Random(seed), self._start, ours_first, 0.0
        while True:
            high, low = dice.randint(1, 6), dice.randint(1, 6)
            if self._adjusted:
                chance += self._luck(board, high, low) * (1 if ours else -1)
            board = self._we(board, high, low) if ours else self._they(board, high, low)
            if board[1, OFF] == CHECKERS:
                return (2 if board[0, OFF] == 0 else 1) * (1 if ours else -1) - chance
            ours = not ours

    def _luck(self, board: Boards, high: int, low: int) -> float:
        none = np.zeros(2, np.int64)
        return float(luck(board, none, high, low, self._ours.nets, self._deeper, self._rules, self._points))

    def _we(self, board: Boards, high: int, low: int) -> Boards:
        none = np.zeros(2, np.int64)
        n = generate(board, none, high, low, self._desk.room, self._rules)
        if not n:
            return board[::-1].copy()
        judge(board, none, n, self._ours.nets, self._desk, self._rules)
        chosen = choose_final(
            board,
            none,
            n,
            self._ours.nets,
            self._desk,
            self._deeper,
            self._rules,
            self._points,
            self._ours.effort,
        )
        after = board.copy()
        leave(board, 0, self._desk.room.states[self._desk.room.finals[chosen]], self._rules, after, none)
        return after

    def _they(self, board: Boards, high: int, low: int) -> Boards:
        theirs = [board[1, 1:].tolist(), board[0, 1:].tolist()]
        if not gnubg_nn.moves(theirs, high, low):
            return board[::-1].copy()
        # Its answer has who moved first, its questions last.
        mover, rival = gnubg_nn.board_from_position_key(gnubg_nn.best_move(theirs, high, low, 0, b=1)[1])
        sides = [[CHECKERS - sum(side), *side] for side in (rival, mover)]
        return np.array(sides, np.int8)


def measure(family: str, one: str, other: str, games: int, *, adjusted: bool) -> NDArray[np.float64]:
    """Points of each pair of games."""
    ruleset = COURSES[family].ruleset
    ours = player(one, family, ruleset)
    if other == "gnubg":
        against = AgainstGnubg(ours, ruleset, adjusted=adjusted)
        return np.array([against.pair(seed) for seed in range(games // 2)])
    start = boards_of([start_position(ruleset.game)])[0][0]
    theirs = player(other, family, ruleset)
    return duel(
        start, games // 2, 1, ours, theirs, adjusted, desk(), desk(), numbers(ruleset), utility(ruleset)
    )


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("family", choices=COURSES)
    options.add_argument("one")
    options.add_argument("other")
    options.add_argument("--games", type=int, default=4000)
    options.add_argument("--adjusted", action="store_true")
    asked = options.parse_args()
    began = time.perf_counter()
    points = measure(asked.family, asked.one, asked.other, asked.games, adjusted=asked.adjusted)
    error = points.std(ddof=1) / len(points) ** 0.5
    took = asked.games / (time.perf_counter() - began)
    print(
        f"{asked.family}: {asked.one} - {asked.other} {points.mean():+.3f} ± {error:.3f}, "
        f"{asked.games} games{', luck taken out' if asked.adjusted else ''}, {took:.1f} a second"
    )


if __name__ == "__main__":
    main()

"""How strong the levels are: `python -m tests.bench.levels hard sense --games 400 [--preset mahbusa …]`.

Beside the levels there are `sense`, the hand-made evaluation that plays while kernels are compiled, and `random`.

Every pair of games is played with the same dice and the seats exchanged, so that luck cancels out; the
standard error is that of pairs. Points a game are the first player's.
"""

import argparse
import random
from collections.abc import Callable
from statistics import fmean, stdev

from bot.computer import sense, thinking
from bot.computer.choice import Level, choose
from rules.ruleset import PRESETS, Ruleset
from rules.scoring import ended_by_step
from rules.seat import Seat
from rules.turns import Turn, is_dead, start_position, turns_with

Player = Callable[..., Turn]
LONGEST = 2000
"""Rolls after which a game counts as a draw; nothing sensible comes near it."""


def player(name: str, seed: int) -> Player:
    """A level, the hand-made evaluation, or uniform random play."""
    if name == "sense":
        return lambda position, left, ruleset: max(
            turns_with(position, left, ruleset),
            key=lambda turn: (turn.ending is not None, sense.worth(turn, ruleset)),
        )
    if name != "random":
        return lambda position, left, ruleset: choose(position, left, ruleset, Level(name))
    dice = random.Random(seed)
    return lambda position, left, ruleset: dice.choice(turns_with(position, left, ruleset))


def play(players: dict[Seat, Player], ruleset: Ruleset, seed: int) -> float:
    """One game; the points of the first seat, which opens. Dice depend on nothing but the seed."""
    dice = random.Random(seed)
    position, seat = start_position(ruleset.game), Seat.FIRST
    for _ in range(LONGEST):
        high, low = dice.randint(1, 6), dice.randint(1, 6)
        left = (high,) * 4 if high == low else (high, low)
        if turns_with(position, left, ruleset):
            turn = players[seat](position, left, ruleset)
            position = turn.position
            if turn.ending:
                outcome = ended_by_step(turn.ending, seat, position.rival, ruleset)
                return 0.0 if outcome.winner is None else outcome.points * (1 - 2 * outcome.winner)
        elif is_dead(position, ruleset):
            return 0.0
        position, seat = position.turned(), seat.other
    return 0.0


def pair(names: tuple[str, str], ruleset: Ruleset, seed: int) -> float:
    """Two games with the same dice, the seats exchanged: the first player's points a game."""
    one, other = (player(name, seed) for name in names)
    first = play({Seat.FIRST: one, Seat.SECOND: other}, ruleset, seed)
    second = play({Seat.FIRST: other, Seat.SECOND: one}, ruleset, seed)
    return (first - second) / 2


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("one", choices=[*Level, "sense", "random"])
    options.add_argument("other", choices=[*Level, "sense", "random"])
    options.add_argument("--games", type=int, default=400)
    options.add_argument("--preset", choices=[*PRESETS], action="append")
    options.add_argument("--seed", type=int, default=1)
    asked = options.parse_args()
    thinking.compile_now()
    for preset in asked.preset or PRESETS:
        points = [
            pair((asked.one, asked.other), PRESETS[preset], asked.seed * 1_000_000 + game)
            for game in range(asked.games // 2)
        ]
        error = stdev(points) / len(points) ** 0.5
        print(f"{preset:20} {asked.one} - {asked.other}: {fmean(points):+.3f} ± {error:.3f}", flush=True)


if __name__ == "__main__":
    main()

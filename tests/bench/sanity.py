"""No illegal and no absurd moves: `python -m tests.bench.sanity [--positions 100000]`.

Positions of games in which each side plays by chance or well, in equal parts, every preset alike; each is put to every level (the expert to
one in a hundred). A move is absurd that lets go a win on the spot, or that gives away more than the level's blur.
"""

import argparse
import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice

from bot.computer import thinking
from bot.computer.choice import Level, choose, rank
from rules.field import Ending
from rules.position import Position
from rules.ruleset import PRESETS, Ruleset
from rules.turns import Turn, start_position, turns_with

WORST = {Level.EASY: 0.55, Level.MEDIUM: 0.3, Level.HARD: 0.2}
"""Parts of a game's highest worth that no level may give away."""
EXPERTS = 100
WINS = (Ending.WIN_OFF, Ending.WIN_MOTHER)


def positions(ruleset: Ruleset, seed: int) -> Iterator[tuple[Position, tuple[int, ...]]]:
    """Positions with something to choose, game after game."""
    dice = random.Random(seed)
    while True:
        position = start_position(ruleset.game)
        wild = dice.random() < 0.5
        for _ in range(300):
            high, low = dice.randint(1, 6), dice.randint(1, 6)
            left = (high,) * 4 if high == low else (high, low)
            turns = turns_with(position, left, ruleset)
            if turns:
                yield position, left
                turn = dice.choice(turns) if wild else choose(position, left, ruleset, Level.HARD)
                if turn.ending:
                    break
                position = turn.position
            position = position.turned()


def faults(position: Position, left: tuple[int, ...], ruleset: Ruleset, levels: list[Level]) -> Counter[str]:
    """What is wrong with the levels' turns here."""
    found: Counter[str] = Counter()
    legal = set(turns_with(position, left, ruleset))
    rated = rank(position, left, ruleset)
    most = 15 if ruleset.scoring == "checkers_left" else 2
    worth = {one.turn: one.equity for one in rated}
    for level in levels:
        turn = choose(position, left, ruleset, level)
        found[f"{level} asked"] += 1
        found["illegal"] += turn not in legal
        found["win let go"] += _wins(rated[0].turn) and not _wins(turn)
        given = rated[0].equity - worth.get(turn, 0.0)
        found["absurd"] += level in WORST and not _wins(turn) and given > WORST[level] * most + 1e-3
    return found


def _wins(turn: Turn) -> bool:
    return turn.ending in WINS


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--positions", type=int, default=100_000)
    asked = options.parse_args()
    thinking.compile_now()
    found: Counter[str] = Counter()
    for preset, ruleset in PRESETS.items():
        for number, (position, left) in enumerate(
            islice(positions(ruleset, 1), asked.positions // len(PRESETS))
        ):
            levels = list(Level) if number % EXPERTS == 0 else list(Level)[:3]
            found += faults(position, left, ruleset, levels)
        print(preset, dict(found), flush=True)
    print({fault: found[fault] for fault in ("illegal", "win let go", "absurd")})


if __name__ == "__main__":
    main()

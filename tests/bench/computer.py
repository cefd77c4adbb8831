"""What a move of the computer costs, beside its floor: generating the legal turns and nothing else.

`python -m tests.bench.computer [--games 6] [--preset mahbusa …]` prints one JSON object, in milliseconds. The positions are those of games the hard level plays against itself.
"""

import argparse
import json
import random
from collections.abc import Callable, Iterator
from time import perf_counter

from bot.computer.choice import Level, choose
from rules.position import Position
from rules.ruleset import PRESETS, Ruleset
from rules.turns import start_position, turns_with

Question = tuple[Position, tuple[int, ...]]
LONGEST = 300


def game(ruleset: Ruleset, seed: int) -> Iterator[Question]:
    """The positions and dice of one game in which there was something to choose."""
    dice = random.Random(seed)
    position = start_position(ruleset.game)
    for _ in range(LONGEST):
        high, low = dice.randint(1, 6), dice.randint(1, 6)
        left = (high,) * 4 if high == low else (high, low)
        if turns_with(position, left, ruleset):
            yield position, left
            turn = choose(position, left, ruleset, Level.HARD)
            if turn.ending:
                return
            position = turn.position
        position = position.turned()


def timed(questions: list[Question], work: Callable[[Question], object]) -> dict[str, float]:
    """Median, 99th percentile and worst, in milliseconds."""
    took = []
    for question in questions:
        began = perf_counter()
        work(question)
        took.append((perf_counter() - began) * 1000)
    took.sort()
    last = len(took) - 1
    return {
        name: round(took[int(last * part)], 3) for name, part in (("median", 0.5), ("p99", 0.99), ("most", 1))
    }


def measure(ruleset: Ruleset, games: int) -> dict[str, object]:
    """Each level's figures, and the floor's."""
    questions = [question for seed in range(games) for question in game(ruleset, seed)]
    figures: dict[str, object] = {"moves": len(questions)}
    figures["floor"] = timed(questions, lambda question: turns_with(*question, ruleset))
    for level in (Level.MEDIUM, Level.HARD, Level.EXPERT):
        figures[level] = timed(questions, lambda question, level=level: choose(*question, ruleset, level))
    return figures


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--games", type=int, default=6)
    options.add_argument("--preset", choices=[*PRESETS], action="append")
    asked = options.parse_args()
    print(json.dumps({preset: measure(PRESETS[preset], asked.games) for preset in asked.preset or PRESETS}))


if __name__ == "__main__":
    main()

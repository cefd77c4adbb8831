"""What the computer's kernels and moves cost, beside their floors.

`python -m tests.bench.computer [--games 6] [--preset mahbusa …]` prints one JSON object: rolls a second, all distinct
legal turns of each, in the kernels and in plain Python on the same positions; a move of each level in milliseconds, its floor being
the generation of the legal turns in plain Python; and moves a second that `majlis best` answers at hard. The
positions are those of games the hard level plays against itself.
"""

import argparse
import json
import random
from collections.abc import Callable, Iterator
from time import perf_counter

import numpy as np

from bot.computer import thinking
from bot.computer.best import best_line
from bot.computer.boards import Boards, Pins, boards_of
from bot.computer.choice import Level, choose
from bot.computer.jit import kernel
from bot.computer.kernels import generate
from bot.computer.states import Room, Rules, numbers, room
from rules.position import Position
from rules.ruleset import PRESETS, Ruleset
from rules.turns import start_position, turns_with

Question = tuple[Position, tuple[int, ...]]
LONGEST = 300
AGAIN = 200
"""Times the kernels answer every question."""


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


@kernel
def _generate_all(boards: Boards, pins: Pins, dice: Pins, again: int, here: Room, rules: Rules) -> int:  # noqa: PLR0917
    finals = 0
    for _ in range(again):
        for k in range(boards.shape[0]):
            finals += generate(boards[k], pins[k], dice[k, 0], dice[k, 1], here, rules)
    return finals


def rolls_a_second(questions: list[Question], ruleset: Ruleset) -> dict[str, float]:
    """Of the kernels, and of rules/."""
    boards, pins = boards_of([position for position, _ in questions])
    dice = np.array([left[:2] for _, left in questions])
    here, rules = room(), numbers(ruleset)
    _generate_all(boards, pins, dice, 1, here, rules)
    began = perf_counter()
    finals = _generate_all(boards, pins, dice, AGAIN, here, rules) / AGAIN
    kernels = perf_counter() - began
    began = perf_counter()
    assert finals == sum(len(turns_with(*question, ruleset)) for question in questions)
    plain = perf_counter() - began
    return {
        "kernels": round(AGAIN * len(questions) / kernels),
        "plain": round(len(questions) / plain),
        "turns a roll": round(finals / len(questions), 1),
    }


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


def answers_a_second(questions: list[Question], preset: str) -> int:
    """How many moves `majlis best` finds at hard, its JSON included."""
    lines = [
        json.dumps({"preset": preset, "position": str(position), "dice": left[:2], "level": "hard"})
        for position, left in questions
    ]
    began = perf_counter()
    for line in lines:
        best_line(line)
    return round(len(lines) / (perf_counter() - began))


def measure(preset: str, games: int) -> dict[str, object]:
    """Everything of one preset."""
    ruleset = PRESETS[preset]
    questions = [question for seed in range(games) for question in game(ruleset, seed)]
    figures: dict[str, object] = {
        "moves": len(questions),
        "rolls a second": rolls_a_second(questions, ruleset),
    }
    figures["best, hard, a second"] = answers_a_second(questions, preset)
    figures["floor"] = timed(questions, lambda question: turns_with(*question, ruleset))
    for level in Level:
        figures[level] = timed(questions, lambda question, level=level: choose(*question, ruleset, level))
    return figures


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--games", type=int, default=6)
    options.add_argument("--preset", choices=[*PRESETS], action="append")
    asked = options.parse_args()
    thinking.compile_now()
    print(json.dumps({preset: measure(preset, asked.games) for preset in asked.preset or PRESETS}))


if __name__ == "__main__":
    main()

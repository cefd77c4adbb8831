"""How fast plain Python finds all distinct legal turns of a roll: `python -m tests.bench.rules` prints JSON.

`rolls_a_second` counts calls of legal_turns, `finals_a_second` the turns they find. `floor` is a plain loop of
integer additions timed around them: where it is far below its usual figure the machine was busy.
"""

import json
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

from rules.position import Position, parse
from rules.ruleset import PRESETS, Ruleset
from rules.turns import Dice, legal_turns
from tests.rules.play import games

AT_LEAST = 7_000
"""Rolls a second a core, every preset."""

CASES = Path(__file__).parents[1] / "rules" / "cases"
SAMPLE = 2_000
ROUNDS = 3
ADDITIONS = 1_000_000

Question = tuple[Position, Dice]


def from_play(preset: str) -> list[Question]:
    """Rolls of games played at random from the start."""
    rolled = islice(games(PRESETS[preset], Random(preset)), SAMPLE)
    return [(position, dice) for position, dice, _ in rolled]


def from_cases(preset: str) -> list[Question]:
    """The rolls of the case file, picked for their traps."""
    cases = map(json.loads, (CASES / f"{preset}.jsonl").read_text().splitlines())
    return [(parse(case["position"]), (case["dice"][0], case["dice"][1])) for case in cases]


def best_seconds(work: Callable[[], Any]) -> float:
    """Processor time of the quickest of a few rounds: what the code costs, without its neighbours."""
    seconds = []
    for _ in range(ROUNDS):
        begun = process_time()
        work()
        seconds.append(process_time() - begun)
    return min(seconds)


def speed(questions: list[Question], ruleset: Ruleset) -> dict[str, int]:
    """Rolls and finals a second over these questions."""
    finals = sum(len(legal_turns(position, dice, ruleset)) for position, dice in questions)
    seconds = best_seconds(lambda: [legal_turns(position, dice, ruleset) for position, dice in questions])
    return {
        "rolls_a_second": round(len(questions) / seconds),
        "finals_a_second": round(finals / seconds),
    }


def additions() -> None:
    """The floor's work."""
    total = 0
    for n in range(ADDITIONS):
        total += n


def bench() -> dict[str, Any]:
    """Every figure, as `majlis bench` shows it."""
    before = best_seconds(additions)
    presets = {
        name: {"play": speed(from_play(name), ruleset), "cases": speed(from_cases(name), ruleset)}
        for name, ruleset in PRESETS.items()
    }
    seconds = min(before, best_seconds(additions))
    return {
        "what": "all distinct legal turns of a roll, plain Python, one core",
        "at_least": {"rolls_a_second": AT_LEAST},
        "floor": {"additions_a_second": round(ADDITIONS / seconds)},
        "presets": presets,
    }


if __name__ == "__main__":
    print(json.dumps(bench(), indent=2))

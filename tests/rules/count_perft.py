"""Count the turns from the start: `python -m tests.rules.count_perft` makes tests/rules/perft/ anew.

For each of the 21 rolls: how many distinct turns it has, and how many turns all 21 rolls of the rival have
after them. A roll without a legal turn has none; a turn that ends the game has none after it.
"""

import json
from pathlib import Path

from rules.dice import ROLLS
from rules.position import Position
from rules.ruleset import PRESETS, Ruleset
from rules.turns import legal_turns, start_position

FOLDER = Path(__file__).parent / "perft"

Counts = dict[str, list[int]]


def perft(ruleset: Ruleset) -> Counts:
    """Turns at depth 1 and 2 by the first roll (`6-5`), and their sums (`all`)."""
    start = start_position(ruleset.game)
    counts = {f"{high}-{low}": _by_depth(start, (high, low), ruleset) for (high, low), _ in ROLLS}
    counts["all"] = [sum(column) for column in zip(*counts.values(), strict=True)]
    return counts


def _by_depth(start: Position, dice: tuple[int, int], ruleset: Ruleset) -> list[int]:
    turns = legal_turns(start, dice, ruleset)
    replies = sum(
        len(legal_turns(turn.position.turned(), reply, ruleset))
        for turn in turns
        if not turn.ending
        for reply, _ in ROLLS
    )
    return [len(turns), replies]


def _text(counts: Counts) -> str:
    rows = ",\n".join(f"  {json.dumps(roll)}: {json.dumps(numbers)}" for roll, numbers in counts.items())
    return f"{{\n{rows}\n}}\n"


if __name__ == "__main__":
    for name, ruleset in PRESETS.items():
        (FOLDER / f"{name}.json").write_text(_text(perft(ruleset)))

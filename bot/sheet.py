"""The score sheet of a match: every game, what it was worth and how long it took, and how long each side thought."""

from typing import NamedTuple

from bot.archive import Kept
from rules.scoring import Outcome
from rules.seat import Seat
from rules.throws import Throw, throws

_ENDS = ("confirm", "resign", "leave")
"""Entries after which nobody thinks about the turn any more."""


class Line(NamedTuple):
    """One game: how it ended (None where the match was left in it), the score after it, its turns, milliseconds."""

    number: int
    outcome: Outcome | None
    score: tuple[int, int]
    turns: int
    took: int


class Sheet(NamedTuple):
    """The games of a match, and how many milliseconds each seat thought, from each roll to the end of its turn."""

    lines: tuple[Line, ...]
    thought: tuple[int, int]


def sheet(kept: Kept) -> Sheet:
    """Fill in the sheet of a match."""
    ruleset, match, log = kept.table.setup.ruleset, kept.table.match, kept.log
    if match is None:
        return Sheet((), (0, 0))
    times = [event.at for event in kept.events]
    thrown = list(throws(ruleset, match.outcomes, log))
    begins = [0, *(at for at, entry in enumerate(log) if entry[1] == "next"), len(log)]
    lines, score = list[Line](), (0, 0)
    for number in range(1, match.number + 1):
        outcome = match.outcomes[number - 1] if number <= len(match.outcomes) else None
        score = _after(score, outcome)
        first, last = begins[number - 1], max(begins[number - 1], begins[number] - 1)
        took = times[last] - times[first] if first < len(times) else 0
        lines.append(Line(number, outcome, score, sum(throw.game == number for throw in thrown), took))
    return Sheet(tuple(lines), _thought(thrown, [entry[1] for entry in log], times))


def _after(score: tuple[int, int], outcome: Outcome | None) -> tuple[int, int]:
    if outcome is None or outcome.winner is None:
        return score
    first, second = score
    won = outcome.winner
    return first + outcome.points * (won is Seat.FIRST), second + outcome.points * (won is Seat.SECOND)


def _thought(thrown: list[Throw], names: list[str], times: list[int]) -> tuple[int, int]:
    thought = [0, 0]
    ends = [throw.entry for throw in thrown[1:]] + [len(names)]
    for throw, limit in zip(thrown, ends, strict=True):
        over = next((at for at in range(throw.entry + 1, limit) if names[at] in _ENDS), None)
        if over is not None:
            thought[throw.seat] += times[over] - times[throw.entry]
    return thought[0], thought[1]

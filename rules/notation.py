"""Turn text in the backgammon manner: `24/18 13/11`, `8/off`, `bar/20`, `24/18*` a hit, `24/18^` a pin, `(2)` twice."""

import re
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from rules.errors import Malformed, Refused
from rules.position import BAR, OFF, Position
from rules.ruleset import Ruleset
from rules.turns import Kind, Step, legal_steps, take


class Spelling(NamedTuple):
    """How places beside the points are written, and the signs behind a step of a kind."""

    bar: str = "bar"
    off: str = "off"
    marks: Mapping[Kind, str] = MappingProxyType({Kind.HIT: "*", Kind.PIN: "^"})


STANDARD = Spelling()
_WORD = re.compile(r"(bar|[0-9]{1,2})/(off|[0-9]{1,2})([*^]?)(?:\(([2-4])\))?\Z")


def step_text(step: Step, kind: Kind = Kind.PLAIN, spelling: Spelling = STANDARD) -> str:
    """One step, such as `24/18*`."""
    source = spelling.bar if step.source == BAR else str(step.source)
    target = spelling.off if step.target == OFF else str(step.target)
    return f"{source}/{target}{spelling.marks.get(kind, '')}"


def turn_text(steps: Iterable[Step], kinds: Iterable[Kind], spelling: Spelling = STANDARD) -> str:
    """A turn in the order it was played; equal steps that follow each other are written once.

    Only what is in the standard spelling can be read back.
    """
    texts = [step_text(step, kind, spelling) for step, kind in zip(steps, kinds, strict=True)]
    words: list[tuple[str, int]] = []
    for text in texts:
        if words and words[-1][0] == text:
            words[-1] = (text, words[-1][1] + 1)
        else:
            words.append((text, 1))
    return " ".join(text if times == 1 else f"{text}({times})" for text, times in words)


def in_order(position: Position, steps: tuple[Step, ...], ruleset: Ruleset) -> tuple[Step, ...]:
    """A turn's steps as people write them: from the back, the larger die first, where that leads to the same place."""
    written = tuple(sorted(steps, reverse=True))
    try:
        same = _after(position, written, ruleset) == _after(position, steps, ruleset)
    except Refused:
        same = False
    return written if same else steps


def _after(position: Position, steps: tuple[Step, ...], ruleset: Ruleset) -> Position:
    for step in steps:
        position = take(position, step, ruleset).position
    return position


def parse_turn(text: str, position: Position, dice: tuple[int, int], ruleset: Ruleset) -> tuple[Step, ...]:
    """Read turn text back into steps, each legal where it stands. Raises Malformed where it is not."""
    left = list(dice * 2 if dice[0] == dice[1] else dice)
    steps = []
    for source, target in _segments(text):
        legal = legal_steps(position, tuple(left), ruleset)
        step = next((s for s in legal if s.source == source and s.target == target), None)
        if step is None:
            raise Malformed(f"{text!r} is not legal here")
        left.remove(step.die)
        position = take(position, step, ruleset).position
        steps.append(step)
    return tuple(steps)


def _segments(text: str) -> Iterator[tuple[int, int]]:
    for word in text.split():
        found = _WORD.match(word)
        if not found:
            raise Malformed(f"{word[:20]!r} is no step")
        source = BAR if found[1] == "bar" else int(found[1])
        target = OFF if found[2] == "off" else int(found[2])
        yield from [(source, target)] * int(found[4] or 1)

"""A position as a value, always seen by the side to move.

Each side's checkers are one integer of 26 nibbles in that side's own numbers: nibble `p` counts the
checkers on point `p`, nibble 0 those borne off, nibble 25 those on the bar (docs/rules.md §1). Pinned
checkers are a mask of the same shape with a 1 in the nibble of each pinned checker's point. Packed so,
finding every source of a die is a handful of integer operations, which is what makes plain Python fast.
"""

import re
from typing import NamedTuple

from rules.errors import Malformed

CHECKERS = 15
POINTS = 24
OFF = 0
START = 24
BAR = 25

_NIBBLE = 15
_WORD = re.compile(r"(?:(bar|off)([1-9]|1[0-5])|([1-9]|1[0-9]|2[0-4])(?:x([2-9]|1[0-5])|(p))?)\Z")


def one(place: int) -> int:
    """One checker on `place` (0 off, 1…24, 25 bar), as a packed side; also that place's bit in a mask."""
    return 1 << 4 * place


def count(side: int, place: int) -> int:
    """How many checkers a packed side has on `place`."""
    return side >> 4 * place & _NIBBLE


def pack(counts: dict[int, int]) -> int:
    """A packed side from checkers per place."""
    return sum(n << 4 * place for place, n in counts.items())


def places(mask: int) -> list[int]:
    """The places whose nibble is not zero, highest first."""
    found = []
    while mask:
        place = mask.bit_length() - 1 >> 2
        found.append(place)
        mask &= one(place) - 1
    return found


def pips(side: int) -> int:
    """The pip count: how many pips a packed side needs to bear everything off (a bar checker counts 25)."""
    return sum(place * count(side, place) for place in range(1, BAR + 1))


class Position(NamedTuple):
    """Both sides' checkers, each side in its own numbers; `own` is the side to move."""

    own: int
    own_pinned: int
    rival: int
    rival_pinned: int

    def turned(self) -> "Position":
        """The same board seen by the other side."""
        return Position(self.rival, self.rival_pinned, self.own, self.own_pinned)

    def __str__(self) -> str:
        return f"{_side_text(self.own, self.own_pinned)} / {_side_text(self.rival, self.rival_pinned)}"


def _side_text(side: int, pinned: int) -> str:
    words = []
    for place in range(POINTS, 0, -1):
        n = count(side, place)
        if n:
            mark = "p" if count(pinned, place) else ""
            words.append(f"{place}x{n}" if n > 1 else f"{place}{mark}")
    words += [
        f"{word}{count(side, place)}" for word, place in (("bar", BAR), ("off", OFF)) if count(side, place)
    ]
    return " ".join(words)


def parse(text: str) -> Position:
    """Read a position text such as `24x11 20 15p bar1 off1 / 24x15`.

    Raises Malformed where a word is unknown or repeated, or a side has not fifteen checkers. Whether the
    two sides fit together (nobody on the same point unless pinned) depends on the game: turns.check.
    """
    sides = text.split(" / ")
    if len(sides) != 2:  # noqa: PLR2004 two sides
        raise Malformed("a position is two sides with ' / ' between them")
    (own, own_pinned), (rival, rival_pinned) = (_parse_side(side) for side in sides)
    return Position(own, own_pinned, rival, rival_pinned)


def _parse_side(text: str) -> tuple[int, int]:
    side = pinned = 0
    for word in text.split():
        found = _WORD.match(word)
        if not found:
            raise Malformed(f"unknown word {word[:20]!r} in a position")
        named, named_count, point, times, pin = found.groups()
        place = {"bar": BAR, "off": OFF}[named] if named else int(point)
        if count(side, place):
            raise Malformed(f"{word!r} names a place twice")
        side += one(place) * int(named_count or times or 1)
        pinned |= one(place) if pin else 0
    checkers = sum(count(side, place) for place in range(BAR + 1))
    if checkers != CHECKERS:
        raise Malformed(f"a side has fifteen checkers, not {checkers}")
    return side, pinned

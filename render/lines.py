"""A sentence on one or two lines: smaller where it is long, then broken in two, cut only after that."""

import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

from render import bidi, words


class Lines(NamedTuple):
    """One or two lines of a size in pixels, and the direction of the sentence they are parts of."""

    texts: tuple[str, ...]
    size: int
    right_to_left: bool


def lines(text: str, size: int, *, floor: int, width: int, bold: bool = False) -> Lines:
    """Lay a sentence out within a width: sizes from `size` down to `floor`, on two lines if one is too short.

    What does not fit then keeps its floor size; `words.strip` cuts it.
    """
    text = bidi.clean(text)
    right_to_left = bidi.right_to_left(text)

    def shrunk(*texts: str) -> Lines:
        """Find the largest size at which all the texts fit; below the floor none does."""
        found = size
        while found >= floor and any(
            words.length(one, found, bold=bold, right_to_left=right_to_left) > width for one in texts
        ):
            found -= 1
        return Lines(texts, found, right_to_left)

    one = shrunk(text)
    if one.size >= floor:
        return one
    pairs = [shrunk(*pair) for pair in _broken(text)]
    if not pairs:
        return one._replace(size=floor)
    whole = max(pairs, key=lambda pair: (pair.size, -_raggedness(pair, bold=bold)))
    if whole.size >= floor:
        return whole
    # Nothing fits: the first line is as long as it can be, or but its first word, so that only ends are cut.
    filled = [pair for pair in pairs if shrunk(pair.texts[0]).size >= floor]
    return (filled[-1] if filled else pairs[0])._replace(size=floor)


def _raggedness(pair: Lines, *, bold: bool) -> float:
    first, second = (
        words.length(one, pair.size, bold=bold, right_to_left=pair.right_to_left) for one in pair.texts
    )
    return abs(first - second)


def _broken(text: str) -> Iterator[tuple[str, str]]:
    """Give the ways to break a text in two, at spaces and between wide signs; isolates go on behind a break."""
    opened: list[str] = []
    before = ""
    for at, character in enumerate(text):
        if at and (character == " " or (_wide(character) and _wide(before))):
            first, second = text[:at].strip(), text[at:].strip()
            if first and second:
                yield first + bidi.CLOSE * len(opened), "".join(opened) + second
        if character in bidi.OPEN:
            opened.append(character)
        elif character == bidi.CLOSE and opened:
            opened.pop()
        before = character


def _wide(character: str) -> bool:
    return bool(character) and unicodedata.east_asian_width(character) in "WF"

"""A sentence on one or two lines: smaller where it is long, then broken in two, cut only after that."""

import unicodedata
from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from render import bidi, words


class Lines(NamedTuple):
    """One or two lines of a size in pixels, and the direction of the sentence they are parts of."""

    texts: tuple[str, ...]
    size: int
    right_to_left: bool


def fitting(
    *texts: str, size: int, floor: int, width: int, bold: bool = False, right_to_left: bool | None = None
) -> int | None:
    """Find the largest size from `size` down to `floor` at which all of clean texts fit; None: they do not."""
    for found in range(size, floor - 1, -1):
        if all(words.length(text, found, bold=bold, right_to_left=right_to_left) <= width for text in texts):
            return found
    return None


def lines(text: str, size: int, *, floor: int, width: int, bold: bool = False) -> Lines:
    """Lay a sentence out within a width: sizes from `size` down to `floor`, on two lines if one is too short.

    What does not fit then keeps its floor size; `words.strip` cuts it.
    """
    text = bidi.clean(text)
    right_to_left = bidi.right_to_left(text)

    fit = partial(fitting, size=size, floor=floor, width=width, bold=bold, right_to_left=right_to_left)
    whole = fit(text)
    if whole is not None:
        return Lines((text,), whole, right_to_left)
    pairs = list(_broken(text))
    if not pairs:
        return Lines((text,), floor, right_to_left)
    laid = [Lines(pair, found, right_to_left) for pair in pairs if (found := fit(*pair)) is not None]
    if laid:
        return max(laid, key=lambda pair: (pair.size, -_raggedness(pair, bold=bold)))
    # Nothing fits: the first line is as long as it can be, or but its first word, so that only ends are cut.
    filled = [pair for pair in pairs if fit(pair[0]) is not None]
    return Lines(filled[-1] if filled else pairs[0], floor, right_to_left)


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

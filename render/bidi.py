"""Text into runs: cleaned, in the order they are seen, each of one face and one direction.

The levels come from python-bidi (Unicode annex 9). It knows no isolates, so an isolate is laid out by
itself first and stands in the outer text as one neutral character.
"""

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

from bidi import algorithm

from render import fonts

MAX_CHARACTERS = 160
"""No picture has room for more; longer text is cut before any work is spent on it."""

MAX_MARKS = 3
"""So many combining marks of a letter are kept; names that pile up more would climb over the plate."""

_JOINERS = "\u200c\u200d"
OPEN, CLOSE = "\u2066\u2067\u2068", "\u2069"
"""What begins an isolate, and what ends it."""

_OBJECT = "\ufffc"
_BRACKETS = {"(": ")", "[": "]", "{": "}"}
_SIGN = "\u2605"
_JOINED = re.compile("\u200d+.")
_FLAG = re.compile("[\U0001f1e6-\U0001f1ff]{1,2}")
_NO_JOINERS = dict.fromkeys(map(ord, _JOINERS))


class Run(NamedTuple):
    """Text of one face and direction in logical order; no face: characters to be drawn as a star each."""

    text: str
    face: fonts.Face | None
    right_to_left: bool


def clean(text: str) -> str:
    """Cut and compose text, without what cannot be drawn: controls, overrides, lone surrogates, variation marks.

    A character that no face covers becomes its plain equivalents where faces cover those (so U+FDFD is
    written out and decorated letters are plain ones).
    """
    kept: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", text[: 4 * MAX_CHARACTERS]):
        kind = unicodedata.category(character)
        if kind in ("Zs", "Zl", "Zp") or character in "\t\n\r":
            character = " "  # noqa: PLW2901 any space is a space
        elif (
            kind in ("Cc", "Cs")
            or (kind == "Cf" and character not in _JOINERS + OPEN + CLOSE)
            or "\ufe00" <= character <= "\ufe0f"
            or "\U0001f3fb" <= character <= "\U0001f3ff"
        ):
            continue
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if marks > MAX_MARKS:
            continue
        plain = unicodedata.normalize("NFKC", character)
        if fonts.face_of(character) is None and plain != character and all(map(fonts.face_of, plain)):
            character = plain  # noqa: PLW2901 as said above
        kept.append(character)
    return "".join(kept)[:MAX_CHARACTERS]


@lru_cache(maxsize=1024)
def runs(text: str, *, right_to_left: bool | None = None) -> tuple[Run, ...]:
    """Split clean text into runs in visual order, left to right.

    The base direction is that of the first strong letter, or `right_to_left` where there is none or it is
    given; isolates take their own.
    """
    outer, inner = _lift_isolates(text)
    if not outer:
        return ()
    level = algorithm.get_base_level(outer) if right_to_left is None else int(right_to_left)
    seen: list[Run] = []
    for run in _ordered(_split(outer, _levels(outer, level))):
        if run.text.startswith(_OBJECT):
            seen += runs(inner[int(run.text[1:])])
        else:
            seen.append(run)
    return tuple(seen)


def right_to_left(text: str) -> bool:
    """Tell the base direction of clean text: that of its first strong letter outside isolates."""
    outer, _ = _lift_isolates(text)
    return bool(outer) and bool(algorithm.get_base_level(outer))


def _lift_isolates(text: str) -> tuple[str, list[str]]:
    """Take the outermost isolates out of a text; an object character stands for each."""
    outer, inner, depth = "", list[str](), 0
    for character in text:
        if character in OPEN:
            depth += 1
            if depth == 1:
                outer += _OBJECT
                inner.append("")
                continue
        elif character in CLOSE:
            depth = max(0, depth - 1)
            if depth == 0:
                continue
        if depth:
            inner[-1] += character
        elif character != _OBJECT:
            outer += character
    return outer, inner


def _levels(text: str, base: int) -> list[int]:
    """Resolve the embedding level of each character; joiners take that of the character before."""
    storage = algorithm.get_empty_storage()
    storage["base_level"], storage["base_dir"] = base, "LR"[base]
    algorithm.get_embedding_levels("".join(_known(c) for c in text if c not in _JOINERS), storage)
    algorithm.explicit_embed_and_overrides(storage)
    algorithm.resolve_weak_types(storage)
    algorithm.resolve_neutral_types(storage, debug=False)
    algorithm.resolve_implicit_levels(storage, debug=False)
    found = iter(storage["chars"])
    levels = [base]
    for character in text:
        levels.append(levels[-1] if character in _JOINERS else next(found)["level"])
    return _paired(text, levels[1:], base)


def _paired(text: str, levels: list[int], base: int) -> list[int]:
    """Give both brackets of a pair one level (rule N0, which python-bidi does not know)."""
    paired, opened = list(levels), list[int]()
    for at, character in enumerate(text):
        if character in _BRACKETS:
            opened.append(at)
        elif opened and character == _BRACKETS[text[opened[-1]]]:
            begin = opened.pop()
            level = base if base in levels[begin + 1 : at] else levels[begin]
            if levels[begin] != levels[at]:
                paired[begin] = paired[at] = level
    return paired


def _known(character: str) -> str:
    """Give a character python-bidi can judge: one without a class of its own counts as a neutral sign."""
    return character if unicodedata.bidirectional(character) not in ("", "BN") else _SIGN


def _split(text: str, levels: list[int]) -> list[tuple[int, Run]]:
    """Cut a text where the level or the face changes; each object is a run of its own, with its number."""
    cut: list[tuple[int, Run]] = []
    objects = 0
    before = ""
    for character, level in zip(text, levels, strict=True):
        last = cut[-1][1] if cut and cut[-1][0] == level else None
        joins = last is not None and not last.text.startswith(_OBJECT)
        if character == _OBJECT:
            cut.append((level, Run(f"{_OBJECT}{objects}", None, bool(level % 2))))
            objects += 1
        elif last is not None and joins and _belongs(last, character, before):
            cut[-1] = (level, last._replace(text=last.text + character))
        elif character not in _JOINERS and not unicodedata.category(character).startswith("M"):
            cut.append((level, Run(character, fonts.face_of(character), bool(level % 2))))
        before = character
    return [(level, run._replace(text=_stars(run.text)) if run.face is None else run) for level, run in cut]


def _belongs(run: Run, character: str, before: str) -> bool:
    """Tell whether a character continues a run: the face has it, or it is part of one unknown sign."""
    if character in _JOINERS:
        return True
    if run.face is None:
        return fonts.face_of(character) is None or before == _JOINERS[1]
    return fonts.covers(run.face, character)


def _stars(text: str) -> str:
    """Leave one character for each sign of a run that no face covers: joined emoji and flags are one sign."""
    if text.startswith(_OBJECT):
        return text
    return _FLAG.sub(_SIGN, _JOINED.sub("", text).translate(_NO_JOINERS))


def _ordered(levelled: list[tuple[int, Run]]) -> list[Run]:
    """Put runs into the order they are seen in (Unicode annex 9, rule L2)."""
    order = list(levelled)
    highest = max((level for level, _ in order), default=0)
    for level in range(highest, 0, -1):
        at = 0
        while at < len(order):
            end = at
            while end < len(order) and order[end][0] >= level:
                end += 1
            order[at:end] = reversed(order[at:end])
            at = end + 1
    return [run for _, run in order]

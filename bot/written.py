"""Turns and places as people read them, in their language; programs read rules.notation."""

from collections.abc import Iterable

from bot.phrases import Phrases, ltr
from rules import notation
from rules.notation import Spelling
from rules.position import BAR, OFF
from rules.turns import Kind, Step

_MARKS = {Kind.HIT: "*"}
"""A pin is left to the picture: its sign in notation is known to programs alone."""


def turn_text(steps: Iterable[Step], kinds: Iterable[Kind], words: Phrases) -> str:
    """A turn in the backgammon manner, from left to right wherever it stands."""
    spelling = Spelling(place_name(BAR, words), place_name(OFF, words), _MARKS)
    return ltr(notation.turn_text(steps, kinds, spelling))


def place_name(place: int, words: Phrases) -> str:
    """A point, the bar or off, to stand in a line from left to right."""
    if place not in (BAR, OFF):
        return str(place)
    name = words.t("bar") if place == BAR else words.t("off")
    # Apart from the numbers: those behind an Arabic word would go its way, and the step would read backwards.
    return ltr(name) if words.right_to_left else name

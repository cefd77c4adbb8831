"""Why a turn is better, in sentences: the same for a hint and for a lesson."""

from collections.abc import Callable, Iterator
from itertools import islice

from bot.computer.reasons import Reason, Why, reasons
from bot.phrases import Phrases
from rules.position import Position
from rules.ruleset import Ruleset
from rules.turns import Turn

MOST = 2
"""Sentences; whoever is told more remembers less."""


def because(start: Position, better: Turn, other: Turn, ruleset: Ruleset, words: Phrases) -> Iterator[str]:
    """What speaks for a turn against another one from the same position, weightiest first; at least one sentence."""
    for reason in islice(reasons(start, better, other, ruleset), MOST):
        yield _SAID[reason.why](reason, words)


_SAID: dict[Why, Callable[[Reason, Phrases], str]] = {
    Why.ENDS: lambda _, words: words.t("It ends the game on the spot."),
    Why.MOTHER_HELD: lambda _, words: words.t("It pins the rival's mother."),
    Why.MOTHER_STAYS: lambda _, words: words.t("It keeps the rival's mother pinned."),
    Why.SPREAD: lambda _, words: words.t("It spreads the checkers instead of piling them up."),
    Why.PLACED: lambda _, words: words.t("It is the better place for the rolls to come."),
    Why.MOTHER_SAFE: lambda found, words: words.n(
        "It keeps the mother out of danger: {n} roll of 36 would pin her.",
        "It keeps the mother out of danger: {n} rolls of 36 would pin her.",
        found.other,
    ),
    Why.MOTHER_SAFER: lambda found, words: words.n(
        "The mother stays within reach of {n} roll of 36 instead of {other}.",
        "The mother stays within reach of {n} rolls of 36 instead of {other}.",
        found.number,
        other=found.other,
    ),
    Why.HIT: lambda found, words: words.n("It hits {n} checker.", "It hits {n} checkers.", found.number),
    Why.PIN: lambda found, words: words.n("It pins {n} checker.", "It pins {n} checkers.", found.number),
    Why.KEEPS_PINNED: lambda found, words: words.n(
        "It keeps {n} checker pinned.", "It keeps {n} checkers pinned.", found.number
    ),
    Why.OFF: lambda found, words: words.n(
        "It bears off {n} checker.", "It bears off {n} checkers.", found.number
    ),
    Why.SAFE: lambda found, words: words.n(
        "It leaves no single checker within reach: {n} roll of 36 would find one.",
        "It leaves no single checker within reach: {n} rolls of 36 would find one.",
        found.other,
    ),
    Why.SAFER: lambda found, words: words.n(
        "Only {n} roll of 36 finds a single checker, instead of {other}.",
        "Only {n} rolls of 36 find a single checker, instead of {other}.",
        found.number,
        other=found.other,
    ),
    Why.PASSES: lambda found, words: words.n(
        "With {n} roll of 36 the rival cannot move.",
        "With {n} rolls of 36 the rival cannot move.",
        found.number,
    ),
    Why.WALL: lambda found, words: words.n(
        "It makes a wall of {n} point in a row.", "It makes a wall of {n} points in a row.", found.number
    ),
    Why.KEEPS_WALL: lambda found, words: words.n(
        "It keeps a wall of {n} point in a row.", "It keeps a wall of {n} points in a row.", found.number
    ),
    Why.CLOSED: lambda found, words: words.n(
        "It closes {n} more point to the rival.", "It closes {n} more points to the rival.", found.number
    ),
    Why.ESCAPES: lambda found, words: words.n(
        "It brings {n} more checker on its way.", "It brings {n} more checkers on their way.", found.number
    ),
    Why.HOME: lambda found, words: words.n(
        "It brings {n} more checker home.", "It brings {n} more checkers home.", found.number
    ),
}

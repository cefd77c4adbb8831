"""What may be done in a game, by a seat or by the house, and what comes of it."""

from enum import StrEnum
from typing import NamedTuple

from rules.seat import Seat


class OpeningRoll(NamedTuple):
    """The house: each side rolls one die to see who opens; a tie is rolled again."""

    first: int
    second: int


class Roll(NamedTuple):
    """The roll of the side to move: the house makes it, or makes it because that side has asked."""

    high: int
    low: int


class Move(NamedTuple):
    """A player plays one step."""

    source: int
    die: int


class Undo(NamedTuple):
    """A player takes the last step of the turn under way back."""


class Confirm(NamedTuple):
    """A player ends the turn under way, all of whose dice are used."""


class Resign(NamedTuple):
    """A player gives this game up."""


class Timeout(NamedTuple):
    """The house: the side to move has run out of time."""


Action = OpeningRoll | Roll | Move | Undo | Confirm | Resign | Timeout


class Told(StrEnum):
    """What an action brought about, in the order it happened."""

    TIED = "tied"
    OPENED = "opened"
    ROLLED = "rolled"
    PASSED = "passed"
    STEPPED = "stepped"
    UNDONE = "undone"
    PLAYED = "played"
    TIMED_OUT = "timed_out"
    GAME_OVER = "game_over"
    MATCH_OVER = "match_over"


class Event(NamedTuple):
    """One thing that happened, and whose doing it was."""

    told: Told
    seat: Seat | None

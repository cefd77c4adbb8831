"""Scene: the whole description of one picture, and of its text twin.

A scene is a value without a language: every word in it is a finished string. It is hashable, so a picture
can be kept under its scene. The board is seen from the bottom of the picture: `OWN` is the side that sits
there (in private the viewer, in a group a fixed seat), `RIVAL` the other. Places of a side are always in
that side's own numbers: 24…1 points, 0 off, 25 bar (docs/rules.md §1).
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from rules.position import POINTS, Position

WIDTH = 1024
"""Pixels across a picture when nobody asks for another size."""

MIN_WIDTH, MAX_WIDTH = 240, 2048
"""The sizes a scene accepts; the drawing caches rely on them."""


class Side(StrEnum):
    """Who sits where: `OWN` at the bottom of the picture, `RIVAL` at the top."""

    OWN = "own"
    RIVAL = "rival"

    @property
    def other(self) -> "Side":
        """The side across the board."""
        return Side.RIVAL if self is Side.OWN else Side.OWN


class Colour(StrEnum):
    """The two sets of checkers; what they look like is the theme's."""

    LIGHT = "light"
    DARK = "dark"

    @property
    def other(self) -> "Colour":
        """The other set."""
        return Colour.DARK if self is Colour.LIGHT else Colour.LIGHT


class Theme(StrEnum):
    """What the board is made of."""

    WOOD = "wood"
    DARK = "dark"
    CONTRAST = "contrast"


class Home(StrEnum):
    """The corner that holds the points 6…1 of the side at the bottom."""

    BOTTOM_RIGHT = "bottom_right"
    BOTTOM_LEFT = "bottom_left"
    TOP_RIGHT = "top_right"
    TOP_LEFT = "top_left"


class Digits(StrEnum):
    """How the numbers that the picture writes by itself look."""

    LATIN = "latin"
    ARABIC = "arabic"


class Kind(StrEnum):
    """What a step did where it landed. That it entered or bore off shows in its places."""

    PLAIN = "plain"
    HIT = "hit"
    PIN = "pin"


class Step(NamedTuple):
    """One checker moved by one die: places in the numbers of its side; 25 is the bar, 0 is off."""

    side: Side
    source: int
    target: int
    kind: Kind = Kind.PLAIN


class Die(NamedTuple):
    """One die on the board. After an opening roll each side has one; a double is four dice."""

    value: int
    side: Side
    used: bool = False


class Plate(NamedTuple):
    """What is written beside one side: finished strings, each may be empty."""

    name: str = ""
    score: str = ""
    pearls: str = ""
    clock: str = ""


class Banner(NamedTuple):
    """The result across the board: who, why, how many points."""

    title: str
    lines: tuple[str, ...] = ()
    winner: Side | None = None


@dataclass(frozen=True, slots=True)
class Scene:
    """One picture. `Scene(position)` alone draws a plain board seen by `position.own`.

    `turn` is the side to move (None: nobody). `last` are the steps of the turn before, `steps` those
    already taken in this turn; the position stands after both. `movable` are places of the side to move
    whose checkers may still move. `danger` names sides whose mother stands alone within reach.
    `lit` are points in OWN's numbers that a lesson points at; `pip_word` stands
    under the pip counts. `numbers` is the side whose numbers are written along the board: where two share
    one screen the board stays and the numbers follow the mover. `width` is in pixels; the height follows.
    Raises ValueError where a number is out of range.
    """

    position: Position
    colour: Colour = Colour.LIGHT
    turn: Side | None = None
    same_direction: bool = False
    has_bar: bool = False
    dice: tuple[Die, ...] = ()
    last: tuple[Step, ...] = ()
    steps: tuple[Step, ...] = ()
    movable: tuple[int, ...] = ()
    danger: tuple[Side, ...] = ()
    lit: tuple[int, ...] = ()
    pips: bool = True
    pip_word: str = ""
    own: Plate = field(default=Plate())
    rival: Plate = field(default=Plate())
    title: str = ""
    target: str = ""
    stake: str = ""
    banner: Banner | None = None
    theme: Theme = Theme.WOOD
    home: Home = Home.BOTTOM_RIGHT
    numbers: Side = Side.OWN
    digits: Digits = Digits.LATIN
    right_to_left: bool = False
    width: int = WIDTH

    def __post_init__(self) -> None:
        if not MIN_WIDTH <= self.width <= MAX_WIDTH:
            raise ValueError(f"a picture is {MIN_WIDTH} to {MAX_WIDTH} pixels wide, not {self.width}")
        if any(not 1 <= die.value <= 6 for die in self.dice) or len(self.dice) > 4:  # noqa: PLR2004 a double
            raise ValueError("a scene has at most four dice of 1 to 6")

    def colour_of(self, side: Side) -> Colour:
        """Give the set a side plays with."""
        return self.colour if side is Side.OWN else self.colour.other

    def plate_of(self, side: Side) -> Plate:
        """Give what is written beside a side."""
        return self.own if side is Side.OWN else self.rival

    def seen_by(self, side: Side) -> Position:
        """Turn the position so that the side is its `own`."""
        return self.position if side is Side.OWN else self.position.turned()


class Box(NamedTuple):
    """A rectangle in pixels of the picture; right and bottom are outside."""

    left: int
    top: int
    right: int
    bottom: int


class HotSpot(NamedTuple):
    """Where a place can be tapped: `place` in the numbers of `side`."""

    side: Side
    place: int
    box: Box


def facing(point: int, *, same_direction: bool) -> int:
    """Give the rival's number of my point 1…24 (docs/rules.md §1)."""
    if same_direction:
        return point + POINTS // 2 if point <= POINTS // 2 else point - POINTS // 2
    return POINTS + 1 - point

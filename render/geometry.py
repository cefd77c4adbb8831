"""Where everything is on a picture: integers from a width, a bar or none, and the corner of the home.

All measures are shares of a picture 1024 px wide. A picture has, from top to bottom: the rival's plate, a
rail with point numbers, the upper half, the band for dice and title, the lower half, a rail, the own plate.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import atan2, pi

from render.scene import Box, Home, HotSpot, Scene, Side, facing
from rules.position import BAR, OFF, POINTS

BASE = 1024
PLATE, RAIL, HALF, BAND = 68, 36, 268, 72
COLUMN, HINGED_COLUMN, HINGE = 76, 80, 28
CHECKER = 72
STACK = 5
"""So many checkers of a stack are drawn; from the next one up the top one carries their number."""

QUARTER = 6
ROW = 12


@dataclass(frozen=True, slots=True)
class Layout:
    """The measures of one board in pixels. Columns count 0…11 from the left."""

    width: int
    has_bar: bool
    column: int
    bar: int
    side: int
    plate: int
    rail: int
    half: int
    band: int
    checker: int
    pitch: int

    @property
    def height(self) -> int:
        """The picture's height."""
        return 2 * (self.plate + self.rail + self.half) + self.band

    @property
    def board(self) -> Box:
        """The frame, all of the picture but the plates."""
        return Box(0, self.plate, self.width, self.height - self.plate)

    @property
    def upper(self) -> int:
        """The top of the upper half."""
        return self.plate + self.rail

    @property
    def middle(self) -> int:
        """The top of the band between the halves."""
        return self.upper + self.half

    @property
    def lower(self) -> int:
        """The top of the lower half."""
        return self.middle + self.band

    @property
    def bar_left(self) -> int:
        """The left edge of the bar or hinge."""
        return self.side + QUARTER * self.column

    def column_left(self, column: int) -> int:
        """Find the left edge of a column 0…11."""
        return self.side + column * self.column + (self.bar if column >= QUARTER else 0)

    def column_box(self, column: int, *, top: bool) -> Box:
        """Find the rectangle of a column's half, without rail or band."""
        left, upper = self.column_left(column), self.upper if top else self.lower
        return Box(left, upper, left + self.column, upper + self.half)

    def bar_box(self, *, top: bool) -> Box:
        """Find the rectangle of one half of the bar."""
        upper = self.upper if top else self.lower
        return Box(self.bar_left, upper, self.bar_left + self.bar, upper + self.half)

    def band_box(self, *, right: bool) -> Box:
        """Find the rectangle of the band's left or right part, without the bar."""
        left = self.column_left(QUARTER if right else 0)
        return Box(left, self.middle, left + QUARTER * self.column, self.lower)

    def plate_box(self, side: Side) -> Box:
        """Find the rectangle of a side's plate."""
        top = 0 if side is Side.RIVAL else self.height - self.plate
        return Box(0, top, self.width, top + self.plate)

    def px(self, measure: float) -> int:
        """Scale a measure of a picture 1024 px wide; never less than one pixel."""
        return max(1, round(measure * self.width / BASE))


@lru_cache(maxsize=64)
def layout(width: int, *, has_bar: bool) -> Layout:
    """Lay out a board of a width in pixels, with a bar or only a hinge."""
    column = (COLUMN if has_bar else HINGED_COLUMN) * width // BASE
    bar = column if has_bar else HINGE * width // BASE
    side = (width - ROW * column - bar) // 2
    bar = width - ROW * column - 2 * side
    plate, rail, half, band = (measure * width // BASE for measure in (PLATE, RAIL, HALF, BAND))
    checker = min(CHECKER * width // BASE, column - 2)
    pitch = (half - checker) // (STACK - 1)
    return Layout(width, has_bar, column, bar, side, plate, rail, half, band, checker, pitch)


def layout_of(scene: Scene) -> Layout:
    """Lay out the board of a scene."""
    return layout(scene.width, has_bar=scene.has_bar)


def size(scene: Scene) -> tuple[int, int]:
    """Width and height of the picture in pixels."""
    return scene.width, layout_of(scene).height


def slot(point: int, home: Home) -> tuple[int, bool]:
    """Find the column 0…11 and whether it is the upper half, for OWN's point 1…24."""
    far = point > ROW
    column = point - ROW - 1 if far else ROW - point
    if home in (Home.BOTTOM_LEFT, Home.TOP_LEFT):
        column = ROW - 1 - column
    return column, far == (home in (Home.BOTTOM_RIGHT, Home.BOTTOM_LEFT))


def own_point(scene: Scene, side: Side, point: int) -> int:
    """Translate a point of a side into OWN's numbers."""
    return point if side is Side.OWN else facing(point, same_direction=scene.same_direction)


def written(scene: Scene, point: int) -> int:
    """Give the number written at OWN's point: as the scene's `numbers` counts it."""
    return point if scene.numbers is Side.OWN else facing(point, same_direction=scene.same_direction)


def place_box(scene: Scene, side: Side, place: int) -> Box:
    """Find the rectangle of a side's place: a column, its half of the bar, or its tray on the plate."""
    plan = layout_of(scene)
    if place == BAR:
        return plan.bar_box(top=side is Side.RIVAL)
    if place == OFF:
        return tray_box(plan, side, right_to_left=scene.right_to_left)
    column, top = slot(own_point(scene, side, place), scene.home)
    return plan.column_box(column, top=top)


TRAY = 210


def tray_box(plan: Layout, side: Side, *, right_to_left: bool) -> Box:
    """Find the tray for checkers borne off, at the end of the side's plate."""
    plate = plan.plate_box(side)
    width = plan.width - plan.px(BASE - TRAY)
    left = 0 if right_to_left else plan.width - width
    return Box(left, plate.top, left + width, plate.bottom)


def hot_spots(scene: Scene) -> tuple[HotSpot, ...]:
    """Find where the places of the side to move (OWN when nobody is) can be tapped: points 1…24, bar, off."""
    side = scene.turn or Side.OWN
    places = (*range(1, POINTS + 1), *((BAR,) if scene.has_bar else ()), OFF)
    return tuple(HotSpot(side, place, place_box(scene, side, place)) for place in places)


SECTORS = 16
"""Arrows point in so many directions; 0 is up, then clockwise."""


def sector(across: float, down: float) -> int:
    """Find the direction of a vector in pixels: 0…15, 0 up, 4 right."""
    return round(atan2(across, -down) / (2 * pi) * SECTORS) % SECTORS

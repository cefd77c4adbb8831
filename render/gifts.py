"""What stands on somebody's shelf as small pictures: told apart by their outlines, whatever their colours."""

from collections.abc import Callable
from functools import lru_cache

from PIL import Image, ImageDraw

from render.sprites import Paint, disc, fine
from render.theme import RGB, Look, rgb

COFFEE, ROSE, LEAF, PASTRY, CREAM, GLASS, EMBER = map(
    rgb, ("#6b3a1e", "#d2354c", "#3f9a52", "#e2902f", "#f7ecd2", "#2f8f93", "#ff7a2b")
)

Point = tuple[float, float]
Pen = ImageDraw.ImageDraw


@lru_cache(maxsize=64)
def gift(look: Look, kind: str, size: int) -> Image.Image:
    """Draw a gift to stand on a plate; one that we have no picture of is a wrapped box."""
    draw = _KINDS.get(kind, _box)

    def paint(pen: Pen, scale: float) -> None:
        draw(_Brush(pen, size * scale, look.plate_ink))

    painted: Paint = paint
    return fine(size, size, look.plate, painted)


class _Brush:
    """Draws in shares of the picture's side, everything with the same outline."""

    def __init__(self, pen: Pen, side: float, ink: RGB) -> None:
        self.pen, self.side, self.ink = pen, side, ink
        self.wide = max(1, round(side * 0.04))

    def _at(self, *points: Point) -> list[Point]:
        return [(x * self.side, y * self.side) for x, y in points]

    def shape(self, fill: RGB | None, *points: Point) -> None:
        """A polygon."""
        placed = self._at(*points)
        if fill:
            self.pen.polygon(placed, fill=fill)
        self.pen.line([*placed, placed[0]], fill=self.ink, width=self.wide, joint="curve")

    def oval(self, fill: RGB | None, upper_left: Point, lower_right: Point) -> None:
        """An ellipse."""
        (left, top), (right, bottom) = self._at(upper_left, lower_right)
        self.pen.ellipse((left, top, right, bottom), fill=fill, outline=self.ink, width=self.wide)

    def bow(self, upper_left: Point, lower_right: Point, begin: float, end: float) -> None:
        """A part of an ellipse's edge, in degrees clockwise from the right."""
        (left, top), (right, bottom) = self._at(upper_left, lower_right)
        self.pen.arc((left, top, right, bottom), begin, end, fill=self.ink, width=self.wide)

    def path(self, *points: Point, ink: RGB | None = None, wide: float = 1.0) -> None:
        """A line through points."""
        width = round(self.wide * wide)
        self.pen.line(self._at(*points), fill=ink or self.ink, width=width, joint="curve")

    def dot(self, at: Point, radius: float, fill: RGB) -> None:
        """A filled circle."""
        [(x, y)] = self._at(at)
        disc(self.pen, (x, y), radius * self.side, fill)


def _coffee(brush: _Brush) -> None:
    """A small cup on its saucer, steaming."""
    brush.oval(None, (0.08, 0.76), (0.92, 0.95))
    brush.bow((0.62, 0.44), (0.94, 0.72), -100, 130)
    brush.shape(CREAM, (0.20, 0.42), (0.76, 0.42), (0.64, 0.84), (0.32, 0.84))
    brush.oval(COFFEE, (0.20, 0.34), (0.76, 0.50))
    for x in (0.38, 0.58):
        brush.bow((x - 0.06, 0.02), (x + 0.06, 0.16), 90, 270)
        brush.bow((x - 0.06, 0.14), (x + 0.06, 0.28), -90, 90)


def _rose(brush: _Brush) -> None:
    """A rose on its stem with two leaves."""
    brush.path((0.5, 0.5), (0.5, 0.97), ink=brush.ink, wide=2.2)
    brush.path((0.5, 0.5), (0.5, 0.96), ink=LEAF)
    brush.shape(LEAF, (0.5, 0.80), (0.30, 0.76), (0.18, 0.60), (0.38, 0.62))
    brush.shape(LEAF, (0.5, 0.88), (0.70, 0.84), (0.82, 0.68), (0.62, 0.70))
    brush.oval(ROSE, (0.22, 0.03), (0.78, 0.57))
    brush.bow((0.30, 0.16), (0.70, 0.62), 190, 350)
    brush.bow((0.22, -0.10), (0.62, 0.46), 20, 120)
    brush.bow((0.40, 0.14), (0.60, 0.34), 0, 300)


def _knafeh(brush: _Brush) -> None:
    """A slice on a plate: crisp above, cheese below, pistachios on it."""
    brush.oval(None, (0.03, 0.62), (0.97, 0.95))
    brush.shape(CREAM, (0.14, 0.50), (0.62, 0.66), (0.62, 0.82), (0.14, 0.66))
    brush.shape(CREAM, (0.62, 0.66), (0.88, 0.42), (0.88, 0.58), (0.62, 0.82))
    brush.shape(PASTRY, (0.14, 0.50), (0.48, 0.28), (0.88, 0.42), (0.62, 0.66))
    for at in ((0.40, 0.46), (0.54, 0.40), (0.60, 0.54), (0.70, 0.45)):
        brush.dot(at, 0.04, brush.ink)
        brush.dot(at, 0.025, LEAF)


def _shisha(brush: _Brush) -> None:
    """A water pipe: bowl, stem, vase, and the hose around it."""
    brush.bow((0.34, 0.40), (0.94, 0.92), -90, 88)
    brush.path((0.64, 0.92), (0.60, 0.92))
    brush.path((0.44, 0.40), (0.66, 0.40))
    brush.shape(CREAM, (0.38, 0.22), (0.46, 0.22), (0.46, 0.60), (0.38, 0.60))
    brush.shape(COFFEE, (0.26, 0.10), (0.58, 0.10), (0.50, 0.24), (0.34, 0.24))
    brush.dot((0.36, 0.08), 0.05, EMBER)
    brush.dot((0.47, 0.08), 0.05, EMBER)
    brush.shape(
        GLASS,
        (0.34, 0.56),
        (0.50, 0.56),
        (0.54, 0.68),
        (0.68, 0.84),
        (0.64, 0.96),
        (0.20, 0.96),
        (0.16, 0.84),
        (0.30, 0.68),
    )
    brush.path((0.24, 0.80), (0.60, 0.80))


def _box(brush: _Brush) -> None:
    """A box with a ribbon."""
    brush.shape(PASTRY, (0.14, 0.40), (0.86, 0.40), (0.86, 0.94), (0.14, 0.94))
    brush.path((0.5, 0.40), (0.5, 0.94), wide=2.0)
    brush.bow((0.22, 0.14), (0.5, 0.42), 100, 360)
    brush.bow((0.5, 0.14), (0.78, 0.42), 180, 440)


_KINDS: dict[str, Callable[[_Brush], None]] = {
    "coffee": _coffee,
    "rose": _rose,
    "knafeh": _knafeh,
    "shisha": _shisha,
}

"""Drawing a chart (render.chart): shares, scale, times, plates and marks."""

from PIL import Image, ImageDraw

from render import bidi, sprites, words
from render.cards import Player
from render.chart import (
    EDGE,
    FOOT,
    GAP,
    HEAD,
    MARK,
    PLATE,
    SCALE,
    TITLE,
    Chart,
    Lines,
    Mark,
    Point,
    lines,
    placed,
    plot_box,
    px,
    size,
    turns_apart,
)
from render.kit import in_digits
from render.scene import WIDTH, Side
from render.text import LRI, PDI
from render.theme import LOOKS, RGB, Look, mix

LABEL_ROOM = 30
"""What a game's name has at least; one that needs more is left out."""

SMALLEST = 24
"""The smallest letters: eight pixels on a phone."""

THINNEST, THICKEST = 2, 7
"""Of the line, in pixels."""

FINE = 3
"""The plot is drawn so many times as large and then reduced."""


def draw(chart: Chart) -> Image.Image:
    """Draw the plot: a new image."""
    look = LOOKS[chart.theme]
    picture = Image.new("RGB", size(chart), look.frame)
    pen = _Pen(chart, look, picture)
    pen.write(chart.title, 40, Point(chart.width / 2, px(chart, TITLE / 2)), look.numbers, bold=True)
    pen.plate(chart.upper, px(chart, TITLE))
    pen.plate(chart.lower, picture.height - px(chart, PLATE))
    drawn = lines(chart)
    _shares(pen, drawn)
    _scale(pen)
    _times(pen, drawn)
    marks = list(placed(chart, drawn))
    for _, place, foot in marks:
        pen.brush.line((*place, *foot), fill=look.alarm, width=pen.px(5))
    for mark, place, _ in marks:
        pen.mark(mark, place)
    return picture


def _shares(pen: "_Pen", drawn: Lines) -> None:
    """Fill both sides' shares of every game, the middle dashed, the line between them on top."""
    chart, look = pen.chart, pen.look
    box = plot_box(chart)
    wide, high = box.right - box.left, box.bottom - box.top
    plot = Image.new("RGB", (wide * FINE, high * FINE), look.frame)
    brush = ImageDraw.Draw(plot)
    below, above = (look.set_of(player.colour).body for player in (chart.lower, chart.upper))
    for game in drawn:
        path = [((x - box.left) * FINE, (y - box.top) * FINE) for x, y in game]
        if not path:
            continue
        ends = sorted((path[0][0], path[-1][0]))
        brush.rectangle((ends[0], 0, ends[1], high * FINE), fill=above)
        brush.polygon([*path, (path[-1][0], high * FINE), (path[0][0], high * FINE)], fill=below)
        _dashes(brush, ends, high * FINE / 2, pen.px(14) * FINE, mix(below, above, 0.5))
        fat = _fat(path)
        for width, tone in ((2 * fat, look.case), (fat, look.mark)):
            brush.line(path, fill=tone, width=min(width, fat + 6 * FINE), joint="curve")
    pen.picture.paste(plot.reduce(FINE), (box.left, box.top))
    pen.brush.rectangle((box.left - 1, box.top - 1, box.right, box.bottom), outline=look.plate_faint)


def _fat(path: list[tuple[float, float]]) -> int:
    """Choose how thick a line is drawn, in fine pixels: thinner where its turns stand close."""
    pitch = abs(path[-1][0] - path[0][0]) / (len(path) - 1)
    return round(min(max(pitch, THINNEST * FINE), THICKEST * FINE))


def _dashes(brush: ImageDraw.ImageDraw, ends: list[float], y: float, length: int, tone: RGB) -> None:
    x = ends[0]
    while x < ends[1]:
        brush.line((x, y, min(x + length, ends[1]), y), fill=tone, width=length // 4)
        x += 2 * length


def _scale(pen: "_Pen") -> None:
    """Write the lower side's chances beside the plot."""
    box = plot_box(pen.chart)
    middle = pen.px((SCALE - EDGE / 2) / 2)
    x = pen.chart.width - middle if pen.chart.right_to_left else middle
    for percent in (100, 50, 0):
        y = box.bottom - percent * (box.bottom - box.top) / 100
        inside = min(max(y, box.top + pen.px(16)), box.bottom - pen.px(16))
        pen.write(f"{LRI}{pen.number(percent)}%{PDI}", 30, Point(x, inside), pen.look.numbers)


def _times(pen: "_Pen", drawn: Lines) -> None:
    """Write the games' names above their parts and the turns' numbers below them."""
    chart = pen.chart
    box = plot_box(chart)
    for label, game in zip(chart.labels, drawn, strict=False):
        room = round(max(abs(game[0].x - game[-1].x) + pen.px(GAP), pen.px(LABEL_ROOM))) if game else 0
        if words.length(bidi.clean(label), pen.px(SMALLEST)) <= room:
            middle = Point((game[0].x + game[-1].x) / 2, box.top - pen.px(HEAD / 2))
            pen.write(label, 30, middle, pen.look.numbers, room=room)
    step = turns_apart(chart, drawn)
    for game in drawn:
        for at in range(step, len(game), step):
            x = game[at].x
            pen.brush.line((x, box.bottom, x, box.bottom + pen.px(8)), fill=pen.look.numbers, width=pen.px(3))
            pen.write(pen.number(at), 28, Point(x, box.bottom + pen.px(FOOT * 0.56)), pen.look.numbers)


class _Pen:
    """A plot while it is drawn."""

    def __init__(self, chart: Chart, look: Look, picture: Image.Image) -> None:
        self.chart, self.look, self.picture = chart, look, picture
        self.brush = ImageDraw.Draw(picture)

    def px(self, measure: float) -> int:
        return px(self.chart, measure)

    def number(self, value: int) -> str:
        return in_digits(str(value), self.chart.digits)

    def write(
        self, text: str, size: int, middle: Point, ink: RGB, *, bold: bool = False, room: int | None = None
    ) -> None:
        """Write a line around a place, smaller where it does not fit, then cut."""
        room = room or self.picture.width - 2 * self.px(EDGE)
        size = self.px(size)
        natural = round(words.length(bidi.clean(text), size, bold=bold))
        size = max(self.px(SMALLEST), min(size, size * room // max(1, natural)))
        mask = words.strip(text, size, width=room, bold=bold)
        left = min(max(round(middle.x - mask.width / 2), 0), self.picture.width - mask.width)
        self.picture.paste(ink, (left, round(middle.y + size * 0.36) - words.baseline(size)), mask)

    def plate(self, player: Player, top: int) -> None:
        """Lay a side's plate: its checker, its mark's shape behind its name, its score at the end."""
        high, look = self.px(PLATE), self.look
        plate = Image.new("RGB", (self.picture.width, high), look.plate)
        disc = self.px(56)
        at = (self._left(self.px(EDGE), disc), (high - disc) // 2)
        sprites.lay(plate, sprites.checker(look, player.colour, disc), at)
        for text, begin, end, bold, leading in (
            (player.name, 100, 590, True, True),
            (in_digits(player.score, self.chart.digits), 610, WIDTH - EDGE, False, False),
        ):
            room = self.px(end) - self.px(begin)
            size = self.px(38 if bold else 34)
            natural = round(words.length(bidi.clean(text), size, bold=bold))
            size = max(self.px(SMALLEST), min(size, size * room // max(1, natural)))
            mask = words.strip(text, size, width=room, bold=bold)
            from_start = self.px(begin) if leading else self.px(end) - mask.width
            y = round(high / 2 + size * 0.36) - words.baseline(size)
            plate.paste(look.plate_ink, (self._left(from_start, mask.width), y), mask)
        self.picture.paste(plate, (0, top))

    def _left(self, left: int, width: int) -> int:
        return self.picture.width - left - width if self.chart.right_to_left else left

    def mark(self, mark: Mark, place: Point) -> None:
        """Draw a disc for the lower side, a square for the upper one, in its checkers' colour."""
        player = self.chart.lower if mark.side is Side.OWN else self.chart.upper
        kind, half, fine = self.look.set_of(player.colour), self.px(MARK), 4
        tile = Image.new("L", (2 * half * fine,) * 2)
        shape = ImageDraw.Draw(tile)
        outline = shape.ellipse if mark.side is Side.OWN else shape.rectangle
        at = (round(place.x) - half, round(place.y) - half)
        for inset, tone in ((0, self.look.case), (2, self.look.alarm), (7, kind.body)):
            shape.rectangle((0, 0, *tile.size), fill=0)
            edge = self.px(inset) * fine if inset else 0
            outline((edge, edge, tile.width - 1 - edge, tile.height - 1 - edge), fill=255)
            self.picture.paste(tone, at, tile.reduce(fine))
        self.write(mark.label, 32, place, kind.ink, bold=True, room=2 * half)

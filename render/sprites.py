"""Checkers, dice and marks as RGBA sprites: each drawn once at four times its size, then reduced.

Every sprite is a pure function of a theme and a size in pixels, kept in a small cache.
"""

from collections.abc import Callable
from functools import lru_cache
from math import atan2, cos, pi, sin

from PIL import Image, ImageDraw, ImageFilter

from render.scene import Colour, Kind, Theme
from render.theme import LOOKS, RGB, Look, Set, luminance, mix
from render.words import star

FINE = 4
"""How many times larger a sprite is drawn."""

Paint = Callable[[ImageDraw.ImageDraw, float], None]


def fine(width: int, height: int, ground: RGB, paint: Paint) -> Image.Image:
    """Draw on a transparent ground of a colour (so that edges blend well) and reduce."""
    large = Image.new("RGBA", (width * FINE, height * FINE), (*ground, 0))
    paint(ImageDraw.Draw(large), float(FINE))
    return large.reduce(FINE)


def disc(pen: ImageDraw.ImageDraw, centre: tuple[float, float], radius: float, fill: RGB) -> None:
    """Fill a circle."""
    x, y = centre
    pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=fill)


@lru_cache(maxsize=64)
def checker(theme: Theme, colour: Colour, size: int, *, plain: bool = False) -> Image.Image:
    """Draw one checker: an edge of the opposite tone, a turned rim, an inlaid star."""
    look = LOOKS[theme]
    kind = look.set_of(colour)
    large = Image.new("RGBA", (size * FINE, size * FINE), (*kind.edge, 0))
    pen = ImageDraw.Draw(large)
    middle = size * FINE / 2
    centre = (middle, middle)
    disc(pen, centre, middle - 1, kind.edge)
    disc(pen, centre, middle * 0.93, kind.shade)
    body = _body(kind, size * FINE)
    large.paste(body, (0, 0), _round(size * FINE, 0.90))
    _rings(pen, centre, middle, kind)
    if look.inlaid and not plain:
        pen.polygon(star(middle, middle, middle * 0.36, 0.765), fill=mix(kind.groove, kind.body, 0.35))
        pen.polygon(star(middle, middle, middle * 0.24, 0.765), fill=kind.body)
    return large.reduce(FINE)


def blank(theme: Theme, colour: Colour, size: int) -> Image.Image:
    """Draw a checker to write a number on."""
    return checker(theme, colour, size, plain=True)


def _body(kind: Set, size: int) -> Image.Image:
    """Light falls from the upper left: a soft blend from shine through body to shade."""
    glow = Image.radial_gradient("L").resize((round(size * 1.5),) * 2)
    left = round(size * 0.42)
    glow = glow.crop((left, left, left + size, left + size))
    body = Image.new("RGB", (size, size), kind.shine)
    body.paste(kind.body, (0, 0), glow.point([min(255, value * 3) for value in range(256)]))
    body.paste(kind.shade, (0, 0), glow.point([max(0, (value - 150) * 2) for value in range(256)]))
    return body


def _rings(pen: ImageDraw.ImageDraw, centre: tuple[float, float], middle: float, kind: Set) -> None:
    for radius, width, tone in ((0.70, 0.05, kind.groove), (0.64, 0.03, kind.shine)):
        reach = middle * radius
        x, y = centre
        pen.ellipse(
            (x - reach, y - reach, x + reach, y + reach), outline=tone, width=max(1, round(middle * width))
        )


def _round(size: int, share: float) -> Image.Image:
    mask = Image.new("L", (size, size))
    edge = size * (1 - share) / 2
    ImageDraw.Draw(mask).ellipse((edge, edge, size - edge, size - edge), fill=255)
    return mask


@lru_cache(maxsize=16)
def shadow(size: int) -> Image.Image:
    """Draw the soft shadow under a checker as an L mask; it falls down only, to stay within a column."""
    soft = max(1, size // 24)
    mask = Image.new("L", (size, size + 4 * soft))
    ImageDraw.Draw(mask).ellipse((soft, 3 * soft, size - 1 - soft, size + 2 * soft), fill=190)
    return mask.filter(ImageFilter.GaussianBlur(soft))


@lru_cache(maxsize=64)
def ring(theme: Theme, size: int, *, moved: bool, movable: bool) -> Image.Image:
    """Draw the halo on a rim: whole for a checker that has just moved, dashed for one that may move."""
    look = LOOKS[theme]

    def paint(pen: ImageDraw.ImageDraw, scale: float) -> None:
        full = size * scale
        wide = round(full * 0.0725)
        pen.ellipse((0.5, 0.5, full - 1, full - 1), outline=look.case, width=round(full * 0.145))
        box = (full * 0.0275,) * 2 + (full * 0.9725,) * 2
        if moved:
            pen.ellipse(box, outline=look.mark, width=wide)
        if movable:
            for at in range(8):
                start = at * 45 - 14
                if moved:
                    pen.arc(box, start - 4, start + 32, fill=look.case, width=wide)
                pen.arc(box, start, start + 28, fill=look.move, width=wide)

    return fine(size, size, look.case, paint)


@lru_cache(maxsize=64)
def ghost(theme: Theme, colour: Colour, size: int) -> Image.Image:
    """Draw the place a checker has left: a faint disc with a dotted rim."""
    look = LOOKS[theme]
    kind = look.set_of(colour)

    def paint(pen: ImageDraw.ImageDraw, scale: float) -> None:
        middle = size * scale / 2
        pen.ellipse((middle * 0.1,) * 2 + (middle * 1.9,) * 2, fill=(*kind.body, 105))
        for tone, width in ((kind.edge, 0.11), (kind.body, 0.06)):
            inset = middle * (0.11 if width > 0.1 else 0.135)  # noqa: PLR2004 the wider is the casing
            for at in range(10):
                pen.arc(
                    (inset, inset, 2 * middle - inset, 2 * middle - inset),
                    at * 36,
                    at * 36 + 22,
                    fill=(*tone, 255),
                    width=round(middle * width),
                )

    return fine(size, size, kind.body, paint)


SECTORS = 16
"""Arrows point in so many directions; 0 is up, then clockwise."""


def sector(across: float, down: float) -> int:
    """Find the direction of a vector in pixels: 0…15, 0 up, 4 right."""
    return round(atan2(across, -down) / (2 * pi) * SECTORS) % SECTORS


@lru_cache(maxsize=256)
def arrow(theme: Theme, size: int, direction: int) -> Image.Image:
    """Draw a short cased arrow through the middle of a square, in one of sixteen directions."""
    look = LOOKS[theme]
    turn = direction * 2 * pi / SECTORS

    def paint(pen: ImageDraw.ImageDraw, scale: float) -> None:
        middle = size * scale / 2
        for fat, tone in ((0.12, look.case), (0.0, look.mark)):
            outline = [
                (-0.13 - fat, 0.62 + fat),
                (0.13 + fat, 0.62 + fat),
                (0.13 + fat, -0.02 + fat),
                (0.50 + fat * 1.9, -0.02 + fat),
                (0.0, -0.68 - fat * 1.7),
                (-0.50 - fat * 1.9, -0.02 + fat),
                (-0.13 - fat, -0.02 + fat),
            ]
            corners = [
                (
                    middle + middle * (x * cos(turn) - y * sin(turn)),
                    middle + middle * (x * sin(turn) + y * cos(turn)),
                )
                for x, y in outline
            ]
            pen.polygon(corners, fill=(*tone, 255))

    return fine(size, size, look.case, paint)


@lru_cache(maxsize=64)
def pin(theme: Theme, colour: Colour, size: int) -> Image.Image:
    """Draw the padlock on a pinned checker of a colour: a disc of the opposite tone in a red ring."""
    look = LOOKS[theme]
    kind = look.set_of(colour)

    def paint(pen: ImageDraw.ImageDraw, scale: float) -> None:
        middle = size * scale / 2
        centre = (middle, middle)
        disc(pen, centre, middle - 1, kind.body)
        disc(pen, centre, middle * 0.94, look.alarm)
        disc(pen, centre, middle * 0.76, kind.ink)
        width = round(middle * 0.13)
        pen.arc(
            (middle * 0.70, middle * 0.44, middle * 1.30, middle * 1.10),
            180,
            360,
            fill=kind.body,
            width=width,
        )
        pen.line((middle * 0.76, middle * 0.74, middle * 0.76, middle * 1.0), fill=kind.body, width=width)
        pen.line((middle * 1.23, middle * 0.74, middle * 1.23, middle * 1.0), fill=kind.body, width=width)
        pen.rounded_rectangle(
            (middle * 0.58, middle * 0.93, middle * 1.42, middle * 1.48), middle * 0.1, fill=kind.body
        )

    return fine(size, size, kind.body, paint)


@lru_cache(maxsize=64)
def badge(theme: Theme, sign: Kind | str, size: int) -> Image.Image:
    """Draw a round sign: a burst for a hit, an exclamation mark for a mother in danger."""
    look = LOOKS[theme]

    def paint(pen: ImageDraw.ImageDraw, scale: float) -> None:
        middle = size * scale / 2
        disc(pen, (middle, middle), middle - 1, look.case)
        if sign is Kind.HIT:
            disc(pen, (middle, middle), middle * 0.86, look.alarm)
            pen.polygon(star(middle, middle, middle * 0.74, 0.42, 6), fill=(255, 255, 255))
            disc(pen, (middle, middle), middle * 0.16, look.alarm)
            return
        disc(pen, (middle, middle), middle * 0.86, look.mark)
        pen.rounded_rectangle(
            (middle * 0.84, middle * 0.36, middle * 1.16, middle * 1.14), middle * 0.14, fill=look.case
        )
        disc(pen, (middle, middle * 1.44), middle * 0.18, look.case)

    return fine(size, size, look.case, paint)


@lru_cache(maxsize=16)
def pointer(theme: Theme, size: int) -> Image.Image:
    """Draw the turn's arrowhead, pointing right."""
    look = LOOKS[theme]

    def paint(pen: ImageDraw.ImageDraw, scale: float) -> None:
        full = size * scale
        pen.polygon(((0, 0), (full * 0.9, full / 2), (0, full)), fill=look.alarm)

    return fine(size, size, look.active, paint)


@lru_cache(maxsize=64)
def pearl(theme: Theme, size: int, tone: RGB) -> Image.Image:
    """Draw a pearl before an amount."""
    glint = LOOKS[theme].light.body if luminance(tone) < 0.3 else LOOKS[theme].case  # noqa: PLR2004 half bright

    def paint(pen: ImageDraw.ImageDraw, scale: float) -> None:
        full = size * scale
        disc(pen, (full / 2, full / 2), full * 0.44, tone)
        disc(pen, (full * 0.38, full * 0.36), full * 0.12, glint)

    return fine(size, size, tone, paint)


@lru_cache(maxsize=64)
def clock(theme: Theme, size: int, tone: RGB) -> Image.Image:
    """Draw a clock before a time."""
    del theme

    def paint(pen: ImageDraw.ImageDraw, scale: float) -> None:
        full = size * scale
        middle, wide = full / 2, round(full * 0.1)
        pen.ellipse((full * 0.06,) * 2 + (full * 0.94,) * 2, outline=tone, width=wide)
        pen.line((middle, middle, middle, full * 0.24), fill=tone, width=wide)
        pen.line((middle, middle, full * 0.68, full * 0.62), fill=tone, width=wide)

    return fine(size, size, tone, paint)


_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


@lru_cache(maxsize=128)
def die(theme: Theme, colour: Colour, value: int, size: int, *, used: bool) -> Image.Image:
    """Draw one die in its owner's colour; a used one is smaller, pale and crossed out."""
    look = LOOKS[theme]
    kind = look.set_of(colour)

    def paint(pen: ImageDraw.ImageDraw, scale: float) -> None:
        full = size * scale
        inset = full * (0.13 if used else 0.0)
        body = mix(kind.body, look.field, 0.62) if used else kind.body
        pips = mix(kind.ink, look.field, 0.45) if used else kind.ink
        edge = mix(kind.edge, look.field, 0.5) if used else kind.edge
        pen.rounded_rectangle((inset, inset, full - 1 - inset, full - 1 - inset), full * 0.2, fill=edge)
        rim = inset + full * 0.035
        pen.rounded_rectangle((rim, rim, full - 1 - rim, full - 1 - rim), full * 0.17, fill=body)
        step, reach = full * (0.19 if used else 0.255), full * (0.065 if used else 0.095)
        for x, y in _PIPS[value]:
            disc(pen, (full / 2 + x * step, full / 2 + y * step), reach, pips)
        if used:
            ends = (inset * 0.6, full - inset * 0.6, full - inset * 0.6, inset * 0.6)
            pen.line(ends, fill=look.case, width=round(full * 0.10))
            pen.line(ends, fill=look.inlay, width=round(full * 0.045))

    return fine(size, size, kind.edge, paint)


def lay(ground: Image.Image, sprite: Image.Image, at: tuple[int, int]) -> None:
    """Blend an RGBA sprite into an opaque picture; parts outside are cut off."""
    ground.paste(sprite, at, sprite)


def cast(ground: Image.Image, look: Look, size: int, at: tuple[int, int]) -> None:
    """Lay the shadow of a checker of a size on a picture, for the corner where the checker will be."""
    ground.paste(look.case, at, shadow(size))

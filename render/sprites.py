"""Checkers and dice as RGBA sprites: each drawn once at four times its size, then reduced.

Every sprite is a pure function of a look and a size in pixels, kept in a small cache.
"""

from collections.abc import Callable
from functools import lru_cache

from PIL import Image, ImageDraw, ImageFilter

from render.scene import Colour
from render.theme import RGB, Look, Set, mix
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
def checker(look: Look, colour: Colour, size: int, *, plain: bool = False) -> Image.Image:
    """Draw one checker: an edge of the opposite tone, a turned rim, an inlaid star."""
    kind = look.set_of(colour)
    large = Image.new("RGBA", (size * FINE, size * FINE), (*kind.edge, 0))
    pen = ImageDraw.Draw(large)
    middle = size * FINE / 2
    centre = (middle, middle)
    disc(pen, centre, middle - 1, kind.edge)
    disc(pen, centre, middle * 0.93, kind.shade)
    if look.shaded:
        large.paste(_body(kind, size * FINE), (0, 0), _round(size * FINE, 0.90))
    else:
        disc(pen, centre, middle * 0.93, kind.body)
    if not look.flat:
        _ring(pen, centre, middle, kind)
    if look.inlaid and not plain:
        pen.polygon(star(middle, middle, middle * 0.36, 0.765), fill=mix(kind.groove, kind.body, 0.35))
        pen.polygon(star(middle, middle, middle * 0.24, 0.765), fill=kind.body)
    return large.reduce(FINE)


def blank(look: Look, colour: Colour, size: int) -> Image.Image:
    """Draw a checker to write a number on."""
    return checker(look, colour, size, plain=True)


def _body(kind: Set, size: int) -> Image.Image:
    """Light falls from the upper left: a soft blend from shine through body to shade."""
    glow = Image.radial_gradient("L").resize((round(size * 1.5),) * 2)
    left = round(size * 0.42)
    glow = glow.crop((left, left, left + size, left + size))
    body = Image.new("RGB", (size, size), kind.shine)
    body.paste(kind.body, (0, 0), glow.point([min(255, value * 3) for value in range(256)]))
    body.paste(kind.shade, (0, 0), glow.point([max(0, (value - 150) * 2) for value in range(256)]))
    return body


def _ring(pen: ImageDraw.ImageDraw, centre: tuple[float, float], middle: float, kind: Set) -> None:
    (x, y), reach = centre, middle * 0.68
    box = (x - reach, y - reach, x + reach, y + reach)
    pen.ellipse(box, outline=kind.groove, width=max(1, round(middle * 0.05)))


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


_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


@lru_cache(maxsize=128)
def die(look: Look, colour: Colour, value: int, size: int, *, used: bool) -> Image.Image:
    """Draw one die in its owner's colour; a used one is smaller, pale and crossed out."""
    kind = look.set_of(colour)

    def paint(pen: ImageDraw.ImageDraw, scale: float) -> None:
        full = size * scale
        dim = used and not look.flat
        inset = full * (0.13 if dim else 0.0)
        body = mix(kind.body, look.field, 0.62) if dim else kind.body
        pips = mix(kind.ink, look.field, 0.45) if dim else kind.ink
        edge = mix(kind.edge, look.field, 0.5) if dim else kind.edge
        pen.rounded_rectangle((inset, inset, full - 1 - inset, full - 1 - inset), full * 0.2, fill=edge)
        rim = inset + full * 0.035
        pen.rounded_rectangle((rim, rim, full - 1 - rim, full - 1 - rim), full * 0.17, fill=body)
        if used:
            ends = (full * 0.08, full * 0.92, full * 0.92, full * 0.08)
            pen.line(ends, fill=look.case, width=round(full * 0.10))
            pen.line(ends, fill=look.inlay, width=round(full * 0.045))
        step, reach = full * (0.19 if dim else 0.255), full * (0.07 if dim else 0.095)
        for x, y in _PIPS[value]:
            disc(pen, (full / 2 + x * step, full / 2 + y * step), reach, pips)

    return fine(size, size, kind.edge, paint)


def lay(ground: Image.Image, sprite: Image.Image, at: tuple[int, int]) -> None:
    """Blend an RGBA sprite into an opaque picture; parts outside are cut off."""
    ground.paste(sprite, at, sprite)


def cast(ground: Image.Image, look: Look, size: int, at: tuple[int, int]) -> None:
    """Lay the shadow of a checker of a size on a picture, for the corner where the checker will be."""
    if look.shaded:
        ground.paste(look.case, at, shadow(size))

"""Marks on the board and on the plates as RGBA sprites, drawn like those of render.sprites."""

from functools import lru_cache
from math import cos, pi, sin

from PIL import Image, ImageDraw

from render.geometry import SECTORS
from render.scene import Colour, Kind
from render.sprites import disc, fine
from render.theme import RGB, Look, luminance
from render.words import star


@lru_cache(maxsize=64)
def ring(look: Look, size: int, *, moved: bool, movable: bool) -> Image.Image:
    """Draw the halo on a rim: whole for a checker that has just moved, dashed for one that may move."""

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
def ghost(look: Look, colour: Colour, size: int) -> Image.Image:
    """Draw the place a checker has left: a faint disc with a dotted rim."""
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


@lru_cache(maxsize=256)
def arrow(look: Look, size: int, direction: int) -> Image.Image:
    """Draw a short cased arrow through the middle of a square, in one of sixteen directions."""
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
def pin(look: Look, colour: Colour, size: int) -> Image.Image:
    """Draw the padlock on a pinned checker of a colour: a disc of the opposite tone in a red ring."""
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
def badge(look: Look, sign: Kind | str, size: int) -> Image.Image:
    """Draw a round sign: a burst for a hit, an exclamation mark for a mother in danger."""

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
def pointer(look: Look, size: int) -> Image.Image:
    """Draw the turn's arrowhead, pointing right."""

    def paint(pen: ImageDraw.ImageDraw, scale: float) -> None:
        full = size * scale
        pen.polygon(((0, 0), (full * 0.9, full / 2), (0, full)), fill=look.alarm)

    return fine(size, size, look.active, paint)


@lru_cache(maxsize=64)
def pearl(look: Look, size: int, tone: RGB) -> Image.Image:
    """Draw a pearl before an amount."""
    glint = look.light.body if luminance(tone) < 0.3 else look.case  # noqa: PLR2004 half bright

    def paint(pen: ImageDraw.ImageDraw, scale: float) -> None:
        full = size * scale
        disc(pen, (full / 2, full / 2), full * 0.44, tone)
        disc(pen, (full * 0.38, full * 0.36), full * 0.12, glint)

    return fine(size, size, tone, paint)


@lru_cache(maxsize=64)
def clock(look: Look, size: int, tone: RGB) -> Image.Image:
    """Draw a clock before a time."""
    del look

    def paint(pen: ImageDraw.ImageDraw, scale: float) -> None:
        full = size * scale
        middle, wide = full / 2, round(full * 0.1)
        pen.ellipse((full * 0.06,) * 2 + (full * 0.94,) * 2, outline=tone, width=wide)
        pen.line((middle, middle, middle, full * 0.24), fill=tone, width=wide)
        pen.line((middle, middle, full * 0.68, full * 0.62), fill=tone, width=wide)

    return fine(size, size, tone, paint)

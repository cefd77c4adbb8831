"""The empty board of a theme: frame, mosaic, field and points, drawn once at twice its size.

Every second column is the same to the pixel, so that a stack drawn on one fits on all of its kind.
"""

import random
from math import ceil

from PIL import Image, ImageChops, ImageDraw

from render.geometry import QUARTER, ROW, Layout
from render.theme import RGB, Look, mix
from render.words import star

FINE = 2
GRAIN_ACROSS, GRAIN_ALONG = 12, 160
"""Pixels of a streak; narrower ones make a JPEG dearer and look no warmer."""

LOZENGE = 4.8
"""The length of a diamond of the mosaic in its heights; shorter ones have more edges, which a JPEG pays for."""

KHATAM = 0.765
"""The waist of the eight-pointed star that two squares make."""


def backdrop(plan: Layout, look: Look) -> Image.Image:
    """Draw the empty board with bare plates and rails without numbers, as RGB."""
    board = Image.new("RGB", (plan.width, plan.height), look.plate)
    board.paste(_frame(plan, look), (0, plan.plate))
    pair = _pair(plan, look)
    for column in range(0, ROW, 2):
        board.paste(pair, (plan.column_left(column), plan.upper))
    board.paste(_bar(plan, look), (plan.bar_left, plan.upper))
    _edges(board, plan, look)
    return board


def _edges(board: Image.Image, plan: Layout, look: Look) -> None:
    """Give the fields a dark inner edge."""
    pen = ImageDraw.Draw(board)
    wide = plan.px(2)
    for left in (plan.column_left(0), plan.column_left(QUARTER)):
        right, bottom = left + QUARTER * plan.column, plan.lower + plan.half
        box = (left - wide, plan.upper - wide, right + wide - 1, bottom + wide - 1)
        pen.rectangle(box, outline=look.case, width=wide)


def _pair(plan: Layout, look: Look) -> Image.Image:
    """Draw two neighbouring columns, both halves and the band between them."""
    column, half, band = plan.column * FINE, plan.half * FINE, plan.band * FINE
    upper = Image.new("RGB", (2 * column, half), look.field)
    pen = ImageDraw.Draw(upper)
    line = max(2, round(column * 0.032))
    for at, tones in enumerate((look.points, look.points[::-1])):
        _point(pen, (at * column + column / 2, column * 0.46, half * 0.955), tones, look, line)
    tile = Image.new("RGB", (2 * column, 2 * half + band), look.field)
    tile.paste(upper, (0, 0))
    tile.paste(upper.transpose(Image.Transpose.ROTATE_180), (0, half + band))
    return grained(tile.reduce(FINE), look, seed=7)


def _point(
    pen: ImageDraw.ImageDraw,
    place: tuple[float, float, float],
    tones: tuple[RGB, RGB],
    look: Look,
    line: int,
) -> None:
    """Draw one point: a long triangle with an inlaid outline, a core of the other wood, a star at its foot."""
    middle, reach, tip = place
    tone, other = tones
    pen.polygon(((middle - reach, 0), (middle + reach, 0), (middle, tip)), fill=look.seam)
    inner = reach - line * 1.15
    pen.polygon(((middle - inner, 0), (middle + inner, 0), (middle, tip - line * 6)), fill=tone)
    if not look.inlaid:
        return
    core = inner * 0.5
    pen.polygon(((middle - core, 0), (middle + core, 0), (middle, tip * 0.62)), fill=mix(other, tone, 0.15))
    pen.polygon(star(middle, tip * 0.74, reach * 0.17, 0.45, 4), fill=look.seam)
    pen.polygon(star(middle, reach * 0.62, reach * 0.34, KHATAM), fill=mix(other, look.seam, 0.8))
    pen.polygon(star(middle, reach * 0.62, reach * 0.20, KHATAM), fill=tone)


def grained(tile: Image.Image, look: Look, seed: int) -> Image.Image:
    """Add the wood's grain: soft upright streaks that join at the tile's sides."""
    if not look.grain:
        return tile
    across, along = max(4, tile.width // GRAIN_ACROSS), max(2, tile.height // GRAIN_ALONG)
    noise = random.Random(seed).randbytes(across * along)  # noqa: S311 a texture is no secret
    streaks = Image.frombytes("L", (across, along), noise)
    wide = Image.new("L", (3 * across, along))
    for at in range(3):
        wide.paste(streaks, (at * across, 0))
    wide = wide.resize((3 * tile.width, tile.height), Image.Resampling.BICUBIC)
    grain = wide.crop((tile.width, 0, 2 * tile.width, tile.height))
    grain = grain.point([value * 2 * look.grain // 255 for value in range(256)])
    return ImageChops.add(tile, Image.merge("RGB", (grain,) * 3), offset=-look.grain)


def _frame(plan: Layout, look: Look) -> Image.Image:
    """Draw the frame with its mosaic running round the outside."""
    width, height = plan.board.right, plan.board.bottom - plan.board.top
    frame = Image.new("RGB", (width, height), look.frame)
    thick = plan.px(9)
    if look.grain:
        frame = grained(frame, look, seed=3)
    across = mosaic(width, thick, look)
    down = mosaic(height, thick, look).transpose(Image.Transpose.ROTATE_90)
    for at in ((0, 0), (0, height - thick)):
        frame.paste(across, at)
    for at in ((0, 0), (width - thick, 0)):
        frame.paste(down, at)
    return frame


def mosaic(length: int, thick: int, look: Look) -> Image.Image:
    """Draw a strip of marquetry: small diamonds and the triangles between them."""
    light, red, dark = look.mosaic
    high = thick * FINE * 2
    step = high * LOZENGE
    strip = Image.new("RGB", (length * FINE * 2, high), dark)
    pen = ImageDraw.Draw(strip)
    for at in range(ceil(strip.width / step) + 1):
        left = at * step
        pen.polygon(
            (
                (left, high / 2),
                (left + step / 2, high * 0.06),
                (left + step, high / 2),
                (left + step / 2, high * 0.94),
            ),
            fill=light,
        )
        pen.polygon(
            (
                (left + step * 0.25, high / 2),
                (left + step / 2, high * 0.28),
                (left + step * 0.75, high / 2),
                (left + step / 2, high * 0.72),
            ),
            fill=red,
        )
    return strip.reduce(FINE * 2)


def _bar(plan: Layout, look: Look) -> Image.Image:
    """Draw the bar, or the hinge of a board that needs none."""
    width, height = plan.bar, 2 * plan.half + plan.band
    bar = Image.new("RGB", (width, height), look.frame)
    if look.grain:
        bar = grained(bar, look, seed=5)
    thick = max(3, plan.px(9 if plan.has_bar else 11))
    strip = mosaic(height, thick, look).transpose(Image.Transpose.ROTATE_90)
    if plan.has_bar:
        bar.paste(strip, (0, 0))
        bar.paste(strip, (width - thick, 0))
    else:
        bar.paste(strip, ((width - thick) // 2, 0))
    return bar

"""Words as masks: one line of any scripts at a size, never wider than allowed."""

from math import cos, pi, sin
from threading import Lock

from PIL import Image, ImageDraw

from render import bidi, fonts
from render.cache import Cache

ASCENT, DESCENT = 1.12, 0.46
"""The line above and below the baseline, in sizes: room for Arabic and Devanagari."""

STRIPS = Cache(8 << 20)
ELLIPSIS = "…"
_DRAWING = Lock()
"""A FreeType face is not for two threads at once."""


def strip(
    text: str, size: int, *, width: int, bold: bool = False, right_to_left: bool | None = None
) -> Image.Image:
    """Draw one line as an L mask, cut with an ellipsis at `width` pixels. Kept; callers must not change it."""
    key = (text, size, width, bold, right_to_left)
    return STRIPS.get(key, lambda: _strip(bidi.clean(text), size, width, bold, right_to_left))


def baseline(size: int) -> int:
    """Measure the pixels from the top of a strip to its baseline."""
    return round(size * ASCENT)


def length(text: str, size: int, *, bold: bool = False, right_to_left: bool | None = None) -> float:
    """Measure the width in pixels at which `strip` leaves clean text whole."""
    weight = fonts.BOLD if bold else fonts.REGULAR
    with _DRAWING:
        return _length(text, size, weight, right_to_left)


def _length(text: str, size: int, weight: int, right_to_left: bool | None) -> float:
    runs = bidi.runs(text, right_to_left=right_to_left)
    return sum(_advance(run, size, weight) for run in runs) + size // 8


def _strip(text: str, size: int, width: int, bold: bool, right_to_left: bool | None) -> Image.Image:
    weight = fonts.BOLD if bold else fonts.REGULAR
    with _DRAWING:
        text = _fitted(text, size, weight, width, right_to_left)
        runs = bidi.runs(text, right_to_left=right_to_left)
        advances = [_advance(run, size, weight) for run in runs]
        pad = max(1, size // 16)
        mask = Image.new("L", (min(width, round(sum(advances)) + 2 * pad), round(size * (ASCENT + DESCENT))))
        pen = ImageDraw.Draw(mask)
        x = float(pad)
        for run, advance in zip(runs, advances, strict=True):
            _draw(pen, run, x, size, weight)
            x += advance
    return mask


def _fitted(text: str, size: int, weight: int, width: int, right_to_left: bool | None) -> str:
    """Cut a text to the longest beginning that fits with an ellipsis behind it."""

    def fits(candidate: str) -> bool:
        return _length(candidate, size, weight, right_to_left) <= width

    if fits(text):
        return text
    low, high = 0, len(text) - 1
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if fits(text[:middle].rstrip() + ELLIPSIS) else (low, middle - 1)
    return text[:low].rstrip() + ELLIPSIS


def _advance(run: bidi.Run, size: int, weight: int) -> float:
    if run.face is None:
        return len(run.text) * size * 0.9
    return fonts.font(run.face, size, weight).getlength(run.text, direction=_direction(run))


def _draw(pen: ImageDraw.ImageDraw, run: bidi.Run, x: float, size: int, weight: int) -> None:
    if run.face is None:
        for at in range(len(run.text)):
            _star(pen, x + (at + 0.45) * size * 0.9, baseline(size) - size * 0.36, size * 0.36)
        return
    font = fonts.font(run.face, size, weight)
    try:
        pen.text((x, baseline(size)), run.text, fill=255, font=font, anchor="ls", direction=_direction(run))
    except OSError:
        # FreeType refuses single glyphs (U+FDFD is too wide for it); a star keeps the line's length honest.
        _star(pen, x + size * 0.45, baseline(size) - size * 0.36, size * 0.36)


def _direction(run: bidi.Run) -> str:
    return "rtl" if run.right_to_left else "ltr"


def _star(pen: ImageDraw.ImageDraw, x: float, y: float, radius: float) -> None:
    """Draw the eight-pointed star that stands for a sign no face covers."""
    pen.polygon(star(x, y, radius, 0.62), fill=255)


def star(x: float, y: float, radius: float, waist: float, points: int = 8) -> list[tuple[float, float]]:
    """List the corners of a star around a centre; `waist` is the inner radius as a share of the outer."""
    corners = []
    for at in range(2 * points):
        reach = radius if at % 2 == 0 else radius * waist
        angle = at * pi / points
        corners.append((x + reach * sin(angle), y - reach * cos(angle)))
    return corners

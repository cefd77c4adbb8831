"""How often each of the 21 rolls fell, as bars, with a line across each where fair dice would reach.

One side's bars, or two sides' beside each other: plain and hatched, so that nothing depends on telling colours apart.
Measures are of a picture 1024 px wide; right to left mirrors it.
"""

from dataclasses import dataclass
from typing import NamedTuple

from PIL import Image, ImageDraw

from render import bidi, words
from render.kit import in_digits
from render.scene import WIDTH, Digits, Theme
from render.text import FSI, LRI, LRM, PDI
from render.theme import LOOKS, RGB, Look

TITLE, PLOT, FOOT, LEGEND, EDGE = 84, 380, 104, 56, 24
GAP = 10
"""Between two rolls."""

FINE = 3
SIZE, SMALLEST = 34, 26


class Series(NamedTuple):
    """One side's counts and what is to be expected of each, in the same order; `label` is a finished string."""

    label: str
    counts: tuple[int, ...]
    expected: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Bars:
    """The picture, in finished strings. `rolls` are the two numbers below each place.

    Raises ValueError where a series has not as many counts as there are rolls, or there are not one or two of them.
    """

    title: str
    rolls: tuple[tuple[int, int], ...]
    series: tuple[Series, ...]
    fair: str
    theme: Theme = Theme.WOOD
    digits: Digits = Digits.LATIN
    right_to_left: bool = False
    width: int = WIDTH

    def __post_init__(self) -> None:
        if len(self.series) not in (1, 2) or any(
            not len(one.counts) == len(one.expected) == len(self.rolls) for one in self.series
        ):
            raise ValueError("one or two sides' counts, one for each roll")


def size(bars: Bars) -> tuple[int, int]:
    """Width and height of the picture in pixels."""
    high = TITLE + PLOT + FOOT + LEGEND * (len(bars.series) + 1) + EDGE // 2
    return bars.width, _px(bars, high)


def draw(bars: Bars) -> Image.Image:
    """Draw it: a new image."""
    look = LOOKS[bars.theme]
    picture = Image.new("RGB", size(bars), look.frame)
    _write(picture, bars, bars.title, 40, bars.width / 2, _px(bars, TITLE / 2), look.numbers, bold=True)
    top, bottom = _px(bars, TITLE), _px(bars, TITLE + PLOT)
    picture.paste(_plot(bars, look, bottom - top), (0, top))
    pitch = (bars.width - 2 * _px(bars, EDGE)) / len(bars.rolls)
    for at, roll in enumerate(bars.rolls):
        x = _px(bars, EDGE) + (at + 0.5) * pitch
        x = bars.width - x if bars.right_to_left else x
        for row, face in enumerate(roll):
            text = in_digits(str(face), bars.digits)
            _write(picture, bars, text, 36, x, bottom + _px(bars, 26 + 44 * row), look.numbers)
    _legend(picture, bars, look)
    return picture


def _plot(bars: Bars, look: Look, height: int) -> Image.Image:
    wide, high = bars.width * FINE, height * FINE
    plot = Image.new("RGB", (wide, high), look.frame)
    brush = ImageDraw.Draw(plot)
    most = max(1.0, *(value for one in bars.series for value in (*one.counts, *one.expected)))
    edge, pitch = _px(bars, EDGE) * FINE, (bars.width - 2 * _px(bars, EDGE)) * FINE / len(bars.rolls)
    thin = max(1, _px(bars, 3)) * FINE
    broad = (pitch - _px(bars, GAP) * FINE) / len(bars.series)
    for number, one in enumerate(bars.series):
        for at, (times, want) in enumerate(zip(one.counts, one.expected, strict=True)):
            left = edge + at * pitch + _px(bars, GAP) * FINE / 2 + number * broad
            left = wide - left - broad if bars.right_to_left else left
            box = (left, high - times / most * (high - 2 * thin), left + broad - 1, high)
            _bar(brush, box, look, hatched=number == 1)
            line = high - want / most * (high - 2 * thin)
            brush.rectangle((left, line - thin, left + broad - 1, line + thin), fill=look.case)
            brush.rectangle((left, line - thin / 2, left + broad - 1, line + thin / 2), fill=look.mark)
    brush.line((edge, high - 1, wide - edge, high - 1), fill=look.numbers, width=thin)
    return plot.reduce(FINE)


def _bar(
    brush: ImageDraw.ImageDraw, box: tuple[float, float, float, float], look: Look, *, hatched: bool
) -> None:
    left, top, right, bottom = box
    if bottom - top < 1:
        return
    kind = look.dark if hatched else look.light
    brush.rectangle(box, fill=kind.body, outline=kind.ink, width=FINE)
    step = 8 * FINE
    for y in range(int(bottom), int(top), -step) if hatched else ():
        brush.line((left, y, right, max(top, y - step / 2)), fill=kind.ink, width=FINE)


def _legend(picture: Image.Image, bars: Bars, look: Look) -> None:
    """Write what the bars and the line are, each beside a sample."""
    brush = ImageDraw.Draw(picture)
    y = _px(bars, TITLE + PLOT + FOOT + LEGEND / 2)
    for number, text in enumerate((*(one.label for one in bars.series), bars.fair)):
        wide, half = _px(bars, 48), _px(bars, 15)
        x = bars.width - _px(bars, EDGE) - wide if bars.right_to_left else _px(bars, EDGE)
        if number < len(bars.series):
            _bar(brush, (x, y - half, x + wide, y + half), look, hatched=number == 1)
        else:
            brush.rectangle((x, y - half // 3, x + wide, y + half // 3), fill=look.mark, outline=look.case)
        mask = _letters(bars, text, SIZE, bars.width - wide - 4 * _px(bars, EDGE))
        begin = x - _px(bars, 16) - mask.width if bars.right_to_left else x + wide + _px(bars, 16)
        picture.paste(look.numbers, (begin, _line(bars, y, SIZE)), mask)
        y += _px(bars, LEGEND)


def _write(  # noqa: PLR0917 what, how large, where and in which colour
    picture: Image.Image,
    bars: Bars,
    text: str,
    size: int,
    x: float,
    y: float,
    ink: RGB,
    *,
    bold: bool = False,
) -> None:
    mask = _letters(bars, text, size, bars.width - 2 * _px(bars, EDGE), bold=bold)
    picture.paste(ink, (round(x - mask.width / 2), _line(bars, y, size)), mask)


def _letters(bars: Bars, text: str, size: int, room: int, *, bold: bool = False) -> Image.Image:
    """A line of letters, smaller where it does not fit, then cut."""
    wanted = _px(bars, size)
    natural = round(words.length(bidi.clean(text), wanted, bold=bold))
    fitting = max(_px(bars, SMALLEST), min(wanted, wanted * room // max(1, natural)))
    return words.strip(text, fitting, width=room, bold=bold)


def _line(bars: Bars, y: float, size: int) -> int:
    wanted = _px(bars, size)
    return round(y + wanted * 0.36) - words.baseline(wanted)


def _px(bars: Bars, measure: float) -> int:
    return max(1, round(measure * bars.width / WIDTH))


def bars_text(bars: Bars) -> str:
    """Write the picture in words: each roll with its count, and in brackets what was to be expected."""
    rows = [f"{FSI}{bars.title}{PDI}"]
    for one in bars.series:
        told = " ".join(
            f"{high}-{low}:{times} ({want:.0f})"
            for (high, low), times, want in zip(bars.rolls, one.counts, one.expected, strict=True)
        )
        rows.append(f"{FSI}{one.label}{PDI} {LRI}{told}{PDI}")
    rows.append(f"( ) {FSI}{bars.fair}{PDI}")
    return "\n".join(f"{LRM}{row}" for row in rows)

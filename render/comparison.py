"""Two boards, one above the other: what was played, crossed out, and what would have been better, ticked off."""

from dataclasses import dataclass

from PIL import Image, ImageDraw

from render import bidi, board, geometry, sprites, words
from render.scene import WIDTH, Scene
from render.text import FSI, LRM, PDI, board_text
from render.theme import LOOKS

HEAD = 84
"""The strip above each board, of a picture 1024 px wide."""

SIGN, EDGE, AFTER = 52, 24, 100
"""The cross and the tick, how far from the edge they stand, and where the words begin."""

SIZE, SMALLEST = 44, 28
"""Of the strip's letters: fifteen pixels on a phone, ten where the strip is long."""

_CROSS = ((0.18, 0.18, 0.82, 0.82), (0.82, 0.18, 0.18, 0.82))
_TICK = ((0.12, 0.52, 0.4, 0.8, 0.88, 0.2),)


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two boards of one size and theme with a heading each, finished strings; the better one is below.

    Raises ValueError where the boards cannot stand one above the other.
    """

    played: Scene
    better: Scene
    headings: tuple[str, str]

    def __post_init__(self) -> None:
        alike = [(scene.width, scene.theme, scene.has_bar) for scene in (self.played, self.better)]
        if alike[0] != alike[1]:
            raise ValueError("only boards of one width, theme and game are compared")


def size(pair: Comparison) -> tuple[int, int]:
    """Width and height of the picture in pixels."""
    width, height = geometry.size(pair.better)
    return width, 2 * (height + _px(pair, HEAD))


def draw(pair: Comparison) -> Image.Image:
    """Draw both boards: a new image."""
    picture = Image.new("RGB", size(pair))
    top = 0
    for scene, heading, sign in zip((pair.played, pair.better), pair.headings, (_CROSS, _TICK), strict=True):
        picture.paste(_heading(pair, heading, sign), (0, top))
        drawn = board.draw(scene)
        picture.paste(drawn, (0, top + _px(pair, HEAD)))
        top += _px(pair, HEAD) + drawn.height
    return picture


def _px(pair: Comparison, measure: float) -> int:
    return max(1, round(measure * pair.better.width / WIDTH))


def _heading(pair: Comparison, text: str, strokes: tuple[tuple[float, ...], ...]) -> Image.Image:
    """Draw a strip: the sign on a disc at the leading end, the words after it. The better turn's strip is bright."""
    scene, look = pair.better, LOOKS[pair.better.theme]
    bright = strokes is _TICK
    ground, ink = (look.active, look.active_ink) if bright else (look.plate, look.plate_ink)
    strip = Image.new("RGB", (scene.width, _px(pair, HEAD)), ground)

    def left(begin: int, width: int) -> int:
        return scene.width - begin - width if scene.right_to_left else begin

    def paint(pen: ImageDraw.ImageDraw, scale: float) -> None:
        full = sign * scale
        sprites.disc(pen, (full / 2, full / 2), full / 2 - 1, ink)
        for stroke in strokes:
            corners = [full * (0.22 + 0.56 * share) for share in stroke]
            pen.line(corners, fill=ground, width=round(full * 0.13), joint="curve")

    pen = ImageDraw.Draw(strip)
    pen.line((0, strip.height - 1, strip.width, strip.height - 1), fill=look.seam, width=_px(pair, 6))
    sign = _px(pair, SIGN)
    at = (left(_px(pair, EDGE), sign), (strip.height - sign) // 2)
    sprites.lay(strip, sprites.fine(sign, sign, ink, paint), at)
    room = scene.width - _px(pair, AFTER) - _px(pair, EDGE)
    natural = round(words.length(bidi.clean(text), _px(pair, SIZE), bold=True))
    letters = max(_px(pair, SMALLEST), min(_px(pair, SIZE), _px(pair, SIZE) * room // max(1, natural)))
    mask = words.strip(text, letters, width=room, bold=True)
    y = round(strip.height / 2 + letters * 0.36) - words.baseline(letters)
    strip.paste(ink, (left(_px(pair, AFTER), mask.width), y), mask)
    return strip


def comparison_text(pair: Comparison) -> str:
    """Write both boards in a monospaced block, each under its heading."""
    return "\n".join(
        f"{LRM}{FSI}{heading}{PDI}\n{board_text(scene)}"
        for scene, heading in zip((pair.played, pair.better), pair.headings, strict=True)
    )

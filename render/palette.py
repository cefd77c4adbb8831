"""The 256 colours of a theme, for PNG and GIF."""

from functools import lru_cache

from PIL import Image

from render import sprites
from render.backdrop import backdrop
from render.geometry import layout
from render.scene import Colour, Kind, Theme
from render.theme import LOOKS, RGB, Look, mix

COLOURS = 256
_SHADES = 6


@lru_cache(maxsize=len(Theme))
def palette(theme: Theme) -> Image.Image:
    """Choose a theme's colours: the ramps that words and marks need, the rest from a board with checkers."""
    fixed = _ramps(LOOKS[theme])
    found = _specimen(theme).quantize(COLOURS - len(fixed), method=Image.Quantize.MEDIANCUT)
    colours = [part for colour in fixed for part in colour]
    colours += (found.getpalette() or [])[: 3 * (COLOURS - len(fixed))]
    colours += colours[-3:] * (COLOURS - len(colours) // 3)
    holder = Image.new("P", (1, 1))
    holder.putpalette(colours)
    return holder


def _ramps(look: Look) -> list[RGB]:
    """Blend each ink into its ground, so that the edges of words stay smooth."""
    pairs = [
        (look.plate, look.plate_ink),
        (look.plate, look.plate_faint),
        (look.active, look.active_ink),
        (look.active, look.active_faint),
        (look.frame, look.numbers),
        (look.field, look.inlay),
        (look.case, look.mark),
        (look.case, look.move),
        (look.case, look.alarm),
        (look.light.body, look.light.ink),
        (look.dark.body, look.dark.ink),
    ]
    shades = [mix(one, other, at / (_SHADES - 1)) for one, other in pairs for at in range(_SHADES)]
    return list(dict.fromkeys(shades))


def _specimen(theme: Theme) -> Image.Image:
    """Draw a small board with every kind of checker and mark on it."""
    plan = layout(512, has_bar=True)
    board = backdrop(plan, theme)
    size = plan.checker
    row = 0
    for colour in Colour:
        body = sprites.checker(theme, colour, size)
        for sign in (
            None,
            sprites.ring(theme, size, moved=False, movable=True),
            sprites.ring(theme, size, moved=True, movable=False),
            sprites.badge(theme, Kind.HIT, size),
            sprites.pin(theme, colour, size),
            sprites.ghost(theme, colour, size),
            sprites.die(theme, colour, 5, size, used=True),
        ):
            for column in range(0, 12, 2):
                box = plan.column_box(column + row % 2, top=row % 4 < 2)  # noqa: PLR2004 a pattern of four
                at = (box.left + 1, box.top + (row // 4) * size)
                sprites.cast(board, LOOKS[theme], size, at)
                sprites.lay(board, body if sign is None or column % 4 else sign, at)
                if sign is not None:
                    sprites.lay(board, sign, at)
            row += 1
    return board

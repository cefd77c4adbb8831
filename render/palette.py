"""The colours of a look, for PNG and GIF."""

from functools import lru_cache

from PIL import Image

from render import signs, sprites
from render.backdrop import backdrop
from render.geometry import layout
from render.scene import Colour, Kind, Theme
from render.theme import RGB, Look, mix

UNUSED = (255, 0, 255)
"""The last colour, which no theme is near to: a replay uses its index for what has not changed."""


@lru_cache(maxsize=2 * len(Theme))
def palette(look: Look, colours: int) -> Image.Image:
    """Choose a look's colours: the ramps that words and marks need, the rest from a board with checkers."""
    fixed = _ramps(look, shades=6 if colours > 64 else 3)  # noqa: PLR2004 many or few
    rest = colours - len(fixed) - 1
    found = _specimen(look).quantize(rest, method=Image.Quantize.MEDIANCUT).getpalette() or []
    chosen = [part for colour in fixed for part in colour] + found[: 3 * rest]
    chosen += chosen[-3:] * (colours - 1 - len(chosen) // 3)
    holder = Image.new("P", (1, 1))
    holder.putpalette([*chosen, *UNUSED])
    return holder


def _ramps(look: Look, shades: int) -> list[RGB]:
    """Blend each ink into its ground, so that the edges of words stay smooth."""
    pairs = [
        (look.plate, look.plate_ink),
        (look.active, look.active_ink),
        (look.light.body, look.light.ink),
        (look.dark.body, look.dark.ink),
        (look.field, look.inlay),
        (look.case, look.mark),
        (look.case, look.move),
        (look.case, look.alarm),
        (look.frame, look.numbers),
        (look.plate, look.plate_faint),
        (look.active, look.active_faint),
    ]
    blends = [mix(one, other, at / (shades - 1)) for one, other in pairs for at in range(shades)]
    return list(dict.fromkeys((*blends, *look.points)))


def _specimen(look: Look) -> Image.Image:
    """Draw a small board with every kind of checker and mark on it."""
    plan = layout(512, has_bar=True)
    board = backdrop(plan, look)
    size = plan.checker
    row = 0
    for colour in Colour:
        body = sprites.checker(look, colour, size)
        for sign in (
            None,
            signs.ring(look, size, moved=False, movable=True),
            signs.ring(look, size, moved=True, movable=False),
            signs.badge(look, Kind.HIT, size),
            signs.pin(look, colour, size),
            signs.ghost(look, colour, size),
            sprites.die(look, colour, 5, size, used=True),
        ):
            for column in range(0, 12, 2):
                box = plan.column_box(column + row % 2, top=row % 4 < 2)  # noqa: PLR2004 a pattern of four
                at = (box.left + 1, box.top + (row // 4) * size)
                sprites.cast(board, look, size, at)
                sprites.lay(board, body if sign is None or column % 4 else sign, at)
                if sign is not None:
                    sprites.lay(board, sign, at)
            row += 1
    return board

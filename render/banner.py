"""The result across the middle of the board."""

from typing import NamedTuple

from PIL import Image, ImageDraw

from render import sprites, words
from render.kit import Kit
from render.lines import lines
from render.scene import Banner, Colour
from render.words import star

WIDTH, WIDEST, EDGE = 760, 960, 110
"""The panel grows with its words; `EDGE` is what it keeps free at both ends."""

TITLE, LINE = (52, 38), (34, 28)
"""Sizes wished for, and the smallest that phones can show."""


def tile(kit: Kit, banner: Banner, winner: Colour | None) -> tuple[Image.Image, tuple[int, int]]:
    """Give the banner with its place in the middle of the picture; the winner's checkers stand on it."""
    image = kit.tile(("banner", banner, winner), lambda: draw(kit, banner, winner))
    return image, ((kit.plan.width - image.width) // 2, (kit.plan.height - image.height) // 2)


def draw(kit: Kit, banner: Banner, winner: Colour | None) -> Image.Image:
    """Draw a panel with an inlaid border, the title large, up to four sentences under it."""
    plan, look = kit.plan, kit.look
    room = plan.px(WIDEST) - 2 * plan.px(EDGE)
    rows = _rows(kit, banner.title, TITLE, room, bold=True)
    rows += [row for text in banner.lines[:4] for row in _rows(kit, text, LINE, room, bold=False)]
    pad = plan.px(30)
    width = max(plan.px(WIDTH), max(row.mask.width for row in rows) + 2 * plan.px(EDGE))
    panel = Image.new("RGB", (width, 2 * pad + sum(row.height for row in rows)), look.active)
    pen = ImageDraw.Draw(panel)
    for inset, tone, wide in ((0, look.case, 4), (5, look.mark, 5), (14, look.active_faint, 2)):
        edge = plan.px(inset) if inset else 0
        box = (edge, edge, panel.width - 1 - edge, panel.height - 1 - edge)
        pen.rectangle(box, outline=tone, width=plan.px(wide))
    y = pad
    for row in rows:
        ink = look.active_ink if row.bold else look.active_faint
        top = y + round(row.size * 1.1) - words.baseline(row.size)
        panel.paste(ink, ((panel.width - row.mask.width) // 2, top), row.mask)
        y += row.height
    _ornaments(kit, panel, winner)
    return panel


class _Row(NamedTuple):
    """One line of words."""

    mask: Image.Image
    size: int
    height: int
    bold: bool


def _rows(kit: Kit, text: str, sizes: tuple[int, int], room: int, *, bold: bool) -> list[_Row]:
    """Lay a sentence out; what belongs together stands closer."""
    size, floor = map(kit.plan.px, sizes)
    laid = lines(kit.told(text), size, floor=floor, width=room, bold=bold)
    masks = [
        words.strip(one, laid.size, width=room, bold=bold, right_to_left=laid.right_to_left)
        for one in laid.texts
    ]
    heights = [round(laid.size * 1.3)] * (len(masks) - 1) + [round(laid.size * 1.5)]
    return [_Row(mask, laid.size, height, bold) for mask, height in zip(masks, heights, strict=True)]


def _ornaments(kit: Kit, panel: Image.Image, winner: Colour | None) -> None:
    """Put a checker of the winner at both ends, or a star where nobody won."""
    size = kit.plan.px(62)
    for middle in (kit.plan.px(64), panel.width - kit.plan.px(64)):
        at = (middle - size // 2, (panel.height - size) // 2)
        if winner is None:
            corners = star(middle, panel.height / 2, size * 0.4, 0.765)
            ImageDraw.Draw(panel).polygon(corners, fill=kit.look.active_faint)
        else:
            sprites.cast(panel, kit.look, size, at)
            sprites.lay(panel, sprites.checker(kit.look, winner, size), at)

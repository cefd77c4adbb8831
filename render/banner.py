"""The result across the middle of the board."""

from PIL import Image, ImageDraw

from render import sprites, words
from render.kit import Kit
from render.scene import Banner, Colour
from render.words import star

WIDTH, TITLE, LINE = 760, 52, 34


def tile(kit: Kit, banner: Banner, winner: Colour | None) -> tuple[Image.Image, tuple[int, int]]:
    """Give the banner with its place in the middle of the picture; the winner's checkers stand on it."""
    image = kit.tile(("banner", banner, winner), lambda: draw(kit, banner, winner))
    return image, ((kit.plan.width - image.width) // 2, (kit.plan.height - image.height) // 2)


def draw(kit: Kit, banner: Banner, winner: Colour | None) -> Image.Image:
    """Draw a panel with an inlaid border, the title large, up to four lines under it."""
    plan, look = kit.plan, kit.look
    lines = [(banner.title, plan.px(TITLE), True)]
    lines += [(line, plan.px(LINE), False) for line in banner.lines[:4]]
    pad = plan.px(30)
    height = 2 * pad + sum(round(size * 1.5) for _, size, _ in lines)
    panel = Image.new("RGB", (plan.px(WIDTH), height), look.active)
    pen = ImageDraw.Draw(panel)
    for inset, tone, wide in ((0, look.case, 4), (5, look.mark, 5), (14, look.active_faint, 2)):
        edge = plan.px(inset) if inset else 0
        box = (edge, edge, panel.width - 1 - edge, height - 1 - edge)
        pen.rectangle(box, outline=tone, width=plan.px(wide))
    y = pad
    for text, size, bold in lines:
        mask = words.strip(text, size, width=panel.width - 2 * plan.px(110), bold=bold)
        ink = look.active_ink if bold else look.active_faint
        top = y + round(size * 1.1) - words.baseline(size)
        panel.paste(ink, ((panel.width - mask.width) // 2, top), mask)
        y += round(size * 1.5)
    _ornaments(kit, panel, winner)
    return panel


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

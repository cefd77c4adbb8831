"""The band between the halves: dice on their owner's part, title and stake on a part without dice."""

from collections.abc import Iterator
from functools import partial

from PIL import Image

from render import sprites, words
from render.kit import Kit
from render.scene import Box, Die, Scene, Side

DIE, GAP = 64, 12


def band(kit: Kit, scene: Scene) -> Iterator[tuple[Image.Image, tuple[int, int]]]:
    """Give what stands in the band: OWN's dice right, RIVAL's left; an opening roll has one on each part."""
    free = []
    for side in (Side.RIVAL, Side.OWN):
        box = kit.plan.band_box(right=side is Side.OWN)
        dice = tuple(die for die in scene.dice if die.side is side)
        if dice:
            place = _dice_box(kit, len(dice), box)
            key = ("dice", scene.colour, dice)
            yield kit.tile(key, partial(_dice, kit, scene, dice, place)), (place.left, place.top)
        else:
            free.append(box)
    lines = tuple(
        line for line in (scene.title, "  ·  ".join(filter(None, (scene.target, scene.stake)))) if line
    )
    if free and lines:
        yield kit.tile(("title", lines), partial(_title, kit, lines, free[0])), (free[0].left, free[0].top)


def _dice_box(kit: Kit, number: int, box: Box) -> Box:
    """Find the middle of a part of the band, as wide as so many dice; the field is the same on both parts."""
    size, gap = kit.plan.px(DIE), kit.plan.px(GAP)
    width = number * size + (number - 1) * gap
    left = box.left + (box.right - box.left - width) // 2
    top = box.top + (box.bottom - box.top - size) // 2
    return Box(left, top, left + width, top + size)


def _dice(kit: Kit, scene: Scene, dice: tuple[Die, ...], box: Box) -> Image.Image:
    picture = kit.ground.crop(box)
    size = box.bottom - box.top
    for at, die in enumerate(dice):
        sign = sprites.die(kit.look, scene.colour_of(die.side), die.value, size, used=die.used)
        sprites.lay(picture, sign, (at * (size + kit.plan.px(GAP)), 0))
    return picture


def _title(kit: Kit, lines: tuple[str, ...], box: tuple[int, int, int, int]) -> Image.Image:
    picture = kit.ground.crop(box)
    size = kit.plan.px(34 if len(lines) == 1 else 30)
    for at, line in enumerate(lines):
        mask = words.strip(kit.told(line), size, width=picture.width, bold=at == 0)
        middle = picture.height * (at + 0.5) / len(lines) + (
            0 if len(lines) == 1 else size * (0.04 - 0.08 * at)
        )
        top = round(middle + size * 0.36) - words.baseline(size)
        x = (picture.width - mask.width) // 2
        picture.paste(kit.look.case, (x + kit.plan.px(1), top + kit.plan.px(2)), mask)
        picture.paste(kit.look.numbers, (x, top), mask)
        size = kit.plan.px(28)
    return picture

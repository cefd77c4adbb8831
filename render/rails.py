"""The point numbers along the frame, as the side of the scene's `numbers` counts them."""

from collections.abc import Iterator
from functools import partial

from PIL import Image

from render.columns import write
from render.geometry import slot, written
from render.kit import Kit
from render.scene import Scene
from rules.position import POINTS

SIZE = 30
"""Of a picture 1024 px wide: ten pixels on a phone."""


def rails(kit: Kit, scene: Scene) -> Iterator[tuple[Image.Image, tuple[int, int]]]:
    """Give the upper and the lower rail with their places."""
    plan = kit.plan
    for top, y in ((True, plan.plate), (False, plan.lower + plan.half)):
        key = ("rail", top, scene.home, scene.numbers, scene.same_direction)
        yield kit.tile(key, partial(_rail, kit, scene, y, top=top)), (0, y)


def _rail(kit: Kit, scene: Scene, y: int, *, top: bool) -> Image.Image:
    plan = kit.plan
    rail = kit.ground.crop((0, y, plan.width, y + plan.rail))
    strip = plan.px(9)
    middle = (plan.rail + strip) / 2 if top else (plan.rail - strip) / 2
    for point in range(1, POINTS + 1):
        column, upper = slot(point, scene.home)
        if upper == top:
            x = plan.column_left(column) + plan.column / 2
            write(rail, kit.number(written(scene, point)), plan.px(SIZE), (x, middle), kit.look.numbers)
    return rail

"""Drawing a scene: opaque tiles on a copy of the empty board.

What is drawn depends only on the scene; every tile is kept (render.kit), so a warm picture is a copy and some
forty pastes. Safe to call from any thread.
"""

from collections.abc import Iterable, Iterator

from PIL import Image

from render import banner, columns, marks, plates
from render.band import band
from render.kit import Kit, Mode, kit_of
from render.rails import rails
from render.scene import Scene

Piece = tuple[Image.Image, tuple[int, int]]


def draw(scene: Scene, mode: Mode = "RGB") -> Image.Image:
    """Draw a scene: a new image that belongs to the caller, RGB or P in the theme's palette."""
    kit = kit_of(scene, mode)
    picture = kit.canvas
    lay(picture, ((place, image) for image, place in pieces(kit, scene)))
    return picture


def lay(picture: Image.Image, tiles: Iterable[tuple[tuple[int, int], Image.Image]]) -> None:
    """Lay opaque tiles of a picture's mode at their places."""
    # Straight to Pillow's core: the checks of Image.paste cost as much as the copying of these small tiles.
    paste = picture.im.paste
    for (left, top), image in tiles:
        paste(image.im, (left, top, left + image.width, top + image.height))


def pieces(kit: Kit, scene: Scene) -> Iterator[Piece]:
    """Give the tiles of a scene with their places, in the order they are laid."""
    yield from rails(kit, scene)
    yield from plates.pieces(kit, scene)
    for place, pile in marks.piles(scene).items():
        yield columns.tile(kit, place, pile)
    yield from band(kit, scene)
    if scene.banner is not None:
        winner = scene.banner.winner
        yield banner.tile(kit, scene.banner, scene.colour_of(winner) if winner else None)

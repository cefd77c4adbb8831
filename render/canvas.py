"""Canvases kept between pictures: only the tiles that differ are laid anew.

Copying a whole empty board moves as many bytes as encoding can afford; two boards of one kind differ in a
third of that. The canvases not in use are few and bounded in bytes.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from PIL import Image

from render import board
from render.cache import weight
from render.kit import Kit, Mode, kit_of
from render.scene import Box, Scene

BOUND = 16 << 20
"""Bytes that all canvases not in use may take."""

Shown = dict[tuple[int, int], Image.Image]
"""Tiles by their upper left corners."""


class Canvas:
    """A picture of a kit, and the tiles on it."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit
        self.image = kit.canvas
        self._shown: Shown = {}
        self._covered = False

    def show(self, scene: Scene) -> list[Box]:
        """Bring the picture up to date with a scene of this kit; list the rectangles that may differ."""
        shown: Shown = {place: image for image, place in board.pieces(self.kit, scene)}
        places = [place for place, tile in shown.items() if self._shown.get(place) is not tile]
        places += self._shown.keys() - shown.keys()
        boxes = [_box(place, self._shown.get(place), shown.get(place)) for place in places]
        # Only a banner lies over other tiles; where there is or was one, what is under it is laid again.
        covered = scene.banner is not None
        if covered or self._covered:
            for box in boxes:
                self._clear(box)
            board.lay(self.image, shown.items())
        else:
            for place, box in zip(places, boxes, strict=True):
                tile = shown.get(place)
                if tile is None or tile.size != (box.right - box.left, box.bottom - box.top):
                    self._clear(box)
            board.lay(self.image, ((place, shown[place]) for place in places if place in shown))
        self._shown, self._covered = shown, covered
        return boxes

    def _clear(self, box: Box) -> None:
        self.image.paste(self.kit.bare.crop(box), box)


def _box(place: tuple[int, int], *tiles: Image.Image | None) -> Box:
    """Find the rectangle that covers the tiles of a place."""
    left, top = place
    there = [tile.size for tile in tiles if tile is not None]
    return Box(left, top, left + max(width for width, _ in there), top + max(height for _, height in there))


_free: list[Canvas] = []
_lock = Lock()


@contextmanager
def drawn(scene: Scene, mode: Mode) -> Iterator[Image.Image]:
    """Lend the picture of a scene to read from; it is another one's as soon as the block ends."""
    kit = kit_of(scene, mode)
    with _lock:
        canvas = next((free for free in _free if free.kit is kit), None)
        if canvas is not None:
            _free.remove(canvas)
    canvas = canvas or Canvas(kit)
    canvas.show(scene)
    yield canvas.image
    with _lock:
        _free.append(canvas)
        while sum(weight(free.image) for free in _free) > BOUND:
            _free.pop(0)


def held() -> int:
    """Count the bytes of the canvases not in use."""
    with _lock:
        return sum(weight(free.image) for free in _free)

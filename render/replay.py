"""A game as an animated GIF: the first frame whole, then only what has changed.

GIF wants few colours and flat grounds: the board has no grain here and every tile is in a small palette that
all frames share. Between two frames only the places whose tiles differ are looked at, and of those only the
pixels that differ are stored. What lies far apart is stored as patches that follow each other at once.
"""

import io
import struct
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from PIL import Image, ImageChops

from render.canvas import Canvas
from render.kit import COLOURS, kit_of
from render.palette import palette
from render.scene import Box, Scene

CENTISECOND = 10
_COLOURS = COLOURS["GIF"]
_TRANSPARENT = _COLOURS - 1
_HEADER = b"GIF89a"
_FOREVER = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
_TRAILER = b"\x3b"
_KEEP, _CLEAR = 1 << 2, 1
"""What a frame has drawn stays; one colour is transparent."""

BLINK = 2
"""Centiseconds between the patches of one frame: the shortest that viewers keep, too short to be seen."""

NEAR = 24_000
"""So many pixels that have not changed may be in a patch before two are stored instead of one."""


class Frame(NamedTuple):
    """One picture of a replay and how long it is seen."""

    scene: Scene
    milliseconds: int


def gif(frames: Sequence[Frame]) -> bytes:
    """Encode frames as a GIF that runs for ever.

    Raises ValueError where there are none, or where they differ in theme, size, digits or bar.
    """
    kits = {kit_of(frame.scene, "GIF") for frame in frames}
    if len(kits) != 1:
        raise ValueError("a replay has at least one frame, and all are of one theme, size and board")
    kit = kits.pop()
    size = (kit.plan.width, kit.plan.height)
    colours = bytes(palette(kit.look, _COLOURS).getpalette() or ())[: 3 * _COLOURS]
    depth = _COLOURS.bit_length() - 2
    screen = struct.pack("<HHBBB", *size, 0x80 | depth << 4 | depth, 0, 0)
    out = [_HEADER, screen, colours, _FOREVER]
    canvas = Canvas(kit)
    was: Image.Image | None = None
    for frame in frames:
        # The title changes its place with the dice; the first frame's banner says it once.
        scene = replace(frame.scene, title="", target="", stake="", movable=(), danger=())
        changed = canvas.show(scene)
        boxes = _clusters(sorted(changed)) if was else [Box(0, 0, *size)]
        boxes = [_trimmed(box, canvas.image, was) for box in boxes] if was else boxes
        patches = [_patch(canvas.image.crop(box), was.crop(box) if was else None) for box in boxes]
        rest = frame.milliseconds // CENTISECOND - BLINK * (len(boxes) - 1)
        for last, patch, box in zip((*[False] * (len(boxes) - 1), True), patches, boxes, strict=True):
            out += [_control(max(BLINK, rest) if last else BLINK), _image(patch, box)]
        was = canvas.image.copy()
    return b"".join((*out, _TRAILER))


def _clusters(boxes: list[Box]) -> list[Box]:
    """Join rectangles that lie near each other; at least one is left, of one pixel where nothing has changed."""
    joined: list[Box] = []
    for box in boxes:
        grown = box
        while near := next((other for other in joined if _waste(grown, other) <= NEAR), None):
            joined.remove(near)
            grown = _union(grown, near)
        joined.append(grown)
    return joined or [Box(0, 0, 1, 1)]


def _union(one: Box, other: Box) -> Box:
    return Box(
        min(one.left, other.left),
        min(one.top, other.top),
        max(one.right, other.right),
        max(one.bottom, other.bottom),
    )


def _area(box: Box) -> int:
    return (box.right - box.left) * (box.bottom - box.top)


def _waste(one: Box, other: Box) -> int:
    return _area(_union(one, other)) - _area(one) - _area(other)


def _trimmed(box: Box, now: Image.Image, was: Image.Image) -> Box:
    """Leave out of a rectangle the rows and columns at its edges that have not changed; one pixel is left."""
    found = ImageChops.difference(now.crop(box), was.crop(box)).getbbox() or (0, 0, 1, 1)
    left, top = box.left, box.top
    return Box(left + found[0], top + found[1], left + found[2], top + found[3])


def _patch(now: Image.Image, was: Image.Image | None) -> Image.Image:
    """Keep of a rectangle what differs from before, the rest transparent."""
    if was is None:
        return now
    same = ImageChops.difference(was, now).point(_SAME, "L")
    now.paste(_TRANSPARENT, (0, 0, *now.size), same)
    return now


_SAME = [255, *[0] * 255]


def _control(centiseconds: int) -> bytes:
    return struct.pack("<BBBBHBB", 0x21, 0xF9, 4, _KEEP | _CLEAR, centiseconds, _TRANSPARENT, 0)


def _image(patch: Image.Image, box: Box) -> bytes:
    """Let Pillow compress one picture; keep its image data and give it its place."""
    out = io.BytesIO()
    patch.save(out, "GIF", optimize=False, interlace=0)
    raw = out.getvalue()
    at = len(_HEADER) + 7 + 3 * (2 << (raw[10] & 7))
    place = struct.pack("<BHHHHB", 0x2C, box.left, box.top, *patch.size, 0)
    return place + raw[at + len(place) : -1]

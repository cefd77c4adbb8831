"""A scene as the bytes of a picture file. Safe to call from any thread, and meant to be called off the loop."""

import io

from render import board
from render.scene import Scene


def jpeg(scene: Scene) -> bytes:
    """Encode as a JPEG of quality 85."""
    return _bytes(scene, "JPEG")


def png(scene: Scene) -> bytes:
    """Encode as a PNG with a palette."""
    return _bytes(scene, "PNG")


def _bytes(scene: Scene, kind: str) -> bytes:
    out = io.BytesIO()
    board.draw(scene).save(out, kind)
    return out.getvalue()

"""Drawing a scene. Built behind its final interface."""

from PIL import Image

from render.scene import Scene


def draw(scene: Scene) -> Image.Image:
    """Draw a scene: a new RGB image that belongs to the caller."""
    return Image.new("RGB", (scene.width, scene.width), "#6b4423")

"""Where everything is on a picture."""

from render.scene import HotSpot, Scene


def hot_spots(scene: Scene) -> tuple[HotSpot, ...]:
    """Find where the places of the side to move (OWN when nobody is) can be tapped: points 1…24, bar, off."""
    return ()


def size(scene: Scene) -> tuple[int, int]:
    """Width and height of the picture in pixels."""
    return scene.width, scene.width

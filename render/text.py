"""The text twin of a picture."""

from render.scene import Scene


def board_text(scene: Scene) -> str:
    """Write a compact board in text for a monospaced block; stays in order inside right-to-left chats."""
    return str(scene.position)

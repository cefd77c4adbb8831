"""The golden pictures: `python -m tests.render.goldens` makes them anew, after a look at the contact sheet."""

from dataclasses import replace
from pathlib import Path

from PIL import Image

from render import board
from tests.render.scenes import GALLERY

FOLDER = Path(__file__).parent / "goldens"
WIDTH = 512


def golden(name: str) -> Image.Image:
    """Draw a scene of the gallery as its golden picture is kept."""
    return board.draw(replace(GALLERY[name], width=WIDTH), "P")


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.png"):
        old.unlink()
    for name in GALLERY:
        golden(name).save(FOLDER / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()

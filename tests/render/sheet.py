"""Make docs/boards.png, docs/board-*.png and docs/profile.png: `python -m tests.render.sheet`.

With a folder as argument, every scene goes there at full size, at 360 px after JPEG, in greyscale and as seen
with deuteranopia, to be looked at.
"""

import io
import sys
from pathlib import Path

from PIL import Image, ImageOps

from render import board, encode, profile
from render.scene import Scene
from tests.render.scenes import GALLERY, PROFILES, SHEESH_BESH, TAWLA31

DOCS = Path(__file__).parents[2] / "docs"
SINGLE = {"wood": SHEESH_BESH, "arabic": TAWLA31}
PHONE = 360
DEUTERANOPIA = (
    (0.367322, 0.860646, -0.227968, 0.0),
    (0.280085, 0.672501, 0.047413, 0.0),
    (-0.011820, 0.042940, 0.968881, 0.0),
)
"""How red-green blindness without the green cones sees (Machado, Oliveira and Fernandes, 2009)."""


def phone(scene: Scene) -> Image.Image:
    """See a board as a phone shows it: encoded, scaled to 360 px."""
    picture = Image.open(io.BytesIO(encode.jpeg(scene)))
    return picture.resize((PHONE, round(picture.height * PHONE / picture.width)), Image.Resampling.LANCZOS)


def deuteranopia(picture: Image.Image) -> Image.Image:
    """See a picture without the green cones."""
    return picture.convert("RGB", tuple(part for row in DEUTERANOPIA for part in row))


def grey(picture: Image.Image) -> Image.Image:
    """See a picture without colours."""
    return ImageOps.grayscale(picture).convert("RGB")


def sheet(pictures: list[Image.Image], across: int, gap: int = 16) -> Image.Image:
    """Lay pictures of one size out in rows."""
    width, height = pictures[0].size
    rows = -(-len(pictures) // across)
    whole = Image.new("RGB", (across * (width + gap) + gap, rows * (height + gap) + gap), "#efe6d5")
    for at, picture in enumerate(pictures):
        row, column = divmod(at, across)
        whole.paste(picture, (gap + column * (width + gap), gap + row * (height + gap)))
    return whole


def main(folder: str | None = None) -> None:
    if folder is None:
        boards = [board.draw(scene).reduce(2) for scene in GALLERY.values()]
        sheet(boards, 4).quantize(256).save(DOCS / "boards.png", optimize=True)
        for name, scene in SINGLE.items():
            (DOCS / f"board-{name}.png").write_bytes(encode.png(scene))
        card = profile.draw(PROFILES["profile"]).reduce(2)
        card.quantize(128).save(DOCS / "profile.png", optimize=True)
        return
    out = Path(folder)
    out.mkdir(parents=True, exist_ok=True)
    for name, scene in GALLERY.items():
        board.draw(scene).save(out / f"{name}.png")
    small = [phone(scene) for scene in GALLERY.values()]
    for name, see in (("phone", lambda picture: picture), ("grey", grey), ("deuteranopia", deuteranopia)):
        sheet([see(picture) for picture in small], 4).save(out / f"all-{name}.png")


if __name__ == "__main__":
    main(*sys.argv[1:2])

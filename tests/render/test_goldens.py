import pytest
from PIL import Image, ImageChops, ImageStat

from tests.render.goldens import FOLDER, NAMES, golden

MEAN = 1.0
"""Levels the whole picture may differ by: another FreeType smooths letters a little differently."""

TILE, TILE_MEAN = 32, 14.0
"""Levels one square of pixels may differ by: less than a checker, a mark or a word that is wrong."""


@pytest.mark.parametrize("name", NAMES)
def test_looks_like_its_golden_picture(name):
    drawn = golden(name).convert("RGB")
    with Image.open(FOLDER / f"{name}.png") as file:
        wanted = file.convert("RGB")
    assert drawn.size == wanted.size
    difference = ImageChops.difference(drawn, wanted).convert("L")
    assert ImageStat.Stat(difference).mean[0] <= MEAN
    squares = difference.resize((difference.width // TILE, difference.height // TILE), Image.Resampling.BOX)
    assert squares.getextrema()[1] <= TILE_MEAN


def test_a_wrong_checker_would_be_noticed():
    squares = [
        ImageChops.difference(golden(one).convert("RGB"), golden(other).convert("RGB"))
        .convert("L")
        .resize((16, 13), Image.Resampling.BOX)
        .getextrema()[1]
        for one, other in (("bar-arabic", "hit"), ("mahbusa", "pins"), ("dark-hit", "dark-sheesh-besh"))
    ]
    assert min(squares) > TILE_MEAN


def test_every_golden_picture_is_of_something():
    assert {path.stem for path in FOLDER.glob("*.png")} == set(NAMES)

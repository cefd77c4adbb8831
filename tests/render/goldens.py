"""The golden pictures: `python -m tests.render.goldens` makes them anew, after a look at the contact sheet."""

from dataclasses import replace
from pathlib import Path

from PIL import Image

from render import board, cards, comparison, plot, profile
from tests.render.lessons import CHARTS, COMPARISONS
from tests.render.scenes import CARDS, GALLERY, PROFILES

FOLDER = Path(__file__).parent / "goldens"
WIDTH = 512


NAMES = (*GALLERY, *CARDS, *CHARTS, *COMPARISONS, *PROFILES)


def golden(name: str) -> Image.Image:
    """Draw a scene of the gallery or a card as its golden picture is kept."""
    if name in GALLERY:
        return board.draw(replace(GALLERY[name], width=WIDTH), "P")
    if name in CHARTS:
        return plot.draw(replace(CHARTS[name], width=WIDTH)).quantize(256)
    if name in COMPARISONS:
        pair = COMPARISONS[name]
        played, better = (replace(scene, width=WIDTH) for scene in (pair.played, pair.better))
        return comparison.draw(replace(pair, played=played, better=better)).quantize(256)
    if name in PROFILES:
        return profile.draw(replace(PROFILES[name], width=WIDTH)).quantize(256)
    card = replace(CARDS[name], width=WIDTH)
    picture = cards.invite(card) if isinstance(card, cards.Invite) else cards.result(card)
    return picture.quantize(256)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.png"):
        old.unlink()
    for name in NAMES:
        golden(name).save(FOLDER / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()

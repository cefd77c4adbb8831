"""How the games go: a page for each, with a picture that shows what the game is about."""

from collections.abc import Iterator

from bot import customs
from bot.phrases import Phrases
from bot.picture import Style
from render.scene import Die, Scene, Side
from rules.position import parse
from rules.ruleset import PRESETS, Direction, Game

FIRST_PAGE = "mahbooseh"

_SHOWN = {
    Game.MAHBUSA: "24x7 20 18x2 12 9x2 6p 4 / 24x6 22p 17x2 13x2 10 8x2 3",
    Game.TAWLA31: "24x6 20x2 17 15x2 12 10x2 7 / 24x5 21x2 19x2 14x2 11 9x2 6",
    Game.SHEESH_BESH: "13x4 10 8x3 6x4 5x2 4 / 24x2 22 13x4 11 8x3 6x4",
}
"""A position of each game that shows what it is about."""


def lines(preset: str, words: Phrases) -> Iterator[str]:
    """A page's lines below its heading, the preset's name."""
    yield customs.preset_text(preset, words)
    yield ""
    for option, value in customs.customs(PRESETS[preset], words):
        yield f"• {words.t('{option}: {value}', option=option, value=value)}"
    yield words.t(
        "Fifteen checkers each, two dice, doubles count four times; use as many dice as you can. Who bears off first wins; mars if the other has borne off none."
    )


def scene(preset: str, words: Phrases, style: Style) -> Scene:
    """A page's picture."""
    ruleset = PRESETS[preset]
    return Scene(
        parse(_SHOWN[ruleset.game]),
        has_bar=ruleset.game is Game.SHEESH_BESH,
        same_direction=ruleset.direction is Direction.SAME,
        dice=(Die(6, Side.OWN), Die(5, Side.OWN)),
        pips=False,
        title=customs.preset_name(preset, words),
        theme=style.theme,
        home=style.home,
        digits=style.digits,
        right_to_left=words.right_to_left,
    )

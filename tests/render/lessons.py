"""Charts and comparisons worth seeing: shared by the golden pictures and the tests."""

from dataclasses import replace

from render.cards import Player
from render.chart import Chart, Mark
from render.comparison import Comparison
from render.scene import Colour, Digits, Kind, Plate, Side, Step, Theme
from rules.position import parse
from tests.render.scenes import MAHBUSA, OWN, SHEESH_BESH, TAWLA31, dice

SEE_SAW = (0.5, 0.54, 0.47, 0.6, 0.66, 0.58, 0.31, 0.36, 0.28, 0.44, 0.62, 0.71, 0.9, 0.97, 1.0)
SLIDE = (0.5, 0.45, 0.41, 0.44, 0.3, 0.18, 0.07, 0.0)

ONE_GAME = Chart(
    (SEE_SAW,),
    Player("Layla Haddad", "expert", Colour.LIGHT),
    Player("عمر الفاروق", "beginner", Colour.DARK),
    "Chances to win",
    ("Game 1",),
    (Mark(0, 5, Side.OWN, "1"), Mark(0, 9, Side.RIVAL, "2"), Mark(0, 10, Side.RIVAL, "3")),
)

MANY_GAMES = Chart(
    (SEE_SAW, SLIDE, SEE_SAW[:9], (0.5,), SLIDE[::-1]),
    Player("ليلى", "خبير", Colour.DARK),
    Player("عبد الرحمن بن عبد العزيز آل سعود", "مبتدئ", Colour.LIGHT),
    "فرص الفوز",
    ("الجولة ١", "الجولة ٢", "الجولة ٣", "٤", "٥"),
    (Mark(0, 5, Side.OWN, "١"), Mark(4, 3, Side.RIVAL, "٢")),
    digits=Digits.ARABIC,
    right_to_left=True,
)

CHARTS: dict[str, Chart] = {
    "chart": ONE_GAME,
    "chart-arabic": MANY_GAMES,
    "chart-dark": replace(ONE_GAME, theme=Theme.DARK),
    "chart-contrast": replace(ONE_GAME, theme=Theme.CONTRAST),
}

_ROLLED = replace(
    SHEESH_BESH,
    turn=None,
    dice=dice(OWN, 3, 1),
    movable=(),
    title="",
    target="",
    stake="",
    own=Plate("Layla Haddad"),
    rival=Plate("عمر الفاروق"),
)

PAIR = Comparison(
    replace(
        _ROLLED,
        position=parse("24x2 13x4 10 8x3 6x4 5 / 24x2 13x5 8x3 6x5"),
        last=(),
        steps=(Step(OWN, 13, 10), Step(OWN, 6, 5)),
    ),
    replace(
        _ROLLED,
        position=parse("24x2 13x5 8x2 6x4 5x2 / 24x2 13x5 8x3 6x5"),
        last=(),
        steps=(Step(OWN, 8, 5), Step(OWN, 6, 5)),
    ),
    ("Played: \u206613/10 6/5\u2069", "Better: \u20668/5 6/5\u2069"),
)

_ARABIC = replace(
    MAHBUSA,
    turn=None,
    movable=(),
    danger=(),
    title="",
    target="",
    own=TAWLA31.own,
    rival=TAWLA31.rival,
    right_to_left=True,
    theme=Theme.DARK,
)

COMPARISONS: dict[str, Comparison] = {
    "comparison": PAIR,
    "comparison-arabic": Comparison(
        replace(_ARABIC, last=(), steps=(Step(OWN, 24, 18), Step(OWN, 20, 18))),
        replace(_ARABIC, last=(), steps=(Step(OWN, 21, 15, Kind.PIN), Step(OWN, 10, 8))),
        ("لُعب: \u206624/18 20/18\u2069", "الأفضل: \u206621/15^ 10/8\u2069"),
    ),
}

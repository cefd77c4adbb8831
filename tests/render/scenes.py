"""Scenes worth seeing: shared by the golden pictures, the contact sheet and the fuzz."""

from dataclasses import replace

from render.cards import Invite, Player, Result
from render.profile import Figure, Gift, Profile
from render.scene import Banner, Colour, Die, Digits, Home, Kind, Plate, Scene, Side, Step, Theme
from rules.position import parse

OWN, RIVAL = Side.OWN, Side.RIVAL
LAYLA = Plate("Layla Haddad", "2", "1,240", "0:24")
OMAR = Plate("عمر الفاروق", "3", "980")
RAM = Plate("राम सिंह", "1", "560", "1:58")
SAM = Plate("Sam 🎲", "0", "2,005")


def dice(side: Side, *values: int, used: int = 0) -> tuple[Die, ...]:
    """Make the dice of a side, the first `used` of them used."""
    return tuple(Die(value, side, at < used) for at, value in enumerate(values))


SHEESH_BESH = Scene(
    parse("24x2 13x4 11 8x3 6x4 4 / 24x2 13x5 8x3 6x5"),
    has_bar=True,
    turn=RIVAL,
    dice=dice(RIVAL, 3, 6, used=1),
    last=(Step(OWN, 13, 11), Step(OWN, 6, 4)),
    movable=(24, 13, 8),
    own=LAYLA,
    rival=OMAR,
    title="Sheesh Besh",
    target="to 5",
    stake="50 pearls",
    pip_word="pips",
)

MAHBUSA = Scene(
    parse("24 20 18x2 15p 12x7 8 6x2 / 24x8 20x2 14x2 12p 10x2"),
    turn=OWN,
    dice=dice(OWN, 6, 2),
    last=(Step(RIVAL, 14, 10, Kind.PIN), Step(RIVAL, 20, 14)),
    movable=(24, 20, 18, 8),
    danger=(OWN,),
    own=RAM,
    rival=SAM,
    title="महबूसा",
    target="3 तक",
    pip_word="पिप",
)

TAWLA31 = Scene(
    parse("24x9 16 15x2 14 11 10 / 24x10 18x2 17 9 8"),
    same_direction=True,
    turn=OWN,
    dice=dice(OWN, 5, 5, 5, 5, used=2),
    steps=(Step(OWN, 24, 19), Step(OWN, 19, 14)),
    movable=(24, 16, 15),
    own=Plate("ليلى", "١", "١٢٤٠", "٠:١٢"),
    rival=Plate("عبد الرحمن بن عبد العزيز آل سعود", "٠", "٣٥٠"),
    title="طاولة ٣١",
    target="حتى ٥",
    stake="١٠٠ لؤلؤة",
    pip_word="نقطة",
    digits=Digits.ARABIC,
    right_to_left=True,
)

BAR = Scene(
    parse("20x2 13x3 8x4 6x3 bar3 / 24 13x4 8x3 6x4 4x2 bar1"),
    has_bar=True,
    turn=OWN,
    dice=dice(OWN, 6, 4),
    last=(Step(RIVAL, 8, 4, Kind.HIT), Step(RIVAL, 13, 4)),
    movable=(25,),
    own=OMAR,
    rival=LAYLA,
    title="شيش بيش",
    target="إلى ٥",
    pip_word="نقطة",
    right_to_left=True,
)

HIT = replace(
    BAR,
    position=parse("20x2 13x3 11 8x4 6x3 5 bar1 / 24 13x4 8x3 6x3 4x2 bar2"),
    dice=dice(OWN, 6, 4, used=2),
    last=(),
    steps=(Step(OWN, 25, 20, Kind.HIT), Step(OWN, 11, 5)),
    movable=(),
    right_to_left=False,
)

BEARING_OFF = Scene(
    parse("6x2 5x3 4 2x2 off7 / 6 5x2 3x2 1x4 off6"),
    has_bar=True,
    turn=OWN,
    dice=dice(OWN, 6, 1, used=1),
    steps=(Step(OWN, 6, 0),),
    movable=(6, 5, 4, 2),
    own=LAYLA,
    rival=SAM,
    title="Sheesh Besh",
    target="to 5",
    pip_word="pips",
)

STACKS = Scene(
    parse("24x15 / 24x15"),
    turn=OWN,
    dice=(Die(5, OWN), Die(3, RIVAL)),
    own=Plate("李小龙", "0"),
    rival=Plate("Ελένη Παπαδοπούλου", "0"),
    title="Mahbusa",
    target="to 3",
)

PINS = Scene(
    parse("24x3 21p 17x2 13 12x3 9p 4x4 / 24x2 21p 16x6 12 11 4x3 8p"),
    turn=RIVAL,
    dice=dice(RIVAL, 4, 4, 4, 4, used=1),
    steps=(Step(RIVAL, 20, 16, Kind.PIN),),
    movable=(24, 16, 12),
    own=LAYLA,
    rival=RAM,
    title="Mahbusa",
    target="to 7",
    stake="200 pearls",
    pip_word="pips",
)

RESULT = Scene(
    parse("off15 / 14x2 9x3 6x6 4x4"),
    turn=None,
    last=(Step(OWN, 2, 0), Step(OWN, 1, 0)),
    own=Plate("Layla Haddad", "5", "1,300"),
    rival=Plate("عمر الفاروق", "3", "975"),
    title="Mahbusa",
    target="to 5",
    banner=Banner(
        "Layla Haddad wins!", ("Mars: عمر الفاروق bore nothing off", "+2 points · 5 : 3", "+60 pearls"), OWN
    ),
)

LONG_RESULT = replace(
    RESULT,
    own=Plate("Abdurrahman Alfarouq Almansouri", "5"),
    banner=Banner(
        "\u2068Abdurrahman Alfarouq Almansouri\u2069 wins the game: 2 points.",
        ("\u2068عبد الرحمن بن عبد العزيز آل سعود\u2069 has not borne off a single checker in this game",),
        OWN,
    ),
)

LESSON = Scene(parse("24x12 20 18 13 / 24x13 11 8"), lit=(13, 18, 20), pips=False, title="Lesson 2")

GALLERY: dict[str, Scene] = {
    "sheesh-besh": SHEESH_BESH,
    "mahbusa": MAHBUSA,
    "tawla31-arabic": TAWLA31,
    "bar-arabic": BAR,
    "hit": HIT,
    "bearing-off": BEARING_OFF,
    "stacks-opening-roll": STACKS,
    "pins": PINS,
    "result": RESULT,
    "result-long": LONG_RESULT,
    "result-long-arabic": replace(
        RESULT,
        banner=Banner("الجولة لـ\u2068عبد الرحمن بن عبد العزيز آل سعود\u2069: نقطتان.", ("مارس",), OWN),
        right_to_left=True,
    ),
    "lesson": LESSON,
    "dark-sheesh-besh": replace(SHEESH_BESH, theme=Theme.DARK),
    "dark-pins": replace(PINS, theme=Theme.DARK),
    "dark-hit": replace(HIT, theme=Theme.DARK),
    "dark-result": replace(RESULT, theme=Theme.DARK),
    "contrast-mahbusa": replace(MAHBUSA, theme=Theme.CONTRAST),
    "contrast-hit": replace(HIT, theme=Theme.CONTRAST),
    "contrast-bearing-off": replace(BEARING_OFF, theme=Theme.CONTRAST),
    "numbered-by-the-rival": replace(SHEESH_BESH, numbers=RIVAL),
    "numbered-by-the-rival-same-way": replace(TAWLA31, numbers=RIVAL),
    "home-top-right": replace(MAHBUSA, home=Home.TOP_RIGHT, colour=Colour.DARK),
    "home-bottom-left": replace(SHEESH_BESH, home=Home.BOTTOM_LEFT),
    "home-top-left": replace(TAWLA31, home=Home.TOP_LEFT, theme=Theme.DARK),
}

CARDS: dict[str, Invite | Result] = {
    "card-invite": Invite(
        "https://t.me/majlis_tawla_bot?start=t_K7QDX2",
        "K7QDX2",
        "Mahbusa",
        ("Layla invites you", "Match to 5 · 50 pearls", "30 seconds a turn"),
    ),
    "card-invite-arabic": Invite(
        "http://127.0.0.1:8080/t/K7QDX2",
        "K7QDX2",
        "محبوسة",
        ("ليلى تدعوك إلى اللعب", "مباراة إلى ٥"),
        theme=Theme.DARK,
        right_to_left=True,
    ),
    "card-result": Result(
        "Layla Haddad wins!",
        (Player("Layla Haddad", "5", Colour.LIGHT), Player("عمر الفاروق", "3", Colour.DARK)),
        0,
        ("Mahbusa · match to 5", "Mars in the last game", "+60 pearls"),
    ),
}

PROFILES: dict[str, Profile] = {
    "profile": Profile(
        "Layla Haddad",
        "71 finished matches",
        (
            Figure("1631", "Mahbusa", "34 matches"),
            Figure("1498", "Tawla 31", "provisional"),
            Figure("–", "Sheesh Besh", "not rated yet"),
            Figure("21 of 37", "won against people"),
            Figure("20 of 34", "won against the computer"),
            Figure("3", "won in a row", "best: 7"),
            Figure("12", "mars given"),
            Figure("5", "mothers held"),
            Figure("Mahbusa", "favourite game"),
        ),
        (Gift("coffee", "Coffee", "×12"), Gift("rose", "Rose", "×1"), Gift("knafeh", "Knafeh", "×3")),
        awards_title="Achievements",
        awards=("First win", "First mars", "First mother held", "Out of the cage", "By a hair"),
    ),
    "profile-arabic": Profile(
        "عبد الرحمن بن عبد العزيز آل سعود",
        "1251 مباراة منتهية",
        (
            Figure("1763", "محبوسة", "214 مباراة"),
            Figure("1498", "طاولة 31", "مؤقت"),
            Figure("–", "شيش بيش", "بلا تصنيف بعد"),
            Figure("507 من 840", "فوز على الناس"),
            Figure("223 من 411", "فوز على الحاسوب"),
            Figure("7", "انتصارات متتالية", "الأفضل: 31"),
        ),
        (Gift("coffee", "قهوة", "×1234"), Gift("shisha", "شيشة", "×12")),
        awards_title="الإنجازات",
        awards=("الفوز الأول", "31 في سهرة واحدة"),
        theme=Theme.DARK,
        digits=Digits.ARABIC,
        right_to_left=True,
    ),
    "profile-empty": Profile("राम सिंह", "पहला मैच अभी बाकी है", bare="शेल्फ़ अभी खाली है", theme=Theme.CONTRAST),
}

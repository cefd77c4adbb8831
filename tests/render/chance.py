"""Random scenes for the fuzz and the benchmark: real positions, odd names, everything else by chance."""

import random
from pathlib import Path

from render.scene import Banner, Colour, Die, Digits, Home, Kind, Plate, Scene, Side, Step, Theme
from rules.position import BAR, OFF, parse, places

POSITIONS = tuple(
    (preset, parse(text))
    for preset, text in (
        line.split("\t")
        for line in (Path(__file__).parent / "positions.txt").read_text(encoding="utf-8").splitlines()
    )
)

NAMES = (
    "",
    " ",
    "Sam",
    "x" * 500,
    "م" * 300,
    "عمر الفاروق",
    "عَبْدُ ٱلرَّحْمَٰنِ",
    "राम सिंह",
    "क्ष्म्य",
    "Zoë (زوي) 123",
    "\u202eevil\u202c\u2066\u2067\u2068",
    "\u2069\u2069\u2068abc",
    "\u2068ا\u2068b\u2069ج\u2069 d",
    "ﷺ ﷽ \ufdfd",
    "😀👨‍👩‍👧‍👦🇪🇬🏴\U000e0067\U000e0062\U000e007f👍🏽",
    "\u200d\u200c\ufe0f\u0301",
    "Z̸̢̛͇̱͖͉̝̪̞͓̐͒͐̍̈́̚͝͝a̷l̵g̶o",
    "李小龙 김민수 さくら ไทย",
    "שלום বাংলা தமிழ் తెలుగు",
    "𓀀𓂀 ꙮ ᚠᚢᚦ አማርኛ",
    "𝓐𝓵𝓲 ⒶⒷ ﬁ ½",
    "<b>&amp;</b>\n\t\r\0",
    "\ud800 lone",
    "\ue000\uf8ff\U000f0000",
    "١٢٣ ABC ٤٥",
    "a\u0301" * 60,
    "\U0010ffff\ufffe\uffff",
)


def scene(seed: int) -> Scene:
    """Make the scene of a seed; the same every time."""
    chance = random.Random(seed)
    preset, position = chance.choice(POSITIONS)
    if chance.random() < 0.5:
        position = position.turned()
    turn = chance.choice([None, *Side])
    mover = turn or Side.OWN
    sources = places(position.own if mover is Side.OWN else position.rival)
    values = chance.choice([(a, b) for a in range(1, 7) for b in range(1, 7)])
    dice = values * 2 if values[0] == values[1] else values
    steps = tuple(
        Step(
            chance.choice(list(Side)) if chance.random() < 0.1 else mover,
            source,
            target,
            chance.choice(list(Kind)),
        )
        for source, target in (
            (chance.choice(sources), chance.randrange(OFF, BAR)) for _ in range(chance.randrange(5))
        )
    )
    sheesh_besh = preset == "majlis_sheesh_besh"
    return Scene(
        position,
        colour=chance.choice(list(Colour)),
        turn=turn,
        same_direction=preset == "majlis_tawla31",
        has_bar=sheesh_besh,
        dice=tuple(Die(value, mover, chance.random() < 0.3) for value in dice)
        if chance.random() < 0.8
        else (),
        last=steps if chance.random() < 0.5 else (),
        steps=steps if chance.random() < 0.3 else (),
        movable=tuple(place for place in sources if place != OFF and chance.random() < 0.4),
        danger=(Side.OWN,) if chance.random() < 0.1 else (),
        lit=(chance.randint(1, 24),) if chance.random() < 0.1 else (),
        pips=chance.random() < 0.8,
        pip_word=chance.choice(["", "pips", "نقطة"]),
        own=_plate(chance),
        rival=_plate(chance),
        title=chance.choice(NAMES),
        target=chance.choice(["", "to 5", "إلى ٥"]),
        stake=chance.choice(["", "50 pearls", chance.choice(NAMES)]),
        banner=Banner(chance.choice(NAMES), tuple(chance.choices(NAMES, k=chance.randrange(5))), turn)
        if chance.random() < 0.1
        else None,
        theme=chance.choice(list(Theme)),
        home=chance.choice(list(Home)),
        numbers=chance.choice(list(Side)),
        digits=chance.choice(list(Digits)),
        right_to_left=chance.random() < 0.5,
    )


def _plate(chance: random.Random) -> Plate:
    return Plate(
        chance.choice(NAMES),
        chance.choice(["", "0", "3", "31", "١٢", "1234567"]),
        chance.choice(["", "1,240", str(chance.randrange(10**6)), chance.choice(NAMES)]),
        chance.choice(["", f"{chance.randrange(3)}:{chance.randrange(60):02}"]),
    )

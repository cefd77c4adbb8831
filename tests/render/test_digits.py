"""Numbers in the digits somebody has chosen, on whatever is drawn."""

from dataclasses import replace

import pytest

from render import cards
from render.canvas import drawn
from render.kit import in_digits
from render.scene import Banner, Colour, Digits, Plate, Scene
from tests.render.scenes import TAWLA31

NAME = "\u2068Guest 9738\u2069"


def test_numbers_change_and_those_in_a_name_do_not():
    assert in_digits(f"{NAME}: 25", Digits.ARABIC) == f"{NAME}: ٢٥"
    assert in_digits(f"{NAME}: 25", Digits.LATIN) == f"{NAME}: 25"


PLAIN = replace(TAWLA31, dice=(), title="", target="", stake="", own=Plate("ليلى"), rival=Plate("علي"))


@pytest.mark.parametrize(
    "written",
    [
        {"own": Plate("ليلى", score="12")},
        {"own": Plate("ليلى", pearls="340")},
        {"own": Plate("ليلى", clock="1:05")},
        {"title": "سهرة 2"},
        {"title": "طاولة", "target": "حتى 5"},
        {"title": "طاولة", "stake": "100 لؤلؤة"},
        {"banner": Banner("ربحت 25", (f"{NAME}: 3",))},
    ],
    ids=str,
)
def test_every_number_on_a_board_is_in_its_digits(written: dict[str, object]):
    def pixels(scene: Scene) -> bytes:
        with drawn(scene, "RGB") as picture:
            return picture.tobytes()

    scene = replace(PLAIN, **written)
    already = replace(PLAIN, **{name: _told(value) for name, value in written.items()})
    assert pixels(scene) == pixels(already) != pixels(replace(scene, digits=Digits.LATIN))


def _told(value: object) -> object:
    match value:
        case str():
            return in_digits(value, Digits.ARABIC)
        case Plate():
            return Plate(*(in_digits(part, Digits.ARABIC) for part in value))
        case Banner():
            lines = tuple(in_digits(line, Digits.ARABIC) for line in value.lines)
            return Banner(in_digits(value.title, Digits.ARABIC), lines)
    raise AssertionError(value)


def test_a_result_is_in_its_digits():
    def card(score: str, line: str, digits: Digits) -> bytes:
        players = (cards.Player("Layla", score, Colour.LIGHT), cards.Player("Omar", "", Colour.DARK))
        return cards.result(cards.Result("حتى", players, 0, (line,), digits=digits)).tobytes()

    assert card("5", "25", Digits.ARABIC) == card("٥", "٢٥", Digits.LATIN)

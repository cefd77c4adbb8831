import pytest
from PIL import features

from render import fonts, words
from tests.render.chance import NAMES


def ink(text, **how):
    return words.strip(text, 30, width=400, **how).getbbox()


@pytest.mark.parametrize("text", NAMES)
@pytest.mark.parametrize("width", [1, 20, 100, 400])
def test_no_line_is_wider_than_allowed(text, width):
    mask = words.strip(text, 30, width=width)
    assert 1 <= mask.width <= width
    assert mask.height == round(30 * (words.ASCENT + words.DESCENT))


@pytest.mark.parametrize("text", ["Sam", "عمر", "राम", "李", "😀", "שלום", "\ufdfd", "\U0010ffff"])
def test_something_is_drawn_for_every_sign(text):
    assert ink(text)


@pytest.mark.parametrize("text", ["", "   ", "\u202e\u200b", "\x00"])
def test_nothing_is_drawn_for_nothing(text):
    assert ink(text) is None


def test_long_names_end_in_an_ellipsis():
    short, long = (
        words.strip(text, 30, width=300) for text in ("Alexandria of", "Alexandria of the many long names")
    )
    assert short.width < long.width <= 300
    assert long.crop((0, 0, 100, long.height)).tobytes() == short.crop((0, 0, 100, short.height)).tobytes()


def test_arabic_letters_are_joined():
    joined = words.strip("محبوسة", 30, width=400).width
    apart = sum(words.strip(letter, 30, width=400).width for letter in "محبوسة")
    assert joined < 0.8 * apart


def test_a_glyph_the_font_library_refuses_becomes_a_star():
    mask = words.strip("\ufdfd", 30, width=400)
    assert mask.getbbox()
    assert mask.width <= 400


def test_strips_are_kept():
    assert words.strip("Layla", 30, width=400) is words.strip("Layla", 30, width=400)


def test_this_machine_is_ready():
    assert fonts.ready() is None


def test_a_machine_without_fribidi_is_told_what_to_install(monkeypatch):
    monkeypatch.setattr(features, "check", lambda feature: feature != "fribidi")
    assert "libfribidi0" in fonts.ready()


def test_a_star_has_its_corners():
    corners = words.star(10, 10, 8, 0.5)
    assert len(corners) == 16
    assert corners[0] == (10, 2)
    assert corners[4] == pytest.approx((18, 10))

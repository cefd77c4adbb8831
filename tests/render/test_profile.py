from dataclasses import replace

import pytest

from bot.company.phrasebook import GIFTS
from render import gifts, profile
from render.profile import Figure, Gift, Profile
from render.scene import Theme
from render.theme import LOOKS
from tests.render.scenes import PROFILES

FULL, EMPTY = PROFILES["profile-arabic"], PROFILES["profile-empty"]


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize(
    "name", ["م" * 160, "W" * 32, "😀👨‍👩‍👧 \U0001f1ef\U0001f1f4", "", "\ufdfd", "عمر Ω 7"]
)
def test_any_name_is_drawn_and_changes_nothing_else(theme, name):
    card = replace(FULL, name=name, theme=theme)
    drawn, without = profile.draw(card), profile.draw(replace(card, name=""))
    below = (0, profile.HEAD, *drawn.size)
    assert drawn.size == profile.size(card)
    assert drawn.crop(below).tobytes() == without.crop(below).tobytes()


@pytest.mark.parametrize("card", [FULL, EMPTY])
@pytest.mark.parametrize("width", [360, 720, 1024])
def test_it_is_as_wide_as_asked_and_as_high_as_it_must_be(card, width):
    drawn = profile.draw(replace(card, width=width))
    assert drawn.size == profile.size(replace(card, width=width))
    assert drawn.width == width
    more = replace(card, awards=(*card.awards, "One", "Two"), width=width)
    assert profile.size(more)[1] > drawn.height


def test_nothing_is_written_outside_its_place():
    """Words that are far too long are cut within their tile, and change no other one."""
    figures = tuple(Figure("7", "mars", "note") for _ in range(9))
    card = Profile("Layla", "", figures)
    long = Figure("9" * 60, "far too long a word for this " * 5, "and more " * 20)
    plain, changed = (
        profile.draw(card),
        profile.draw(replace(card, figures=(*figures[:4], long, *figures[5:]))),
    )
    wide = plain.width // 3
    for left in (0, 2 * wide):
        box = (left, 0, left + wide, plain.height)
        assert plain.crop(box).tobytes() == changed.crop(box).tobytes()


@pytest.mark.parametrize("theme", Theme)
def test_gifts_differ_by_their_outlines(theme):
    """Without colours, as shapes of what is opaque, no gift is another one."""
    look = LOOKS[theme]
    shapes = {
        kind: gifts.gift(look, kind, 90).getchannel("A").tobytes() for kind in (*GIFTS, "never heard of")
    }
    assert len(set(shapes.values())) == len(GIFTS) + 1
    assert all(any(shape) for shape in shapes.values())


def test_digits_are_changed_everywhere_but_in_the_name():
    card = replace(FULL, name="7")
    other = profile.draw(replace(card, digits=profile.Digits.LATIN))
    drawn = profile.draw(card)
    head = (0, 0, drawn.width, 120)
    assert drawn.crop(head).tobytes() == other.crop(head).tobytes()
    assert drawn.tobytes() != other.tobytes()


def test_what_is_shown_decides_how_it_looks():
    shown = {
        profile.draw(card).tobytes()
        for card in (
            EMPTY,
            replace(EMPTY, gifts=(Gift("rose", "Rose", "×1"),)),
            replace(EMPTY, gifts=(Gift("coffee", "Rose", "×1"),)),
            replace(EMPTY, gifts=(Gift("rose", "Rose", "×2"),)),
            replace(EMPTY, awards=("First win",)),
            replace(EMPTY, figures=(Figure("1", "mars"),)),
        )
    }
    assert len(shown) == 6

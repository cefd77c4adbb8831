"""Turns as people read them."""

import pytest

from bot.phrases import LANGUAGES, phrases
from bot.written import place_name, turn_text
from render import bidi
from rules.position import BAR, OFF
from rules.turns import Kind, Step


def plain(text):
    return "".join(char for char in text if char not in "\u2066\u2069")


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "bar/20 24/18* 1/off(2)"), ("ar", "حاجز/20 24/18* 1/خارج(2)"), ("hi", "बार/20 24/18* 1/बाहर(2)")],
)
def test_bar_and_off_are_words_of_the_reader(language, text):
    steps = (Step(BAR, 5), Step(24, 6), Step(1, 1), Step(1, 1))
    kinds = (Kind.PLAIN, Kind.HIT, Kind.PLAIN, Kind.PLAIN)
    assert plain(turn_text(steps, kinds, phrases(language))) == text


def test_a_pin_has_no_sign_that_nobody_knows():
    assert plain(turn_text((Step(24, 6),), (Kind.PIN,), phrases("en"))) == "24/18"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("right_to_left", [False, True])
def test_steps_stand_from_left_to_right_behind_an_arabic_word_too(language, right_to_left):
    text = turn_text((Step(BAR, 5), Step(13, 2)), (Kind.PLAIN, Kind.PLAIN), phrases(language))
    runs = "".join(run.text for run in bidi.runs(text, right_to_left=right_to_left))
    assert plain(runs).endswith("/20 13/11")


@pytest.mark.parametrize("language", LANGUAGES)
def test_points_are_numbers(language):
    assert place_name(7, phrases(language)) == "7"
    assert place_name(OFF, phrases(language)) != "0"

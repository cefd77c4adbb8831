import pytest

from render import bidi, words
from render.banner import EDGE, LINE, TITLE, WIDEST
from render.lines import fitting, lines

ROOM = WIDEST - 2 * EDGE
PHONE = 360 / 1024
SMALLEST = 9.5
"""Pixels of a letter's size on a phone that can still be read."""

NAMES = (
    "Abdurrahman Alfarouq Almansouri",
    "Maximilian-Alexander Grossmann-M",
    "عبد الرحمن بن عبد العزيز آل سعود",
    "राजेन्द्र प्रसाद श्रीवास्तव सिंह",
    "李小龙李小龙李小龙李小龙李小龙李小龙",
)
HEADLINES = (
    "\u2068{}\u2069 wins the match.",
    "\u2068{}\u2069 wins the game: 2 points.",
    "الجولة لـ\u2068{}\u2069: نقطتان.",
    "\u2068{}\u2069 ने मैच जीत लिया।",
)
REASON = "\u2068{0}\u2069 pinned the mother of \u2068{0}\u2069"


def title(text):
    return lines(text, TITLE[0], floor=TITLE[1], width=ROOM, bold=True)


def whole(laid, *, bold):
    """Whether strips of the lines hold every sign of them."""
    return all(
        words.length(text, laid.size, bold=bold, right_to_left=laid.right_to_left) <= ROOM
        for text in laid.texts
    )


def plain(text):
    return text.translate(dict.fromkeys(map(ord, bidi.OPEN + bidi.CLOSE)))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("headline", HEADLINES)
def test_usual_headlines_stay_whole_with_long_names(name, headline):
    text = headline.format(name)
    laid = title(text)
    assert whole(laid, bold=True)
    assert laid.size >= TITLE[1]
    assert plain("".join(laid.texts)).replace(" ", "") == plain(text).replace(" ", "")


@pytest.mark.parametrize("name", NAMES)
def test_reasons_stay_whole_with_two_long_names(name):
    laid = lines(REASON.format(name), LINE[0], floor=LINE[1], width=ROOM)
    assert whole(laid, bold=False)


def test_the_smallest_letters_can_be_read_on_a_phone():
    assert min(*TITLE, *LINE) * PHONE >= SMALLEST


def test_a_short_headline_is_one_large_line():
    assert title("You win!") == (("You win!",), TITLE[0], False)


def test_a_longer_one_shrinks_before_it_breaks():
    laid = title("The computer wins the match.")
    assert len(laid.texts) == 1
    assert TITLE[1] <= laid.size < TITLE[0]


def test_the_largest_size_that_fits_is_found():
    found = fitting("Abdurrahman", "Al", size=40, floor=20, width=200)
    assert words.length("Abdurrahman", found) <= 200 < words.length("Abdurrahman", found + 1)
    assert fitting("Al", size=40, floor=20, width=200) == 40
    assert fitting("Abdurrahman", "x" * 40, size=40, floor=20, width=200) is None


def test_lines_are_of_like_length():
    laid = title("one two three four five six seven eight nine ten")
    assert laid.texts == ("one two three four five", "six seven eight nine ten")


def test_an_isolate_goes_on_behind_the_break():
    laid = title("الجولة لـ\u2068Abdurrahman Alfarouq Almansouri Junior\u2069: نقطتان")
    first, second = laid.texts
    assert first.count("\u2068") == first.count("\u2069") == 1
    assert second.count("\u2068") == second.count("\u2069") == 1
    assert laid.right_to_left


def test_both_lines_run_as_the_sentence_does():
    laid = title("\u2068عبد الرحمن بن عبد العزيز آل سعود\u2069 wins the game: 2 points.")
    assert not laid.right_to_left
    assert title("الجولة لـ\u2068Abdurrahman Alfarouq Almansouri\u2069").right_to_left


def test_a_name_too_wide_for_a_line_leaves_the_rest_whole():
    laid = title(f"\u2068{'W' * 40}\u2069 wins.")
    assert laid.size == TITLE[1]
    assert [plain(text) for text in laid.texts] == ["W" * 40, "wins."]


def test_what_cannot_be_broken_is_cut():
    assert title("W" * 60) == (("W" * 60,), TITLE[1], False)


def test_too_much_fills_the_first_line_and_cuts_the_second():
    laid = title("word " * 30)
    assert len(laid.texts) == 2
    assert words.length(laid.texts[0], laid.size, bold=True) <= ROOM
    assert words.length(f"{laid.texts[0]} word", laid.size, bold=True) > ROOM
    assert words.length(laid.texts[1], laid.size, bold=True) > ROOM


@pytest.mark.parametrize("text", ["", "  ", "\u2068\u2069", "\u2069 \u2069", "\u2068 a"])
def test_odd_texts_are_laid_out_too(text):
    assert title(text).size == TITLE[0]

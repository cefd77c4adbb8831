from dataclasses import replace

import pytest

from render.scene import Home, Kind, Scene, Side, Step
from render.text import FSI, LRI, LRM, PDI, board_text, steps_text
from rules.position import parse
from tests.render.scenes import GALLERY, HIT, MAHBUSA, RESULT, SHEESH_BESH, TAWLA31


def plain(scene):
    """The twin without its invisible marks."""
    return board_text(scene).translate(dict.fromkeys(map(ord, LRM + LRI + FSI + PDI)))


def test_a_board_in_text():
    assert plain(SHEESH_BESH).splitlines() == [
        "Sheesh Besh · to 5 · 50 pearls",
        ">X عمر الفاروق 3 980 (167)",
        " 13 14 15 16 17 18 | 19 20 21 22 23 24",
        " O4  .  .  . X3  . | X5  .  .  .  . O2",
        " X5  O  .  . O3  . | O4  .  O  .  . X2",
        " 12 11 10  9  8  7 |  6  5  4  3  2  1",
        " O Layla Haddad 2 1,240 0:24 (163)",
        " X [(3) 6]",
        " O 13/11 6/4",
        " X 24 13 8 ?",
    ]


def test_pins_stand_under_their_stacks():
    lines = plain(MAHBUSA).splitlines()
    assert lines[3] == "  X  . X2  .  . O2 |  .  O  .  .  .  O"
    assert lines[4] == "        o          |                  "
    assert " X 20/14/10^" not in lines
    assert " X 14/10^ 20/14" in lines
    assert " O 24 !" in lines


def test_bar_borne_off_and_hits_are_said():
    text = plain(HIT)
    assert "bar2" in text
    assert "bar/20* 11/5" in text
    assert "off15" in plain(RESULT)
    assert "Layla Haddad wins!" in plain(RESULT)


@pytest.mark.parametrize("name", GALLERY)
def test_every_line_is_an_isolate_and_the_board_is_aligned(name):
    lines = board_text(GALLERY[name]).splitlines()
    assert all(line.startswith(LRM + LRI) and line.endswith(PDI) for line in lines)
    assert all(line.count(LRI) + line.count(FSI) == line.count(PDI) for line in lines)
    board = [line for line in plain(GALLERY[name]).splitlines() if "|" in line]
    assert len({len(line) for line in board}) == 1
    assert {line.index("|") for line in board} == {19}
    assert len(board[0]) <= 38


def test_the_board_itself_has_latin_digits_only():
    board = [line for line in board_text(TAWLA31).splitlines() if "|" in line]
    assert all(line.isascii() for line in (row.strip(LRM + LRI + PDI) for row in board))


@pytest.mark.parametrize("home", Home)
def test_the_twin_is_turned_as_the_picture_is(home):
    scene = Scene(parse("6 1x14 / 24x15"), home=home)
    rows = [line for line in plain(scene).splitlines() if "|" in line]
    top = home in (Home.TOP_RIGHT, Home.TOP_LEFT)
    right = home in (Home.BOTTOM_RIGHT, Home.TOP_RIGHT)
    numbers, stacks = (rows[0], rows[1]) if top else (rows[-1], rows[-2])
    at = numbers.split().index("6")
    assert stacks.split()[at] == "O"
    assert at == (7 if right else 5)


@pytest.mark.parametrize(
    ("scene", "upper", "lower"),
    [
        (
            SHEESH_BESH,
            " 12 11 10  9  8  7 |  6  5  4  3  2  1",
            " 13 14 15 16 17 18 | 19 20 21 22 23 24",
        ),
        (
            TAWLA31,
            "  1  2  3  4  5  6 |  7  8  9 10 11 12",
            " 24 23 22 21 20 19 | 18 17 16 15 14 13",
        ),
    ],
)
def test_the_board_stays_when_the_rival_numbers_it(scene, upper, lower):
    mine, rivals = plain(scene).splitlines(), plain(replace(scene, numbers=Side.RIVAL)).splitlines()
    assert (rivals[2], rivals[5]) == (upper, lower)
    assert [*rivals[:2], *rivals[3:5], *rivals[6:]] == [*mine[:2], *mine[3:5], *mine[6:]]


def test_a_name_cannot_break_a_line_or_its_direction():
    scene = replace(SHEESH_BESH, own=SHEESH_BESH.own._replace(name="a\u202e\nb\u2069"))
    text = board_text(scene)
    assert "\u202e" not in text
    assert len(text.splitlines()) == len(board_text(SHEESH_BESH).splitlines())
    assert text.count(FSI) + text.count(LRI) == text.count(PDI)


def test_steps_in_words():
    steps = (
        Step(Side.OWN, 24, 18, Kind.HIT),
        Step(Side.OWN, 25, 20),
        Step(Side.OWN, 6, 0),
        Step(Side.OWN, 13, 7, Kind.PIN),
    )
    assert steps_text(steps) == "24/18* bar/20 6/off 13/7^"

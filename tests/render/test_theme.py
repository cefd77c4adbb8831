import pytest
from PIL import ImageStat

from render import board, signs
from render.geometry import CHECKER, layout_of, place_box
from render.rails import SIZE
from render.scene import Colour, Scene, Side, Theme
from render.theme import LOOKS, contrast, rgb
from rules.position import parse

ENOUGH = 3.0


def test_contrast_as_defined():
    assert contrast(rgb("#000000"), rgb("#ffffff")) == pytest.approx(21)
    assert contrast(rgb("#777777"), rgb("#777777")) == pytest.approx(1)


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("colour", Colour)
def test_checkers_stand_out_from_field_and_points(theme, colour):
    look = LOOKS[theme]
    for ground in (look.field, *look.points):
        assert contrast(look.set_of(colour).body, ground) >= ENOUGH


@pytest.mark.parametrize("theme", Theme)
def test_the_sets_stand_out_from_each_other_and_from_their_edges(theme):
    look = LOOKS[theme]
    assert contrast(look.light.body, look.dark.body) >= ENOUGH
    for colour in Colour:
        kind = look.set_of(colour)
        assert contrast(kind.body, kind.edge) >= ENOUGH
        assert contrast(kind.body, kind.ink) >= ENOUGH


@pytest.mark.parametrize("theme", Theme)
def test_words_stand_out(theme):
    look = LOOKS[theme]
    for ink, ground in (
        (look.plate_ink, look.plate),
        (look.plate_faint, look.plate),
        (look.active_ink, look.active),
        (look.active_faint, look.active),
        (look.numbers, look.frame),
        (look.mark, look.case),
        (look.move, look.case),
    ):
        assert contrast(ink, ground) >= 4.5
    assert contrast(look.numbers, look.field) >= ENOUGH
    assert contrast(look.alarm, look.active) >= ENOUGH
    assert contrast(look.active, look.plate) >= 7


def typical(picture, box):
    """The colour most pixels of a box are near to."""
    return tuple(ImageStat.Stat(picture.crop(box)).median)


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("colour", Colour)
@pytest.mark.parametrize("point", [13, 14])
def test_a_drawn_checker_stands_out_from_the_drawn_board(theme, colour, point):
    scene = Scene(parse(f"{point} 1x14 / 24x15"), theme=theme, colour=colour)
    bare = board.draw(Scene(parse("1x15 / 24x15"), theme=theme))
    box = place_box(scene, Side.OWN, point)
    middle, size = (box.left + box.right) // 2, layout_of(scene).checker
    disc = (middle - size // 3, box.top + size // 6, middle + size // 3, box.top + size * 5 // 6)
    checker = typical(board.draw(scene), disc)
    core = typical(bare, (middle - 6, box.top + 60, middle + 6, box.top + 120))
    flank = typical(bare, (box.left + 16, box.top + 6, box.left + 22, box.top + 30))
    field = typical(bare, (box.left, box.bottom - 40, box.left + 20, box.bottom))
    for ground in (core, flank, field):
        assert contrast(checker, ground) >= ENOUGH


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("colour", Colour)
def test_the_pin_is_large_and_stands_out(theme, colour):
    sign = signs.pin(LOOKS[theme], colour, round(CHECKER * 0.56))
    assert sign.width / 2 >= 16
    body = LOOKS[theme].set_of(colour).body
    disc = sign.getpixel((sign.width // 2, round(sign.height * 0.86)))[:3]
    assert contrast(disc, body) >= ENOUGH


def test_point_numbers_are_large_enough_for_a_phone():
    assert SIZE >= 28

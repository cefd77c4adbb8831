"""Position text, the contract: `24x11 20 15p bar1 off1 / 24x15`."""

import pytest

from rules.errors import Malformed
from rules.position import BAR, OFF, count, one, pack, parse, pips, places

TEXT = "24x10 20 15p bar1 off2 / 24x13 8 1p"


def test_is_read_into_checkers_and_pins():
    position = parse(TEXT)
    assert [count(position.own, place) for place in (24, 20, 15, BAR, OFF, 1)] == [10, 1, 1, 1, 2, 0]
    assert places(position.own_pinned) == [15]
    assert places(position.rival) == [24, 8, 1]
    assert places(position.rival_pinned) == [1]
    assert str(position) == TEXT


def test_turned_is_the_other_side_first():
    assert str(parse(TEXT).turned()) == "24x13 8 1p / 24x10 20 15p bar1 off2"


def test_words_may_come_in_any_order():
    assert str(parse("off2 15p bar1 20 24x10 / 1p 8 24x13")) == TEXT


def test_pips_count_the_bar_as_25():
    assert pips(parse("24 10x2 bar1 off11 / 24x15").own) == 24 + 20 + 25
    assert pips(parse("24x15 / 24x15").own) == 360


def test_packing():
    assert pack({24: 14, 20: 1}) == 14 * one(24) + one(20)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "24x15",
        "24x15 / 24x15 / 24x15",
        "24x15/24x15",
        "24x14 / 24x15",
        "24x15 1 / 24x15",
        "24x15 / ",
        "24x14 24 / 24x15",
        "25 24x14 / 24x15",
        "0 24x14 / 24x15",
        "24x1 23x14 / 24x15",
        "24x16 / 24x15",
        "24x014 20 / 24x15",
        "024x14 20 / 24x15",
        "24x14 20x1p / 24x15",
        "24x13 20x2p / 24x15",
        "24x15 bar0 / 24x15",
        "24x14 bar / 24x15",
        "24x14 off / 24x15",
        "24x14 20P / 24x15",
        "24x14 -1 / 24x15",
        "24x14 1٣ / 24x15",
        "hello / world",
    ],
)
def test_anything_else_is_malformed(text):
    with pytest.raises(Malformed):
        parse(text)

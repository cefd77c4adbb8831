from dataclasses import replace

import pytest

from render import board, comparison, geometry
from render.comparison import HEAD, Comparison, comparison_text
from render.scene import Theme
from tests.render.lessons import COMPARISONS, PAIR


@pytest.mark.parametrize("name", COMPARISONS)
def test_both_boards_are_whole_and_one_above_the_other(name: str):
    pair = COMPARISONS[name]
    picture = comparison.draw(pair)
    width, height = geometry.size(pair.better)
    assert picture.size == comparison.size(pair) == (width, 2 * (height + HEAD))
    for scene, top in ((pair.played, HEAD), (pair.better, 2 * HEAD + height)):
        assert picture.crop((0, top, width, top + height)).tobytes() == board.draw(scene).tobytes()


def test_the_text_twin_has_both_headings_and_both_boards():
    told = comparison_text(PAIR)
    assert told.index("13/10 6/5") < told.index("Better:") < told.rindex("8/5 6/5")
    assert told.count("13 14 15") == 2


@pytest.mark.parametrize("change", [{"width": 512}, {"theme": Theme.DARK}, {"has_bar": False}])
def test_boards_that_do_not_go_together_are_refused(change):
    with pytest.raises(ValueError, match="compared"):
        Comparison(PAIR.played, replace(PAIR.better, **change), ("", ""))

import itertools
from dataclasses import replace

import pytest

from render import plot
from render.chart import Chart, Mark, chart_text, lines, placed, plot_box, px, size
from render.scene import Side, Theme
from render.theme import LOOKS, contrast
from tests.render.lessons import MANY_GAMES, ONE_GAME, SEE_SAW


def test_certainty_of_the_lower_side_is_at_the_top_and_time_runs_as_one_reads():
    box = plot_box(ONE_GAME)
    (line,) = lines(ONE_GAME)
    assert [point.x for point in line] == sorted(point.x for point in line)
    assert (line[0].x, line[-1].x) == pytest.approx((box.left, box.right))
    assert line[-1].y == box.top
    assert line[0].y == pytest.approx((box.top + box.bottom) / 2)


def test_read_from_the_right_everything_is_mirrored():
    (line,) = lines(ONE_GAME)
    (mirrored,) = lines(replace(ONE_GAME, right_to_left=True))
    assert [ONE_GAME.width - point.x for point in mirrored] == pytest.approx([point.x for point in line])
    assert [point.y for point in mirrored] == [point.y for point in line]


def test_every_step_is_as_long_as_any_other_and_games_stand_apart():
    drawn = [line for line in lines(replace(MANY_GAMES, right_to_left=False)) if line]
    steps = {round(b.x - a.x, 3) for line in drawn for a, b in itertools.pairwise(line)}
    assert len(steps) == 1
    assert all(later[0].x > earlier[-1].x for earlier, later in itertools.pairwise(drawn))
    assert drawn[-1][-1].x == pytest.approx(plot_box(replace(MANY_GAMES, right_to_left=False)).right)


def test_the_shares_have_the_colours_of_the_checkers():
    picture = plot.draw(ONE_GAME)
    box = plot_box(ONE_GAME)
    look = LOOKS[ONE_GAME.theme]
    x = round(lines(ONE_GAME)[0][12].x)
    assert picture.getpixel((x, box.bottom - 40)) == look.light.body
    assert picture.getpixel((box.left + 12, box.top + 40)) == look.dark.body


@pytest.mark.parametrize("theme", Theme)
def test_the_shares_can_be_told_apart_without_colours(theme: Theme):
    look = LOOKS[theme]
    assert contrast(look.light.body, look.dark.body) >= 3


def test_marks_stand_in_the_plot_clear_of_each_other_with_their_feet_on_the_line():
    crowd = tuple(Mark(0, at, Side.OWN, str(at)) for at in (4, 5, 6))
    chart = replace(ONE_GAME, marks=crowd)
    box, drawn, half = plot_box(chart), lines(chart), px(chart, 26)
    marks = list(placed(chart, drawn))
    for mark, place, foot in marks:
        assert foot == drawn[0][mark.at]
        assert box.left <= place.x - half
        assert place.x + half <= box.right
        assert box.top <= place.y - half
        assert place.y + half <= box.bottom
    for at, (_, one, _) in enumerate(marks):
        for _, other, _ in marks[at + 1 :]:
            assert max(abs(one.x - other.x), abs(one.y - other.y)) >= 2 * half


def test_the_picture_has_the_size_it_is_said_to_have():
    for width in (240, 360, 1024):
        chart = replace(MANY_GAMES, width=width)
        assert plot.draw(chart).size == size(chart)


def test_even_one_chance_can_be_plotted():
    assert plot.draw(replace(ONE_GAME, games=((0.5,),), marks=())).size == size(ONE_GAME)
    assert plot.draw(replace(ONE_GAME, games=((), (0.5, 0.6)), marks=())).size == size(ONE_GAME)


@pytest.mark.parametrize("games", [(), ((), ()), ((0.5, 1.1),), ((-0.1,),)])
def test_what_cannot_be_plotted_is_refused(games):
    with pytest.raises(ValueError, match="chances"):
        replace(ONE_GAME, games=games)


def test_the_text_twin_tells_the_same():
    told = chart_text(ONE_GAME)
    assert "Chances to win" in told
    assert "Layla Haddad" in told
    assert "58% (1)" in told
    assert told.endswith("100%\u2069")
    long = replace(ONE_GAME, games=(SEE_SAW * 9,), marks=())
    assert len(chart_text(long).split("%")) <= 15


def test_a_chart_can_be_kept_by_its_value():
    assert len({ONE_GAME, replace(ONE_GAME), MANY_GAMES}) == 2
    assert isinstance(ONE_GAME, Chart)

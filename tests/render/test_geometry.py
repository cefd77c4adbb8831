from dataclasses import replace
from itertools import combinations, pairwise

import pytest

from render.geometry import hot_spots, layout, place_box, size, slot, tray_box, written
from render.scene import MAX_WIDTH, MIN_WIDTH, Home, Scene, Side, facing
from rules.position import BAR, OFF, parse

START = parse("24x15 / 24x15")

ROWS = {
    Home.BOTTOM_RIGHT: ("13 14 15 16 17 18 19 20 21 22 23 24", "12 11 10 9 8 7 6 5 4 3 2 1"),
    Home.BOTTOM_LEFT: ("24 23 22 21 20 19 18 17 16 15 14 13", "1 2 3 4 5 6 7 8 9 10 11 12"),
    Home.TOP_RIGHT: ("12 11 10 9 8 7 6 5 4 3 2 1", "13 14 15 16 17 18 19 20 21 22 23 24"),
    Home.TOP_LEFT: ("1 2 3 4 5 6 7 8 9 10 11 12", "24 23 22 21 20 19 18 17 16 15 14 13"),
}


@pytest.mark.parametrize("home", Home)
def test_every_point_has_its_column(home):
    upper, lower = ROWS[home]
    for row, top in ((upper, True), (lower, False)):
        for column, point in enumerate(map(int, row.split())):
            assert slot(point, home) == (column, top)


@pytest.mark.parametrize("point", range(1, 25))
def test_the_rivals_number_of_a_point(point):
    assert facing(point, same_direction=False) == 25 - point
    assert facing(point, same_direction=True) == (point + 12 if point <= 12 else point - 12)


@pytest.mark.parametrize("home", Home)
@pytest.mark.parametrize("same_direction", [False, True])
def test_a_rivals_point_lies_on_the_same_column_as_mine(home, same_direction):
    scene = Scene(START, home=home, same_direction=same_direction)
    for point in range(1, 25):
        across = facing(point, same_direction=same_direction)
        assert place_box(scene, Side.RIVAL, across) == place_box(scene, Side.OWN, point)


@pytest.mark.parametrize("same_direction", [False, True])
def test_numbers_are_those_of_the_side_asked_for(same_direction):
    for point in range(1, 25):
        mine, rivals = (Scene(START, same_direction=same_direction, numbers=side) for side in Side)
        assert written(mine, point) == point
        assert written(rivals, point) == facing(point, same_direction=same_direction)


@pytest.mark.parametrize("turn", [None, *Side])
@pytest.mark.parametrize("same_direction", [False, True])
def test_hot_spots_stay_whoever_numbers_the_board(turn, same_direction):
    scene = Scene(START, turn=turn, same_direction=same_direction)
    assert hot_spots(replace(scene, numbers=Side.RIVAL)) == hot_spots(scene)


def test_start_points_lie_in_opposite_corners_when_both_run_the_same_way():
    scene = Scene(START, same_direction=True)
    mine, other = (place_box(scene, side, 24) for side in (Side.OWN, Side.RIVAL))
    assert mine.top < other.top
    assert mine.left > other.left


@pytest.mark.parametrize("has_bar", [False, True])
def test_measures_at_full_size(has_bar):
    plan = layout(1024, has_bar=has_bar)
    assert (plan.width, plan.height) == (1024, 816)
    assert plan.column == (76 if has_bar else 80)
    assert plan.bar == (76 if has_bar else 28)
    assert plan.column_box(0, top=True) == (18, 104, 18 + plan.column, 372)
    assert plan.column_box(11, top=False) == (1006 - plan.column, 444, 1006, 712)
    assert plan.bar_box(top=True) == (plan.bar_left, 104, plan.bar_left + plan.bar, 372)
    assert plan.plate_box(Side.RIVAL) == (0, 0, 1024, 68)
    assert plan.plate_box(Side.OWN) == (0, 748, 1024, 816)


@pytest.mark.parametrize("width", [MIN_WIDTH, 241, 320, 360, 512, 777, 1000, 1024, MAX_WIDTH])
@pytest.mark.parametrize("has_bar", [False, True])
def test_columns_fill_the_board_at_every_size(width, has_bar):
    plan = layout(width, has_bar=has_bar)
    edges = [(plan.column_left(at), plan.column_left(at) + plan.column) for at in range(12)]
    for quarters in (edges[:6], edges[6:]):
        assert all(one[1] == other[0] for one, other in pairwise(quarters))
    assert edges[5][1] == plan.bar_left
    assert edges[6][0] == plan.bar_left + plan.bar
    assert edges[0][0] == plan.side
    assert edges[11][1] == width - plan.side
    assert 4 * plan.pitch + plan.checker <= plan.half
    assert plan.checker < plan.column


@pytest.mark.parametrize("home", Home)
@pytest.mark.parametrize("has_bar", [False, True])
@pytest.mark.parametrize("turn", [None, *Side])
@pytest.mark.parametrize("right_to_left", [False, True])
def test_hot_spots_are_apart_and_inside(home, has_bar, turn, right_to_left):
    scene = Scene(START, home=home, has_bar=has_bar, turn=turn, right_to_left=right_to_left, width=360)
    spots = hot_spots(scene)
    assert [spot.place for spot in spots] == [*range(1, 25), *([BAR] if has_bar else []), OFF]
    assert {spot.side for spot in spots} == {turn or Side.OWN}
    width, height = size(scene)
    for spot in spots:
        assert 0 <= spot.box.left < spot.box.right <= width
        assert 0 <= spot.box.top < spot.box.bottom <= height
        assert spot.box == place_box(scene, spot.side, spot.place)
    for one, other in combinations((spot.box for spot in spots), 2):
        across = one.left < other.right and other.left < one.right
        down = one.top < other.bottom and other.top < one.bottom
        assert not (across and down)


def test_the_tray_is_at_the_end_of_the_line():
    plan = layout(1024, has_bar=True)
    assert tray_box(plan, Side.OWN, right_to_left=False) == (814, 748, 1024, 816)
    assert tray_box(plan, Side.RIVAL, right_to_left=True) == (0, 0, 210, 68)

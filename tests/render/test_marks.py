import pytest

from render.columns import positions
from render.geometry import ROW, layout, sector
from render.marks import Ghost, Pile, paths, piles
from render.scene import Colour, Kind, Scene, Side, Step
from rules.position import parse
from tests.render.scenes import BAR, MAHBUSA, PINS

OWN, RIVAL = Side.OWN, Side.RIVAL
LIGHT, DARK = Colour.LIGHT, Colour.DARK


def test_a_checker_that_moves_twice_leaves_one_path():
    assert paths([Step(OWN, 24, 18), Step(OWN, 18, 13)]) == [Step(OWN, 24, 13)]
    assert paths([Step(OWN, 6, 4), Step(OWN, 6, 4), Step(OWN, 4, 2)]) == [Step(OWN, 6, 2), Step(OWN, 6, 4)]


def test_a_hit_on_the_way_stays_seen():
    steps = [Step(OWN, 24, 18, Kind.HIT), Step(OWN, 18, 13)]
    assert paths(steps) == steps


def test_who_pins_whom():
    shown = piles(PINS)
    assert shown[3, False] == Pile(DARK, 6, LIGHT, halo=Kind.PIN, movable=True)
    assert shown[8, True] == Pile(DARK, 3, LIGHT)
    assert shown[4, True] == Pile(LIGHT, 2, DARK)


def test_the_mother_in_danger_is_marked():
    assert piles(MAHBUSA)[11, True] == Pile(LIGHT, 1, movable=True, danger=True)


def test_the_bar_shows_both_sides():
    shown = piles(BAR)
    assert shown[ROW, False] == Pile(LIGHT, 3, movable=True)
    assert shown[ROW, True] == Pile(DARK, 1)


def test_steps_of_this_turn_hide_those_of_the_last():
    position = parse("24x14 20 / 24x15")
    last, now = Step(RIVAL, 24, 20), Step(OWN, 24, 20)
    assert piles(Scene(position, last=(last,)))[7, False].halo is Kind.PLAIN
    assert (7, False) not in piles(Scene(position, last=(last,), steps=(now,)))
    assert piles(Scene(position, steps=(now, now)))[11, True].ghost == Ghost(LIGHT, 12, 2)


def test_same_direction_shares_the_columns():
    shown = piles(Scene(parse("24x15 / 24x15"), same_direction=True))
    assert shown == {(11, True): Pile(LIGHT, 15), (0, False): Pile(DARK, 15)}


@pytest.mark.parametrize(
    ("across", "down", "wanted"), [(0, -5, 0), (5, 0, 4), (0, 5, 8), (-5, 0, 12), (5, -5, 2), (-5, 5, 10)]
)
def test_directions(across, down, wanted):
    assert sector(across, down) == wanted


@pytest.mark.parametrize("number", range(1, 16))
@pytest.mark.parametrize("pinned", [None, DARK])
@pytest.mark.parametrize("ghost", [None, Ghost(LIGHT, 0, 1)])
@pytest.mark.parametrize("from_top", [False, True])
@pytest.mark.parametrize("width", [240, 512, 1024])
def test_stacks_stay_on_their_column(number, pinned, ghost, from_top, width):
    plan = layout(width, has_bar=True)
    spots = positions(plan, Pile(LIGHT, number, pinned, ghost), from_top=from_top)
    assert 1 <= len(spots) <= 5
    assert all(0 <= top <= plan.half - plan.checker for _, top in spots)
    assert all(0 <= left <= plan.column - plan.checker for left, _ in spots)
    tops = [top for _, top in spots]
    assert tops == sorted(tops, reverse=not from_top)
    assert len(set(tops)) == len(tops)
    if pinned and len(spots) > 1:
        assert abs(tops[1] - tops[0]) > 0.85 * plan.checker

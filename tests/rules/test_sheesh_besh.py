"""docs/rules.md §3, Sheesh Besh: hits and the bar. tests/rules/test_gnubg.py holds the rest."""

from rules.position import parse
from rules.ruleset import PRESETS
from rules.turns import Kind, Step, take
from tests.rules.reading import after, finals, own_finals, steps

SHEESH_BESH = PRESETS["majlis_sheesh_besh"]


def test_landing_on_a_single_rival_checker_sends_it_to_the_bar():
    assert after("24 off14 / 5 2x14", 24, 4, SHEESH_BESH) == "20 off14 / 2x14 bar1"
    assert take(parse("24 off14 / 5 2x14"), Step(24, 4), SHEESH_BESH).kind is Kind.HIT


def test_two_rival_checkers_close_a_point():
    assert steps("24 off14 / 5x2 2x13", (4,), SHEESH_BESH) == set()


def test_two_singles_can_be_hit_in_one_turn():
    assert finals("24 off14 / 9 5 2x13", (4, 4), SHEESH_BESH) == {"8 off14 / 2x13 bar2"}


class TestTheBar:
    def test_nobody_else_moves_before_it_is_empty(self):
        assert steps("20 6x13 bar1 / 2x15", (4,), SHEESH_BESH) == {"25/21"}
        assert own_finals("20 6x12 bar2 / 2x15", (4, 3), SHEESH_BESH) == {"22 21 20 6x12"}

    def test_a_die_enters_on_25_less_the_die(self):
        for die in range(1, 7):
            assert steps("6x14 bar1 / 12x15", (die,), SHEESH_BESH) == {f"25/{25 - die}"}

    def test_an_entering_checker_hits(self):
        assert after("6x14 bar1 / 4 2x14", 25, 4, SHEESH_BESH) == "21 6x14 / 2x14 bar1"

    def test_closed_points_keep_it_out(self):
        """The rival holds my 21 and 20: neither a four nor a five enters."""
        assert steps("6x14 bar1 / 12x11 5x2 4x2", (4,), SHEESH_BESH) == set()
        assert finals("6x14 bar1 / 12x11 5x2 4x2", (5, 4), SHEESH_BESH) == set()

    def test_one_die_enters_and_the_other_is_played_if_possible(self):
        """Only the three enters; the four is played then, by the entered checker or another."""
        left = own_finals("12 6x13 bar1 / 11x13 4x2", (4, 3), SHEESH_BESH)
        assert left == {"22 8 6x13", "18 12 6x13", "22 12 6x12 2"}

    def test_with_two_on_it_one_entering_is_all_there_is(self):
        assert own_finals("6x13 bar2 / 11x13 4x2", (4, 3), SHEESH_BESH) == {"22 6x13 bar1"}

"""docs/rules.md §3, Tawla 31: closed points, the start lock, the prime rule, the two directions."""

import pytest

from rules.ruleset import PRESETS, Direction, Game, Ruleset, StartLock
from tests.rules.reading import after, own_finals, steps

FREE = Ruleset(Game.TAWLA31)
SAME = Ruleset(Game.TAWLA31, direction=Direction.SAME)
QUARTER = Ruleset(Game.TAWLA31, start_lock=StartLock.RIVAL_START_QUARTER)
OWN_HOME = Ruleset(Game.TAWLA31, start_lock=StartLock.OWN_HOME)
PRIME = Ruleset(Game.TAWLA31, prime_rule=True)
SAME_PRIME = Ruleset(Game.TAWLA31, direction=Direction.SAME, prime_rule=True)
FAR = "/ 2x15"


class TestLanding:
    def test_only_on_an_empty_point_or_my_own(self):
        assert after("24x15 / 24x15", 24, 4, FREE) == "24x14 20 / 24x15"
        assert after("24x14 20 / 24x15", 24, 4, FREE) == "24x13 20x2 / 24x15"

    def test_a_single_rival_checker_closes_a_point(self):
        assert steps("24x15 / 24x14 5", (4,), FREE) == set()

    def test_where_both_run_the_same_way_round(self):
        """The rival's start point is my 12, its point 8 my 20."""
        assert steps("24x14 16 / 24x15", (4,), SAME) == {"24/20"}
        assert steps("24x15 / 24x14 8", (4,), SAME) == set()
        assert steps("24x15 / 24x14 5", (4,), SAME) == {"24/20"}


class TestStartLock:
    def test_any_of_the_fifteen_becomes_the_lead(self):
        assert steps(f"24x15 {FAR}", (6, 5), QUARTER) == {"24/18", "24/19"}

    def test_only_the_lead_may_move_until_it_has_arrived(self):
        assert steps(f"24x14 18 {FAR}", (3,), QUARTER) == {"18/15"}
        assert own_finals(f"24x15 {FAR}", (6, 4), QUARTER) == {"24x14 14"}

    def test_without_it_anybody_may(self):
        assert steps(f"24x14 18 {FAR}", (3,), FREE) == {"24/21", "18/15"}

    @pytest.mark.parametrize(
        ("ruleset", "last_locked", "first_open"), [(QUARTER, 13, 12), (OWN_HOME, 7, 6)], ids=["12", "6"]
    )
    def test_where_the_lead_arrives(self, ruleset, last_locked, first_open):
        assert steps(f"24x14 {last_locked} {FAR}", (2,), ruleset) == {f"{last_locked}/{last_locked - 2}"}
        assert steps(f"24x14 {first_open} {FAR}", (2,), ruleset) == {
            "24/22",
            f"{first_open}/{first_open - 2}",
        }
        assert steps(f"24x14 1 {FAR}", (2,), ruleset) == {"24/22"}

    def test_it_opens_at_that_very_step(self):
        """13/12 by the one arrives, so the two may already move another checker."""
        assert own_finals(f"24x14 13 {FAR}", (2, 1), QUARTER) == {"24x14 10", "24x13 22 12"}
        assert steps(f"24x14 13 {FAR}", (2, 1), QUARTER) == {"13/12", "13/11"}

    def test_a_six_six_from_the_start_arrives_home_and_brings_the_next(self):
        assert own_finals(f"24x15 {FAR}", (6, 6), OWN_HOME) == {"24x13 18 6"}

    def test_a_blocked_lead_passes_though_others_could_move(self):
        assert steps("24x14 18 / 10x15", (3,), QUARTER) == set()

    def test_is_over_once_a_second_checker_has_left(self):
        assert steps(f"24x13 20 19 {FAR}", (3,), OWN_HOME) == {"24/21", "20/17", "19/16"}

    def test_in_the_same_direction_my_quarter_begins_with_the_rivals_start_point(self):
        assert steps("24x14 13 / 24x14 20", (2,), PRESETS["majlis_tawla31"]) == {"13/11"}
        assert steps("24x14 11 / 24x14 20", (2,), PRESETS["majlis_tawla31"]) == {"24/22", "11/9"}


class TestPrimeRule:
    """19/18 would leave me 18 to 13 in a row: the rival's 7 to 12."""

    ROW = "19 17 16 15 14 13 off9"

    def test_six_in_a_row_before_the_whole_rival_army_are_forbidden(self):
        assert "19/18" not in steps(f"{self.ROW} / 24x15", (1,), PRIME)
        assert "19/18" in steps(f"{self.ROW} / 24x15", (1,), FREE)

    def test_a_rival_checker_behind_the_row_has_not_passed_it(self):
        assert "19/18" not in steps(f"{self.ROW} / 24x14 13", (1,), PRIME)

    def test_one_rival_checker_past_the_row_allows_it(self):
        assert "19/18" in steps(f"{self.ROW} / 24x14 5", (1,), PRIME)

    def test_past_the_whole_row_of_seven(self):
        """20 to 14 are the rival's 5 to 11: its checker on 4 has passed."""
        row = "20 19 17x2 16 15 14 off8"
        assert "19/18" not in steps("21 20 19x2 17 16 15 14 off7 / 24x15", (1,), PRIME)
        assert "19/18" in steps("20 19x2 17 16 15 14 off8 / 24x14 4", (1,), PRIME)
        assert "19/18" in steps(f"{row} / 24x14 4", (1,), PRIME)

    def test_a_rival_checker_borne_off_allows_it(self):
        assert "19/18" in steps(f"{self.ROW} / 24x14 off1", (1,), PRIME)

    def test_five_in_a_row_are_always_allowed(self):
        assert "19/18" in steps("19 17 16 15 14 12 off9 / 24x15", (1,), PRIME)

    def test_judged_after_every_step(self):
        """24/18/17 would end with a gap at 18, but its six fills the row, and 23 on the other way is closed."""
        row = "24 17 16 15 14 13 off9 / 23x14 11"
        assert "17x2 16 15 14 13 off9" in own_finals(row, (6, 1), SAME)
        assert "17x2 16 15 14 13 off9" not in own_finals(row, (6, 1), SAME_PRIME)
        assert "24/18" not in steps(row, (6, 1), SAME_PRIME)

    def test_a_die_it_forbids_is_a_die_not_used(self):
        """After 2/1 the six could only fill the row, so 2/1 is no beginning where both dice can be used."""
        position = "24 17 16 15 14 13 2 off8 / 18 17 16 15 14x11"
        assert "2/1" in steps(position, (6, 1), FREE)
        assert steps(position, (6, 1), PRIME) == {"24/23", "17/16", "16/15", "15/14", "14/13", "13/12"}

    def test_a_row_of_my_numbers_that_the_rivals_path_wraps_is_none(self):
        """Same direction: my 15 to 10 are the rival's 3, 2, 1, 24, 23, 22."""
        assert "16/15" in steps("16 14 13 12 11 10 off9 / 21x15", (1,), SAME_PRIME)

    def test_a_row_on_the_rivals_path_that_my_numbers_wrap_is_one(self):
        """Same direction: my 24, 23 and 4 to 1 are the rival's 12, 11 and 16 to 13."""
        row = "24 23 5 3 2 1 off9"
        assert "5/4" not in steps(f"{row} / 20x15", (1,), SAME_PRIME)
        assert "5/4" in steps(f"{row} / 20x14 10", (1,), SAME_PRIME)

    def test_the_last_six_points_of_the_rivals_path_can_only_be_passed_by_bearing_off(self):
        """Same direction: my 18 to 13 are the rival's 6 to 1."""
        assert "19/18" not in steps(f"{self.ROW} / 24x14 8", (1,), SAME_PRIME)
        assert "19/18" in steps(f"{self.ROW} / 24x14 off1", (1,), SAME_PRIME)

    def test_the_first_six_points_of_the_rivals_path(self):
        """Same direction: my 12 to 7 are the rival's 24 to 19, empty of it once all have left."""
        row = "13 11 10 9 8 7 off9"
        assert "13/12" in steps(f"{row} / 18x15", (1,), SAME_PRIME)

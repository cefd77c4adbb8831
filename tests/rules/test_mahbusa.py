"""docs/rules.md §3, Mahbusa: pins, and what holding the mother is worth."""

import pytest

from rules import game as games
from rules.actions import Confirm, Move, Roll
from rules.danger import pinning_rolls, stands_alone
from rules.game import Game
from rules.position import parse
from rules.ruleset import PRESETS, Mother, Ruleset
from rules.ruleset import Game as Kind
from rules.scoring import Outcome, Why
from rules.seat import Seat
from rules.turns import Kind as Does
from rules.turns import Step, take
from tests.rules.reading import after, board, finals, steps

NONE = Ruleset(Kind.MAHBUSA, mother=Mother.NONE)
WIN = Ruleset(Kind.MAHBUSA, mother=Mother.WIN)
CLEAR = Ruleset(Kind.MAHBUSA, mother=Mother.WIN_IF_OWN_START_CLEAR)


class TestLanding:
    def test_on_an_empty_point_or_my_own(self):
        assert after("24x15 / 24x15", 24, 4, NONE) == "24x14 20 / 24x15"
        assert after("24x14 20 / 24x15", 24, 4, NONE) == "24x13 20x2 / 24x15"

    def test_on_a_single_free_rival_checker_pins_it(self):
        assert after("24x15 / 24x14 5", 24, 4, NONE) == "24x14 20 / 24x14 5p"
        assert take(parse("24x15 / 24x14 5"), Step(24, 4), NONE).kind is Does.PIN

    def test_more_of_mine_may_stack_on_the_pinned(self):
        assert after("24x14 20 / 24x14 5p", 24, 4, NONE) == "24x13 20x2 / 24x14 5p"
        assert take(parse("24x14 20 / 24x14 5p"), Step(24, 4), NONE).kind is Does.PLAIN

    @pytest.mark.parametrize("n", [2, 3, 8])
    def test_two_or_more_rival_checkers_close_a_point(self, n):
        assert steps(f"24x15 / 24x{15 - n} 5x{n}", (4,), NONE) == set()

    @pytest.mark.parametrize("top", ["24x14 5", "24x13 5x2"])
    def test_a_pin_of_mine_closes_its_point_however_many_are_on_top(self, top):
        assert steps(f"24x14 20p / {top}", (4,), NONE) == set()

    def test_at_most_one_is_pinned_on_a_point(self):
        """The single checker on top of a pin cannot be pinned in its turn."""
        assert steps("24x13 9 5p / 24x14 20", (4,), NONE) == {"24/20"}


class TestThePinned:
    def test_cannot_move(self):
        assert steps("24x14 20p / 24x14 5", (1,), NONE) == {"24/23"}

    def test_stays_pinned_while_one_of_many_leaves(self):
        assert after("24x13 20x2 / 24x14 5p", 20, 1, NONE) == "24x13 20 19 / 24x14 5p"

    def test_is_freed_when_the_last_leaves(self):
        assert after("24x14 20 / 24x14 5p", 20, 1, NONE) == "24x14 19 / 24x14 5"

    def test_is_an_ordinary_single_checker_then(self):
        """20/19 frees it, 24/20 by the same roll pins it again."""
        assert "24x13 20 19 / 24x14 5p" in finals("24x14 20 / 24x14 5p", (4, 1), NONE)
        assert steps("24x14 5 / 24x14 19", (2,), NONE) == {"24/22", "5/3"}

    def test_both_sides_may_have_some(self):
        assert after("24x13 20p 18 / 24x13 11 5", 18, 4, NONE) == "24x13 20p 14 / 24x13 11p 5"


class TestHoldingTheMother:
    """The rival's 24 is my point 1."""

    @pytest.mark.parametrize(
        ("ruleset", "own_start_clear", "own_start_held"),
        [(WIN, " = win_mother", " = win_mother"), (CLEAR, " = win_mother", ""), (NONE, "", "")],
    )
    def test_pinning_her(self, ruleset, own_start_clear, own_start_held):
        assert after("7 6x14 / 24 2x14", 7, 6, ruleset) == f"6x14 1 / 24p 2x14{own_start_clear}"
        held = after("24 7 6x13 / 24 2x14", 7, 6, ruleset)
        assert held == f"24 6x13 1 / 24p 2x14{own_start_held}"

    def test_she_is_the_last_on_the_start_point(self):
        assert steps("7 6x14 / 24x2 2x13", (6,), WIN) == set()
        assert after("8 6x14 / 23 2x14", 8, 6, WIN) == "6x14 2 / 23p 2x14"

    def test_the_win_falls_due_when_my_start_point_is_cleared(self):
        assert after("24 6x13 1 / 24p 2x14", 24, 4, CLEAR) == "20 6x13 1 / 24p 2x14 = win_mother"
        assert after("24x2 6x12 1 / 24p 2x14", 24, 4, CLEAR) == "24 20 6x12 1 / 24p 2x14"
        assert after("24 6x13 1 / 24p 2x14", 24, 4, NONE) == "20 6x13 1 / 24p 2x14"

    def test_falling_due_in_the_same_turn_as_the_pin(self):
        left = finals("24 7 off13 / 24 2x14", (6, 4), CLEAR)
        assert "20 1 off13 / 24p 2x14 = win_mother" in left
        assert "24 1 off13 / 24p 2x14 = win_mother" not in left

    def test_is_worth_two_points(self):
        game = Game(WIN, board("7 6x14 / 24 2x4 off10", WIN), Seat.SECOND)
        for seat, action in [(None, Roll(6, 6)), (Seat.SECOND, Move(7, 6)), (Seat.SECOND, Confirm())]:
            game, _ = games.apply(game, seat, action)
        assert game.outcome == Outcome(Seat.SECOND, Why.MOTHER, 2, mars=False)


class TestBothMothers:
    @pytest.mark.parametrize("ruleset", [CLEAR, NONE])
    def test_pinned_is_a_draw_on_the_spot(self, ruleset):
        assert after("24p 7 6x13 / 24 2x13 1", 7, 6, ruleset) == "24p 6x13 1 / 24p 2x13 1 = draw"
        game = Game(ruleset, board("24p 7 6x13 / 24 2x13 1", ruleset), Seat.FIRST)
        for seat, action in [(None, Roll(6, 6)), (Seat.FIRST, Move(7, 6)), (Seat.FIRST, Confirm())]:
            game, _ = games.apply(game, seat, action)
        assert game.outcome == Outcome(None, Why.BOTH_MOTHERS, 0, mars=False)

    def test_one_of_them_alone_is_none(self):
        assert after("24p 8 6x13 / 24 2x13 1", 8, 6, NONE) == "24p 6x13 2 / 24 2x13 1"


class TestDanger:
    """How many of the 36 rolls pin a mother who stands alone; my 24 is the rival's 1."""

    def test_counts_the_rolls_of_the_rival(self):
        """One stands six away, the others twelve: every six, 5-1 and 4-2, and the doubles 4-4, 3-3, 2-2."""
        position = board("24 6x14 / 13x14 7", NONE)
        assert stands_alone(position, NONE)
        assert pinning_rolls(position, NONE) == 11 + 2 + 2 + 3

    def test_only_a_turn_that_leaves_her_pinned_counts(self):
        """The last rival checker must run on with the other die: only 5-1 and 4-2 leave it there."""
        assert pinning_rolls(board("24 6x14 / 7 off14", NONE), NONE) == 2 + 2

    def test_every_roll_reaches_from_everywhere(self):
        assert pinning_rolls(board("24 6x14 / 7x3 6x3 5x3 4x2 3x2 2x2", NONE), NONE) == 36

    @pytest.mark.parametrize("text", ["24x2 6x13 / 7 2x14", "23 6x14 / 7 3x14", "24p 6x14 / 7 1 3x13"])
    def test_no_mother_alone_no_danger(self, text):
        position = board(text, NONE)
        assert not stands_alone(position, NONE)
        assert pinning_rolls(position, NONE) == 0

    def test_no_pins_no_danger(self):
        assert not stands_alone(parse("24 6x14 / 7 2x14"), PRESETS["race31"])

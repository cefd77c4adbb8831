"""docs/rules.md §1 and §2: what every game shares."""

import pytest

from rules import actions
from rules import game as games
from rules.actions import Confirm, Move, Roll, Told
from rules.errors import Malformed, Reason, Refused
from rules.field import facing
from rules.game import Game
from rules.position import OFF, one, parse, places
from rules.ruleset import PRESETS, Direction, Ruleset, Scoring
from rules.ruleset import Game as Kind
from rules.scoring import Outcome, Why, resigned
from rules.seat import Seat
from rules.turns import Step, check, is_dead, legal_turns, start_position, take
from tests.rules.reading import after, board, final, finals, own_finals, steps

MAHBUSA = Ruleset(Kind.MAHBUSA)
SHEESH_BESH = Ruleset(Kind.SHEESH_BESH)
TAWLA31 = Ruleset(Kind.TAWLA31)
FAR = "/ 2x15"
"""A rival out of everybody's way."""


@pytest.mark.parametrize("point", range(1, 25))
def test_my_point_in_the_rivals_numbers(point):
    assert places(facing(one(point), Direction.OPPOSITE)) == [25 - point]
    across = point + 12 if point <= 12 else point - 12
    assert places(facing(one(point), Direction.SAME)) == [across]


def test_bar_and_off_are_the_same_place_in_anybodys_numbers():
    side = parse(f"bar2 off13 {FAR}").own
    assert facing(side, Direction.OPPOSITE) == facing(side, Direction.SAME) == side


@pytest.mark.parametrize(
    ("game", "text"),
    [
        (Kind.MAHBUSA, "24x15 / 24x15"),
        (Kind.TAWLA31, "24x15 / 24x15"),
        (Kind.SHEESH_BESH, "24x2 13x5 8x3 6x5 / 24x2 13x5 8x3 6x5"),
    ],
)
def test_where_a_game_starts(game, text):
    assert str(start_position(game)) == text


def test_checkers_move_forward_by_what_the_die_shows():
    assert steps(f"20 off14 {FAR}", (3,), SHEESH_BESH) == {"20/17"}


def test_a_double_gives_four_steps():
    assert own_finals(f"24 off14 {FAR}", (2, 2), MAHBUSA) == {"16 off14"}
    assert own_finals(f"24 20 off13 {FAR}", (2, 2), MAHBUSA) == {
        "24 12 off13",
        "22 14 off13",
        "20 16 off13",
        "18x2 off13",
    }


class TestAsManyDiceAsPossible:
    def test_a_first_step_that_wastes_the_other_die_is_not_legal(self):
        """The point 14 away by the six is closed: only the five may begin."""
        position = "20 off14 / 11x2 1x13"
        assert own_finals(position, (6, 5), SHEESH_BESH) == {"9 off14"}
        assert steps(position, (6, 5), SHEESH_BESH) == {"20/15"}

    def test_the_larger_die_where_either_could_be_used_but_not_both(self):
        position = "20 off14 / 16x2 1x13"
        assert own_finals(position, (6, 5), SHEESH_BESH) == {"14 off14"}
        assert steps(position, (6, 5), SHEESH_BESH) == {"20/14"}
        assert own_finals(position, (5, 6), SHEESH_BESH) == {"14 off14"}

    def test_the_smaller_die_where_only_that_can_be_used(self):
        position = "20 off14 / 16x2 11x2 1x11"
        assert own_finals(position, (6, 5), SHEESH_BESH) == {"15 off14"}
        assert steps(position, (6, 5), SHEESH_BESH) == {"20/15"}

    def test_each_die_is_a_step_that_must_land_legally(self):
        """Point 9 is open, but neither 15 nor 14 on the way to it."""
        position = "20 off14 / 11x2 10x2 1x11"
        assert finals(position, (6, 5), SHEESH_BESH) == set()
        assert steps(position, (6, 5), SHEESH_BESH) == set()

    def test_a_double_is_played_as_far_as_it_goes(self):
        assert own_finals("20 off14 / 11x2 1x13", (2, 2), SHEESH_BESH) == {"16 off14"}

    def test_of_two_checkers_the_one_that_lets_both_dice_be_used(self):
        """20/14 by the six would leave no five: 14/9 and 12/7 are closed."""
        position = "20 12 off13 / 18x2 16x2 1x11"
        assert own_finals(position, (6, 5), SHEESH_BESH) == {"15 6 off13", "20 1 off13"}
        assert steps(position, (6, 5), SHEESH_BESH) == {"20/15", "12/6"}


class TestNoLegalStep:
    def test_the_turn_passes_by_itself(self):
        position = board("20 off14 / 11x2 10x2 1x11", SHEESH_BESH)
        game, events = games.apply(Game(SHEESH_BESH, position, Seat.FIRST), None, Roll(6, 5))
        assert [(event.told, event.seat) for event in events] == [
            (Told.ROLLED, Seat.FIRST),
            (Told.PASSED, Seat.FIRST),
        ]
        assert game.to_move is Seat.SECOND
        assert game.dice is None
        assert game.position == position.turned()
        assert game.recent[-1].steps == ()
        assert game.turns == (1, 0)


class TestAStepThatEndsTheGame:
    def test_ends_the_turn_and_counts_as_all_dice(self):
        """7/1 pins the mother and wins by the six alone; that is as good as the turns of two dice."""
        mother = PRESETS["mahbooseh"]
        assert finals("12 7 off13 / 24 2x14", (6, 5), mother) == {
            "12 1 off13 / 24p 2x14 = win_mother",
            "7 1 off13 / 24p 2x14 = win_mother",
            "6 2 off13 / 24 2x14",
        }
        assert steps("12 7 off13 / 24 2x14", (6, 5), mother) == {"12/7", "12/6", "7/2", "7/1"}

    def test_makes_turns_with_fewer_dice_illegal_only_where_they_end_nothing(self):
        """A lone five is no turn here, for the six alone wins and counts as both."""
        position = "7 off14 / 24 23x2 2x12"
        assert finals(position, (6, 5), PRESETS["mahbooseh"]) == {"1 off14 / 24p 23x2 2x12 = win_mother"}

    def test_in_a_double_too(self):
        assert finals("5 off14 / 24 2x14", (2, 2), PRESETS["mahbooseh"]) == {
            "1 off14 / 24p 2x14 = win_mother",
        }

    def test_lets_no_step_follow(self):
        position = board("1 off14 / 23 2x14", MAHBUSA)
        assert finals(str(position), (6, 5), MAHBUSA) == {"off15 / 23 2x14 = win_off"}
        game, _ = games.apply(Game(MAHBUSA, position, Seat.FIRST), None, Roll(6, 5))
        game, _ = games.apply(game, Seat.FIRST, Move(1, 6))
        assert game.left == (5,)
        assert game.steps == ()
        game, events = games.apply(game, Seat.FIRST, Confirm())
        assert [event.told for event in events] == [Told.PLAYED, Told.GAME_OVER]
        assert game.outcome == Outcome(Seat.FIRST, Why.BORNE_OFF, 2, mars=True)


def test_two_orders_to_the_same_position_are_one_turn():
    turns = legal_turns(parse(f"20 16 off13 {FAR}"), (2, 1), MAHBUSA)
    left = [final(turn) for turn in turns]
    assert sorted(left) == sorted(set(left))
    assert len(left) == 4


@pytest.mark.parametrize("dice", [(0, 1), (7, 1), (1,), (1, 1, 1), (True, 2), (1.0, 2), ("1", 2)])
def test_impossible_dice_are_malformed(dice):
    with pytest.raises(Malformed):
        legal_turns(parse(f"24x15 {FAR}"), dice, MAHBUSA)


class TestBearingOff:
    def test_only_while_all_are_home(self):
        assert steps(f"7 3 off13 {FAR}", (3,), MAHBUSA) == {"7/4"}
        assert steps(f"6 3 off13 {FAR}", (3,), MAHBUSA) == {"6/3", "3/0"}

    def test_the_last_one_may_come_home_with_the_first_die(self):
        assert own_finals(f"7 3 off13 {FAR}", (3, 1), MAHBUSA) == {"6 off14", "4 2 off13", "3x2 off13"}

    def test_not_from_home_while_one_is_on_the_bar(self):
        assert steps(f"3x14 bar1 {FAR}", (3,), SHEESH_BESH) == {"25/22"}

    def test_not_while_one_is_pinned_inside_home(self):
        position = "5p 3 off13 / 20 1x14"
        assert steps(position, (3,), MAHBUSA) == set()
        assert steps(position, (2,), MAHBUSA) == {"3/1"}

    def test_from_a_stack_that_still_holds_a_pin(self):
        assert after("5x2 off13 / 20p 1x14", 5, 5, MAHBUSA) == "5 off14 / 20p 1x14"
        assert after("5 off14 / 20p 1x14", 5, 6, MAHBUSA) == "off15 / 20 1x14 = win_off"

    def test_a_die_takes_a_checker_from_its_own_point(self):
        assert steps(f"4 2 off13 {FAR}", (4,), MAHBUSA) == {"4/0"}

    def test_a_larger_die_takes_one_from_the_highest_point_only(self):
        assert steps(f"4 2 off13 {FAR}", (6,), MAHBUSA) == {"4/0"}

    def test_nothing_from_lower_points_while_a_higher_one_is_held(self):
        assert steps(f"6 2 off13 {FAR}", (4,), MAHBUSA) == {"6/2"}

    def test_playing_inside_home_instead_is_always_allowed(self):
        assert steps(f"4 2 off13 {FAR}", (2,), MAHBUSA) == {"4/2", "2/0"}

    def test_who_has_nobody_left_has_no_step(self):
        assert steps("off15 / 1x15", (6,), MAHBUSA) == set()


class TestDeadPosition:
    """Sixteen stands before six points in a row; whoever holds those may not move and keep the row."""

    PRIME = Ruleset(Kind.TAWLA31, prime_rule=True)
    BEFORE = "17 16x14 / 15x3 14x3 13x3 12x2 11x2 10x2"

    def test_is_a_draw_without_points(self):
        game = Game(self.PRIME, board(self.BEFORE, self.PRIME), Seat.FIRST)
        for seat, action in [(None, Roll(2, 1)), (Seat.FIRST, Move(17, 1)), (Seat.FIRST, Confirm())]:
            game, events = games.apply(game, seat, action)
        assert game.outcome == Outcome(None, Why.DEAD, 0, mars=False)
        assert events[-1] == actions.Event(Told.GAME_OVER, None)
        with pytest.raises(Refused) as refused:
            games.apply(game, None, Roll(2, 1))
        assert refused.value.reason is Reason.GAME_OVER

    def test_neither_side_may_have_a_step_with_any_die(self):
        assert not is_dead(parse(self.BEFORE), self.PRIME)
        stuck = parse(self.BEFORE.replace("17 16x14", "16x15"))
        assert is_dead(stuck, self.PRIME)
        assert is_dead(stuck.turned(), self.PRIME)
        assert not is_dead(stuck, TAWLA31)

    def test_both_on_the_bar_before_closed_homes(self):
        closed = "6x2 5x2 4x2 3x2 2x2 1x2 bar1 off2"
        assert is_dead(board(f"{closed} / {closed}", SHEESH_BESH), SHEESH_BESH)


class TestResigning:
    @pytest.mark.parametrize(
        ("loser", "scoring", "points", "mars"),
        [
            ("24x15", Scoring.MARS, 2, True),
            ("1x14 off1", Scoring.MARS, 1, False),
            ("24x15", Scoring.CHECKERS_LEFT, 15, True),
            ("1x4 off11", Scoring.CHECKERS_LEFT, 4, False),
        ],
    )
    def test_gives_what_bearing_off_now_would_be_worth(self, loser, scoring, points, mars):
        side = parse(f"{loser} {FAR}").own
        outcome = resigned(Seat.SECOND, side, Ruleset(Kind.MAHBUSA, scoring=scoring))
        assert outcome == Outcome(Seat.FIRST, Why.RESIGNED, points, mars)

    def test_either_side_may_at_any_time(self):
        position = parse("24x14 off1 / 24x15")
        for loser, points in [(Seat.FIRST, 1), (Seat.SECOND, 2)]:
            game, events = games.apply(Game(MAHBUSA, position, Seat.FIRST), loser, actions.Resign())
            assert game.outcome == Outcome(loser.other, Why.RESIGNED, points, mars=points == 2)
            assert events == (actions.Event(Told.GAME_OVER, loser.other),)

    def test_before_the_opening_roll_too(self):
        game, _ = games.apply(games.new(MAHBUSA), Seat.SECOND, actions.Resign())
        assert game.outcome == Outcome(Seat.FIRST, Why.RESIGNED, 2, mars=True)

    def test_is_for_the_seated(self):
        with pytest.raises(Refused) as refused:
            games.apply(games.new(MAHBUSA), None, actions.Resign())
        assert refused.value.reason is Reason.NOT_SEATED


class TestASingleStep:
    @pytest.mark.parametrize("step", [(24, 7), (24, 0), (23, 1), (0, 1), (26, 1), (-1, 1), (25, 3)])
    def test_that_no_die_allows_is_refused(self, step):
        with pytest.raises(Refused) as refused:
            take(parse("24x15 / 24x15"), Step(*step), MAHBUSA)
        assert refused.value.reason is Reason.ILLEGAL_STEP

    def test_lands_off_or_on_a_point(self):
        assert Step(3, 6).target == OFF
        assert Step(24, 6).target == 18


@pytest.mark.parametrize(
    ("text", "ruleset"),
    [
        ("24x14 bar1 / 24x15", MAHBUSA),
        ("24x15 / 24x14 bar1", TAWLA31),
        ("24x14 20p / 24x14 5", TAWLA31),
        ("24x14 20 / 24x14 5p", SHEESH_BESH),
        ("off15 / off15", MAHBUSA),
        ("24x14 20 / 24x14 5", MAHBUSA),
        ("24x14 20p / 24x14 5p", MAHBUSA),
        ("24x14 20p / 24x15", MAHBUSA),
        ("24x15 / 24x14 5p", MAHBUSA),
        ("24x14 20 / 24x14 5", TAWLA31),
        ("24x14 20 / 24x14 8", Ruleset(Kind.TAWLA31, direction=Direction.SAME)),
        ("24x14 20 / 24x14 5", SHEESH_BESH),
    ],
)
def test_sides_that_cannot_stand_like_this(text, ruleset):
    with pytest.raises(Malformed):
        check(parse(text), ruleset)


def test_there_is_no_triple_win():
    """The loser still has one in my home: mars, no more."""
    assert resigned(Seat.FIRST, parse("24 6x14 / 2x15").own, SHEESH_BESH).points == 2

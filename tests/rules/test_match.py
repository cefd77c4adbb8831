"""docs/rules.md §4: openings, scoring, the games of a match; and who may do what when."""

from dataclasses import replace

import pytest

from rules import game as games
from rules import match as matches
from rules.actions import Confirm, Event, Move, OpeningRoll, Resign, Roll, Timeout, Told, Undo
from rules.errors import Reason, Refused
from rules.field import Ending
from rules.game import Game
from rules.match import (
    Ended,
    GoOn,
    Leave,
    Match,
    MoreTime,
    NextGame,
    Pause,
    Verdict,
    absent,
    next_roll,
    wants_roll,
)
from rules.position import parse
from rules.ruleset import ClockKind, NextOpener, OnTimeout, Opening, Ruleset, Scoring
from rules.ruleset import Game as Kind
from rules.scoring import Outcome, Why, ended_by_step, out_of_time
from rules.seat import Seat

FIRST, SECOND = Seat
MAHBUSA = Ruleset(Kind.MAHBUSA, target=5)


def played(match: Match, *actions: tuple[Seat | None, matches.Action]) -> Match:
    for seat, action in actions:
        match, _ = matches.apply(match, seat, action)
    return match


def refusal(match: Match, seat: Seat | None, action: matches.Action) -> Reason:
    with pytest.raises(Refused) as refused:
        matches.apply(match, seat, action)
    return refused.value.reason


def opened(ruleset: Ruleset) -> Match:
    """First has opened and rolled six and five."""
    first = played(matches.new(ruleset), (None, OpeningRoll(6, 5)))
    return first if first.game.dice else played(first, (None, Roll(6, 5)))


ALL_OF_A_TURN = ((FIRST, Move(24, 6)), (FIRST, Move(24, 5)), (FIRST, Confirm()))


@pytest.mark.parametrize("agreed", [Pause(), GoOn(), MoreTime()])
def test_what_concerns_the_clock_alone_changes_nothing_of_a_match(agreed):
    match = opened(MAHBUSA)
    assert matches.apply(match, FIRST, agreed) == (match, ())
    left = played(match, (SECOND, Leave()))
    assert refusal(left, FIRST, agreed) is Reason.MATCH_OVER


class TestOpening:
    def test_a_tie_is_rolled_again(self):
        match, events = matches.apply(matches.new(MAHBUSA), None, OpeningRoll(3, 3))
        assert events == (Event(Told.TIED, None),)
        assert match.game.to_move is None
        assert wants_roll(match)
        assert match.game.rolls == 1

    @pytest.mark.parametrize(("roll", "opener"), [((5, 2), FIRST), ((2, 5), SECOND)])
    def test_roll_again_the_higher_starts_and_rolls_both_dice_anew(self, roll, opener):
        match, events = matches.apply(matches.new(MAHBUSA), None, OpeningRoll(*roll))
        assert events == (Event(Told.OPENED, opener),)
        assert match.game.to_move is opener
        assert match.game.dice is None
        assert match.game.opening == roll

    @pytest.mark.parametrize(("roll", "opener"), [((5, 2), FIRST), ((2, 5), SECOND)])
    def test_plays_both_the_higher_starts_with_the_two_opening_dice(self, roll, opener):
        ruleset = replace(MAHBUSA, opening=Opening.PLAYS_BOTH)
        match, events = matches.apply(matches.new(ruleset), None, OpeningRoll(*roll))
        assert events == (Event(Told.OPENED, opener), Event(Told.ROLLED, opener))
        assert match.game.dice == (5, 2)
        assert match.game.rolls == 1

    def test_the_house_asks_for_the_right_roll(self):
        match = matches.new(MAHBUSA)
        assert next_roll(match, (2, 5)) == OpeningRoll(2, 5)
        match = played(match, (None, OpeningRoll(2, 5)))
        assert next_roll(match, (2, 5)) == Roll(5, 2)
        assert wants_roll(match)
        assert not wants_roll(played(match, (None, Roll(5, 2))))
        assert not wants_roll(played(match, (FIRST, Resign())))
        assert not wants_roll(played(match, (FIRST, Leave())))


class TestNextOpener:
    @pytest.mark.parametrize("loser", Seat)
    def test_winner_opens_and_rolls_both_dice(self, loser):
        ruleset = replace(MAHBUSA, next_opener=NextOpener.WINNER, opening=Opening.PLAYS_BOTH)
        match = played(opened(ruleset), (loser, Resign()), (None, NextGame()))
        assert match.number == 2
        assert match.game.to_move is loser.other
        assert next_roll(match, (1, 6)) == Roll(6, 1)

    def test_after_a_draw_an_opening_roll_decides(self):
        ruleset = replace(MAHBUSA, next_opener=NextOpener.WINNER)
        match = played(after_a_draw(ruleset), (None, NextGame()))
        assert match.game.to_move is None

    def test_roll_begins_every_game(self):
        match = played(opened(MAHBUSA), (FIRST, Resign()), (None, NextGame()))
        assert match.game == games.new(MAHBUSA)


def after_a_draw(ruleset: Ruleset) -> Match:
    """First is about to pin the second mother of the two."""
    position = parse("24p 7 6x13 / 24 2x13 1")
    match = Match(ruleset, Game(ruleset, position, FIRST))
    return played(match, (None, Roll(6, 6)), (FIRST, Move(7, 6)), (FIRST, Confirm()))


class TestScoring:
    @pytest.mark.parametrize(
        ("ending", "loser", "scoring", "outcome"),
        [
            (Ending.WIN_OFF, "1x14 off1", Scoring.MARS, (Why.BORNE_OFF, 1, False)),
            (Ending.WIN_OFF, "24x15", Scoring.MARS, (Why.BORNE_OFF, 2, True)),
            (Ending.WIN_MOTHER, "24x15", Scoring.MARS, (Why.MOTHER, 2, True)),
            (Ending.WIN_MOTHER, "24 1x13 off1", Scoring.MARS, (Why.MOTHER, 2, False)),
            (Ending.WIN_OFF, "1 off14", Scoring.CHECKERS_LEFT, (Why.BORNE_OFF, 1, False)),
            (Ending.WIN_OFF, "1x15", Scoring.CHECKERS_LEFT, (Why.BORNE_OFF, 15, True)),
        ],
    )
    def test_what_a_win_is_worth(self, ending, loser, scoring, outcome):
        side = parse(f"{loser} / 1x15").own
        ruleset = Ruleset(Kind.MAHBUSA, scoring=scoring)
        assert ended_by_step(ending, SECOND, side, ruleset) == Outcome(SECOND, *outcome)

    def test_a_draw_is_worth_nothing_and_is_played_again(self):
        match = after_a_draw(replace(MAHBUSA, target=1))
        assert match.outcomes == (Outcome(None, Why.BOTH_MOTHERS, 0, mars=False),)
        assert match.score == (0, 0)
        assert match.between
        assert not match.verdict
        assert played(match, (None, NextGame())).number == 2


class TestTarget:
    def test_the_match_ends_when_a_side_has_this_many_points(self):
        match = played(opened(replace(MAHBUSA, target=3)), (FIRST, Resign()))
        assert match.score == (0, 2)
        assert match.between
        match, events = matches.apply(played(match, (None, NextGame())), FIRST, Resign())
        assert match.score == (0, 4)
        assert match.verdict == Verdict(SECOND, Ended.TARGET)
        assert events == (Event(Told.GAME_OVER, SECOND), Event(Told.MATCH_OVER, SECOND))
        assert [outcome.points for outcome in match.outcomes] == [2, 2]

    def test_nothing_happens_after_it(self):
        match = played(opened(replace(MAHBUSA, target=1)), (SECOND, Resign()))
        assert match.score == (2, 0)
        assert not match.between
        assert refusal(match, None, NextGame()) is Reason.MATCH_OVER
        assert refusal(match, FIRST, Leave()) is Reason.MATCH_OVER


class TestLeaving:
    @pytest.mark.parametrize(("absent", "why"), [(False, Ended.LEFT), (True, Ended.ABSENT)])
    def test_gives_the_rival_the_match(self, absent, why):
        match, events = matches.apply(opened(MAHBUSA), FIRST, Leave(absent))
        assert match.verdict == Verdict(SECOND, why)
        assert events == (Event(Told.MATCH_OVER, SECOND),)
        assert match.score == (0, 0)

    def test_between_two_games_too(self):
        match = played(opened(MAHBUSA), (FIRST, Resign()), (SECOND, Leave()))
        assert match.verdict == Verdict(FIRST, Ended.LEFT)

    def test_is_for_the_seated(self):
        assert refusal(opened(MAHBUSA), None, Leave()) is Reason.NOT_SEATED


class TestWhoMayDoWhat:
    def test_before_the_opening_roll_nobody_moves(self):
        match = matches.new(MAHBUSA)
        assert refusal(match, FIRST, Move(24, 6)) is Reason.NOT_YOUR_TURN
        assert refusal(match, None, Roll(6, 5)) is Reason.ROLL_FIRST
        assert refusal(match, None, Timeout()) is Reason.ROLL_FIRST
        assert games.actions(match.game, FIRST) == (Resign(),)

    def test_before_the_roll_the_opener_does_not_move(self):
        match = played(matches.new(MAHBUSA), (None, OpeningRoll(6, 5)))
        for action in (Move(24, 6), Undo(), Confirm()):
            assert refusal(match, FIRST, action) is Reason.ROLL_FIRST
        assert match.game.steps == ()
        assert games.whole_turns(match.game) == []

    def test_one_roll_a_turn_and_one_opening_a_game(self):
        match = opened(MAHBUSA)
        assert refusal(match, None, Roll(6, 5)) is Reason.ALREADY_ROLLED
        assert refusal(match, None, OpeningRoll(6, 5)) is Reason.ALREADY_ROLLED

    def test_not_in_the_rivals_turn(self):
        for action in (Move(24, 6), Undo(), Confirm()):
            assert refusal(opened(MAHBUSA), SECOND, action) is Reason.NOT_YOUR_TURN
        assert games.actions(opened(MAHBUSA).game, SECOND) == (Resign(),)

    def test_the_house_plays_for_whoever_is_to_move(self):
        """An absent player's steps: what they do is the same, only the log says whose hand it was."""
        by_the_house = [(None, action) for _, action in ALL_OF_A_TURN]
        assert played(opened(MAHBUSA), *by_the_house) == played(opened(MAHBUSA), *ALL_OF_A_TURN)

    def test_a_turn_is_confirmed_when_it_is_whole(self):
        match = opened(MAHBUSA)
        assert refusal(match, FIRST, Confirm()) is Reason.TURN_UNFINISHED
        assert refusal(match, FIRST, Undo()) is Reason.NOTHING_TO_UNDO
        assert refusal(match, FIRST, Move(24, 4)) is Reason.ILLEGAL_STEP
        assert games.actions(match.game, FIRST) == (Move(24, 6), Move(24, 5), Resign())
        match = played(match, ALL_OF_A_TURN[0])
        assert games.actions(match.game, FIRST) == (Move(24, 5), Move(18, 5), Undo(), Resign())
        match = played(match, ALL_OF_A_TURN[1])
        assert refusal(match, FIRST, Move(24, 6)) is Reason.ILLEGAL_STEP
        assert games.actions(match.game, FIRST) == (Confirm(), Undo(), Resign())
        match, events = matches.apply(match, FIRST, Confirm())
        assert events == (Event(Told.PLAYED, FIRST),)
        assert match.game.to_move is SECOND
        assert match.game.turns == (1, 0)
        assert str(match.game.position) == "24x15 / 24x13 19 18"

    def test_every_step_can_be_taken_back_until_then(self):
        rolled = opened(MAHBUSA)
        match = played(rolled, *ALL_OF_A_TURN[:2], (FIRST, Undo()), (FIRST, Undo()))
        assert match == rolled

    def test_a_winning_step_can_be_taken_back_too(self):
        ruleset = Ruleset(Kind.MAHBUSA)
        rolled = played(Match(ruleset, Game(ruleset, parse("1 off14 / 2x15"), FIRST)), (None, Roll(6, 5)))
        won = played(rolled, (FIRST, Move(1, 6)))
        assert won.game.ending is Ending.WIN_OFF
        assert played(won, (FIRST, Undo())) == rolled

    def test_a_rival_may_resign_in_my_turn(self):
        match = played(opened(MAHBUSA), (SECOND, Resign()))
        assert match.outcomes == (Outcome(FIRST, Why.RESIGNED, 2, mars=True),)
        assert games.actions(match.game, FIRST) == ()

    def test_between_games_only_the_next_one_begins(self):
        match = played(opened(MAHBUSA), (SECOND, Resign()))
        for seat, action in ((FIRST, Move(24, 6)), (None, Roll(6, 5)), (FIRST, Resign()), (None, Timeout())):
            assert refusal(match, seat, action) is Reason.GAME_OVER
        assert refusal(opened(MAHBUSA), None, NextGame()) is Reason.GAME_RUNNING

    def test_the_last_turns_are_remembered(self):
        match = played(opened(MAHBUSA), *ALL_OF_A_TURN)
        for seat in (SECOND, FIRST, SECOND, FIRST):
            match = played(match, (None, Roll(2, 1)))
            for step in games.whole_turns(match.game)[0].steps:
                match = played(match, (seat, Move(*step)))
            match = played(match, (seat, Confirm()))
        assert [turn.seat for turn in match.game.recent] == [FIRST, SECOND, FIRST]
        assert match.game.turns == (3, 2)


class TestTimeouts:
    TWICE = replace(MAHBUSA, on_timeout=OnTimeout.PLAY_TWICE_THEN_LOSE_GAME)

    def late_turn(self, match: Match) -> Match:
        """First runs out of time; the house plays the turn for it, then second plays its own."""
        match = played(match, (None, Timeout()))
        for player in (None, SECOND):
            if wants_roll(match):
                match = played(match, (None, Roll(2, 1)))
            for step in games.whole_turns(match.game)[0].steps:
                match = played(match, (player, Move(*step)))
            match = played(match, (player, Confirm()))
        return played(match, (None, Roll(2, 1)))

    def test_play_on_every_time(self):
        match = opened(MAHBUSA)
        for _ in range(5):
            match = self.late_turn(match)
        assert match.game.timeouts == (5, 0)
        assert match.game.outcome is None

    def test_twice_a_game_then_it_is_lost(self):
        match = self.late_turn(self.late_turn(opened(self.TWICE)))
        assert match.game.timeouts == (2, 0)
        match, events = matches.apply(match, None, Timeout())
        assert match.game.outcome == Outcome(SECOND, Why.OUT_OF_TIME, 2, mars=False)
        assert [event.told for event in events] == [Told.TIMED_OUT, Told.GAME_OVER]
        match = played(match, (None, NextGame()))
        assert match.game.timeouts == (0, 0)

    def test_each_player_has_two_of_its_own(self):
        match = self.late_turn(opened(self.TWICE))
        match = played(match, *((FIRST, Move(*s)) for s in games.whole_turns(match.game)[0].steps))
        match = played(match, (FIRST, Confirm()), (None, Roll(2, 1)), (None, Timeout()))
        assert match.game.timeouts == (1, 1)
        assert match.game.outcome is None

    @pytest.mark.parametrize(("scoring", "points"), [(Scoring.MARS, 2), (Scoring.CHECKERS_LEFT, 15)])
    def test_forfeit_points(self, scoring, points):
        outcome = out_of_time(FIRST, Ruleset(Kind.TAWLA31, scoring=scoring))
        assert outcome == Outcome(SECOND, Why.OUT_OF_TIME, points, mars=False)

    def test_steps_already_taken_stand(self):
        match = played(opened(MAHBUSA), ALL_OF_A_TURN[0])
        late = played(match, (None, Timeout()))
        assert late.game.taken == match.game.taken
        assert late.game.position == match.game.position


class TestAbsence:
    """§7: out of time in two successive turns without any action in between; by correspondence, one."""

    late_turn = TestTimeouts.late_turn

    def test_the_steps_of_the_house_are_no_action_of_the_player(self):
        match = self.late_turn(opened(MAHBUSA))
        assert match.idle == (1, 0)
        assert absent(match) is None
        match = played(match, (None, Timeout()))
        assert match.idle == (2, 0)
        assert absent(match) is FIRST

    def test_a_step_in_between_starts_the_count_anew(self):
        match = self.late_turn(opened(MAHBUSA))
        steps = games.whole_turns(match.game)[0].steps
        match = played(match, (FIRST, Move(*steps[0])))
        assert match.idle == (0, 0)
        assert absent(played(match, (None, Timeout()))) is None

    def test_the_rivals_steps_do_not(self):
        match = self.late_turn(opened(MAHBUSA))
        assert match.game.turns == (1, 1)
        assert match.idle[FIRST] == 1

    def test_by_correspondence_once_is_enough(self):
        daily = replace(MAHBUSA, clock=ClockKind.DAILY)
        assert absent(played(opened(daily), (None, Timeout()))) is FIRST

    def test_giving_up_the_late_turn_is_an_action(self):
        match = played(self.late_turn(opened(MAHBUSA)), (FIRST, Resign()))
        assert match.idle == (0, 0)

    def test_counts_the_second_seat_too(self):
        match = played(matches.new(MAHBUSA), (None, OpeningRoll(5, 6)), (None, Roll(6, 5)), (None, Timeout()))
        assert match.idle == (0, 1)


def test_the_seat_across():
    assert FIRST.other is SECOND
    assert SECOND.other is FIRST


class TestRollingByHand:
    def test_only_the_side_to_move_rolls(self):
        match = matches.new(Ruleset(Kind.SHEESH_BESH))
        match, _ = matches.apply(match, None, OpeningRoll(6, 1))
        assert refusal(match, SECOND, Roll(2, 1)) is Reason.NOT_YOUR_TURN
        match, _ = matches.apply(match, FIRST, Roll(2, 1))
        assert match.game.dice == (2, 1)

    def test_it_is_an_action_of_ones_own(self):
        match = replace(matches.new(Ruleset(Kind.SHEESH_BESH)), idle=(1, 1))
        match, _ = matches.apply(match, None, OpeningRoll(6, 1))
        match, _ = matches.apply(match, FIRST, Roll(2, 1))
        assert match.idle == (0, 1)

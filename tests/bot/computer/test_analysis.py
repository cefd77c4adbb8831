"""A match looked at again: losses and luck of hand-made records, and of any record there can be."""

import pickle
from dataclasses import replace
from random import Random

import pytest

from bot.computer import analysis, rolls, thinking
from bot.computer.analysis import Fortune, Grade, _decided, _rolled, analyse, fortune, grade
from bot.computer.choice import rank
from bot.computer.stakes import Needs
from rules.dice import ROLLS
from rules.errors import Malformed
from rules.position import OFF, count, parse
from rules.ruleset import PRESETS, NextOpener, Opening, Scoring
from rules.seat import Seat
from rules.story import Turn, story
from rules.turns import legal_turns
from tests.rules.play import stroll, whole_match

MAHBUSA, RACE31 = PRESETS["mahbusa"], PRESETS["race31"]
MOTHER_WINS = PRESETS["mahbooseh"]


def turn_at(text: str, dice: tuple[int, int], after: str | None = None, **more: object) -> Turn:
    """A turn as a record would tell it, from a position in the middle of a game."""
    return Turn(1, 9, Seat.FIRST, parse(text), dice, opening=False, after=after and parse(after), **more)


NEARLY_OFF = "3 1x3 off11 / 1x3 off12"
"""A race for the last roll: who leaves two on the point wins, who leaves three loses, but for doubles."""


@pytest.mark.parametrize("plies", [1, 2])
def test_the_best_play_costs_nothing_and_another_what_it_gives_away(plies: int):
    best = _decided(turn_at(NEARLY_OFF, (3, 1), "1x2 off13 / 1x3 off12"), MAHBUSA, plies)
    assert best.loss == 0
    assert best.best == best.played
    worse = _decided(turn_at(NEARLY_OFF, (3, 1), "1x3 off12 / 1x3 off12"), MAHBUSA, plies)
    assert count(worse.best.position.own, OFF) == 13
    assert worse.loss > 0.1


@pytest.mark.parametrize("plies", [1, 2])
def test_missing_the_win_on_the_spot_costs_the_game(plies: int):
    turn = turn_at("23x2 6x12 2 / 24 10x14", (1, 1))
    other = next(each for each in legal_turns(turn.position, (1, 1), MOTHER_WINS) if each.ending is None)
    found = _decided(turn._replace(after=other.position), MOTHER_WINS, plies)
    assert found.best.ending is not None
    assert found.loss > 0


HURRY = "3 1x5 off9 / 18 6x14"
"""A side that wins for sure, and double if it is done before the rival comes home."""


def test_a_decision_and_a_roll_are_judged_at_the_score_they_were_made_at():
    thinking.compile_now()  # by sense there is no score
    ruleset = replace(MAHBUSA, target=5)
    slow = turn_at(HURRY, (3, 1), "1x5 off10 / 18 6x14")
    ahead = slow._replace(score=(4, 0))
    for plies in (1, 2):
        assert _decided(slow, ruleset, plies).loss > 0.1
        assert _decided(ahead, ruleset, plies).loss == pytest.approx(0, abs=0.01), (
            "who needs a point needs no mars"
        )
    assert _rolled(slow, ruleset).variance > 0.01 > _rolled(ahead, ruleset).variance


def test_a_forced_turn_is_no_decision_nor_is_one_of_the_house_or_one_never_confirmed():
    forced = turn_at("1 off14 / 6x5 5x5 4x5", (6, 5), "off15 / 6x5 5x5 4x5")
    assert _decided(forced, MAHBUSA, 1) is None
    free = turn_at(NEARLY_OFF, (3, 1), "1x3 off12 / 1x3 off12")
    assert _decided(free._replace(absent=True), MAHBUSA, 1) is None
    assert _decided(free._replace(after=None), MAHBUSA, 1) is None


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("opening", [False, True])
def test_luck_is_nothing_on_average(preset: str, opening: bool):
    ruleset = PRESETS[preset]
    told = story(ruleset, whole_match(ruleset, Random(4))[1])
    turn = told.turns[7]._replace(opening=opening)
    possible = [(dice, weight) for dice, weight in ROLLS if not opening or dice[0] != dice[1]]
    lucks = [(weight, _rolled(turn._replace(dice=dice), ruleset).luck) for dice, weight in possible]
    assert sum(weight * luck for weight, luck in lucks) == pytest.approx(0, abs=1e-9)
    assert max(luck for _, luck in lucks) > 0


def test_the_roll_that_wins_is_lucky():
    lucky = _rolled(turn_at("6x2 off13 / 1 off14", (6, 6)), MAHBUSA)
    unlucky = _rolled(turn_at("6x2 off13 / 1 off14", (2, 1)), MAHBUSA)
    assert lucky.luck > 0 > unlucky.luck
    assert lucky.variance == unlucky.variance > 0


def fake(loss: float):
    """A judge that likes the first legal turn and every other one by so much less."""

    def judge(position, left, ruleset, **_: object):
        found = rank(position, left, ruleset)
        return [one._replace(worth=-loss * bool(at)) for at, one in enumerate(found)]

    return judge


def test_sums_and_rates_follow_from_the_losses(monkeypatch):
    monkeypatch.setattr(analysis, "rank", fake(0.03))
    ruleset = replace(RACE31, target=1)
    found = analyse(ruleset, whole_match(ruleset, Random(7))[1])
    for seat in Seat:
        own = [one for one in found.decisions if one.turn.seat is seat]
        wrong = sum(one.played != one.best for one in own)
        tally = found.tally(seat)
        assert (tally.decisions, tally.loss) == (len(own), pytest.approx(0.03 * wrong))
        assert tally.rate == pytest.approx(30 * wrong / len(own))
    losses = found.losses(Seat)
    assert 0 < len(losses) < len(found.decisions)
    assert found.worst(Seat) == ()  # a thirtieth of a checker is worth no picture
    monkeypatch.setattr(analysis, "rank", fake(3.0))
    assert len(analyse(ruleset, whole_match(ruleset, Random(7))[1]).worst([Seat.SECOND])) == 3


@pytest.mark.parametrize(
    ("rate", "word"),
    [(0, Grade.MASTER), (7.9, Grade.MASTER), (8, Grade.EXPERT), (29, Grade.SKILLED), (59, Grade.LEARNER), (60, Grade.BEGINNER)],
)  # fmt: skip
def test_grades_have_their_thresholds(rate: float, word: Grade):
    assert grade(rate, MAHBUSA) is word
    assert grade(rate * analysis.UNIT[Scoring.CHECKERS_LEFT], RACE31) is word


@pytest.mark.parametrize(
    ("luck", "word"),
    [(3.1, Fortune.VERY_LUCKY), (1.1, Fortune.LUCKY), (0, Fortune.EVEN), (-1.1, Fortune.UNLUCKY), (-3.1, Fortune.VERY_UNLUCKY)],
)  # fmt: skip
def test_luck_has_its_words(luck: float, word: Fortune):
    assert fortune(luck, 4.0) is word
    assert fortune(0.0, 0.0) is Fortune.EVEN


OPENED = [[None, "open", 5, 2], [None, "roll", 6, 5]]


def test_a_turn_with_second_thoughts_is_judged_as_it_was_confirmed():
    hasty = [*OPENED, [0, "move", 24, 5], [0, "undo"], [0, "move", 24, 6], [0, "move", 24, 5], [0, "confirm"]]
    straight = [*OPENED, [0, "move", 24, 6], [0, "move", 24, 5], [0, "confirm"]]
    (one,), (other,) = analyse(MAHBUSA, hasty).decisions, analyse(MAHBUSA, straight).decisions
    assert one == other
    assert one.turn.steps == ((24, 6), (24, 5))


def test_who_resigns_before_moving_has_decided_nothing():
    found = analyse(MAHBUSA, [*OPENED, [0, "resign"]])
    assert (len(found.rolls), found.decisions) == (1, ())
    assert found.tally(Seat.FIRST).grade is None
    assert found.chances() == ((found.rolls[0].chance, 0.0),)


def test_what_the_house_plays_is_nobodys_decision():
    log = [*OPENED, [0, "move", 24, 6], [None, "timeout"], [None, "move", 24, 5], [None, "confirm"]]
    found = analyse(MAHBUSA, log)
    assert found.decisions == ()
    assert found.rolls[0].turn.absent


def test_a_match_left_in_the_middle_of_a_game_has_an_open_end():
    found = analyse(MAHBUSA, [*OPENED, [0, "leave", 0]])
    assert found.chances() == ((found.rolls[0].chance,),)


def test_a_played_opening_roll_is_a_turn():
    ruleset = replace(MAHBUSA, opening=Opening.PLAYS_BOTH)
    found = analyse(
        ruleset, [[None, "open", 3, 3], [None, "open", 2, 6], [1, "move", 24, 6], [1, "move", 24, 2]]
    )
    (roll,) = found.rolls
    assert (roll.turn.seat, roll.turn.dice, roll.turn.opening) == (Seat.SECOND, (6, 2), True)


@pytest.mark.parametrize("seed", range(24))
def test_whatever_happens_at_a_table_can_be_looked_at(seed: int):
    rng = Random(seed)
    preset = rng.choice(list(PRESETS))
    ruleset = replace(PRESETS[preset], target=3, next_opener=rng.choice(list(NextOpener)))
    _, log = stroll(ruleset, rng, 160)
    found = analyse(ruleset, log)
    assert (
        len(found.decisions)
        <= len(found.rolls)
        == sum(entry[1] == "roll" for entry in log) + sum(roll.turn.opening for roll in found.rolls)
    )
    assert all(0 <= one.loss <= 30 for one in found.decisions)
    assert all(not one.turn.absent for one in found.decisions)
    assert all(0 <= chance <= 1 for game in found.chances() for chance in game)
    ends = [game[-1] for game, _ in zip(found.chances(), found.match.outcomes, strict=False)]
    winners = [outcome.winner for outcome in found.match.outcomes]
    assert ends == [0.5 if winner is None else 1.0 - winner for winner in winners]
    assert pickle.loads(pickle.dumps(found)) == found


def test_two_plies_look_at_the_answers():
    ruleset = replace(RACE31, target=1)
    _, log = whole_match(ruleset, Random(2))
    found = analyse(ruleset, log[:70], plies=2)
    one = next(each for each in found.decisions if each.loss > 0)
    needs = Needs(1, 1)
    best, played = (
        -rolls.mean_worth(turn.position.turned(), ruleset, needs) for turn in (one.best, one.played)
    )
    assert one.loss == pytest.approx(best - played, abs=1e-5)
    with pytest.raises(ValueError, match="1 or 2"):
        analyse(ruleset, log, plies=3)


def test_progress_is_told_and_may_end_it():
    log, told = whole_match(replace(RACE31, target=1), Random(2))[1][:40], []
    analyse(RACE31, log, progress=lambda done, total: told.append((done, total)))
    assert [done for done, _ in told] == list(range(1, told[0][1] + 1))

    def enough(done: int, _total: int) -> None:
        if done == 3:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        analyse(RACE31, log, progress=enough)


@pytest.mark.parametrize("log", [[5], [["x"]], [[None, "roll", 6, 5]], [*OPENED, [1, "confirm"]]])
def test_a_log_that_is_none_is_refused(log: list):
    with pytest.raises(Malformed):
        analyse(MAHBUSA, log)

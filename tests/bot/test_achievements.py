"""What is worth telling, and when."""

from dataclasses import replace

import pytest

from bot import achievements
from bot.achievements import Award, Facts, achieved
from bot.phrases import LANGUAGES, phrases
from rules import match as matches
from rules.match import Ended, Verdict
from rules.position import parse
from rules.ruleset import PRESETS
from rules.scoring import Outcome, Why
from rules.seat import Seat

ONE, TWO = Seat.FIRST, Seat.SECOND


def facts(*points, preset="mahbusa", target=5, ended=Ended.TARGET, position="24x15 / 24x15", **changes):
    """The first seat's facts of a match it won; `points` are what each game brought it, or its rival where below zero."""
    ruleset = replace(PRESETS[preset], target=target)
    outcomes = tuple(Outcome(ONE if p > 0 else TWO, Why.BORNE_OFF, abs(p), mars=False) for p in points)
    score = (sum(p for p in points if p > 0), -sum(p for p in points if p < 0))
    match = matches.new(ruleset)
    game = replace(match.game, position=parse(position), to_move=ONE)
    match = replace(match, game=game, outcomes=outcomes, score=score, verdict=Verdict(ONE, ended))
    usual = {"rated": True, "expert": False, "mars": 0, "mothers": 0, "escapes": 0, "wins": 5}
    usual |= {"streak": 1, "evening": 3, "games": 1, "ahead": 0.0}
    return Facts(match, ONE, **(usual | changes))


@pytest.mark.parametrize(
    ("given", "more"),
    [
        (facts(2, -1, 2, 1), set()),
        (facts(2, -1, 2, 1, rated=False), {-1}),
        (facts(2, 2, 1), {Award.SWEEP}),
        (facts(2, target=1), set()),
        (facts(-2, -2, 2, 2, 1), {Award.COMEBACK}),
        (facts(-2, 2, -2, 1, 2), {Award.COMEBACK}),
        (facts(2, -2, 1, -2, 2), set()),
        (facts(-2, 2, -1, 2, -1, 2), set()),
        (facts(-2, -2, ended=Ended.LEFT), set()),
        (facts(15, -9, 16, preset="race31", target=31), {Award.RACE}),
        (facts(15, -30, 16, preset="race31", target=31), {Award.RACE}),
        (facts(-1, 2, 2, 1, position="off15 / 1 off14"), {Award.HAIR}),
        (facts(-1, 2, 2, 1, position="off15 / 1x2 off13"), set()),
        (facts(-1, 2, 2, 1, mars=1, mothers=1, escapes=1), {Award.MARS, Award.MOTHER, Award.ESCAPE}),
        (facts(-1, 2, 2, 1, streak=10, evening=31), {Award.STREAK, Award.EVENING}),
        (facts(-1, 2, 2, 1, streak=9, evening=30), set()),
        (facts(-1, 2, 2, 1, games=3, wins=100, ahead=200.0), {Award.GAMES, Award.HUNDRED, Award.GIANT}),
        (facts(-1, 2, 2, 1, games=2, wins=99, ahead=199.0), set()),
        (facts(-1, 2, 2, 1, rated=False, expert=True, evening=40), {-1, Award.EXPERT}),
        (facts(-1, ended=Ended.LEFT, rated=False, expert=True), {-1}),
    ],
)
def test_what_a_winner_has_achieved(given, more):
    expected = {Award.FIRST_WIN} | more
    assert set(achieved(given)) == (expected - {-1, Award.FIRST_WIN} if -1 in more else expected)


def test_who_loses_may_still_have_held_a_mother():
    lost = facts(2, 2, 1, mothers=1, mars=1, escapes=1, streak=10, wins=100)._replace(seat=TWO)
    assert set(achieved(lost)) == {Award.MARS, Award.MOTHER, Award.ESCAPE}


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_has_a_name_and_says_what_it_takes(language):
    words = phrases(language)
    assert len({achievements.name(award, words) for award in Award}) == len(Award)
    assert all(achievements.about(award, words) for award in Award)


def test_one_of_a_later_version_has_no_name():
    assert not achievements.name("moon", phrases("en"))
    assert not achievements.about("moon", phrases("en"))

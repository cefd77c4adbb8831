"""Every exercise held to the rules: what it asks for can be done, and is all that is right."""

from dataclasses import replace

import pytest

from bot.company.course import COURSES, PRACTICE
from bot.company.exercise import LEARNER, Verdict, answer, attempt, begun
from bot.computer import rank, thinking
from rules import scoring
from rules.errors import Refused
from rules.game import whole_turns
from rules.position import BAR, OFF, START, count, places
from rules.ruleset import PRESETS, Game
from rules.turns import Kind, Step, check, kinds, take

EVERY = [
    pytest.param(exercise, id=f"{course}-{number}")
    for course, exercises in COURSES.items()
    for number, exercise in enumerate(exercises, 1)
]
PLAYED = [one for one in EVERY if not one.values[0].die]
SOUGHT = [one for one in EVERY if one.values[0].die]

NEAR = 0.03
"""Points a game within which turns are as good as each other; where both are, the rule decides what is asked."""


def gone_off(game, turn):
    return count(turn.position.own, OFF) - count(game.position.own, OFF)


def does(kind):
    return lambda game, turn: kind in kinds(game.position, turn.steps, game.ruleset)


def nobody_alone(game, turn):
    del game
    return all(count(turn.position.own, point) != 1 for point in range(1, BAR))


CLAIMS = {
    ("mahbusa", 1): lambda _, turn: count(turn.position.own, 13) == 1,
    ("mahbusa", 2): does(Kind.PIN),
    ("mahbusa", 5): lambda _, turn: turn.ending == "win_mother",
    # Only with the 6 does she land among her own; with the 3 she would stand alone on 21.
    ("mahbusa", 6): lambda _, turn: not count(turn.position.own, START) and not count(turn.position.own, 21),
    ("mahbusa", 7): lambda game, turn: gone_off(game, turn) == 2,
    ("sheesh_besh", 1): lambda _, turn: count(turn.position.own, 5) == 2,
    ("sheesh_besh", 2): lambda game, turn: does(Kind.HIT)(game, turn) and count(turn.position.own, 7) == 2,
    ("sheesh_besh", 3): does(Kind.HIT),
    ("sheesh_besh", 5): nobody_alone,
    ("sheesh_besh", 6): lambda game, turn: gone_off(game, turn) == 2,
    ("sheesh_besh", 7): lambda game, turn: gone_off(game, turn) == 1,
    ("tawla31", 2): lambda _, turn: count(turn.position.own, START) == 13,
    ("tawla31", 4): lambda game, turn: gone_off(game, turn) == 2,
    ("tawla31", 5): lambda _, turn: count(turn.position.own, START) == 13,
    ("tawla31", 6): lambda _, turn: turn.ending == "win_off",
    ("tawla31", 7): lambda game, turn: gone_off(game, turn) == 2,
}
"""What makes a turn right, said once more by the rules alone."""


@pytest.fixture(scope="module", autouse=True)
def compiled():
    thinking.compile_now()


@pytest.mark.parametrize("exercise", EVERY)
def test_the_position_can_stand_and_every_choice_fits_the_buttons(exercise):
    game = begun(exercise)
    check(game.position, game.ruleset)
    assert 2 <= len(attempt(exercise, ()).options) <= 12


@pytest.mark.parametrize("exercise", EVERY)
def test_the_answer_is_right(exercise):
    steps = answer(exercise)
    assert attempt(exercise, steps).verdict is Verdict.RIGHT
    for played in range(1, len(steps)):
        assert attempt(exercise, steps[:played]).verdict is Verdict.GOOD


@pytest.mark.parametrize(("course", "number"), CLAIMS)
def test_right_is_exactly_what_the_rule_says(course, number):
    exercise = COURSES[course][number - 1]
    game = begun(exercise)
    claim = CLAIMS[course, number]
    for turn in whole_turns(game):
        verdict = attempt(exercise, turn.steps).verdict
        assert (verdict is Verdict.RIGHT) == claim(game, turn), turn.steps


def test_every_exercise_that_is_played_has_its_claim():
    played = {(c, n) for c, all_of_it in COURSES.items() for n, e in enumerate(all_of_it, 1) if not e.die}
    assert played == set(CLAIMS)


@pytest.mark.parametrize("exercise", PLAYED)
def test_the_computer_finds_a_right_turn_the_best_or_all_but(exercise):
    game = begun(exercise)
    rated = rank(game.position, game.left, game.ruleset, plies=2)
    right = [one for one in rated if attempt(exercise, one.turn.steps).verdict is Verdict.RIGHT]
    assert right[0].equity >= rated[0].equity - NEAR


@pytest.mark.parametrize("exercise", PLAYED)
def test_a_turn_that_is_no_answer_is_wrong_at_the_first_step_that_loses_it(exercise):
    game = begun(exercise)
    wrong = [turn for turn in whole_turns(game) if attempt(exercise, turn.steps).verdict is not Verdict.RIGHT]
    assert wrong
    for turn in wrong:
        seen = [attempt(exercise, turn.steps[:played]).verdict for played in range(1, len(turn.steps) + 1)]
        assert seen[-1] is Verdict.WRONG
        assert Verdict.RIGHT not in seen


@pytest.mark.parametrize("exercise", SOUGHT)
def test_one_checker_and_only_one_is_refused(exercise):
    game = begun(exercise)
    options = attempt(exercise, ()).options
    assert {step.die for step in options} == {exercise.die}
    refused = [step for step in options if attempt(exercise, (step,)).verdict is Verdict.RIGHT]
    assert [step for step in options if step not in game.steps] == refused
    assert len(refused) == 1
    for step in set(options) - set(refused):
        tried = attempt(exercise, (step,))
        assert tried.verdict is Verdict.WRONG
        assert tried.game.position == take(game.position, step, game.ruleset).position


def refusal_of(course, number):
    exercise = COURSES[course][number - 1]
    return begun(exercise), answer(exercise)[0]


def test_refused_for_the_reason_that_is_given():
    for course, number in (("mahbusa", 3), ("sheesh_besh", 4)):
        game, step = refusal_of(course, number)
        assert count(game.position.rival, 25 - step.target) >= 2
    game, step = refusal_of("mahbusa", 4)
    assert count(game.position.own_pinned, step.source)
    game, step = refusal_of("tawla31", 1)
    assert count(game.position.rival, step.target - 12) == 1
    game, step = refusal_of("tawla31", 3)
    free = replace(game.ruleset, prime_rule=False)
    after = take(game.position, step, free).position
    assert {16, 17, 18, 19, 20, 21} <= set(places(after.own))


def test_the_figures_that_are_told_are_true():
    won = attempt(COURSES["tawla31"][5], answer(COURSES["tawla31"][5])).game
    assert scoring.ended_by_step(won.ending, LEARNER, won.position.rival, won.ruleset).points == 7
    lost = attempt(COURSES["tawla31"][6], answer(COURSES["tawla31"][6])).game
    assert 15 - count(lost.position.own, OFF) == 11
    mother = attempt(COURSES["mahbusa"][4], answer(COURSES["mahbusa"][4])).game
    assert scoring.ended_by_step(mother.ending, LEARNER, mother.position.rival, mother.ruleset).points == 2


def test_what_was_never_on_offer_is_refused():
    for exercises in COURSES.values():
        for exercise in exercises:
            with pytest.raises(Refused):
                attempt(exercise, (Step(1, 6), Step(1, 6)))


def test_every_game_has_its_course_and_its_practice():
    assert set(COURSES) == set(PRACTICE) == {str(game) for game in Game}
    for course, preset in PRACTICE.items():
        assert PRESETS[preset].game == course
        assert 5 <= len(COURSES[course]) <= 8

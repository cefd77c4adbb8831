"""One exercise: a position with dice, what is asked of the learner, and what their taps make of it.

What is legal is the rules' affair: an exercise names a turn that answers it, and every tap is a step of a real game.
"""

from enum import Enum, auto
from functools import lru_cache
from typing import NamedTuple

from rules import game as games
from rules import notation
from rules.actions import Move, Roll
from rules.errors import Reason, Refused
from rules.field import Ending
from rules.game import Game, whole_turns
from rules.position import Position, parse, places
from rules.ruleset import PRESETS
from rules.seat import Seat
from rules.turns import Dice, Step

LEARNER = Seat.FIRST

Steps = tuple[Step, ...]


class Exercise(NamedTuple):
    """What one step of a course is made of; the sentences are messages to translate.

    `rule` is what there is to learn and `asked` what to do. `answers` are turns in notation: a turn that leaves the same
    position is as good, and so is whatever wins on the spot. Where there are none, the learner looks for the checker that
    may not play `die`. `right` and `wrong` say why.
    """

    preset: str
    title: str
    rule: str
    position: str
    dice: Dice
    asked: str
    right: str
    wrong: str
    answers: tuple[str, ...] = ()
    die: int = 0


class Verdict(Enum):
    """How far the learner is."""

    BEGUN = auto()
    GOOD = auto()
    RIGHT = auto()
    WRONG = auto()


class Attempt(NamedTuple):
    """An exercise after some taps: the game as it stands, what may be tapped next, and what to think of it."""

    game: Game
    options: Steps
    verdict: Verdict
    refused: Step | None = None
    """The step that the rules do not allow, once it has been found."""


def begun(exercise: Exercise) -> Game:
    """The game as the exercise lays it out, dice rolled, the learner to move."""
    ruleset = PRESETS[exercise.preset]
    game = Game(ruleset, parse(exercise.position), LEARNER)
    return games.apply(game, None, Roll(*exercise.dice))[0]


def attempt(exercise: Exercise, steps: Steps) -> Attempt:
    """The exercise after these steps. Raises Refused(ILLEGAL_STEP) for what was never on offer."""
    game = begun(exercise)
    if exercise.die:
        return _searched(exercise, game, steps)
    for step in steps:
        game = games.apply(game, LEARNER, Move(*step))[0]
    if not steps:
        return Attempt(game, game.steps, Verdict.BEGUN)
    if not _leads_to_answer(exercise, game):
        return Attempt(game, (), Verdict.WRONG)
    return Attempt(game, game.steps, Verdict.GOOD if game.steps else Verdict.RIGHT)


def answer(exercise: Exercise) -> Steps:
    """The steps that solve it."""
    game = begun(exercise)
    if exercise.die:
        return next((step,) for step in candidates(exercise, game) if step not in game.steps)
    return notation.parse_turn(exercise.answers[0], game.position, exercise.dice, game.ruleset)


def candidates(exercise: Exercise, game: Game) -> Steps:
    """Every checker with the die that is asked about, whether it may play it or not."""
    places_of_mine = (place for place in places(game.position.own) if place > exercise.die)
    return tuple(Step(place, exercise.die) for place in places_of_mine)


def _searched(exercise: Exercise, game: Game, steps: Steps) -> Attempt:
    options = candidates(exercise, game)
    match steps:
        case ():
            return Attempt(game, options, Verdict.BEGUN)
        case (step,) if step in game.steps:
            return Attempt(games.apply(game, LEARNER, Move(*step))[0], (), Verdict.WRONG)
        case (step,) if step in options:
            return Attempt(game, (), Verdict.RIGHT, step)
    raise Refused(Reason.ILLEGAL_STEP)


def _leads_to_answer(exercise: Exercise, game: Game) -> bool:
    """Whether the turn, as far as it has been played, can still end, or has ended, in an answer."""
    if game.ending:
        return game.ending is not Ending.DRAW
    wanted = _answers(exercise)
    if not game.steps:
        return game.position in wanted
    turns = whole_turns(game)
    return any(turn.position in wanted or turn.ending not in (None, Ending.DRAW) for turn in turns)


@lru_cache(maxsize=64)
def _answers(exercise: Exercise) -> frozenset[Position]:
    """The positions that the answers leave."""
    start = begun(exercise)
    found = set()
    for text in exercise.answers:
        game = start
        for step in notation.parse_turn(text, start.position, exercise.dice, start.ruleset):
            game = games.apply(game, LEARNER, Move(*step))[0]
        found.add(game.position)
    return frozenset(found)

"""How a game ended and what it was worth (docs/rules.md §2, §4)."""

from enum import StrEnum
from typing import NamedTuple

from rules.field import Ending
from rules.position import CHECKERS, OFF, count
from rules.ruleset import Ruleset, Scoring
from rules.seat import Seat


class Why(StrEnum):
    """Why a game is over."""

    BORNE_OFF = "borne_off"
    MOTHER = "mother"
    BOTH_MOTHERS = "both_mothers"
    DEAD = "dead"
    RESIGNED = "resigned"
    OUT_OF_TIME = "out_of_time"


class Outcome(NamedTuple):
    """How a game ended. `winner` is None for a draw, which is worth nothing."""

    winner: Seat | None
    why: Why
    points: int
    mars: bool


_MARS = 2
_REASONS = {Ending.WIN_OFF: Why.BORNE_OFF, Ending.WIN_MOTHER: Why.MOTHER}


def ended_by_step(ending: Ending, mover: Seat, loser_side: int, ruleset: Ruleset) -> Outcome:
    """The outcome of a step that ended the game; `loser_side` is the packed side of the mover's rival."""
    if ending is Ending.DRAW:
        return Outcome(None, Why.BOTH_MOTHERS, 0, mars=False)
    return _won(mover, _REASONS[ending], loser_side, ruleset)


def dead() -> Outcome:
    """Nobody can ever move again."""
    return Outcome(None, Why.DEAD, 0, mars=False)


def resigned(loser: Seat, loser_side: int, ruleset: Ruleset) -> Outcome:
    """The rival gets what the position is worth as if it had just borne off its last checker."""
    return _won(loser.other, Why.RESIGNED, loser_side, ruleset)


def out_of_time(loser: Seat, ruleset: Ruleset) -> Outcome:
    """A forfeit by the clock costs the most a game usually does, so that nobody gains by quitting."""
    points = CHECKERS if ruleset.scoring is Scoring.CHECKERS_LEFT else _MARS
    return Outcome(loser.other, Why.OUT_OF_TIME, points, mars=False)


def _won(winner: Seat, why: Why, loser_side: int, ruleset: Ruleset) -> Outcome:
    borne_off = count(loser_side, OFF)
    mars = borne_off == 0
    if ruleset.scoring is Scoring.CHECKERS_LEFT:
        return Outcome(winner, why, CHECKERS - borne_off, mars)
    return Outcome(winner, why, _MARS if mars or why is Why.MOTHER else 1, mars)

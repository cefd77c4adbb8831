"""A computer that plays by sense: the worth of a position from a glance at it.

A race is reckoned from pips; anything else is the sum of its signs (bot.computer.sense.signs), each times its
weight, bent so that it stays within what a game can be worth.
"""

from math import tanh
from operator import mul

from bot.computer.sense.race import race
from bot.computer.sense.signs import meeting, side, signs
from bot.computer.sense.weights import weights
from rules.position import CHECKERS, Position
from rules.ruleset import Ruleset, Scoring
from rules.scoring import ended_by_step
from rules.seat import Seat
from rules.turns import Turn, is_dead

_MARS = 2


def most(ruleset: Ruleset) -> int:
    """The most points one game can be worth."""
    return CHECKERS if ruleset.scoring is Scoring.CHECKERS_LEFT else _MARS


def equity(position: Position, ruleset: Ruleset) -> float:
    """Points a game a position is worth to the side that has just played, its rival about to roll."""
    if not meeting(position, ruleset):
        return race(side(position.own), side(position.rival), ruleset.scoring)
    seen = signs(position, ruleset)
    if seen.dead == seen.dead_rival == 1 and is_dead(position, ruleset):
        return 0.0
    return most(ruleset) * tanh(sum(map(mul, weights(ruleset), seen)))


def worth(turn: Turn, ruleset: Ruleset) -> float:
    """Points a game a turn is worth to who plays it: exact where it ends the game (docs/rules.md §4)."""
    if turn.ending is None:
        return equity(turn.position, ruleset)
    # Seats are of no matter here: the mover is called first.
    outcome = ended_by_step(turn.ending, Seat.FIRST, turn.position.rival, ruleset)
    return float(outcome.points)

"""What a game's outcomes are worth: points, or at a match's score the chance to win the match.

A utility is a weight for each of a net's five chances and a constant (bot.computer.told.worth). At a score it is
scaled so that winning rather than losing a plain game is worth 2, as in points, and chances keep their size.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from bot.computer.told import Floats
from rules.position import CHECKERS
from rules.ruleset import Ruleset, Scoring

MARS: Floats = np.array([2, 1, -1, 0, 0, -1], np.float32)
CHECKERS_LEFT: Floats = np.array([0, 0, 0, CHECKERS, -CHECKERS, 0], np.float32)
"""Utilities of points a game, by how games are scored (docs/rules.md §4)."""

_BIG = 0.35
"""How many won games count double, about: in self-play of our nets between 0.2 and 0.45, by game."""
_KEPT = 6.4
"""Checkers a loser keeps on average in Tawla 31, and …"""
_KEPT_RATIO = 0.86
"""… how much rarer each further one is; both from self-play."""


class Needs(NamedTuple):
    """Points that the side to move and its rival still need to win the match."""

    own: int
    rival: int

    def turned(self) -> "Needs":
        """The same seen by the rival."""
        return Needs(self.rival, self.own)


def utility(ruleset: Ruleset, needs: Needs | None = None) -> Floats:
    """What the five chances are worth to the side to move: points a game, or with `needs` the match at stake."""
    if needs is None:
        return CHECKERS_LEFT if ruleset.scoring is Scoring.CHECKERS_LEFT else MARS
    return _at_score(ruleset.scoring, max(needs.own, 1), max(needs.rival, 1))


def points(scoring: Scoring) -> tuple[float, ...]:
    """The chance that a won game is worth 1, 2, … points."""
    if scoring is Scoring.MARS:
        return 1 - _BIG, _BIG
    weights = [_KEPT_RATIO**kept for kept in range(CHECKERS)]
    return tuple(weight / sum(weights) for weight in weights)


@lru_cache(maxsize=4096)
def match_chance(scoring: Scoring, own: int, rival: int) -> float:
    """The chance to win a match for a side that still needs `own` points, games between equals to come."""
    if own <= 0:
        return 1.0
    if rival <= 0:
        return 0.0
    return sum(
        chance * (match_chance(scoring, own - n, rival) + match_chance(scoring, own, rival - n)) / 2
        for n, chance in enumerate(points(scoring), 1)
    )


@lru_cache(maxsize=4096)
def _at_score(scoring: Scoring, own: int, rival: int) -> Floats:
    won = [match_chance(scoring, own - n, rival) for n in range(1, len(points(scoring)) + 1)]
    lost = [match_chance(scoring, own, rival - n) for n in range(1, len(points(scoring)) + 1)]
    if scoring is Scoring.MARS:
        unit = 2 / (won[0] - lost[0])
        weights = [won[0] - lost[0], won[1] - won[0], lost[1] - lost[0], 0, 0, lost[0]]
    else:
        # A line through what each number of checkers is worth: its start is for the win, its slope for the checkers.
        (win, more), (lose, less) = _line(scoring, won), _line(scoring, lost)
        unit = (
            2
            * sum(n * p for n, p in enumerate(points(scoring), 1))
            / (_mean(scoring, won) - _mean(scoring, lost))
        )
        weights = [win - lose, 0, 0, CHECKERS * more, CHECKERS * less, lose]
    middle = (weights[0] + 2 * weights[5]) / 2
    weights[5] -= middle
    return np.array([unit * weight for weight in weights], np.float32)


def _mean(scoring: Scoring, values: list[float]) -> float:
    return sum(p * value for p, value in zip(points(scoring), values, strict=True))


def _line(scoring: Scoring, values: list[float]) -> tuple[float, float]:
    """Intercept and slope of values over 1, 2, …, the likelier ones weighing more."""
    chances = points(scoring)
    mean = sum(n * p for n, p in enumerate(chances, 1))
    level = _mean(scoring, values)
    spread = sum(p * (n - mean) ** 2 for n, p in enumerate(chances, 1))
    slope = sum(
        p * (n - mean) * (value - level) for (n, p), value in zip(enumerate(chances, 1), values, strict=True)
    )
    return level - slope / spread * mean, slope / spread

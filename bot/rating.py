"""How strong somebody is in a game, by openskill's Bradley-Terry model (Weng and Lin 2011), on a scale that begins at 1500.

A match is noisier the shorter it is: the model's noise shrinks with the root of its length, so longer matches weigh more.
What is not known of somebody, the deviation, shrinks with each match and grows while they stay away.
"""

import math
from functools import lru_cache
from typing import NamedTuple

from openskill.models import BradleyTerryFull

from rules.ruleset import Ruleset, Scoring

DAY_MS = 24 * 3600 * 1000

BEGIN = 1500.0
UNKNOWN = 350.0
"""The deviation of somebody who has not played, and the most there is."""

LEAST = 50.0
"""Nobody is ever known better than this: people go on learning."""

SETTLED = 220.0
"""Up to this deviation a rating stands in the lists; it takes some nine matches to 5 points, or fourteen to 1."""

_NOISE = 250.0
"""Of a match to one point; the larger, the more of it is luck."""

_FADING = 150.0
"""What a day away adds to the square of the deviation: in about two years one is as good as unknown."""

_CHECKERS_A_POINT = 6.0
"""About what a game brings where the loser's checkers are counted."""


class Rating(NamedTuple):
    """How strong somebody is in one game, how surely (a standard deviation), and as of when."""

    value: float = BEGIN
    deviation: float = UNKNOWN
    matches: int = 0
    at: int = 0

    @property
    def settled(self) -> bool:
        """Whether it is sure enough to be compared with others'."""
        return self.deviation <= SETTLED


def faded(rating: Rating, now: int) -> Rating:
    """The rating as it stands now, less sure the longer ago it was earned."""
    days = max(0, now - rating.at) / DAY_MS
    return rating._replace(deviation=min(UNKNOWN, math.hypot(rating.deviation, math.sqrt(_FADING * days))))


def rated(winner: Rating, loser: Rating, ruleset: Ruleset, now: int) -> tuple[Rating, Rating]:
    """Both ratings after a match by these customs."""
    model = _model(_length(ruleset))
    before = [faded(each, now) for each in (winner, loser)]
    teams = model.rate([[model.rating(each.value, each.deviation)] for each in before])
    won, lost = (
        Rating(team[0].mu, max(LEAST, team[0].sigma), each.matches + 1, now)
        for each, team in zip(before, teams, strict=True)
    )
    return won, lost


def _length(ruleset: Ruleset) -> float:
    """A match's length in points as Mahbusa and Sheesh Besh count them."""
    if ruleset.scoring is Scoring.CHECKERS_LEFT:
        return max(1.0, ruleset.target / _CHECKERS_A_POINT)
    return float(ruleset.target)


@lru_cache(maxsize=128)
def _model(length: float) -> BradleyTerryFull:
    """The model of matches this long; it counts what a match tells in full, and time alone makes us forget."""
    return BradleyTerryFull(
        mu=BEGIN, sigma=UNKNOWN, beta=_NOISE / math.sqrt(length), tau=0.0, gamma=lambda *_: 1.0
    )

"""A finished match looked at again: what every decision cost, what every roll gave, and what the chances were.

No words and no pictures; those are the teacher's (bot.teacher). Losses and luck are differences of what the game was worth
at the score it was played at: points, or checkers where the loser pays for the checkers it keeps, each counting as much as
it still did for the match (bot.computer.stakes). Luck is always by one roll.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from math import sqrt
from typing import Any, NamedTuple

from bot.computer.chances import chances
from bot.computer.choice import Rated, rank
from bot.computer.rolls import mean_worth, roll_worths
from bot.computer.stakes import Needs
from rules.dice import ROLLS
from rules.match import Match
from rules.ruleset import Ruleset, Scoring
from rules.seat import Seat
from rules.story import Turn, story
from rules.turns import Turn as Played

PLIES = (1, 2)
SLIGHT, PLAIN = 0.001, 0.02
"""Points of a usual game from which a decision counts as a loss, and from which it is worth a picture."""

WORST = 3
"""How many mistakes are worth a picture at most."""

UNIT = {Scoring.MARS: 1.0, Scoring.CHECKERS_LEFT: 8.0}
"""What grades take for one point: a game that pays for checkers pays about so many."""


class Grade(StrEnum):
    """How well somebody played."""

    MASTER = "master"
    EXPERT = "expert"
    SKILLED = "skilled"
    LEARNER = "learner"
    BEGINNER = "beginner"


GRADES = ((8.0, Grade.MASTER), (16.0, Grade.EXPERT), (30.0, Grade.SKILLED), (60.0, Grade.LEARNER))
"""Below how many thousandths of a point lost a decision each grade begins; whoever loses more is a beginner.

Measured with two plies the computer's levels lose about 6 (hard), 25 (medium) and 60 (easy).
"""


class Fortune(StrEnum):
    """How the dice fell for somebody."""

    VERY_LUCKY = "very_lucky"
    LUCKY = "lucky"
    EVEN = "even"
    UNLUCKY = "unlucky"
    VERY_UNLUCKY = "very_unlucky"


FORTUNES = (
    (1.5, Fortune.VERY_LUCKY),
    (0.5, Fortune.LUCKY),
    (-0.5, Fortune.EVEN),
    (-1.5, Fortune.UNLUCKY),
)
"""From how many standard deviations on the dice were so; below the last they were very unlucky."""


class Decision(NamedTuple):
    """A turn with a choice: the best way to play the roll and the way it was played. `loss` is never negative."""

    turn: Turn
    best: Played
    played: Played
    loss: float


class Roll(NamedTuple):
    """A roll: what it gave whoever threw it, the variance of what it might have given, and first seat's chances.

    `chance` is that of the first seat to win the game, from 0 to 1, before the dice fell.
    """

    turn: Turn
    luck: float
    variance: float
    chance: float


class Tally(NamedTuple):
    """One seat's sums. `rate` is thousandths of a point lost a decision; no grade without a decision."""

    decisions: int
    loss: float
    rate: float
    grade: Grade | None
    luck: float
    fortune: Fortune


@dataclass(frozen=True, slots=True)
class Analysis:
    """Everything found out about a match."""

    match: Match
    plies: int
    rolls: tuple[Roll, ...]
    decisions: tuple[Decision, ...]

    @property
    def ruleset(self) -> Ruleset:
        """The customs it was played by."""
        return self.match.ruleset

    def tally(self, seat: Seat) -> Tally:
        """One seat's sums."""
        losses = [decision.loss for decision in self.decisions if decision.turn.seat is seat]
        rolls = [roll for roll in self.rolls if roll.turn.seat is seat]
        rate = 1000 * sum(losses) / len(losses) if losses else 0.0
        luck = sum(roll.luck for roll in rolls)
        return Tally(
            decisions=len(losses),
            loss=sum(losses),
            rate=rate,
            grade=grade(rate, self.ruleset) if losses else None,
            luck=luck,
            fortune=fortune(luck, sum(roll.variance for roll in rolls)),
        )

    def losses(self, seats: Iterable[Seat]) -> tuple[Decision, ...]:
        """The decisions of these seats that cost something, in the order they were taken."""
        seats, least = tuple(seats), SLIGHT * UNIT[self.ruleset.scoring]
        return tuple(one for one in self.decisions if one.turn.seat in seats and one.loss >= least)

    def worst(self, seats: Iterable[Seat]) -> tuple[Decision, ...]:
        """The few mistakes of these seats that are worth a picture, dearest first."""
        least = PLAIN * UNIT[self.ruleset.scoring]
        plain = [one for one in self.losses(seats) if one.loss >= least]
        return tuple(sorted(plain, key=lambda one: -one.loss)[:WORST])

    def chances(self) -> tuple[tuple[float, ...], ...]:
        """First seat's chance to win, game by game: before every roll, and what it came to where a game ended."""
        games: list[list[float]] = [[] for _ in range(self.match.number)]
        for roll in self.rolls:
            games[roll.turn.game - 1].append(roll.chance)
        for game, outcome in zip(games, self.match.outcomes, strict=False):
            game.append(0.5 if outcome.winner is None else 1.0 if outcome.winner is Seat.FIRST else 0.0)
        return tuple(map(tuple, games))


Progress = Callable[[int, int], None]
"""Told how many turns are done, and of how many; what it raises ends the analysis."""


def analyse(
    ruleset: Ruleset, log: Iterable[Any], *, plies: int = 1, progress: Progress | None = None
) -> Analysis:
    """Look at a match again, from its log (rules.record). Raises Malformed where the log is none.

    With one ply decisions are judged by the positions they lead to, with two by the rival's best answers to all
    36 throws.
    """
    if plies not in PLIES:
        raise ValueError(f"an analysis looks 1 or 2 rolls ahead, not {plies}")
    told = story(ruleset, log)
    rolls, decisions = list[Roll](), list[Decision]()
    for done, turn in enumerate(told.turns, 1):
        rolls.append(_rolled(turn, ruleset))
        decision = _decided(turn, ruleset, plies)
        if decision:
            decisions.append(decision)
        if progress:
            progress(done, len(told.turns))
    return Analysis(told.match, plies, tuple(rolls), tuple(decisions))


def grade(rate: float, ruleset: Ruleset) -> Grade:
    """The word for so many thousandths lost a decision."""
    measured = rate / UNIT[ruleset.scoring]
    return next((word for below, word in GRADES if measured < below), Grade.BEGINNER)


def fortune(luck: float, variance: float) -> Fortune:
    """The word for so much luck where it might have varied by so much."""
    deviations = luck / sqrt(variance) if variance > 0 else 0.0
    return next((word for least, word in FORTUNES if deviations >= least), Fortune.VERY_UNLUCKY)


def _rolled(turn: Turn, ruleset: Ruleset) -> Roll:
    """Luck is against the rolls that could have come up; an opening roll that is played is no double."""
    worths = roll_worths(turn.position, ruleset, _needs(turn, ruleset))
    possible = [
        (weight, each, dice)
        for (dice, weight), each in zip(ROLLS, worths, strict=True)
        if not turn.opening or dice[0] != dice[1]
    ]
    throws = sum(weight for weight, _, _ in possible)
    mean = sum(weight * each for weight, each, _ in possible) / throws
    variance = sum(weight * (each - mean) ** 2 for weight, each, _ in possible) / throws
    luck = next(each for _, each, dice in possible if dice == turn.dice) - mean
    win = chances(turn.position, ruleset).win
    return Roll(turn, luck, variance, win if turn.seat is Seat.FIRST else 1 - win)


def _decided(turn: Turn, ruleset: Ruleset, plies: int) -> Decision | None:
    """What the turn's choice cost; None where there was none, or it was not the player's."""
    if turn.after is None or turn.absent:
        return None
    high, low = turn.dice
    left, needs = turn.dice * 2 if high == low else turn.dice, _needs(turn, ruleset)
    rated = rank(turn.position, left, ruleset, plies=plies, needs=needs)
    if len(rated) <= 1:
        return None
    best, played = rated[0], next(one for one in rated if one.turn.position == turn.after)
    loss = 0.0
    if best != played:
        loss = _worth(best, ruleset, plies, needs) - _worth(played, ruleset, plies, needs)
    return Decision(turn, best.turn if loss > 0 else played.turn, played.turn, max(loss, 0.0))


def _worth(rated: Rated, ruleset: Ruleset, plies: int, needs: Needs) -> float:
    """What a turn is worth so many plies deep, whether or not it seemed good enough to be looked at so."""
    if rated.plies >= plies or rated.turn.ending:
        return rated.worth
    return -mean_worth(rated.turn.position.turned(), ruleset, needs.turned())


def _needs(turn: Turn, ruleset: Ruleset) -> Needs:
    own, rival = turn.score
    return Needs(ruleset.target - own, ruleset.target - rival)

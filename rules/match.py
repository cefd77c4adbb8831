"""A match: games up to the target, as a value like the game (docs/rules.md §4)."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from rules import actions
from rules import game as games
from rules.actions import Event, OpeningRoll, Roll, Timeout, Told
from rules.errors import Reason, Refused
from rules.game import Game
from rules.ruleset import ClockKind, NextOpener, Ruleset
from rules.scoring import Outcome
from rules.seat import Seat


class NextGame(NamedTuple):
    """The house: the next game of the match begins."""


class Leave(NamedTuple):
    """A player leaves the match (or, said by the house for a seat, has not come back)."""

    absent: bool = False


class Pause(NamedTuple):
    """Both players have agreed to stop the clock; the one who agreed last says so."""


class GoOn(NamedTuple):
    """The pause is over: a player ends it, or the house after a long one."""


class MoreTime(NamedTuple):
    """A player gives the rival more time."""


Agreement = Pause | GoOn | MoreTime
"""What concerns the clock alone. It stands in the log, and changes nothing of the match."""

Action = actions.Action | NextGame | Leave | Agreement


class Ended(StrEnum):
    """Why a match is over."""

    TARGET = "target"
    LEFT = "left"
    ABSENT = "absent"


class Verdict(NamedTuple):
    """Who won a match, and why."""

    winner: Seat
    why: Ended


@dataclass(frozen=True, slots=True)
class Match:
    """Games up to the target. `idle` counts each seat's successive timeouts without any action in between."""

    ruleset: Ruleset
    game: Game
    number: int = 1
    score: tuple[int, int] = (0, 0)
    outcomes: tuple[Outcome, ...] = ()
    idle: tuple[int, int] = (0, 0)
    verdict: Verdict | None = None

    @property
    def between(self) -> bool:
        """Whether a game has ended and the next one has not begun."""
        return self.game.outcome is not None and self.verdict is None


def new(ruleset: Ruleset) -> Match:
    """A match before its first opening roll."""
    return Match(ruleset, games.new(ruleset))


Result = tuple[Match, tuple[Event, ...]]


def apply(match: Match, seat: Seat | None, action: Action) -> Result:
    """The match after an action of a seat, or of the house (None). Raises Refused; nothing changes then."""
    if match.verdict:
        raise Refused(Reason.MATCH_OVER)
    if isinstance(action, Agreement):
        return match, ()
    if isinstance(action, NextGame):
        return _next_game(match), ()
    if isinstance(action, Leave):
        return _leave(match, seat, action)
    game, events = games.apply(match.game, seat, action)
    after = replace(match, game=game, idle=_idle(match, seat, action))
    if game.outcome:
        after, more = _scored(after, game.outcome)
        events += more
    return after, events


def _idle(match: Match, seat: Seat | None, action: Action) -> tuple[int, int]:
    first, second = match.idle
    late = match.game.to_move if isinstance(action, Timeout) else None
    if late is not None:
        return (first + (late == 0), second + (late == 1))
    return (0 if seat == 0 else first, 0 if seat == 1 else second)


IDLE_TURNS = {ClockKind.DAILY: 1}
"""How many successive timeouts mean that a player does not come back; two unless named here (§7)."""


def absent(match: Match) -> Seat | None:
    """The seat that has not come back, by its successive timeouts; a stake table's match is lost so."""
    limit = IDLE_TURNS.get(match.ruleset.clock, 2)
    return next((seat for seat in Seat if match.idle[seat] >= limit), None)


def _scored(match: Match, outcome: Outcome) -> Result:
    score = match.score
    if outcome.winner is not None:
        won = outcome.winner
        score = (score[0] + outcome.points * (won == 0), score[1] + outcome.points * (won == 1))
    after = replace(match, score=score, outcomes=(*match.outcomes, outcome))
    if outcome.winner is not None and score[outcome.winner] >= match.ruleset.target:
        return _decided(after, Verdict(outcome.winner, Ended.TARGET))
    return after, ()


def _decided(match: Match, verdict: Verdict) -> Result:
    return replace(match, verdict=verdict), (Event(Told.MATCH_OVER, verdict.winner),)


def _leave(match: Match, seat: Seat | None, leave: Leave) -> Result:
    if seat is None:
        raise Refused(Reason.NOT_SEATED)
    return _decided(match, Verdict(seat.other, Ended.ABSENT if leave.absent else Ended.LEFT))


def _next_game(match: Match) -> Match:
    if match.game.outcome is None:
        raise Refused(Reason.GAME_RUNNING)
    winner = match.game.outcome.winner
    opener = winner if match.ruleset.next_opener is NextOpener.WINNER else None
    return replace(match, game=games.new(match.ruleset, opener), number=match.number + 1)


def next_roll(match: Match, faces: tuple[int, int]) -> OpeningRoll | Roll:
    """The roll the house owes now, from two faces drawn for it (the first seat's die first in an opening)."""
    if match.game.to_move is None:
        return OpeningRoll(*faces)
    return Roll(max(faces), min(faces))


def wants_roll(match: Match) -> bool:
    """Whether the house owes a roll before anybody can do anything else."""
    return match.verdict is None and match.game.outcome is None and match.game.dice is None

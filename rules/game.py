"""One game as a value: apply(game, seat, action) gives the next game and what happened.

Dice come in as actions of the house (seat None); undo is the previous value of the turn under way.
"""

from dataclasses import dataclass, replace
from typing import NamedTuple, assert_never

from rules import scoring
from rules.actions import (
    Action,
    Confirm,
    Event,
    Move,
    OpeningRoll,
    Resign,
    Roll,
    Timeout,
    Told,
    Undo,
)
from rules.errors import Reason, Refused
from rules.field import Ending
from rules.position import Position
from rules.ruleset import OnTimeout, Opening, Ruleset
from rules.scoring import Outcome
from rules.seat import Seat
from rules.turns import Kind, Step, Turn, is_dead, legal_steps, start_position, take, turns_with


class Taking(NamedTuple):
    """A step of the turn under way: the position before it, and what it does."""

    before: Position
    step: Step
    kind: Kind


class Played(NamedTuple):
    """A finished turn, as people are shown it. No steps: it passed; late: time ran out before it was finished."""

    seat: Seat
    dice: tuple[int, int]
    steps: tuple[Step, ...]
    kinds: tuple[Kind, ...]
    late: bool = False


RECENT = 3
"""How many finished turns a game remembers for those who look at it."""


@dataclass(frozen=True, slots=True)
class Game:
    """One game. `position` is seen by `to_move`; before the opening roll nobody is to move."""

    ruleset: Ruleset
    position: Position
    to_move: Seat | None = None
    dice: tuple[int, int] | None = None
    left: tuple[int, ...] = ()
    taken: tuple[Taking, ...] = ()
    ending: Ending | None = None
    rolls: int = 0
    turns: tuple[int, int] = (0, 0)
    timeouts: tuple[int, int] = (0, 0)
    late: bool = False
    opening: tuple[int, int] | None = None
    recent: tuple[Played, ...] = ()
    outcome: Outcome | None = None

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps that may come next; empty when the turn is whole, or not rolled."""
        if self.dice is None or self.ending or self.outcome or not self.left:
            return ()
        return legal_steps(self.position, self.left, self.ruleset)

    def seen_by(self, seat: Seat) -> Position:
        """The position from a seat's side."""
        return self.position if self.to_move in (seat, None) else self.position.turned()


def new(ruleset: Ruleset, opener: Seat | None = None) -> Game:
    """A game about to begin; with an opener, that side rolls and plays, else an opening roll decides."""
    return Game(ruleset, start_position(ruleset.game), opener)


Result = tuple[Game, tuple[Event, ...]]


def apply(game: Game, seat: Seat | None, action: Action) -> Result:
    """The game after an action of a seat, or of the house (None). Raises Refused; nothing changes then."""
    if game.outcome:
        raise Refused(Reason.GAME_OVER)
    match action:
        case OpeningRoll():
            result = _opening(game, action)
        case Roll():
            result = _roll(game, seat, (action.high, action.low))
        case Resign():
            result = _resign(game, _seated(seat))
        case Timeout():
            result = _timeout(game)
        case Move():
            result = _move(_whose_turn(game, seat), Step(action.source, action.die))
        case Undo():
            result = _undo(_whose_turn(game, seat))
        case Confirm():
            result = _confirm(_whose_turn(game, seat))
        case _:
            assert_never(action)
    return result


def actions(game: Game, seat: Seat) -> tuple[Action, ...]:
    """Everything a seat may do now; resigning is always possible while the game runs."""
    if game.outcome:
        return ()
    found: list[Action] = []
    if seat is game.to_move and game.dice:
        found += [Move(*step) for step in game.steps]
        if not game.steps:
            found.append(Confirm())
        if game.taken:
            found.append(Undo())
    return (*found, Resign())


def _seated(seat: Seat | None) -> Seat:
    if seat is None:
        raise Refused(Reason.NOT_SEATED)
    return seat


def _whose_turn(game: Game, seat: Seat | None) -> Game:
    """The game if it is this seat's turn. The house may play for whoever is to move: absent players."""
    if game.to_move is None or (seat is not None and seat is not game.to_move):
        raise Refused(Reason.NOT_YOUR_TURN)
    _dice(game)
    return game


def _mover(game: Game) -> Seat:
    if game.to_move is None:
        raise Refused(Reason.ROLL_FIRST)
    return game.to_move


def _dice(game: Game) -> tuple[int, int]:
    if game.dice is None:
        raise Refused(Reason.ROLL_FIRST)
    return game.dice


def _opening(game: Game, roll: OpeningRoll) -> Result:
    if game.to_move is not None:
        raise Refused(Reason.ALREADY_ROLLED)
    rolled = replace(game, rolls=game.rolls + 1, opening=(roll.first, roll.second))
    if roll.first == roll.second:
        return rolled, (Event(Told.TIED, None),)
    opener = Seat.FIRST if roll.first > roll.second else Seat.SECOND
    opened = replace(rolled, to_move=opener)
    events = (Event(Told.OPENED, opener),)
    if game.ruleset.opening is Opening.ROLL_AGAIN:
        return opened, events
    begun, more = _begin_turn(opened, (max(roll), min(roll)))
    return begun, events + more


def _roll(game: Game, seat: Seat | None, dice: tuple[int, int]) -> Result:
    if _mover(game) is not seat and seat is not None:
        raise Refused(Reason.NOT_YOUR_TURN)
    if game.dice:
        raise Refused(Reason.ALREADY_ROLLED)
    return _begin_turn(replace(game, rolls=game.rolls + 1), dice)


def _begin_turn(game: Game, dice: tuple[int, int]) -> Result:
    """Lay the dice down; where no step is legal the turn passes by itself."""
    mover = _mover(game)
    left = dice * 2 if dice[0] == dice[1] else dice
    rolled = replace(game, dice=dice, left=left)
    events: tuple[Event, ...] = (Event(Told.ROLLED, mover),)
    if rolled.steps:
        return rolled, events
    return _next_turn(rolled, Played(mover, dice, (), ())), (*events, Event(Told.PASSED, mover))


def _next_turn(game: Game, played: Played) -> Game:
    first, second = game.turns
    return replace(
        game,
        position=game.position.turned(),
        to_move=played.seat.other,
        dice=None,
        left=(),
        taken=(),
        late=False,
        turns=(first + (played.seat == 0), second + (played.seat == 1)),
        recent=(*game.recent, played)[-RECENT:],
    )


def _move(game: Game, step: Step) -> Result:
    if step not in game.steps:
        raise Refused(Reason.ILLEGAL_STEP)
    reached = take(game.position, step, game.ruleset)
    left = list(game.left)
    left.remove(step.die)
    after = replace(
        game,
        position=reached.position,
        left=tuple(left),
        taken=(*game.taken, Taking(game.position, step, reached.kind)),
        ending=reached.ending,
    )
    return after, (Event(Told.STEPPED, game.to_move),)


def _undo(game: Game) -> Result:
    if not game.taken:
        raise Refused(Reason.NOTHING_TO_UNDO)
    last = game.taken[-1]
    left = tuple(sorted((*game.left, last.step.die), reverse=True))
    before = replace(game, position=last.before, left=left, taken=game.taken[:-1], ending=None)
    return before, (Event(Told.UNDONE, game.to_move),)


def _confirm(game: Game) -> Result:
    if game.steps:
        raise Refused(Reason.TURN_UNFINISHED)
    mover = _mover(game)
    steps = tuple(taking.step for taking in game.taken)
    kinds = tuple(taking.kind for taking in game.taken)
    played = Played(mover, _dice(game), steps, kinds, game.late)
    events = (Event(Told.PLAYED, mover),)
    if game.ending:
        outcome = scoring.ended_by_step(game.ending, mover, game.position.rival, game.ruleset)
        return _over(_next_turn(game, played), outcome, events)
    after = _next_turn(game, played)
    if is_dead(after.position, game.ruleset):
        return _over(after, scoring.dead(), events)
    return after, events


def _over(game: Game, outcome: Outcome, events: tuple[Event, ...] = ()) -> Result:
    return replace(game, outcome=outcome), (*events, Event(Told.GAME_OVER, outcome.winner))


def _resign(game: Game, loser: Seat) -> Result:
    side = game.seen_by(loser).own
    return _over(game, scoring.resigned(loser, side, game.ruleset))


FREE_TIMEOUTS = 2
"""How often a game `play_twice_then_lose_game` lets the computer finish a turn for a player."""


def _timeout(game: Game) -> Result:
    mover = _mover(game)
    timeouts = (game.timeouts[0] + (mover == 0), game.timeouts[1] + (mover == 1))
    late = replace(game, timeouts=timeouts, late=True)
    events = (Event(Told.TIMED_OUT, mover),)
    strict = game.ruleset.on_timeout is OnTimeout.PLAY_TWICE_THEN_LOSE_GAME
    if strict and timeouts[mover] > FREE_TIMEOUTS:
        return _over(late, scoring.out_of_time(mover, game.ruleset), events)
    return late, events


def whole_turns(game: Game) -> list[Turn]:
    """The ways to finish the turn under way, from where it stands."""
    return turns_with(game.position, game.left, game.ruleset) if game.steps else []

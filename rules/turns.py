"""Legal steps and legal turns: one search for every game; the games differ only in their Field.

A turn is all the steps of one roll. Only turns that use the most dice are legal, a step that ends the game
counts as using them all, and if just one of two different dice can be used it is the larger where possible
(docs/rules.md §2). Turns that leave the same position are the same turn.
"""

from collections.abc import Iterable
from enum import StrEnum
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from rules.errors import Malformed, Reason, Refused
from rules.field import Ending, Field, State, ending, facing, field, land, occupied, sources
from rules.position import BAR, CHECKERS, OFF, START, Position, count, one, places
from rules.ruleset import Direction, Game, Ruleset

Dice = tuple[int, int]
FACES = range(1, 7)


class Step(NamedTuple):
    """One checker moved by one die, in the mover's numbers; source 25 is the bar."""

    source: int
    die: int

    @property
    def target(self) -> int:
        """The point it lands on; 0 is off."""
        return max(OFF, self.source - self.die)


class Turn(NamedTuple):
    """A legal turn: one order of its steps, and the position it leaves (still seen by who played it)."""

    steps: tuple[Step, ...]
    position: Position
    ending: Ending | None


class Kind(StrEnum):
    """What a step does where it lands."""

    PLAIN = "plain"
    HIT = "hit"
    PIN = "pin"
    OFF = "off"


class Taken(NamedTuple):
    """A position after one step, still seen by the mover."""

    position: Position
    kind: Kind
    ending: Ending | None


_Level = dict[State, tuple[Step, ...]]

_STEP = [[Step(place, die) for die in range(7)] for place in range(BAR + 1)]
"""Every step there is, by source and die: made once, shared by all turns."""


def legal_turns(position: Position, dice: Dice, ruleset: Ruleset) -> list[Turn]:
    """All distinct legal turns of a roll; empty where the turn passes. Raises Malformed for impossible dice."""
    _check_dice(dice)
    return turns_with(position, dice * 2 if dice[0] == dice[1] else dice, ruleset)


def turns_with(position: Position, left: tuple[int, ...], ruleset: Ruleset) -> list[Turn]:
    """All distinct ways to finish a turn with these dice left: two different ones, or one to four alike."""
    rules, start = field(position, ruleset)
    ended: _Level = {}
    final = _pair(rules, start, left, ended) if len(set(left)) > 1 else _alike(rules, start, left, ended)
    unturn = _Unturn(position, start, ruleset.direction)
    return [
        Turn(steps, unturn(state), ending(rules, state) if state in ended else None)
        for state, steps in chain(final.items(), ended.items())
    ]


def _pair(rules: Field, start: State, left: tuple[int, ...], ended: _Level) -> _Level:
    high, low = max(left), min(left)
    begin: _Level = {start: ()}
    first_high = _expand(rules, begin, high, ended)
    first_low = _expand(rules, begin, low, ended)
    both = _expand(rules, first_high, low, ended)
    for state, steps in _expand(rules, first_low, high, ended).items():
        both.setdefault(state, steps)
    return both if both or ended else first_high or first_low


def _alike(rules: Field, start: State, left: tuple[int, ...], ended: _Level) -> _Level:
    level: _Level = {start: ()}
    for used, die in enumerate(left):
        longer = _expand(rules, level, die, ended)
        if not longer:
            return level if used and not ended else {}
        level = longer
    return level


def _expand(rules: Field, level: _Level, die: int, ended: _Level) -> _Level:
    """Every state one die further; those where the game ends go to `ended` instead."""
    longer: _Level = {}
    for state, steps in level.items():
        found = sources(rules, state[0], die)
        while found:
            source = found & -found
            found ^= source
            reached = land(rules, state, source, die)
            if reached is None or reached in longer:
                continue
            into = ended if ending(rules, reached) else longer
            into[reached] = (*steps, _STEP[source.bit_length() >> 2][die])
    return longer


class _Unturn:
    """States back to positions; the rival's side seldom changes, so it is turned back only when it did."""

    def __init__(self, position: Position, start: State, direction: Direction) -> None:
        self._own_pinned = position.own_pinned
        self._direction = direction
        self._sides = {start[1]: position.rival, start[2]: position.rival_pinned}

    def _side(self, side: int) -> int:
        turned = self._sides.get(side)
        if turned is None:
            turned = self._sides[side] = facing(side, self._direction)
        return turned

    def __call__(self, state: State) -> Position:
        return Position(state[0], self._own_pinned, self._side(state[1]), self._side(state[2]))


@lru_cache(maxsize=4096)
def legal_steps(position: Position, dice: tuple[int, ...], ruleset: Ruleset) -> tuple[Step, ...]:
    """The steps that may come next with these dice left: those that begin a turn using the most of them.

    `dice` is what is left of one roll, as in turns_with. Highest source first.
    """
    rules, start = field(position, ruleset)
    options = []
    for die in sorted(set(dice), reverse=True):
        left = list(dice)
        left.remove(die)
        found = sources(rules, start[0], die)
        for place in places(found):
            reached = land(rules, start, one(place), die)
            if reached is not None:
                options.append((Step(place, die), 1 + _usable(rules, reached, tuple(left))))
    most = max((used for _, used in options), default=0)
    best = [step for step, used in options if used == most]
    if most < len(dice) and len(set(dice)) > 1:
        larger = max(step.die for step in best) if best else 0
        best = [step for step in best if step.die == larger]
    return tuple(sorted(best, reverse=True))


def _usable(rules: Field, state: State, dice: tuple[int, ...]) -> int:
    """The most dice of these that can still be used; all of them once the game has ended."""
    if ending(rules, state):
        return len(dice)
    most = 0
    for die in set(dice):
        left = list(dice)
        left.remove(die)
        found = sources(rules, state[0], die)
        while found:
            source = found & -found
            found ^= source
            reached = land(rules, state, source, die)
            if reached is not None:
                most = max(most, 1 + _usable(rules, reached, tuple(left)))
                if most == len(dice):
                    return most
    return most


def take(position: Position, step: Step, ruleset: Ruleset) -> Taken:
    """The position after one step that the die allows by itself; raises Refused(ILLEGAL_STEP) otherwise."""
    rules, start = field(position, ruleset)
    source = one(step.source) if OFF < step.source <= BAR else 0
    reached = None
    if step.die in FACES and source & sources(rules, start[0], step.die):
        reached = land(rules, start, source, step.die)
    if reached is None:
        raise Refused(Reason.ILLEGAL_STEP)
    if step.target == OFF:
        kind = Kind.OFF
    elif reached[1] != start[1]:
        kind = Kind.HIT
    else:
        kind = Kind.PIN if one(step.target) & reached[2] & ~start[2] else Kind.PLAIN
    after = _Unturn(position, start, ruleset.direction)(reached)
    return Taken(after, kind, ending(rules, reached))


def kinds(position: Position, steps: Iterable[Step], ruleset: Ruleset) -> tuple[Kind, ...]:
    """What each step of a turn does, in their order. Raises Refused(ILLEGAL_STEP) where one cannot be taken."""
    done = []
    for step in steps:
        taken = take(position, step, ruleset)
        position = taken.position
        done.append(taken.kind)
    return tuple(done)


def can_move(position: Position, ruleset: Ruleset) -> bool:
    """Whether the side to move has a legal step with any of the six dice."""
    rules, start = field(position, ruleset)
    for die in FACES:
        for place in places(sources(rules, start[0], die)):
            if land(rules, start, one(place), die) is not None:
                return True
    return False


def is_dead(position: Position, ruleset: Ruleset) -> bool:
    """Whether, between turns, neither side can ever move again (docs/rules.md §2, dead position)."""
    return not can_move(position, ruleset) and not can_move(position.turned(), ruleset)


def check(position: Position, ruleset: Ruleset) -> None:
    """Raise Malformed where the two sides cannot stand like this in this game."""
    if ruleset.game is not Game.SHEESH_BESH and (count(position.own, BAR) or count(position.rival, BAR)):
        raise Malformed("only Sheesh Besh has a bar")
    if ruleset.game is not Game.MAHBUSA and (position.own_pinned or position.rival_pinned):
        raise Malformed("only Mahbusa has pinned checkers")
    if count(position.own, OFF) == count(position.rival, OFF) == CHECKERS:
        raise Malformed("both sides have borne everything off")
    rival = facing(position.rival, ruleset.direction)
    held = facing(position.rival_pinned, ruleset.direction)
    both = occupied(position.own) & occupied(rival) & ~one(BAR)
    if both != position.own_pinned ^ held or position.own_pinned & held:
        raise Malformed(
            "both sides on one point, and not exactly one of them pinned; or a pin with nobody on top"
        )


def _check_dice(dice: Dice) -> None:
    if len(dice) != 2 or any(type(die) is not int or die not in FACES for die in dice):  # noqa: PLR2004 two dice
        raise Malformed("dice are two numbers from 1 to 6")


def start_position(game: Game) -> Position:
    """Where a game begins (docs/rules.md §3)."""
    if game is Game.SHEESH_BESH:
        side = 2 * one(24) + 5 * one(13) + 3 * one(8) + 5 * one(6)
    else:
        side = 15 * one(START)
    return Position(side, 0, side, 0)

"""Why one turn is better than another: what a person would point at on the two boards, as values without words."""

from collections.abc import Iterator
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from bot.computer.sense.signs import HOME, facing, meeting, side
from rules import danger
from rules.dice import ROLLS
from rules.position import BAR, CHECKERS, OFF, POINTS, START, Position, count, places
from rules.ruleset import Game, Ruleset
from rules.turns import Turn, legal_turns

SHOTS = 3
"""Of 36 rolls: a difference that is worth mentioning."""

PASSES = 2
ROW = 3
"""Closed points in a row that are a wall."""

_ALL_POINTS = (1 << BAR) - 2


class Why(StrEnum):
    """What a turn does better; in this order it matters to people."""

    ENDS = "ends"
    MOTHER_SAFE = "mother_safe"
    MOTHER_SAFER = "mother_safer"
    MOTHER_HELD = "mother_held"
    MOTHER_STAYS = "mother_stays"
    HIT = "hit"
    PIN = "pin"
    KEEPS_PINNED = "keeps_pinned"
    OFF = "off"
    SAFE = "safe"
    SAFER = "safer"
    PASSES = "passes"
    WALL = "wall"
    KEEPS_WALL = "keeps_wall"
    CLOSED = "closed"
    ESCAPES = "escapes"
    HOME = "home"
    SPREAD = "spread"
    PLACED = "placed"


class Reason(NamedTuple):
    """One thing a turn does better: how much of it, and how much the other turn has of it where that tells more."""

    why: Why
    number: int = 0
    other: int = 0


def reasons(start: Position, better: Turn, other: Turn, ruleset: Ruleset) -> Iterator[Reason]:
    """What speaks for a turn against another one from the same position, weightiest first; never nothing."""
    if better.ending is not None:
        yield Reason(Why.ENDS)
        return
    found = list(_differences(start, better.position, other.position, ruleset))
    yield from found or [Reason(Why.PLACED)]


def _differences(start: Position, mine: Position, its: Position, ruleset: Ruleset) -> Iterator[Reason]:
    yield from _dangers(mine, its, ruleset)
    yield from _deeds(start, mine, its)
    if not meeting(start, ruleset):
        home, less = _outside(mine), _outside(its)
        if home < less:
            yield Reason(Why.HOME, less - home)
        return
    yield from _replies(mine, its, ruleset)
    yield from _shapes(start, mine, its, ruleset)


def _dangers(mine: Position, its: Position, ruleset: Ruleset) -> Iterator[Reason]:
    rolls, others = (danger.pinning_rolls(position, ruleset) for position in (mine, its))
    if rolls < others:
        yield Reason(Why.MOTHER_SAFER, rolls, others) if rolls else Reason(Why.MOTHER_SAFE, 0, others)


def _deeds(start: Position, mine: Position, its: Position) -> Iterator[Reason]:
    """What the steps did by themselves: hits, pins, checkers borne off."""
    if count(mine.rival_pinned, START) > count(its.rival_pinned, START):
        yield Reason(Why.MOTHER_STAYS if count(start.rival_pinned, START) else Why.MOTHER_HELD)
    hit = count(mine.rival, BAR)
    if hit > count(its.rival, BAR):
        yield Reason(Why.HIT, hit - count(start.rival, BAR))
    before, pinned, others = (set(places(each.rival_pinned)) - {START} for each in (start, mine, its))
    if len(pinned) > len(others):
        new = len(pinned - before)
        yield Reason(Why.PIN, new) if new else Reason(Why.KEEPS_PINNED, len(pinned))
    off = count(mine.own, OFF)
    if off > count(its.own, OFF):
        yield Reason(Why.OFF, off - count(start.own, OFF))


def _replies(mine: Position, its: Position, ruleset: Ruleset) -> Iterator[Reason]:
    """What the rival's next roll can do."""
    seen, other = replies(mine, ruleset), replies(its, ruleset)
    if other.shots - seen.shots >= SHOTS:
        yield Reason(Why.SAFER if seen.shots else Why.SAFE, seen.shots, other.shots)
    if seen.passes - other.passes >= PASSES:
        yield Reason(Why.PASSES, seen.passes, other.passes)


def _shapes(start: Position, mine: Position, its: Position, ruleset: Ruleset) -> Iterator[Reason]:
    wall, other = _wall(mine, ruleset), _wall(its, ruleset)
    if wall >= ROW and wall > other:
        yield Reason(Why.WALL if wall > _wall(start, ruleset) else Why.KEEPS_WALL, wall)
    closed, fewer = (_closed(position, ruleset).bit_count() for position in (mine, its))
    if closed > fewer:
        yield Reason(Why.CLOSED, closed - fewer)
    rear, more = _rear(mine), _rear(its)
    if rear < more:
        yield Reason(Why.ESCAPES, more - rear)
    if side(mine.own).stack < side(its.own).stack:
        yield Reason(Why.SPREAD)


class Replies(NamedTuple):
    """Of the rival's 36 throws: how many can hit or pin a single checker of mine, how many leave it no step."""

    shots: int
    passes: int


@lru_cache(maxsize=1024)
def replies(position: Position, ruleset: Ruleset) -> Replies:
    """What the rival can answer; `position` is seen by the side that has just played."""
    rival = position.turned()
    shots = passes = 0
    for dice, weight in ROLLS:
        turns = legal_turns(rival, dice, ruleset)
        passes += 0 if turns else weight
        if ruleset.game is not Game.TAWLA31:
            shots += weight * any(_harms(position, turn.position) for turn in turns)
    return Replies(shots, passes)


def _harms(before: Position, answered: Position) -> bool:
    """Whether the rival's answer has hit or pinned a checker of mine."""
    pins = answered.rival_pinned & ~before.own_pinned
    return bool(pins) or count(answered.rival, BAR) > count(before.own, BAR)


def _outside(position: Position) -> int:
    return sum(count(position.own, point) for point in range(HOME + 1, BAR + 1))


def _rear(position: Position) -> int:
    """My checkers in the quarter they start in, or behind it."""
    return sum(count(position.own, point) for point in range(POINTS - HOME + 1, BAR + 1))


def _closed(position: Position, ruleset: Ruleset) -> int:
    """A mask of the points I close to the rival, in my numbers; the start point of a game that begins there aside."""
    own = side(position.own)
    points = (own.stands if ruleset.game is Game.TAWLA31 else own.made) & _ALL_POINTS
    starts_there = ruleset.game is not Game.SHEESH_BESH
    pins = sum(1 << _mine(point, ruleset) for point in places(position.rival_pinned))
    return (points | pins) & ~(1 << START if starts_there else 0)


def _mine(point: int, ruleset: Ruleset) -> int:
    return facing(1 << point, ruleset.direction).bit_length() - 1


def _wall(position: Position, ruleset: Ruleset) -> int:
    """The longest row of points I close that lies before a checker of the rival's, as the rival goes."""
    closed = facing(_closed(position, ruleset), ruleset.direction)
    longest = row = 0
    before = CHECKERS - count(position.rival, OFF)
    for point in range(1, POINTS + 1):
        before -= count(position.rival, point)
        row = row + 1 if closed >> point & 1 else 0
        if before:
            longest = max(longest, row)
    return longest

"""What a glance at a board sees: a handful of named signs, each the mover's minus its rival's unless it says otherwise.

The same signs serve every game; which of them count, and how much, is the business of bot.computer.sense.weights.
Board masks here have one bit a point (bit 25 is the bar), in the numbers of the side they speak of.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from rules.dice import ROLLS
from rules.position import BAR, CHECKERS, OFF, POINTS, START, Position
from rules.ruleset import Direction, Game, Ruleset

HOME = 6
_THROWS = 36
_HALF = 12
_STACK = 3
_POINTS_MASK = (1 << BAR) - 2
_LOW = (1 << _HALF + 1) - 2
_QUARTERS = tuple(0b1111110 << low for low in (0, 6, 12, 18))
_NIBBLES = bytes(int(c, 16) if (c := chr(i)) in "0123456789abcdef" else 0 for i in range(256))
_SHUT = tuple(window.bit_count() / 6 for window in range(64))
_JAM = tuple((0.0, 0.0, 0.0, 0.1, 0.25, 0.55, 1.0)[window.bit_count()] for window in range(64))


class Signs(NamedTuple):
    """The signs of one position, and in bot.computer.sense.weights what each of them is worth."""

    roll: float = 0.0
    """Always 1: the rival is about to roll."""
    pips: float = 0.0
    """Hundreds of pips still to run."""
    pips_free: float = 0.0
    """The same, times the share of both sides' checkers that have passed the rival's rearmost."""
    outside: float = 0.0
    """Hundreds of pips until all are home."""
    saved: float = 0.0
    """Something is borne off: no mars any more."""
    start: float = 0.0
    """Share of the checkers that still stand on the start point."""
    rear: float = 0.0
    """Share of the checkers that still stand in the start quarter or on the bar."""
    stack: float = 0.0
    """Checkers above the third on one point, in tens; the start point not counted."""
    home: float = 0.0
    """Points held in the home quarter, of six; the next three likewise, quarter by quarter back to the start."""
    outer: float = 0.0
    far: float = 0.0
    deep: float = 0.0
    guarded: float = 0.0
    """Pairs of a checker and a point closed to it somewhere on its way, in units of 45."""
    shut: float = 0.0
    """Closed points within six in front of each checker (three a point at most), in units of ten sixes."""
    jam: float = 0.0
    """The same, but only windows with three and more closed count, and a full prime counts most."""
    prime: float = 0.0
    """The longest row of closed points in front of the rearmost checker beyond two, in fours."""
    bar: float = 0.0
    """Checkers on the bar."""
    dead: float = 0.0
    """Dice numbers, of six, that none of my checkers can play. Mine only."""
    dead_rival: float = 0.0
    """The same for the rival, which is to roll."""
    risk: float = 0.0
    """Chances that blots are hit or pinned by the rival's next roll, summed. Mine only."""
    risk_back: float = 0.0
    """The same, weighted by how far from home the blot stands. Mine only."""
    risk_board: float = 0.0
    """Risk times the share of its home that the rival holds."""
    aim: float = 0.0
    """What risk is to me, for the rival's blots: its own, and it is to move."""
    aim_back: float = 0.0
    aim_board: float = 0.0
    held: float = 0.0
    """Pinned checkers."""
    held_back: float = 0.0
    """Pinned checkers by the square of how far from home they are."""
    held_firm: float = 0.0
    """Pinned checkers with more than one checker on top."""
    mother_risk: float = 0.0
    """Chance that my lone mother is pinned by the next roll."""
    mother_aim: float = 0.0
    """The same for the rival's, which is to move."""
    mother_held: float = 0.0
    """The mother is pinned."""


_NO_BLOTS = (0.0,) * (len(Signs._fields) - Signs._fields.index("risk"))


class Side(NamedTuple):
    """One side's checkers, spread out; what can be known without its rival."""

    counts: bytes
    """Checkers by place: 0 off, 1…24, 25 bar."""
    stands: int
    """Where at least one stands, the bar too."""
    made: int
    """Where at least two stand."""
    top: int
    """The rearmost place."""
    pips: int
    outside: int
    stack: int


@lru_cache(maxsize=8192)
def side(packed: int) -> Side:
    """Spread a packed side (rules.position) out."""
    counts = f"{packed:026x}".encode().translate(_NIBBLES)[::-1]
    stands = made = pips = outside = stack = 0
    for place in range(1, BAR + 1):
        n = counts[place]
        if n:
            stands |= 1 << place
            made |= (n > 1) << place
            pips += n * place
            if place > HOME:
                outside += n * (place - HOME)
            if n > _STACK and place != START:
                stack += n - _STACK
    return Side(counts, stands, made, max(stands.bit_length() - 1, 0), pips, outside, stack)


def facing(mask: int, direction: Direction) -> int:
    """A mask of points (no bar) in the other side's numbers."""
    if direction is Direction.SAME:
        return (mask & _LOW) << _HALF | mask >> _HALF & _LOW
    return int(f"{mask:026b}"[::-1], 2)


def meeting(position: Position, ruleset: Ruleset) -> bool:
    """Whether the sides can still get in each other's way; if not, it is a race."""
    if position.own_pinned or position.rival_pinned:
        return True
    mine, its = side(position.own).top, side(position.rival).top
    if ruleset.direction is Direction.SAME:
        return max(mine, its) > _HALF
    return mine + its > POINTS


def signs(position: Position, ruleset: Ruleset) -> Signs:
    """All signs of a position seen by the side that has just played."""
    me, it = side(position.own), side(position.rival)
    my_pinned, its_pinned = side(position.own_pinned).stands, side(position.rival_pinned).stands
    singles_hold = ruleset.game is Game.TAWLA31
    my_points = (me.stands if singles_hold else me.made) & _POINTS_MASK
    its_points = (it.stands if singles_hold else it.made) & _POINTS_MASK
    my_wall = facing(my_points, ruleset.direction) | its_pinned
    its_wall = facing(its_points, ruleset.direction) | my_pinned
    mine = _one_side(me, my_pinned, my_points, its_wall)
    its = _one_side(it, its_pinned, its_points, my_wall)
    both = (a - b for a, b in zip(mine, its, strict=True))
    lead = (me.pips - it.pips) / 100
    passed = 1 - (_meeting(me, it, ruleset) + _meeting(it, me, ruleset)) / (2 * CHECKERS)
    general = (1.0, lead, lead * passed, *both)
    dead, dead_rival = _dead(me, my_pinned, its_wall), _dead(it, its_pinned, my_wall)
    if singles_hold:
        return Signs._make((*general, dead, dead_rival, *_NO_BLOTS))
    risk, risk_back, mother_risk = _shots(me, my_pinned, it.stands & ~its_pinned, my_wall, ruleset.game)
    aim, aim_back, mother_aim = _shots(it, its_pinned, me.stands & ~my_pinned, its_wall, ruleset.game)
    pins = (a - b for a, b in zip(_held(my_pinned, it), _held(its_pinned, me), strict=True))
    mother_held = (my_pinned >> START) - (its_pinned >> START)
    my_board, its_board = (_in_home(held) for held in (my_points, its_points))
    chances = (risk, risk_back, risk * its_board, aim, aim_back, aim * my_board)
    mothers = (mother_risk, mother_aim, mother_held)
    return Signs._make((*general, dead, dead_rival, *chances, *pins, *mothers))


def _one_side(own: Side, pinned: int, held: int, wall: int) -> tuple[float, ...]:
    """The signs from outside to bar for one side; `wall` is what is closed to it."""
    counts = own.counts
    behind = guarded = 0
    shut = jam = 0.0
    ahead = wall << HOME
    for place in range(own.top, 0, -1):
        if wall >> place & 1:
            guarded += behind
        n = counts[place]
        if n:
            behind += n
            window = ahead >> place & 63
            if window and not pinned >> place & 1:
                weight = min(n, 3)
                shut += weight * _SHUT[window]
                jam += weight * _JAM[window]
    return (
        own.outside / 100,
        1.0 if counts[OFF] else 0.0,
        counts[START] / CHECKERS,
        sum(counts[POINTS - HOME + 1 :]) / CHECKERS,
        own.stack / 10,
        *((held & quarter).bit_count() / HOME for quarter in _QUARTERS),
        guarded / 45,
        shut / 10,
        jam / 10,
        max(_longest(wall & (1 << own.top) - 1) - 2, 0) / 4,
        counts[BAR],
    )


def _meeting(own: Side, rival: Side, ruleset: Ruleset) -> int:
    """How many checkers still have a rival one before them."""
    first = _HALF if ruleset.direction is Direction.SAME else max(POINTS - rival.top, 0)
    return sum(own.counts[first + 1 :])


def _in_home(held: int) -> float:
    return (held & _QUARTERS[0]).bit_count() / HOME


def _longest(wall: int) -> int:
    length = 0
    while wall:
        wall &= wall >> 1
        length += 1
    return length


def _dead(own: Side, pinned: int, wall: int) -> float:
    if not own.outside and not pinned:
        return 0.0
    free = own.stands & ~pinned
    if free >> BAR:
        free = 1 << BAR
    passable = _POINTS_MASK & ~wall
    return sum(not free >> die & passable for die in range(1, 7)) / 6


def _shots(own: Side, pinned: int, rivals: int, wall: int, game: Game) -> tuple[float, float, float]:
    """The rival's chances at my blots: summed, weighted by how far back they are, and at my mother."""
    risk = back = mother = 0.0
    blots = own.stands & ~own.made & ~pinned & _POINTS_MASK
    while blots:
        place = blots.bit_length() - 1
        blots ^= 1 << place
        target = BAR - place
        chance = hits(rivals >> target, wall >> target) / _THROWS
        if place == START and game is Game.MAHBUSA:
            mother = chance
        else:
            risk += chance
            back += chance * place / POINTS
    return risk, back, mother


@lru_cache(maxsize=1 << 15)
def hits(shooters: int, wall: int) -> int:
    """How many of 36 throws reach a point from checkers at these distances (bit d), stepping over no closed one."""
    return sum(weight for (high, low), weight in ROLLS if _reaches(high, low, shooters, wall))


def _reaches(high: int, low: int, shooters: int, wall: int) -> bool:
    if (shooters >> high | shooters >> low) & 1:
        return True
    if high != low:
        return bool(shooters >> high + low & 1 and not wall >> high & wall >> low & 1)
    for steps in (2, 3, 4):
        if wall >> high * (steps - 1) & 1:
            return False
        if shooters >> high * steps & 1:
            return True
    return False


def _held(pinned: int, holder: Side) -> tuple[float, float, float]:
    """How many of a side's checkers are pinned, by the square of the way they have left, and how firmly."""
    held = back = firm = 0.0
    for place in _bits(pinned):
        held += 1
        back += (place / POINTS) ** 2
        firm += holder.counts[BAR - place] > 1
    return held, back, firm


def _bits(mask: int) -> Iterator[int]:
    while mask:
        place = mask.bit_length() - 1
        yield place
        mask ^= 1 << place

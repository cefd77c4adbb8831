"""One roll's playing field: what stays the same while a side plays its turn, and how one step changes the rest.

During a turn everything is in the mover's numbers, the rival's checkers too. The rival does not move, so the
points closed to me, its singles and the limits of the start lock and the prime rule are fixed for the turn;
what changes is a State: my checkers, the rival's (a hit sends one to the bar) and which of them I hold pinned.
"""

from enum import StrEnum
from typing import NamedTuple

from rules.position import BAR, CHECKERS, POINTS, START, Position, one
from rules.ruleset import Direction, Game, Mother, Ruleset, StartLock

State = tuple[int, int, int]
"""(own, rival, held): packed sides and a mask, all in the mover's numbers."""

_ALL = sum(one(p) for p in range(1, POINTS + 1))
_WITH_BAR = _ALL | one(BAR)
_ABOVE_HOME = _WITH_BAR & ~(one(7) - 1)
_START = one(START)
_RIVAL_START = one(1)
_FOURTEEN_ON_START = 14 << 4 * START
_FIFTEEN_ON_START = CHECKERS << 4 * START
_LIMITS = {StartLock.NONE: START, StartLock.RIVAL_START_QUARTER: 12, StartLock.OWN_HOME: 6}
_HALF = (1 << 48) - 1
_POINT_NIBBLES = (1 << 96) - 1
_PRIME = 6


class Ending(StrEnum):
    """How a step ends a game on the spot."""

    WIN_OFF = "win_off"
    WIN_MOTHER = "win_mother"
    DRAW = "draw"


class Field(NamedTuple):
    """What is fixed for one side's turn; every mask is in the mover's numbers."""

    open: int
    """Points I may land on."""
    singles: int
    """The rival's free singles, which I hit or pin by landing."""
    pinned: int
    """My pinned checkers."""
    hits: bool
    """A single is hit, else pinned."""
    locking: int
    """Where the lead locks the start point; 0 without a start lock."""
    prime_limit: int
    """Lowest points of my rows that the prime rule forbids; 0 without the rule. In the rival's numbers."""
    same: bool
    """Both sides run the same way round."""
    mother: Mother | None
    """What holding the mother is worth; None in games without pins."""


def facing(side: int, direction: Direction) -> int:
    """A packed side or mask in the other side's numbers; bar and off stay where they are."""
    points = side >> 4 & _POINT_NIBBLES
    if direction is Direction.SAME:
        turned = (points & _HALF) << 48 | points >> 48
    else:
        turned = int(f"{points:024x}"[::-1], 16)
    return turned << 4 | (side & 15) | (side >> 4 * BAR << 4 * BAR)


def occupied(side: int) -> int:
    """A mask with a 1 in the nibble of each point (and the bar) where the packed side stands."""
    return (side | side >> 1 | side >> 2 | side >> 3) & _WITH_BAR


def field(position: Position, ruleset: Ruleset) -> tuple[Field, State]:
    """The field of the side to move, and the state its turn starts from."""
    rival = facing(position.rival, ruleset.direction)
    stands = occupied(rival) & _ALL
    towers = (rival >> 1 | rival >> 2 | rival >> 3) & _ALL
    pinning = ruleset.game is Game.MAHBUSA
    closed = stands if ruleset.game is Game.TAWLA31 else towers | position.own_pinned
    rules = Field(
        open=_ALL & ~closed,
        singles=stands & ~closed,
        pinned=position.own_pinned,
        hits=ruleset.game is Game.SHEESH_BESH,
        locking=_ALL & ~_START & ~(one(_LIMITS[ruleset.start_lock] + 1) - 1),
        prime_limit=_prime_limit(position.rival) if ruleset.prime_rule else 0,
        same=ruleset.direction is Direction.SAME,
        mother=ruleset.mother if pinning else None,
    )
    held = facing(position.rival_pinned, ruleset.direction)
    return rules, (position.own, rival, held)


def _prime_limit(rival: int) -> int:
    """A row whose lowest point is below the rival's most advanced checker has not been passed by anybody."""
    if rival & 15:
        return 0
    on_points = rival & ~15
    return (on_points & -on_points) - 1


def sources(rules: Field, own: int, die: int) -> int:
    """A mask of the places from which one die can be played, before the prime rule is asked."""
    stands = occupied(own)
    if stands & rules.locking and own & _FIFTEEN_ON_START == _FOURTEEN_ON_START:
        stands ^= _START
    if own >> 4 * BAR:
        stands = one(BAR)
    found = stands & ~rules.pinned & rules.open << 4 * die
    if not (stands & _ABOVE_HOME or rules.pinned):
        exact = one(die)
        if stands & exact:
            found |= exact
        elif stands < exact:
            found |= one(stands.bit_length() - 1 >> 2) if stands else 0
    return found


def land(rules: Field, state: State, source: int, die: int) -> State | None:
    """The state after the checker on bit `source` plays a die; None where the prime rule forbids it."""
    own, rival, held = state
    target = source >> 4 * die or 1
    own += target - source
    if target & rules.singles:
        if not rules.hits:
            held |= target
        elif rival & target:
            rival += one(BAR) - target
    if held & source and not own & source * 15:
        held ^= source
    if rules.prime_limit and _forbidden_prime(rules, own):
        return None
    return own, rival, held


def _forbidden_prime(rules: Field, own: int) -> bool:
    row = occupied(own) & _ALL
    row = facing(row, Direction.SAME if rules.same else Direction.OPPOSITE)
    for _ in range(_PRIME - 1):
        row &= row >> 4
        if not row:
            return False
    return bool(row & rules.prime_limit)


def ending(rules: Field, state: State) -> Ending | None:
    """How the game ends in this state, reached by a step; None while it goes on (docs/rules.md §2, §3)."""
    own, _, held = state
    if own & 15 == CHECKERS:
        return Ending.WIN_OFF
    if rules.mother and held & _RIVAL_START:
        if rules.pinned & _START:
            return Ending.DRAW
        if rules.mother is Mother.WIN:
            return Ending.WIN_MOTHER
        if rules.mother is Mother.WIN_IF_OWN_START_CLEAR and not own & _FIFTEEN_ON_START:
            return Ending.WIN_MOTHER
    return None

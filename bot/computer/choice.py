"""Choosing a turn: every legal turn is judged, and the level says how keenly the best is picked."""

from collections.abc import Sequence
from enum import StrEnum
from hashlib import blake2b
from typing import NamedTuple

from bot.computer import sense, thinking
from bot.computer.search import AT_ONCE, Effort
from bot.computer.sense.signs import meeting
from bot.computer.stakes import Needs, utility
from bot.computer.told import Floats, worths
from rules.field import Ending
from rules.position import OFF, Position, count
from rules.ruleset import Ruleset, Scoring
from rules.turns import Turn, turns_with


class Level(StrEnum):
    """How well the computer plays."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    EXPERT = "expert"


class Rated(NamedTuple):
    """A legal turn, and what the game is then worth to the mover.

    `equity` is in points, `worth` at the match's score, scaled to them (bot.computer.stakes). Worths are to be compared
    only where both were looked at equally many `plies` deep; where a turn ends the game there is nothing deeper.
    """

    turn: Turn
    equity: float
    worth: float
    plies: int


_BLUR = {
    Scoring.MARS: {Level.EASY: 0.5, Level.MEDIUM: 0.25, Level.HARD: 0.12},
    Scoring.CHECKERS_LEFT: {Level.EASY: 0.45, Level.MEDIUM: 0.2, Level.HARD: 0.02},
}
"""What part of a game's highest worth a level may misjudge a turn by; it never gives away more than that."""
_PLACES = 4
"""Decimals of an equity that mean anything; turns alike to so many are told apart by checkers borne off."""
EFFORTS = {1: AT_ONCE, 2: Effort(8, 0.1, 1, 0.0), 3: Effort(8, 0.1, 2, 0.02)}
"""How hard to look for so many plies; doubts as parts of a game's highest worth."""
_PLIES = {Level.EXPERT: 3}


def rank(
    position: Position, left: tuple[int, ...], ruleset: Ruleset, *, plies: int = 1, needs: Needs | None = None
) -> list[Rated]:
    """Every way to finish a turn with these dice left (rules.turns.turns_with), best first.

    With two plies the turns that seem good are judged by the rival's best answers to all 36 throws, with three the
    best of those by the answers to these, and they come before the others. With `needs` the best is what is best for
    the match. Turns that win on the spot come first.
    """
    turns = turns_with(position, left, ruleset)
    if not turns:
        return []
    if not thinking.ready():
        return sorted((_by_sense(turn, ruleset) for turn in turns), key=_merit, reverse=True)
    stakes = utility(ruleset, needs)
    told, depths = thinking.look_at(turns, ruleset, stakes, effort(plies, ruleset))
    return sorted(_valued(turns, told, depths.tolist(), ruleset, stakes), key=_merit, reverse=True)


def choose(
    position: Position,
    left: tuple[int, ...],
    ruleset: Ruleset,
    level: Level,
    *,
    needs: Needs | None = None,
    hurried: bool = False,
) -> Turn:
    """The turn the computer plays with these dice left; in a hurry it does not look ahead.

    Raises ValueError where there is no turn.
    """
    return pick(position, left, ruleset, level, needs=needs, hurried=hurried).turn


def pick(
    position: Position,
    left: tuple[int, ...],
    ruleset: Ruleset,
    level: Level,
    *,
    needs: Needs | None = None,
    hurried: bool = False,
) -> Rated:
    """As choose, with what the turn is worth.

    The same question always gets the same answer: a weaker level's misjudgements are drawn from a digest
    of the position, so they cannot be fished for by asking again. Raises ValueError where there is no turn.
    """
    plies = 1 if hurried else _PLIES.get(level, 1)
    rated = rank(position, left, ruleset, plies=plies, needs=needs)
    if not rated:
        raise ValueError("there is no legal turn to choose from")
    if len(rated) == 1 or _wins(rated[0].turn) or level not in _BLUR[ruleset.scoring]:
        return rated[0]
    return _misjudged(rated, ruleset, level)


def _by_sense(turn: Turn, ruleset: Ruleset) -> Rated:
    worth = sense.worth(turn, ruleset)
    return Rated(turn, worth, worth, 1)


def effort(plies: int, ruleset: Ruleset) -> Effort:
    """How hard to look for so many plies, 1 to 3, in points of this game."""
    if ruleset.scoring is Scoring.CHECKERS_LEFT:
        plies = min(plies, 2)  # its boards have so many turns that a third ply would keep people waiting
    wanted, most = EFFORTS[plies], sense.most(ruleset)
    return wanted._replace(doubt=wanted.doubt * most, closer=wanted.closer * most)


def _valued(
    turns: Sequence[Turn], told: Floats, depths: Sequence[int], ruleset: Ruleset, stakes: Floats
) -> list[Rated]:
    equities, at_stake = worths(told, utility(ruleset)).tolist(), worths(told, stakes).tolist()
    return [
        Rated(turn, equity, worth, depth)
        for turn, equity, worth, depth in zip(turns, equities, at_stake, depths, strict=True)
    ]


def _merit(rated: Rated) -> tuple[bool, int, float, float, int]:
    turn, equity, worth, plies = rated
    return _wins(turn), plies, round(worth, _PLACES), round(equity, _PLACES), count(turn.position.own, OFF)


def _misjudged(rated: list[Rated], ruleset: Ruleset, level: Level) -> Rated:
    best = rated[0]
    if not meeting(best.turn.position, ruleset):
        return best  # in a race anybody can count
    # The clearer the game is decided the less is misjudged, as if the eye erred before the worth is bent.
    most = sense.most(ruleset)
    blur = _BLUR[ruleset.scoring][level] * most * max(1 - (best.worth / most) ** 2, 0.0)
    near = [one for one in rated if one.worth >= best.worth - blur]
    return max(near, key=lambda one: one.worth + blur * _whim(one.turn.position, level))


def _whim(position: Position, level: Level) -> float:
    """From 0 up to 1, and always the same for a position and a level."""
    digest = blake2b(f"{level} {position}".encode(), digest_size=4).digest()
    return int.from_bytes(digest, "big") / 2**32


def _wins(turn: Turn) -> bool:
    return turn.ending is not None and turn.ending is not Ending.DRAW

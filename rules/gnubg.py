"""GNU Backgammon's names of positions and of the state of a match: what people paste there, and into forums.

A name is a row of bits, the first one lowest, in base 64.
"""

from base64 import b64encode
from collections.abc import Iterable
from typing import NamedTuple

from rules.errors import Malformed
from rules.match import Match
from rules.position import BAR, Position, count
from rules.ruleset import Game

_POSITION_BYTES = 10
_MATCH_BYTES = 9
_CENTRED = 3
"""Nobody owns the cube, which we do not have."""

_PLAYING = 1


class Bits(NamedTuple):
    """A number and how many bits it takes."""

    value: int
    width: int


def position_id(position: Position) -> str:
    """The name of a position of Sheesh Besh, 14 characters; the side to move is the one on roll."""
    runs = (
        Bits((1 << count(side, place)) - 1, count(side, place) + 1)
        for side in (position.rival, position.own)
        for place in range(1, BAR + 1)
    )
    return _name(runs, _POSITION_BYTES)


def match_id(match: Match) -> str:
    """The name of the state of a running match of Sheesh Besh, 12 characters: length, score, whose turn, dice.

    Raises Malformed for another game, and where nobody is to move.
    """
    game, ruleset = match.game, match.ruleset
    if ruleset.game is not Game.SHEESH_BESH or game.to_move is None or game.outcome:
        raise Malformed("GNU Backgammon has a name only for a running game of Sheesh Besh")
    high, low = game.dice or (0, 0)
    fields = (
        Bits(0, 4),
        Bits(_CENTRED, 2),
        Bits(game.to_move, 1),
        Bits(_is_crawford(match), 1),
        Bits(_PLAYING, 3),
        Bits(game.to_move, 1),
        Bits(0, 3),
        Bits(high, 3),
        Bits(low, 3),
        *(Bits(points, 15) for points in (ruleset.target, *match.score)),
        Bits(1, 1),  # a gammon counts without the cube: no Jacoby rule
    )
    return _name(fields, _MATCH_BYTES)


def _is_crawford(match: Match) -> bool:
    """Whether this is the first game in which one side alone needs one point; there they play without the cube."""
    last, score = match.ruleset.target - 1, (0, 0)
    found = [(score[0] == last) != (score[1] == last)]
    for outcome in match.outcomes:
        first, second = score
        score = (
            first + outcome.points * (outcome.winner == 0),
            second + outcome.points * (outcome.winner == 1),
        )
        found.append((score[0] == last) != (score[1] == last))
    return found.index(True) == len(match.outcomes) if True in found else False


def _name(fields: Iterable[Bits], size: int) -> str:
    number = at = 0
    for value, width in fields:
        number |= value << at
        at += width
    return b64encode(number.to_bytes(size, "little")).decode().rstrip("=")

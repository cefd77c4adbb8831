"""Sheesh Besh is standard backgammon: GNU Backgammon's own move generator is the referee."""

from itertools import islice
from random import Random

import gnubg_nn
import pytest

from rules.position import BAR, OFF, Position, count, pack
from rules.ruleset import PRESETS
from tests.rules.play import games

SHEESH_BESH = PRESETS["majlis_sheesh_besh"]
TURNS = 3_000


def _side(side: int) -> list[int]:
    """A side as GNU Backgammon counts it: points 1 to 24, then the bar."""
    return [count(side, place) for place in range(1, BAR + 1)]


def _packed(checkers: tuple[int, ...]) -> int:
    return pack({OFF: 15 - sum(checkers), **dict(enumerate(checkers, 1))})


def _referee(position: Position, dice: tuple[int, int]) -> set[tuple[int, int]]:
    """(mover, rival) after every legal turn; a board of theirs has the mover second."""
    boards = map(
        gnubg_nn.board_from_position_key,
        gnubg_nn.moves([_side(position.rival), _side(position.own)], *dice),
    )
    return {(_packed(own), _packed(rival)) for rival, own in boards}


@pytest.mark.parametrize("seed", range(4))
def test_the_same_positions_as_gnu_backgammon(seed):
    for position, dice, turns in islice(games(SHEESH_BESH, Random(seed)), TURNS):
        ours = {(turn.position.own, turn.position.rival) for turn in turns}
        assert ours == _referee(position, dice), f"{position} {dice}"

"""How near a mother is to being pinned."""

from functools import lru_cache

from rules.dice import ROLLS
from rules.position import START, Position, count
from rules.ruleset import Game, Ruleset
from rules.turns import legal_turns


def stands_alone(position: Position, ruleset: Ruleset) -> bool:
    """Whether the side to move has a free mother: exactly one checker on its start point, not pinned."""
    alone = ruleset.game is Game.MAHBUSA and count(position.own, START) == 1
    return alone and not count(position.own_pinned, START)


@lru_cache(maxsize=4096)
def pinning_rolls(position: Position, ruleset: Ruleset) -> int:
    """Of the rival's 36 rolls, how many have a legal turn that pins my mother; 0 if she does not stand alone.

    `position` is seen by the mother's side, the rival about to roll.
    """
    if not stands_alone(position, ruleset):
        return 0
    rival = position.turned()
    return sum(
        weight
        for dice, weight in ROLLS
        if any(count(turn.position.rival_pinned, START) for turn in legal_turns(rival, dice, ruleset))
    )

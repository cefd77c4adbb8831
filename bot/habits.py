"""What somebody likes the house to do for them at a table: rolling, playing an only turn, ending a turn."""

from dataclasses import replace
from typing import NamedTuple

from rules import game as games
from rules.game import Game


class Habits(NamedTuple):
    """One person's wishes. They hold at every table where they sit, for their own turns alone."""

    rolls_itself: bool = True
    """The dice roll by themselves, where the table's customs let them."""
    plays_only: bool = False
    """The house plays a turn that can be played in one way only."""
    confirms: bool = True
    """Every turn is confirmed; else only where it matters (`speaks_for_itself`)."""


USUAL = Habits()


def is_only(game: Game) -> bool:
    """Whether a turn that nobody has begun can be played in one way only."""
    return not game.taken and len(games.whole_turns(game)) == 1


def speaks_for_itself(game: Game) -> bool:
    """Whether a turn that is played needs no confirming: it ends the game, or could be played in no other way."""
    if game.steps or not game.taken or game.dice is None:
        return False
    if game.ending:
        return True
    high, low = game.dice
    rolled = (high,) * 4 if high == low else (high, low)
    begun = replace(game, position=game.taken[0].before, left=rolled, taken=())
    return is_only(begun)

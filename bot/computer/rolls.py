"""What each roll is worth before it is thrown: what luck is measured by, and what looking a roll further means."""

from bot.computer import sense, thinking
from bot.computer.choice import rank
from bot.computer.stakes import Needs, utility
from bot.computer.told import worths
from rules.dice import ROLLS
from rules.position import Position
from rules.ruleset import Ruleset

THROWS = 36


def roll_worths(position: Position, ruleset: Ruleset, needs: Needs | None = None) -> tuple[float, ...]:
    """What the game is worth to the side about to roll after the best turn of each roll, in the order of rules.dice.ROLLS.

    Points a game, or with `needs` what they are worth at the match's score (bot.computer.stakes).
    """
    if thinking.ready():
        stakes = utility(ruleset, needs)
        told = thinking.tell_each_roll(position, ruleset, stakes)
        return tuple(worths(told, stakes).tolist())
    return tuple(_best(position, dice, ruleset) for dice, _ in ROLLS)


def mean_worth(position: Position, ruleset: Ruleset, needs: Needs | None = None) -> float:
    """Likewise the mean over all 36 throws, each played best."""
    each = roll_worths(position, ruleset, needs)
    return sum(weight * worth for (_, weight), worth in zip(ROLLS, each, strict=True)) / THROWS


def _best(position: Position, dice: tuple[int, int], ruleset: Ruleset) -> float:
    rated = rank(position, dice * 2 if dice[0] == dice[1] else dice, ruleset)
    return rated[0].worth if rated else sense.equity(position, ruleset)

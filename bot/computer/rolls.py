"""What each roll is worth before it is thrown: what luck is measured by, and what looking a roll further means."""

from bot.computer import sense, thinking
from bot.computer.choice import rank
from bot.computer.stakes import utility
from bot.computer.told import worths
from rules.dice import ROLLS
from rules.position import Position
from rules.ruleset import Ruleset

THROWS = 36


def roll_equities(position: Position, ruleset: Ruleset) -> tuple[float, ...]:
    """Points a game for the side about to roll after the best turn of each roll, in the order of rules.dice.ROLLS."""
    if thinking.ready():
        points = utility(ruleset)
        told = thinking.tell_each_roll(position, ruleset, points)
        return tuple(worths(told, points).tolist())
    return tuple(_best(position, dice, ruleset) for dice, _ in ROLLS)


def roll_equity(position: Position, ruleset: Ruleset) -> float:
    """Points a game for the side about to roll: the mean over all 36 throws, each played best."""
    equities = roll_equities(position, ruleset)
    return sum(weight * each for (_, weight), each in zip(ROLLS, equities, strict=True)) / THROWS


def _best(position: Position, dice: tuple[int, int], ruleset: Ruleset) -> float:
    rated = rank(position, dice * 2 if dice[0] == dice[1] else dice, ruleset)
    return rated[0].equity if rated else sense.equity(position, ruleset)

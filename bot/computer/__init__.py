"""The computer: it chooses turns, by the same rules and the same dice as people.

`choose` is all the rest of the program knows of it; what judges positions behind it may change.
"""

from bot.computer.choice import Level, Rated, choose, rank
from bot.computer.stakes import Needs

__all__ = ["Level", "Needs", "Rated", "choose", "rank"]

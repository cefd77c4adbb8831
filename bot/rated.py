"""Which matches count for ratings."""

from bot import pearls
from bot.table import COMPUTER, Against, Stage, Table


def is_rated(table: Table) -> bool:
    """Whether a table's match counts: two different people, played to an end, and not given up within its first turns."""
    first, second = table.seats
    match = table.match
    if table.stage is not Stage.FINISHED or match is None or match.verdict is None:
        return False
    if table.setup.against is not Against.FRIEND or not first or not second:
        return False
    if COMPUTER in (first.player, second.player) or first.player == second.player:
        return False
    return not pearls.given_up_early(table, match.verdict.winner.other)

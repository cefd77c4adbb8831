"""Buttons beside a board that are no moves: what else one may do at this table."""

from bot.company.panel import Tap
from bot.phrases import Phrases
from bot.table import Table
from rules.seat import Seat


def beside(table: Table, seat: Seat | None, words: Phrases) -> tuple[Tap, ...]:
    """In the order of their worth: chats show as many as fit. `seat` is the reader's; None for everybody in a group."""
    del table, seat, words
    return ()

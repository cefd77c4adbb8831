"""Pearls in words: how many somebody has, and what moved them last."""

from bot.phrases import Phrases
from storage import ledger
from storage.database import Database

LAST = 5


async def purse(database: Database, player: int, words: Phrases) -> tuple[str, ...]:
    """A heading and lines: how many pearls, and what moved them last."""
    async with database.read() as conn:
        balance = await ledger.balance(conn, player)
        entries = await ledger.statement(conn, player, LAST)
    return (
        words.n("You have {n} pearl.", "You have {n} pearls.", balance),
        *(f"{entry.amount:+d}" for entry in entries),
        words.t("Pearls are earned by playing; they are never bought."),
    )

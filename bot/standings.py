"""Pearls in words: how many somebody has and what moved them last, and who has most of them."""

from bot.phrases import Phrases, isolated
from storage import ledger
from storage.database import Database

TOP = 10
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


async def richest(database: Database, words: Phrases) -> tuple[str, ...]:
    """A heading and lines: who has most pearls. One line alone where nobody has any."""
    async with database.read() as conn:
        found = await ledger.richest(conn, TOP)
    if not found:
        return (words.t("Nobody has earned a pearl yet."),)
    return (
        words.t("Most pearls"),
        *(
            words.n(
                "{place}. {name}: {n} pearl",
                "{place}. {name}: {n} pearls",
                pearls,
                place=place,
                name=isolated(name),
            )
            for place, (name, pearls) in enumerate(found, 1)
        ),
    )

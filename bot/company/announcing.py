"""What people who waited for a rival are told while they are doing something else."""

from bot import people
from bot.company.desk import Company
from bot.company.pairing import Paired
from bot.company.panel import Panel, Tap, act
from bot.phrases import FALLBACK, Phrases, phrases
from bot.table import Queued, Table
from rules.seat import Seat


def announce(company: Company, paired: Paired, *, but: int = 0) -> None:
    """Show two their table, and tell those who could not pay; `but` is whoever is answered anyway. It returns at once."""
    for table in paired.tables:
        for at, queued in zip(table.seats, table.queued or (), strict=True):
            if at and at.player != but:
                company.queue.spawn(_seat(company, at.player, queued, table))
    for player in paired.poor:
        if player != but:
            company.queue.spawn(_poor(company, player))


async def _seat(company: Company, player: int, queued: Queued, table: Table) -> None:
    """Who cannot be reached in private is called where they began to wait."""
    if not await company.seat(player, table):
        await company.show(queued.platform, queued.place, table)


async def tell_stale(company: Company, player: int) -> None:
    """Nobody came for so long that they are waited for no more."""
    words = await words_of(company, player)
    said = words.t("Nobody came who would play that. You are not in the queue any more.")
    await company.tell(player, _news(said, words))


async def offer_computer(company: Company, player: int) -> None:
    """Nobody has come yet."""
    words = await words_of(company, player)
    said = words.t("Nobody yet. Would you play the computer meanwhile?")
    await company.tell(player, Panel(heading=said, rows=((computer_tap(words),), (leave_tap(words),))))


async def tell_not_met(company: Company, table: Table) -> None:
    """Two strangers did not come together at their table."""
    for seat in Seat:
        at = table.seats[seat]
        if at is None:
            continue
        words = await words_of(company, at.player)
        if at.ready:
            said = words.t("Your rival did not come. You are first in the queue again.")
            await company.tell(at.player, Panel(heading=said, rows=((leave_tap(words),),)))
        else:
            await company.tell(at.player, _news(words.t("You did not come, so the table was closed."), words))


def computer_tap(words: Phrases) -> Tap:
    """Out of the queue, to a table with the computer."""
    return Tap(words.t("Play the computer"), act("queue", "computer"))


def leave_tap(words: Phrases) -> Tap:
    """Out of the queue."""
    return Tap(words.t("Leave the queue"), act("queue", "leave"))


async def words_of(company: Company, player: int) -> Phrases:
    """The language somebody reads."""
    known = await people.load(company.database, player)
    return phrases(known.language if known else FALLBACK)


async def _poor(company: Company, player: int) -> None:
    words = await words_of(company, player)
    said = words.t("You do not have the pearls for this stake any more, so you are not in the queue.")
    await company.tell(player, _news(said, words))


def _news(said: str, words: Phrases) -> Panel:
    return Panel(heading=said, rows=((Tap(words.t("Quick play"), act("quick")),),))

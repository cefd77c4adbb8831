"""Carries a table's payments out in the ledger, in the caller's transaction."""

from collections.abc import Iterable
from dataclasses import replace

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.pearls import PRACTICE, PRACTICE_RESULTS, Account, Owner, Payment
from bot.table import No, Table
from rules.errors import Refused
from rules.seat import Seat
from storage import ledger

DAY_MS = 24 * 3600 * 1000


async def pay(
    conn: AsyncConnection, table: Table, payments: Iterable[Payment], now: int, presser: int | None = None
) -> Table:
    """Make the payments and note on the table what each seat got.

    Raises Refused(NOT_ENOUGH_PEARLS), or RIVAL_LACKS_PEARLS where it is not the presser who has too few.
    """
    got = {seat: table.paid[seat] for seat in Seat}
    for payment in payments:
        if payment.practice and await _practised_enough(conn, payment.credit.id, now):
            continue
        debit, credit = await _account(conn, payment.debit), await _account(conn, payment.credit)
        try:
            await ledger.transfer(conn, payment.cause, debit, credit, payment.amount, now)
        except ledger.InsufficientPearls:
            theirs = presser is not None and payment.debit != Account(Owner.PLAYER, presser)
            raise Refused(No.RIVAL_LACKS_PEARLS if theirs else No.NOT_ENOUGH_PEARLS) from None
        for seat in Seat:
            seated = table.seats[seat]
            if seated and payment.credit == Account(Owner.PLAYER, seated.player):
                got[seat] += payment.amount
    return replace(table, paid=(got[Seat.FIRST], got[Seat.SECOND]))


async def _practised_enough(conn: AsyncConnection, player: int, now: int) -> bool:
    """Whether today's practice results are used up; the day is UTC's."""
    midnight = now - now % DAY_MS
    return await ledger.paid_since(conn, player, PRACTICE, midnight) >= PRACTICE_RESULTS


async def _account(conn: AsyncConnection, account: Account) -> int:
    match account.owner:
        case Owner.HOUSE:
            return ledger.HOUSE
        case Owner.TABLE:
            return await ledger.table_account(conn, account.id)
        case Owner.PLAYER:
            return await ledger.player_account(conn, account.id)

"""Carries a table's payments out in the ledger, in the caller's transaction."""

from collections.abc import Iterable
from dataclasses import replace

from sqlalchemy.ext.asyncio import AsyncConnection

from bot import chronicle, thrift
from bot.pearls import PRACTICE, Account, Owner, Payment
from bot.table import COMPUTER, No, Table
from bot.thrift import STANDARD, Caps, Day, Played, Unpaid
from rules.errors import Refused
from rules.match import Ended
from rules.seat import Seat
from storage import ledger, players, results
from storage.results import ResultRow

DAY_MS = 24 * 3600 * 1000


async def pay(  # noqa: PLR0917 who pays what, when, by whose press and within which caps
    conn: AsyncConnection,
    table: Table,
    payments: Iterable[Payment],
    now: int,
    presser: int | None = None,
    caps: Caps = STANDARD,
) -> Table:
    """Make the payments and note on the table what each seat got, and why the house paid one nothing.

    Raises Refused(NOT_ENOUGH_PEARLS), or RIVAL_LACKS_PEARLS where it is not the presser who has too few; for stakes as
    `may_stake` does.
    """
    got, why = list(table.paid), list(table.unpaid)
    for payment in payments:
        if payment.credit.owner is Owner.TABLE:
            await may_stake(
                conn, payment.debit.id, _rival(table, payment.debit.id), payment.amount, now, caps
            )
        reason = await _unpaid(conn, table, payment, now, caps)
        if reason is None:
            await _transfer(conn, payment, now, presser)
        for seat in Seat:
            seated = table.seats[seat]
            if seated and payment.credit == Account(Owner.PLAYER, seated.player):
                got[seat] += 0 if reason else payment.amount
                why[seat] = reason
    return replace(table, paid=(got[0], got[1]), unpaid=(why[0], why[1]))


async def may_stake(  # noqa: PLR0917 who stakes what against whom, when, and within which caps
    conn: AsyncConnection, player: int, rival: int | None, stake: int, now: int, caps: Caps
) -> None:
    """Raise Refused where somebody may not stake so many pearls, against this rival if there is one already.

    NO_STAKES_YET: a guest of the page in their first days, who could be anybody's second self. STAKED_ENOUGH: these two have
    played for enough pearls today. So nobody hands over by losing what was earned in another's name (docs/rules.md §7).
    """
    if stake > caps.guest_stake and await is_new_guest(conn, player, now, caps):
        raise Refused(No.NO_STAKES_YET)
    if rival is None or not stake:
        return
    staked = await ledger.staked_since(conn, player, rival, _midnight(now))
    if staked + stake > caps.pair_stakes:
        raise Refused(No.STAKED_ENOUGH)


async def may_offer(  # noqa: PLR0917 as `may_stake`
    conn: AsyncConnection, player: int, rival: int | None, stake: int, now: int, caps: Caps
) -> None:
    """Raise Refused where somebody may not stake so many pearls, as `may_stake` does, or has not got them now."""
    if await ledger.balance(conn, player) < stake:
        raise Refused(No.NOT_ENOUGH_PEARLS)
    await may_stake(conn, player, rival, stake, now, caps)


async def is_new_guest(conn: AsyncConnection, player: int, now: int, caps: Caps) -> bool:
    """Whether somebody is a guest of the page in their first days."""
    return await players.only_on_since(conn, player, GUESTS_PLATFORM, now - caps.guest_days * DAY_MS)


def _midnight(now: int) -> int:
    return now - now % DAY_MS


def _rival(table: Table, player: int) -> int | None:
    """Who sits on the other side; COMPUTER for the computer."""
    return next((at.player for at in table.seats if at and at.player != player), None)


async def _transfer(conn: AsyncConnection, payment: Payment, now: int, presser: int | None) -> None:
    debit, credit = await _account(conn, payment.debit), await _account(conn, payment.credit)
    try:
        await ledger.transfer(conn, payment.cause, debit, credit, payment.amount, now)
    except ledger.InsufficientPearls:
        theirs = presser is not None and payment.debit != Account(Owner.PLAYER, presser)
        raise Refused(No.RIVAL_LACKS_PEARLS if theirs else No.NOT_ENOUGH_PEARLS) from None


async def _unpaid(
    conn: AsyncConnection, table: Table, payment: Payment, now: int, caps: Caps
) -> Unpaid | None:
    """Why the house does not pay this; None: it does, or it is not the house that pays."""
    result = chronicle.result(table, now)
    if payment.debit.owner is not Owner.HOUSE or result is None:
        return None
    player, midnight = payment.credit.id, _midnight(now)
    rival = _rival(table, player) or COMPUTER
    day = Day(
        practised=await ledger.paid_since(conn, player, PRACTICE, midnight) if payment.practice else 0,
        between=()
        if payment.practice
        else tuple(played(row) for row in await results.between(conn, player, rival, midnight)),
        earned=await ledger.earned_since(conn, player, midnight),
        new_guest=await is_new_guest(conn, player, now, caps),
    )
    return thrift.unpaid(day, played(result), payment.amount, caps, practice=payment.practice)


def played(row: ResultRow) -> Played:
    """How a result was come by: whoever left, or gave up a game of a match that they lost, has given up."""
    return Played(row.turns, row.games, row.ended != Ended.TARGET or row.resigned[1 - row.winner] > 0)


GUESTS_PLATFORM = "web"
"""Where anybody is somebody new by opening a fresh page."""


async def _account(conn: AsyncConnection, account: Account) -> int:
    match account.owner:
        case Owner.HOUSE:
            return ledger.HOUSE
        case Owner.TABLE:
            return await ledger.table_account(conn, account.id)
        case Owner.PLAYER:
            return await ledger.player_account(conn, account.id)

"""Pearls by double entry (docs/rules.md §7).

A transfer is one row that names both sides, so none can be unbalanced; it changes both balances in the
same transaction. The house issues the pearls and alone may stand below zero: all balances sum to zero.
"""

from dataclasses import dataclass
from enum import StrEnum

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import schema

HOUSE = 0
"""The house's account; the first migration opens it."""


class LedgerRefused(Exception):  # noqa: N818 named for what it says
    """A transfer that is not made; nothing has changed."""


class InsufficientPearls(LedgerRefused):
    """The giver has `balance` pearls, fewer than the `amount` asked."""

    def __init__(self, balance: int, amount: int) -> None:
        super().__init__(f"{balance} pearls, {amount} asked")
        self.balance = balance
        self.amount = amount


class AlreadyPaid(LedgerRefused):
    """The `cause` has been paid before."""

    def __init__(self, cause: str) -> None:
        super().__init__(cause)
        self.cause = cause


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a player's statement; `amount` is positive for what came in."""

    id: int
    cause: str
    amount: int
    at: int


class Fault(StrEnum):
    """What can be wrong with the books."""

    SUM_NOT_ZERO = "sum_not_zero"
    BALANCE_DIFFERS = "balance_differs"
    BELOW_ZERO = "below_zero"
    NO_OWNER = "no_owner"
    NO_ACCOUNT = "no_account"
    BAD_AMOUNT = "bad_amount"
    POT_LEFT = "pot_left"


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault: the account (the transfer for NO_ACCOUNT and BAD_AMOUNT), what should stand there and what does."""

    fault: Fault
    id: int | None
    expected: int | None
    found: int | None


@dataclass(frozen=True, slots=True)
class Audit:
    """The books gone through: how many accounts and transfers, pearls in circulation, and what is wrong."""

    accounts: int
    transfers: int
    circulating: int
    findings: tuple[Finding, ...]

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong."""
        return not self.findings


async def player_account(conn: AsyncConnection, player_id: int) -> int:
    """The id of the player's account, opened empty where there was none."""
    raise NotImplementedError


async def table_account(conn: AsyncConnection, table_id: int) -> int:
    """The id of the table's account (its pot), opened empty where there was none."""
    raise NotImplementedError


async def transfer(conn: AsyncConnection, cause: str, debit: int, credit: int, amount: int, at: int) -> None:
    """Move `amount` pearls from account `debit` to account `credit`, once per `cause`.

    Raises AlreadyPaid for a repeated cause, InsufficientPearls where the giver has too few (the house has
    always enough), both before anything has changed; an amount below one or an unknown account is a
    bug and raises IntegrityError.
    """
    raise NotImplementedError


async def balance(conn: AsyncConnection, player_id: int) -> int:
    """The player's pearls."""
    raise NotImplementedError


async def statement(conn: AsyncConnection, player_id: int, limit: int) -> list[Entry]:
    """The player's last transfers, newest first."""
    raise NotImplementedError


async def paid_since(conn: AsyncConnection, player_id: int, cause_prefix: str, since: int) -> int:
    """How many transfers to the player since then have a cause that begins so."""
    raise NotImplementedError


async def audit(conn: AsyncConnection) -> Audit:
    """Recompute every balance from the transfers and report each fault."""
    raise NotImplementedError

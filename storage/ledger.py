"""Pearls by double entry (docs/rules.md §7).

A transfer is one row that names both sides, so none can be unbalanced; it changes both balances in the
same transaction. The house issues the pearls and alone may stand below zero: all balances sum to zero.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import locks, schema

HOUSE = 0
"""The house's account; the first migration opens it."""


class LedgerRefused(Exception):
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


_accounts = schema.accounts.c
_transfers = schema.transfers.c

# Written out because Core's own ON CONFLICT belongs to one dialect at a time; both databases read this.
_OPEN_ACCOUNT = sa.text(
    "INSERT INTO accounts (kind, owner_id, balance) VALUES (:kind, :owner, 0) ON CONFLICT DO NOTHING"
)
_ACCOUNT = sa.select(_accounts.id).where(
    _accounts.kind == sa.bindparam("kind"), _accounts.owner_id == sa.bindparam("owner")
)

# A database that asks for types cannot guess these from where they stand.
_CAUSE = sa.bindparam("cause", type_=sa.Text)
_NUMBERS = {name: sa.bindparam(name, type_=sa.BigInteger) for name in ("debit", "credit", "amount", "at")}

# The entry is made only if it can be, so a refusal leaves nothing to undo.
_ENTER = sa.text(
    "INSERT INTO transfers (cause, debit, credit, amount, at)"
    " SELECT :cause, id, :credit, :amount, :at FROM accounts"
    " WHERE id = :debit AND (balance >= :amount OR kind = 'house')"
    " ON CONFLICT (cause) DO NOTHING"
).bindparams(_CAUSE, *_NUMBERS.values())
_SETTLE = sa.text(
    "UPDATE accounts SET balance = balance + CASE WHEN id = :credit THEN :amount ELSE -:amount END"
    " WHERE id IN (:debit, :credit)"
).bindparams(*(_NUMBERS[name] for name in ("debit", "credit", "amount")))

_PLAYERS_ACCOUNT = (
    sa.select(_accounts.id)
    .where(_accounts.kind == "player", _accounts.owner_id == sa.bindparam("owner"))
    .scalar_subquery()
)
_BALANCE = sa.select(_accounts.balance).where(
    _accounts.kind == "player", _accounts.owner_id == sa.bindparam("owner")
)
_STATEMENT = (
    sa.select(
        _transfers.id,
        _transfers.cause,
        sa.case((_transfers.credit == _PLAYERS_ACCOUNT, _transfers.amount), else_=-_transfers.amount),
        _transfers.at,
    )
    .where(sa.or_(_transfers.debit == _PLAYERS_ACCOUNT, _transfers.credit == _PLAYERS_ACCOUNT))
    .order_by(_transfers.id.desc())
    .limit(sa.bindparam("limit"))
)
_prefix = sa.bindparam("prefix", type_=sa.Text)
_PAID_SINCE = sa.select(sa.func.count()).where(
    _transfers.credit == _PLAYERS_ACCOUNT,
    _transfers.at >= sa.bindparam("since"),
    # Not LIKE, which takes no notice of case in one database and does in the other.
    sa.func.substr(_transfers.cause, 1, sa.func.length(_prefix)) == _prefix,
)

_EARNED_SINCE = sa.select(sa.cast(sa.func.coalesce(sa.func.sum(_transfers.amount), 0), sa.BigInteger)).where(
    _transfers.credit == _PLAYERS_ACCOUNT, _transfers.debit == HOUSE, _transfers.at >= sa.bindparam("since")
)

_STAKED_SINCE = sa.select(sa.cast(sa.func.coalesce(sa.func.sum(_transfers.amount), 0), sa.BigInteger)).where(
    _transfers.debit == _PLAYERS_ACCOUNT,
    _transfers.at >= sa.bindparam("since"),
    _transfers.credit.in_(
        sa.select(_accounts.id)
        .join_from(schema.accounts, schema.tables, _accounts.owner_id == schema.tables.c.id)
        .join(schema.seats, schema.seats.c.table_id == schema.tables.c.id)
        .where(
            _accounts.kind == "table",
            schema.tables.c.status != "closed",
            schema.seats.c.player_id == sa.bindparam("rival"),
        )
    ),
)

_sides = sa.union_all(
    sa.select(_transfers.id, _transfers.debit.label("account"), (-_transfers.amount).label("change")),
    sa.select(_transfers.id, _transfers.credit, _transfers.amount),
).subquery()
_moved = (
    sa.select(_sides.c.account, sa.cast(sa.func.sum(_sides.c.change), sa.BigInteger).label("change"))
    .group_by(_sides.c.account)
    .subquery()
)
_should_be = sa.func.coalesce(_moved.c.change, 0)
_total = sa.select(
    sa.cast(sa.func.coalesce(sa.func.sum(_accounts.balance), 0), sa.BigInteger).label("sum")
).subquery()
_OWNERLESS = sa.or_(
    sa.and_(_accounts.kind == "player", _accounts.owner_id.not_in(sa.select(schema.players.c.id))),
    sa.and_(_accounts.kind == "table", _accounts.owner_id.not_in(sa.select(schema.tables.c.id))),
    sa.and_(_accounts.kind == "house", _accounts.id != HOUSE),
)
_CHECKS: dict[Fault, sa.Select[Any]] = {
    Fault.SUM_NOT_ZERO: sa.select(sa.null(), sa.literal(0), _total.c.sum).where(_total.c.sum != 0),
    Fault.BALANCE_DIFFERS: sa.select(_accounts.id, _should_be, _accounts.balance)
    .join_from(schema.accounts, _moved, _moved.c.account == _accounts.id, isouter=True)
    .where(_accounts.balance != _should_be),
    Fault.BELOW_ZERO: sa.select(_accounts.id, sa.literal(0), _accounts.balance).where(
        _accounts.kind != "house", _accounts.balance < 0
    ),
    Fault.NO_OWNER: sa.select(_accounts.id, sa.null(), _accounts.owner_id).where(_OWNERLESS),
    Fault.NO_ACCOUNT: sa.select(_sides.c.id, sa.null(), _sides.c.account).where(
        _sides.c.account.not_in(sa.select(_accounts.id))
    ),
    Fault.BAD_AMOUNT: sa.select(_transfers.id, sa.null(), _transfers.amount).where(
        sa.or_(_transfers.amount <= 0, _transfers.debit == _transfers.credit)
    ),
    Fault.POT_LEFT: sa.select(_accounts.id, sa.literal(0), _accounts.balance)
    .join_from(schema.accounts, schema.tables, _accounts.owner_id == schema.tables.c.id)
    .where(
        _accounts.kind == "table",
        schema.tables.c.status.in_(("finished", "closed")),
        _accounts.balance != 0,
    ),
}
_EXTENT = sa.select(
    sa.select(sa.func.count()).select_from(schema.accounts).scalar_subquery(),
    sa.select(sa.func.count()).select_from(schema.transfers).scalar_subquery(),
    sa.select(sa.cast(sa.func.coalesce(sa.func.sum(_accounts.balance), 0), sa.BigInteger))
    .where(_accounts.kind != "house")
    .scalar_subquery(),
)


async def player_account(conn: AsyncConnection, player_id: int) -> int:
    """The id of the player's account, opened empty where there was none."""
    return await _account(conn, "player", player_id)


async def table_account(conn: AsyncConnection, table_id: int) -> int:
    """The id of the table's account (its pot), opened empty where there was none."""
    return await _account(conn, "table", table_id)


async def transfer(conn: AsyncConnection, cause: str, debit: int, credit: int, amount: int, at: int) -> None:  # noqa: PLR0917 as a book has its columns
    """Move `amount` pearls from account `debit` to account `credit`, once per `cause`.

    Raises AlreadyPaid for a repeated cause, InsufficientPearls where the giver has too few (the house has
    always enough), both before anything has changed; an amount below one or an unknown account is a
    bug and raises IntegrityError or LookupError.
    """
    asked = {"cause": cause, "debit": debit, "credit": credit, "amount": amount, "at": at}
    await locks.accounts(conn, debit, credit)
    if not (await conn.execute(_ENTER, asked)).rowcount:
        raise await _why_not(conn, cause, debit, amount)
    await conn.execute(_SETTLE, asked)


async def balance(conn: AsyncConnection, player_id: int) -> int:
    """The player's pearls."""
    return await conn.scalar(_BALANCE, {"owner": player_id}) or 0


async def statement(conn: AsyncConnection, player_id: int, limit: int) -> list[Entry]:
    """The player's last transfers, newest first."""
    asked = {"owner": player_id, "limit": limit}
    return [Entry(*row) for row in await conn.execute(_STATEMENT, asked)]


async def circulating(conn: AsyncConnection) -> int:
    """The pearls that are with players and tables: what the house has issued."""
    issued = await conn.scalar(sa.select(-_accounts.balance).where(_accounts.id == HOUSE))
    return int(issued or 0)


async def paid_since(conn: AsyncConnection, player_id: int, cause_prefix: str, since: int) -> int:
    """How many transfers to the player since then have a cause that begins so."""
    asked = {"owner": player_id, "prefix": cause_prefix, "since": since}
    return await conn.scalar(_PAID_SINCE, asked) or 0


async def earned_since(conn: AsyncConnection, player_id: int, since: int) -> int:
    """The pearls that the house has paid the player since then."""
    return int((await conn.execute(_EARNED_SINCE, {"owner": player_id, "since": since})).scalar_one())


async def staked_since(conn: AsyncConnection, player_id: int, rival: int, since: int) -> int:
    """The pearls that a player has staked since then at tables where the rival sits too; closed ones gave them back."""
    asked = {"owner": player_id, "rival": rival, "since": since}
    return int((await conn.execute(_STAKED_SINCE, asked)).scalar_one())


async def audit(conn: AsyncConnection) -> Audit:
    """Recompute every balance from the transfers and report each fault."""
    findings = [Finding(fault, *row) for fault, check in _CHECKS.items() for row in await conn.execute(check)]
    counted = (await conn.execute(_EXTENT)).one()
    return Audit(*counted, tuple(findings))


async def _account(conn: AsyncConnection, kind: str, owner_id: int) -> int:
    asked = {"kind": kind, "owner": owner_id}
    found = await conn.scalar(_ACCOUNT, asked)
    if found is None:
        await conn.execute(_OPEN_ACCOUNT, asked)
        found = (await conn.execute(_ACCOUNT, asked)).scalar_one()
    return int(found)


async def _why_not(conn: AsyncConnection, cause: str, debit: int, amount: int) -> Exception:
    if await conn.scalar(sa.select(_transfers.id).where(_transfers.cause == cause)) is not None:
        return AlreadyPaid(cause)
    held = await conn.scalar(sa.select(_accounts.balance).where(_accounts.id == debit))
    return LookupError(f"no account {debit}") if held is None else InsufficientPearls(held, amount)

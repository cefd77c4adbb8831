"""What a table moves in pearls, as data; the ledger carries it out in the transaction of its cause (docs/rules.md §7)."""

from enum import StrEnum
from typing import NamedTuple

from bot.table import COMPUTER, Against, Stage, Table
from bot.thrift import QUICK_TURNS
from rules.match import Ended
from rules.scoring import Why
from rules.seat import Seat


class Owner(StrEnum):
    """Whose account."""

    PLAYER = "player"
    HOUSE = "house"
    TABLE = "table"


class Account(NamedTuple):
    """An account, by whose it is; the house has only one."""

    owner: Owner
    id: int = 0


class Payment(NamedTuple):
    """One transfer, once per cause. `practice`: it is for a match against the computer."""

    cause: str
    debit: Account
    credit: Account
    amount: int
    practice: bool = False


class Pay(NamedTuple):
    """What a finished match at a free table pays."""

    winner: int
    loser: int


SINGLE_GAME = Pay(25, 5)
LONGER_MATCH = Pay(60, 10)
FEE_DIVISOR = 10
PRACTICE = "practice:"

_HOUSE = Account(Owner.HOUSE)


def stake(table: Table, seat: Seat) -> tuple[Payment, ...]:
    """What a player puts into the pot by sitting down."""
    at = table.seats[seat]
    if not table.setup.stake or at is None:
        return ()
    cause = f"stake:{table.id}:{int(seat)}"
    return (Payment(cause, _player(at.player), _pot(table), table.setup.stake),)


def refunds(table: Table) -> tuple[Payment, ...]:
    """The stakes of a table closed before the first roll go back whole."""
    return tuple(
        Payment(f"refund:{table.id}:{int(seat)}", _pot(table), _player(at.player), table.setup.stake)
        for seat in Seat
        if (at := table.seats[seat]) and table.setup.stake
    )


def payout(table: Table) -> tuple[Payment, ...]:
    """What a finished match pays; on a shared screen nothing, since nobody is played against."""
    if table.stage is not Stage.FINISHED or table.setup.against is Against.LOCAL:
        return ()
    return _pot_payout(table) if table.setup.stake else _free_payout(table)


def _pot_payout(table: Table) -> tuple[Payment, ...]:
    match = table.match
    at = match and match.verdict and table.seats[match.verdict.winner]
    if not at:
        return ()
    pot = 2 * table.setup.stake
    fee = pot // FEE_DIVISOR
    won = Payment(f"pot:{table.id}", _pot(table), _player(at.player), pot - fee)
    return (won, Payment(f"fee:{table.id}", _pot(table), _HOUSE, fee)) if fee else (won,)


def _free_payout(table: Table) -> tuple[Payment, ...]:
    match = table.match
    if match is None or match.verdict is None:
        return ()
    pay = SINGLE_GAME if table.setup.ruleset.target == 1 else LONGER_MATCH
    practice = table.setup.against is Against.COMPUTER
    kind = PRACTICE if practice else "free:"
    payments = []
    for seat in Seat:
        at = table.seats[seat]
        won = seat is match.verdict.winner
        amount = pay.winner if won else 0 if given_up_early(table, seat) else pay.loser
        if at and at.player != COMPUTER and amount:
            cause = f"{kind}{table.id}:{int(seat)}"
            payments.append(Payment(cause, _HOUSE, _player(at.player), amount, practice))
    return tuple(payments)


def given_up_early(table: Table, seat: Seat) -> bool:
    """Whether a seat lost by giving up before each side had played QUICK_TURNS turns of the game."""
    match = table.match
    if match is None or match.verdict is None or match.verdict.winner is seat:
        return False
    outcome = match.game.outcome
    gave_up = match.verdict.why is not Ended.TARGET or (outcome is not None and outcome.why is Why.RESIGNED)
    return gave_up and min(match.game.turns) < QUICK_TURNS


def _player(player: int) -> Account:
    return Account(Owner.PLAYER, player)


def _pot(table: Table) -> Account:
    return Account(Owner.TABLE, table.id)

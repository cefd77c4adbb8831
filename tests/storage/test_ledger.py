import sqlite3
from contextlib import closing, suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import ledger
from storage.database import Database
from storage.ledger import HOUSE, AlreadyPaid, Entry, Fault, Finding, InsufficientPearls
from storage.tables import TableRow


class Undo(Exception):
    """Rolls an example back, so that the next one finds the books empty."""


async def pay(conn: AsyncConnection, cause: str, player_id: int, amount: int, at: int = 5) -> None:
    await ledger.transfer(conn, cause, HOUSE, await ledger.player_account(conn, player_id), amount, at)


async def test_a_new_player_has_an_empty_account(database: Database, huda: int):
    async with database.read() as conn:
        assert await ledger.balance(conn, huda) == 0
        assert await ledger.audit(conn) == ledger.Audit(2, 0, 0, ())


async def test_an_account_is_opened_once(database: Database, table: TableRow, huda: int):
    async with database.write() as conn:
        accounts = {await ledger.table_account(conn, table.id) for _ in range(2)}
        accounts |= {await ledger.player_account(conn, huda) for _ in range(2)}
        assert len(accounts) == 2
        assert HOUSE not in accounts


async def test_a_transfer_moves_pearls(database: Database, table: TableRow, huda: int):
    async with database.write() as conn:
        await pay(conn, "result:1", huda, 25)
        purse, pot = await ledger.player_account(conn, huda), await ledger.table_account(conn, table.id)
        await ledger.transfer(conn, "stake:1", purse, pot, 20, 6)
        assert await ledger.balance(conn, huda) == 5
        audit = await ledger.audit(conn)
        assert audit == ledger.Audit(3, 2, 25, ())
        assert audit.sound


async def test_nobody_spends_more_than_they_have(database: Database, huda: int):
    async with database.write() as conn:
        await pay(conn, "result:1", huda, 25)
        purse = await ledger.player_account(conn, huda)
        with pytest.raises(InsufficientPearls) as refused:
            await ledger.transfer(conn, "stake:1", purse, HOUSE, 26, 6)
        assert (refused.value.balance, refused.value.amount) == (25, 26)
        assert await ledger.audit(conn) == ledger.Audit(2, 1, 25, ())


async def test_a_cause_is_paid_once(database: Database, huda: int, omar: int):
    async with database.write() as conn:
        await pay(conn, "result:1", huda, 25)
        with pytest.raises(AlreadyPaid) as refused:
            await pay(conn, "result:1", omar, 5)
        assert refused.value.cause == "result:1"
        assert await ledger.balance(conn, omar) == 0
        purse = await ledger.player_account(conn, omar)
        with pytest.raises(AlreadyPaid):  # even where the giver could not pay
            await ledger.transfer(conn, "result:1", purse, HOUSE, 1, 6)


async def test_an_unknown_giver_is_a_bug(database: Database):
    with pytest.raises(LookupError, match="99"):
        async with database.write() as conn:
            await ledger.transfer(conn, "x", 99, HOUSE, 1, 5)


async def test_an_unknown_taker_is_a_bug(database: Database):
    with pytest.raises(IntegrityError, match=r"(?i)foreign key"):
        async with database.write() as conn:
            await ledger.transfer(conn, "x", HOUSE, 99, 1, 5)


@pytest.mark.parametrize("amount", [0, -1])
async def test_the_database_refuses_an_amount_below_one(database: Database, huda: int, amount: int):
    with pytest.raises(IntegrityError, match="ck_transfers_amount"):
        async with database.write() as conn:
            await pay(conn, "x", huda, amount)


async def test_the_database_refuses_a_transfer_to_oneself(database: Database):
    with pytest.raises(IntegrityError, match="ck_transfers_sides"):
        async with database.write() as conn:
            await ledger.transfer(conn, "x", HOUSE, HOUSE, 1, 5)


async def test_the_database_refuses_a_balance_below_zero(database: Database, huda: int):
    with pytest.raises(IntegrityError, match="ck_accounts_balance"):
        async with database.write() as conn:
            await conn.exec_driver_sql(f"UPDATE accounts SET balance = -1 WHERE owner_id = {huda}")


async def test_a_statement_shows_both_ways_newest_first(database: Database, huda: int, omar: int):
    async with database.write() as conn:
        await pay(conn, "result:1", huda, 25, at=5)
        await pay(conn, "result:2", omar, 5, at=6)
        await ledger.transfer(conn, "stake:1", await ledger.player_account(conn, huda), HOUSE, 20, 7)
        assert await ledger.statement(conn, huda, 9) == [
            Entry(3, "stake:1", -20, 7),
            Entry(1, "result:1", 25, 5),
        ]
        assert await ledger.statement(conn, huda, 1) == [Entry(3, "stake:1", -20, 7)]
        assert await ledger.statement(conn, 99, 9) == []


async def test_payments_are_counted_by_the_beginning_of_their_cause(database: Database, huda: int, omar: int):
    async with database.write() as conn:
        for at, cause in enumerate(["practice:1", "practice:2", "PRACTICE:3", "result:4", "practice:5"]):
            await pay(conn, cause, huda, 25, at=at)
        await pay(conn, "practice:6", omar, 25, at=9)
        await ledger.transfer(conn, "practice:7", await ledger.player_account(conn, huda), HOUSE, 1, 9)
        assert await ledger.paid_since(conn, huda, "practice:", 0) == 3
        assert await ledger.paid_since(conn, huda, "practice:", 1) == 2
        assert await ledger.paid_since(conn, huda, "", 0) == 5
        assert await ledger.paid_since(conn, huda, "%", 0) == 0


@pytest.mark.sqlite  # its checks can be switched off
@pytest.mark.parametrize(
    ("tampering", "findings"),
    [
        (
            "UPDATE accounts SET balance = 26 WHERE id = 1",
            {Finding(Fault.SUM_NOT_ZERO, None, 0, 1), Finding(Fault.BALANCE_DIFFERS, 1, 25, 26)},
        ),
        (
            "UPDATE accounts SET balance = balance + CASE id WHEN 0 THEN 30 ELSE -30 END",
            {
                Finding(Fault.BALANCE_DIFFERS, 0, -25, 5),
                Finding(Fault.BALANCE_DIFFERS, 1, 25, -5),
                Finding(Fault.BELOW_ZERO, 1, 0, -5),
            },
        ),
        ("UPDATE accounts SET owner_id = 99 WHERE id = 1", {Finding(Fault.NO_OWNER, 1, None, 99)}),
        (
            "UPDATE accounts SET owner_id = 98, kind = 'table' WHERE id = 1",
            {Finding(Fault.NO_OWNER, 1, None, 98)},
        ),
        ("INSERT INTO accounts VALUES (9, 'house', 1, 0)", {Finding(Fault.NO_OWNER, 9, None, 1)}),
        (
            "DELETE FROM accounts WHERE id = 1",
            {Finding(Fault.SUM_NOT_ZERO, None, 0, -25), Finding(Fault.NO_ACCOUNT, 1, None, 1)},
        ),
        (
            "UPDATE transfers SET amount = -25, debit = credit, credit = debit",
            {Finding(Fault.BAD_AMOUNT, 1, None, -25)},
        ),
        (
            "UPDATE transfers SET amount = 24",
            {Finding(Fault.BALANCE_DIFFERS, 0, -24, -25), Finding(Fault.BALANCE_DIFFERS, 1, 24, 25)},
        ),
    ],
)
async def test_an_audit_finds_what_was_tampered_with(
    database: Database, huda: int, tampering: str, findings: set[Finding]
):
    async with database.write() as conn:
        await pay(conn, "result:1", huda, 25)
        assert await ledger.player_account(conn, huda) == 1
    with closing(sqlite3.connect(database.place.file)) as outside, outside:
        outside.execute("PRAGMA ignore_check_constraints = ON")
        outside.execute(tampering)
    async with database.read() as conn:
        audit = await ledger.audit(conn)
    assert set(audit.findings) == findings
    assert len(audit.findings) == len(findings)
    assert not audit.sound


async def test_an_audit_finds_a_pot_left_behind(database: Database, table: TableRow):
    async with database.write() as conn:
        pot = await ledger.table_account(conn, table.id)
        await ledger.transfer(conn, "stake:1", HOUSE, pot, 40, 5)
        assert (await ledger.audit(conn)).sound
        await conn.exec_driver_sql("UPDATE tables SET status = 'closed'")
        assert (await ledger.audit(conn)).findings == (Finding(Fault.POT_LEFT, pot, 0, 40),)


transfers = st.lists(
    st.tuples(
        st.integers(0, 30),  # the cause
        st.permutations(range(4)),  # from and to, of the house, two players and a pot
        st.integers(1, 60),
    ),
    max_size=25,
)


@settings(
    max_examples=200,
    deadline=None,  # the disk sets the time
    suppress_health_check=[HealthCheck.function_scoped_fixture],  # each example is rolled back
)
@given(asked=transfers)
async def test_whatever_is_asked_the_books_stay_sound(
    database: Database, table: TableRow, huda: int, omar: int, asked: list[tuple[int, list[int], int]]
):
    with suppress(Undo):
        async with database.write() as conn:
            accounts = [
                HOUSE,
                await ledger.player_account(conn, huda),
                await ledger.player_account(conn, omar),
                await ledger.table_account(conn, table.id),
            ]
            held, paid = [0] * 4, set[int]()
            for cause, (giver, taker, *_), amount in asked:
                expected = (
                    AlreadyPaid
                    if cause in paid
                    else InsufficientPearls
                    if giver and held[giver] < amount
                    else None
                )
                refused = None
                try:
                    await ledger.transfer(conn, str(cause), accounts[giver], accounts[taker], amount, 5)
                    held[giver] -= amount
                    held[taker] += amount
                    paid.add(cause)
                except ledger.LedgerRefused as refusal:
                    refused = type(refusal)
                assert refused is expected
            stored = dict((await conn.exec_driver_sql("SELECT id, balance FROM accounts")).all())
            assert [stored[account] for account in accounts] == held
            assert sum(held) == 0
            assert min(held[1:]) >= 0
            assert await ledger.audit(conn) == ledger.Audit(4, len(paid), -held[0], ())
            raise Undo

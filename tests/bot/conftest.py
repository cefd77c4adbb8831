from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace

import pytest

from bot.intents import Confirm, Intent, Press, Sit, Start, Step, decode
from bot.play import Person
from bot.steward import Reply
from bot.table import Against, Setup, Stage, Table
from bot.tables import Tables
from rules.ruleset import PRESETS, ClockKind
from storage import ledger, players
from storage.database import Database, open_database

T0 = 1_790_000_000_000


@dataclass
class Coffeehouse:
    """A door with a clock that tests move, and a few people."""

    database: Database
    tables: Tables
    ali: Person
    sara: Person
    omar: Person
    now: int = T0
    told: list[Table] = field(default_factory=list)

    def setup(self, preset: str = "mahbusa", against: Against = Against.FRIEND, **changes: object) -> Setup:
        rules = {
            name: changes.pop(name)
            for name in list(changes)
            if name in ("target", "clock", "on_timeout", "next_opener")
        }
        rules.setdefault("clock", ClockKind.NONE)
        return Setup(replace(PRESETS[preset], **rules), preset, against, **changes)

    async def open(
        self,
        preset: str = "mahbusa",
        against: Against = Against.FRIEND,
        *,
        home: str | None = None,
        **changes: object,
    ) -> Table:
        return await self.tables.open(self.ali, self.setup(preset, against, **changes), self.now, home=home)

    async def begin(self, preset: str = "mahbusa", **changes: object) -> Table:
        """Ali and Sara, sitting at a table that has begun."""
        table = await self.open(preset, **changes)
        return (await self.wish(table, self.sara, Sit())).table

    async def practise(
        self, preset: str = "mahbusa", against: Against = Against.COMPUTER, **changes: object
    ) -> Table:
        table = await self.open(preset, against, **changes)
        return (await self.wish(table, self.ali, Start())).table

    async def wish(self, table: Table, person: Person, intent: Intent, **more: object) -> Reply:
        return await self.tables.handle(table.code, person, intent, now=self.now, **more)

    async def press(self, person: Person, payload: str, key: str | None = None) -> Reply:
        press: Press = decode(payload)
        return await self.tables.handle(
            press.code, person, press.intent, now=self.now, stamp=press.stamp, key=key
        )

    async def tick(self, table: Table) -> Table:
        await self.tables.tick(table.id, self.now)
        return await self.tables.get(table.code)

    def mover(self, table: Table) -> Person:
        seat = table.match.game.to_move
        return next(person for person in (self.ali, self.sara) if person.id == table.seats[seat].player)

    def waiting(self, table: Table) -> Person:
        return self.sara if self.mover(table) is self.ali else self.ali

    async def play_turn(self, table: Table, *, confirm: bool = True) -> Table:
        """The mover's first legal steps, one press each, and the confirmation."""
        mover = self.mover(table)
        while steps := table.match.game.steps:
            reply = await self.wish(table, mover, Step(*steps[0]), stamp=table.stamp)
            assert reply.refused is None
            table = reply.table
        if confirm:
            table = (await self.wish(table, mover, Confirm(), stamp=table.stamp)).table
        return table

    async def finish(self, table: Table) -> Table:
        """Play a table to its end."""
        while table.stage is Stage.PLAYING:
            if table.match.between or table.is_computer(table.match.game.to_move):
                self.now = table.wake_at
                table = await self.tick(table)
            else:
                table = await self.play_turn(table)
        return table

    async def pearls(self, person: Person) -> int:
        async with self.database.read() as conn:
            return await ledger.balance(conn, person.id)

    async def grant(self, person: Person, amount: int) -> None:
        async with self.database.write() as conn:
            account = await ledger.player_account(conn, person.id)
            await ledger.transfer(conn, f"test:{person.id}:{amount}", ledger.HOUSE, account, amount, self.now)

    async def spend(self, person: Person, amount: int) -> None:
        async with self.database.write() as conn:
            account = await ledger.player_account(conn, person.id)
            await ledger.transfer(
                conn, f"spent:{person.id}:{amount}", account, ledger.HOUSE, amount, self.now
            )

    async def audit(self) -> ledger.Audit:
        async with self.database.read() as conn:
            return await ledger.audit(conn)


@pytest.fixture
async def house() -> AsyncIterator[Coffeehouse]:
    database = await open_database("sqlite:///:memory:", now=T0)
    people = []
    async with database.write() as conn:
        for name in ("Ali", "Sara", "Omar"):
            row = await players.create(conn, "test", name, name, "en", T0)
            people.append(Person(row.id, name))
    tables = Tables(database)
    house = Coffeehouse(database, tables, *people)
    tables.listeners.append(house.told.append)
    yield house
    assert (await house.audit()).sound
    await database.close()

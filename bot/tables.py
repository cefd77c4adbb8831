"""The one door: whatever happens to a table comes through here, is committed, and only then shown.

A table is loaded once and kept (bot.kept); its lock makes everything that happens to it one queue, for people, clocks and
the computer alike.
"""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from bot import doorkeeper, house, onward, play, shelf, thrift
from bot.bans import Bans
from bot.change import Change, Moment, close
from bot.choosing import Choosing, level
from bot.committing import Cause, Repeated, commit, store
from bot.computer import Level
from bot.doorkeeper import Terms
from bot.guesses import Guesses
from bot.habits import Habits
from bot.intents import Intent, Look, Rematch, Sit
from bot.kept import Held, Kept
from bot.likings import Likings
from bot.limits import Limits
from bot.logs import about
from bot.metrics import press
from bot.names import CODE_LENGTH
from bot.play import Person
from bot.table import No, Setup, Table
from bot.thrift import Caps
from rules.errors import Refused
from rules.turns import Step
from storage import locks, presses
from storage import tables as stored
from storage.database import Database
from storage.tables import StaleVersion
from storage.tries import again, may_succeed

log = logging.getLogger(__name__)

STANDARD = Limits()


class Reply(NamedTuple):
    """What a wish led to: the table as it is now, and why it was refused (None: it was not)."""

    table: Table
    refused: str | None = None
    repeated: bool = False
    """This very press had been handled before; nothing happened now."""


Chooser = Callable[[Table, Level], Awaitable[tuple[Step, ...]]]
Listener = Callable[[Table], None]
Afar = Callable[[int, str], None]
Opening = Callable[[AsyncConnection], Awaitable[list[tuple[Table, bytes]]]]


class Tables:
    """All tables of this process."""

    def __init__(
        self,
        database: Database,
        chooser: Chooser | None = None,
        limits: Limits = STANDARD,
        caps: Caps = thrift.STANDARD,
    ) -> None:
        self._database = database
        self.limits = limits
        self.caps = caps
        self.bans = Bans()
        self.guesses = Guesses()
        self.likings = Likings(database)
        self.gone: set[int] = set()
        """Players who have been forgotten, or are about to be; whoever comes back is another player."""
        self.closing = False
        """Whether the program is about to end: nothing new is begun, and people may only look."""
        self._chooser = chooser or Choosing()
        self._kept = Kept(database, self._show)
        self.listeners: list[Listener] = []
        """Called with every new state once it is committed here; they must return at once."""
        self.showing: list[Listener] = []
        """Called as well with what other programs have committed at tables that are kept here: those who only show it."""
        self.afar: list[Afar] = []
        """Called with the id and code of tables that only other programs keep, once they have changed."""

    async def open(
        self,
        host: Person,
        setup: Setup,
        now: int,
        other: str = "",
        *,
        key: str | None = None,
        home: str | None = None,
    ) -> Table:
        """Open a table; `other` names whoever shares the host's screen.

        Raises Refused where the house closes or keeps the host out, without the stake, where the host has too much open already,
        and where the guest it is kept for will have nothing to do with the host.

        `key` names the press: a second one with the same key gives the table that the first one opened. `home` is the group
        or server where it is opened (storage.results.home), None in private and on the page.
        """
        self._go_on()
        seats = shelf.first_seats(setup, host, other)
        async with self._database.write() as conn:
            await locks.players(conn, [host.id])
            opened = await presses.table_of(conn, key) if key else None
            if opened is None:
                await doorkeeper.to_open(conn, self._terms, host, setup, now)
                until = now + self.limits.waits_ms
                table, seed = await shelf.create(
                    conn, setup, host.id, seats, now, wake_at=until, home=home, caps=self.caps
                )
                if key:
                    await presses.remember(conn, key, table.id, now)
        if opened:
            return await self.get(opened)
        return self._opened(table, seed)

    async def open_together(self, opening: Opening) -> list[Table]:
        """Open tables in one transaction with whatever else `opening` does in it. Raises Refused where the house closes."""
        self._go_on()

        async def tried() -> list[tuple[Table, bytes]]:
            async with self._database.write() as conn:
                return await opening(conn)

        return [self._opened(*one) for one in await again(tried)]

    async def get(self, code: str) -> Table:
        """The table of a room code as it is now. Raises Refused(NO_SUCH_TABLE)."""
        return await self._kept.get(code)

    async def sought(self, code: str, person: int, now: int) -> Table:
        """The table of a code that somebody brings, who may have made it up.

        Raises Refused with NO_SUCH_TABLE, and with TOO_MANY_GUESSES, whether there is such a table or not, for whoever has
        tried many codes that nobody has, unless they sit there.
        """
        waits = self.guesses.must_wait(person, now)
        try:
            table = await self.get(code)
        except Refused:
            if waits:
                raise Refused(No.TOO_MANY_GUESSES) from None
            if len(code) == CODE_LENGTH:
                self.guesses.missed(person, now)
            raise
        if waits and table.seat_of(person) is None:
            raise Refused(No.TOO_MANY_GUESSES)
        return table

    @press
    async def handle(
        self,
        code: str,
        person: Person,
        intent: Intent,
        *,
        now: int,
        stamp: int | None = None,
        key: str | None = None,
    ) -> Reply:
        """One wish of one person at one table; `key` names the press, so that it counts only once.

        Raises Refused as `sought` does; every other refusal is in the reply, beside the table as it is.
        """
        await self.sought(code, person.id, now)

        async def wish(held: Held) -> Reply:
            if not self.closing:
                await self._settle_if_possible(held, now)
            table = held.table
            if isinstance(intent, Look):
                return Reply(table)
            try:
                self._go_on()
                at = Moment(now, held.seed, await self._habits(table, person.id))
                change = play.act(table, person, intent, stamp, at)
                if change.table is table:
                    return Reply(table)
                if isinstance(intent, Sit | Rematch):
                    may = doorkeeper.to_sit if isinstance(intent, Sit) else doorkeeper.to_play_again
                    async with self._database.read() as conn:
                        await may(conn, self._terms, table, person, now)
                await self._commit(held, change, Cause(now, key, person.id))
            except Repeated:
                return await self._repeated(held)
            except Refused as refused:
                return await self._refused(held, refused, key)
            return Reply(held.table)

        return await self._kept.again(code, wish)

    async def close(self, code: str, *, now: int, key: str | None = None, running: bool = False) -> Reply:
        """Close a table before the first roll on behalf of those whose place it stands in, such as a group's admins.

        `running`: for the house, which may close it while it is being played. Stakes go back whole.

        Raises Refused(NO_SUCH_TABLE); every other refusal is in the reply.
        """
        closed = house.dissolve if running else close

        async def work(held: Held) -> Reply:
            try:
                await self._commit(held, closed(held.table), Cause(now, key))
            except Repeated:
                return await self._repeated(held)
            except Refused as refused:
                return await self._refused(held, refused, None)
            return Reply(held.table)

        return await self._kept.again(code, work)

    async def rename(self, code: str, player: int, name: str) -> set[str]:
        """Call somebody otherwise at a table that is over; gives what they were called there.

        Nothing has happened at the table by this: it stands where it stood among the tables of whoever sits there.
        """

        async def work(held: Held) -> set[str]:
            before = held.table
            called = {at.name for at in before.seats if at and at.player == player}
            after = shelf.renamed(before, player, name)
            if after != before:
                table = replace(after, version=before.version + 1)
                async with self._database.write() as conn:
                    row = await stored.load(conn, table.id)
                    touched = row.updated_at if row else 0
                    await store(self._database, conn, before, table, held.seed, touched)
                held.put(table)
                self._tell(table)
            return called

        return await self._kept.again(code, work)

    async def tick(self, table_id: int, now: int) -> None:
        """Do what the house has to do at a table whose time has come."""
        async with self._database.read() as conn:
            row = await stored.load(conn, table_id)
        if row:
            with about(row.code):
                await self._kept.again(row.code, lambda held: self._settle_clock(held, now))

    def heard(self, table_id: int, code: str, version: int) -> None:
        """Another program has brought a table to a version. It returns at once."""
        if not self._kept.heard(code, version):
            for afar in self.afar:
                afar(table_id, code)

    def hearing(self, on: bool) -> None:
        """Whether other programs are heard from now on; either way, what is kept may be old. It returns at once."""
        self._kept.hearing(on)

    async def _refused(self, held: Held, refused: Refused, key: str | None) -> Reply:
        """What is answered to a wish that is refused at the table as stored. Raises StaleVersion where that is another."""
        if self._database.shared or key is not None:
            async with self._database.read() as conn:
                if self._database.shared and await stored.version(conn, held.table.id) != held.table.version:
                    raise StaleVersion
                if key is not None and await presses.known(conn, key):
                    return Reply(held.table, repeated=True)
        return Reply(held.table, refused.reason)

    async def _repeated(self, held: Held) -> Reply:
        """This very press has been handled, here or by another program, which may have changed the table by it."""
        if self._database.shared:
            await self._kept.load(held)
        return Reply(held.table, repeated=True)

    async def _settle_if_possible(self, held: Held, now: int) -> None:
        """What is due comes first; where it cannot be done, people may at least look, or give up."""
        try:
            await self._settle_clock(held, now)
        except Refused:
            raise
        except Exception as error:
            if may_succeed(error):
                raise
            log.exception("table %s could not go on before a press", held.code)
            await self._kept.load(held)

    async def _settle_clock(self, held: Held, now: int) -> None:
        """What is due comes before what is wished."""
        table = held.table
        if table.wake_at is None or table.wake_at > now:
            return
        steps: tuple[Step, ...] = ()
        if house.needs_turn(table):
            steps = await self._chooser(table, level(table))
        change = house.tick(table, Moment(now, held.seed, await self._habits(table)), steps)
        try:
            await self._commit(held, change, Cause(now))
        except Refused:
            if not onward.goes_on(table):
                raise
            # There is no stake, or no wish to meet again.
            await self._commit(held, Change(onward.break_off(table)), Cause(now))

    async def _habits(self, table: Table, *more: int) -> dict[int, Habits]:
        """How those who sit there, or sit down now, like it."""
        return await self.likings.of({*(seat.player for seat in table.seats if seat), *more})

    async def _commit(self, held: Held, change: Change, cause: Cause) -> None:
        table, successor = await commit(self._database, self._terms, held.table, held.seed, change, cause)
        held.put(table)
        if successor:
            self._opened(*successor)
        self._tell(table)

    def _go_on(self) -> None:
        """Raise Refused where the program is about to end."""
        if self.closing:
            raise Refused(No.CLOSING)

    @property
    def _terms(self) -> Terms:
        return Terms(self.limits, self.caps, self.bans, self.gone)

    def _opened(self, table: Table, seed: bytes) -> Table:
        self._kept.keep(table, seed)
        self._tell(table)
        return table

    def _tell(self, table: Table) -> None:
        self._show(table)
        for listener in self.listeners:
            listener(table)

    def _show(self, table: Table) -> None:
        for listener in self.showing:
            listener(table)

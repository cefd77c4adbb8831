"""The one door: whatever happens to a table comes through here, is committed, and only then shown.

A table is loaded once and kept (bot.kept); its lock makes everything that happens to it one queue, for people, clocks and
the computer alike.
"""

from collections.abc import Awaitable, Callable, Iterable

from sqlalchemy.ext.asyncio import AsyncConnection

from bot import doorkeeper, house, shelf, thrift
from bot.bans import Bans
from bot.change import Change, close
from bot.choosing import Choosing
from bot.committing import Cause, Committed
from bot.doorkeeper import Terms
from bot.guesses import Guesses
from bot.intents import Intent
from bot.kept import Kept
from bot.likings import Likings
from bot.limits import Limits
from bot.logs import about
from bot.metrics import press
from bot.names import CODE_LENGTH
from bot.play import Person
from bot.steward import Chooser, Reply, Steward
from bot.table import No, Setup, Table
from bot.thrift import Caps
from rules.errors import Refused
from storage import locks, presses
from storage import tables as stored
from storage.database import Database
from storage.tries import again

STANDARD = Limits()

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
        self._kept = Kept(database, self._show)
        self._steward = Steward(
            database,
            self._kept,
            self.likings,
            chooser or Choosing(),
            terms=self._terms,
            committed=self._committed,
        )
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
        also: str | None = None,
        home: str | None = None,
    ) -> Table:
        """Open a table; `other` names whoever shares the host's screen.

        Raises Refused where the house closes or keeps the host out, without the stake, where the host has too much open already,
        and where the guest it is kept for will have nothing to do with the host.

        `key` names the press: a second one with the same key gives the table that the first one opened; `also` is another
        name of it, where `key` is that of several. `home` is the group or server where it is opened (storage.results.home),
        None in private and on the page.
        """
        keys = [name for name in (also, key) if name]
        doorkeeper.goes_on(self._terms())
        async with self._database.write() as conn:
            await locks.players(conn, [host.id])
            opened = await presses.table_of(conn, *keys)
            if opened:
                # All of them, whichever comes again, mean this table.
                await _remember(conn, keys, opened.id, now)
            else:
                table, seed = await self.prepare(conn, host, setup, now, other, keys=keys, home=home)
        if opened:
            return await self.get(opened.code)
        return self._opened(table, seed)

    async def prepare(
        self,
        conn: AsyncConnection,
        host: Person,
        setup: Setup,
        now: int,
        other: str = "",
        *,
        keys: Iterable[str] = (),
        home: str | None = None,
    ) -> tuple[Table, bytes]:
        """Open a table as `open` does, in the caller's transaction (`open_together`), which holds the host's lock."""
        await doorkeeper.to_open(conn, self._terms(), host, setup, now)
        seats, until = shelf.first_seats(setup, host, other), now + self.limits.waits_ms
        table, seed = await shelf.create(
            conn, setup, host.id, seats, now, wake_at=until, home=home, caps=self.caps
        )
        await _remember(conn, keys, table.id, now)
        return table, seed

    async def open_together(self, opening: Opening) -> list[Table]:
        """Open tables in one transaction with whatever else `opening` does in it. Raises Refused where the house closes."""
        doorkeeper.goes_on(self._terms())

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
        cause = Cause(now, key, person.id)
        return await self._kept.again(
            code, lambda held: self._steward.obey(held, person, intent, stamp, cause)
        )

    async def close(self, code: str, *, now: int, key: str | None = None, running: bool = False) -> Reply:
        """Close a table before the first roll on behalf of those whose place it stands in, such as a group's admins.

        `running`: for the house, which may close it while it is being played. Stakes go back whole.

        Raises Refused(NO_SUCH_TABLE); every other refusal is in the reply.
        """

        async def closed(table: Table) -> Change:
            return house.dissolve(table) if running else close(table)

        return await self._kept.again(code, lambda held: self._steward.change(held, closed, Cause(now, key)))

    async def rename(self, code: str, player: int, name: str) -> set[str]:
        """Call somebody otherwise at a table that is over; gives what they were called there.

        Nothing has happened at the table by this: it stands where it stood among the tables of whoever sits there.
        """
        return await self._kept.again(code, lambda held: self._steward.rename(held, player, name))

    async def tick(self, table_id: int, now: int) -> None:
        """Do what the house has to do at a table whose time has come."""
        async with self._database.read() as conn:
            row = await stored.load(conn, table_id)
        if row:
            with about(row.code):
                await self._kept.again(row.code, lambda held: self._steward.settle(held, now))

    def heard(self, table_id: int, code: str, version: int) -> None:
        """Another program has brought a table to a version. It returns at once."""
        if not self._kept.heard(code, version):
            for afar in self.afar:
                afar(table_id, code)

    def hearing(self, on: bool) -> None:
        """Whether other programs are heard from now on; either way, what is kept may be old. It returns at once."""
        self._kept.hearing(on)

    def _terms(self) -> Terms:
        return Terms(self.limits, self.caps, self.bans, self.gone, self.closing)

    def _committed(self, committed: Committed) -> None:
        if committed.successor:
            self._opened(*committed.successor)
        self._tell(committed.table)

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


async def _remember(conn: AsyncConnection, keys: Iterable[str], table: int, now: int) -> None:
    for key in keys:
        await presses.remember(conn, key, table, now)

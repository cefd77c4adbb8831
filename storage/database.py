"""The database as a whole: opened, migrated, written, read in snapshots, backed up.

What is a database's own is a Place: a file (storage.sqlite) or a server (storage.postgres).
"""

import asyncio
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Protocol

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from storage import facts
from storage.migrations import ForeignTables, NewerSchema, migrate
from storage.news import Heard, Hearing, Line
from storage.postgres import Postgres
from storage.sqlite import SQLite
from storage.unusable import Unusable

__all__ = ["Database", "Place", "Unusable", "backup", "open_database"]

CLOSING_S = 2.0
"""How long those who still use it may take to end when it is closed."""

_ADDRESS = "a database address looks like sqlite:///majlis.db or postgresql://user:password@host/name"


class Place(Protocol):
    """Where the rows are, and what only that kind of place knows."""

    name: str
    """For the host; holds no password."""
    shared: bool
    """Whether several programs may run tables on it."""
    writer: AsyncEngine
    reader: AsyncEngine

    def turn(self) -> AbstractAsyncContextManager[object]:
        """A writer's turn."""

    async def take_migration(self, conn: AsyncConnection) -> None:
        """Let nobody else migrate before this transaction ends."""

    async def hold(self, *, alone: bool) -> bool:
        """Run tables here until closed; whether no other program does. Raises Unusable where others are in the way."""

    async def announce(self, conn: AsyncConnection, line: Line) -> None:
        """Tell the other programs once this transaction commits."""

    async def listen(self, heard: Heard, hearing: Hearing) -> None:
        """Hear what other programs announce, for ever."""

    def only_one(self, what: str) -> AbstractAsyncContextManager[asyncio.Event]:
        """Do something that no other program does meanwhile; the event is set should that be true no more."""

    def reason(self, error: BaseException) -> str:
        """Why it cannot be used: a line without secrets."""

    async def backup(self, path: Path) -> None:
        """Copy everything to a new file. Raises Unusable."""

    async def close(self) -> None:
        """Let go of every connection."""


class Database:
    """An open, migrated database. Close it in the end."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self._inside: set[asyncio.Task[Any] | None] = set()
        self._left = asyncio.Event()
        """Set whenever nobody is inside any more."""

    @property
    def shared(self) -> bool:
        """Whether other programs may run tables on it at the same time."""
        return self.place.shared

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that may write: commits at the end, rolls back on any exception.

        On a shared database others write at the same time: what is read to be written again is locked first
        (storage.locks). Cancelled while it commits, it commits all the same and then passes the cancellation on.
        Transactions do not nest: opening one inside another in the same task raises RuntimeError.
        """
        with self._one_each():
            async with self.place.turn(), self.place.writer.connect() as conn:
                await conn.begin()
                yield conn  # whatever goes wrong here, closing the connection rolls back
                await _to_the_end(conn.commit())

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A snapshot that can only be read; it waits for no writer and no writer waits for it.

        The snapshot is taken by its first statement. It does not nest either.
        """
        with self._one_each():
            async with self.place.reader.connect() as conn:
                await conn.begin()
                yield conn

    async def hold(self, *, alone: bool = False) -> bool:
        """Run tables on this database until it is closed: `alone` while no other program does.

        On one that is not shared that is always so. Gives whether there was nobody else when it began. Raises Unusable
        where another program is in the way.
        """
        return await self.place.hold(alone=alone)

    async def announce(self, conn: AsyncConnection, line: Line) -> None:
        """Tell the other programs on this database, once the transaction commits."""
        await self.place.announce(conn, line)

    async def say(self, line: Line) -> None:
        """Tell the other programs now."""
        if self.shared:
            async with self.write() as conn:
                await self.announce(conn, line)

    async def listen(self, heard: Heard, hearing: Hearing) -> None:
        """Hear what other programs announce, for ever."""
        await self.place.listen(heard, hearing)

    def only_one(self, what: str) -> AbstractAsyncContextManager[asyncio.Event]:
        """Wait until no other program does `what`; none begins before the block's end.

        The event is set should that be true no more, as when the connection breaks: whoever does it must stop.
        """
        return self.place.only_one(what)

    async def close(self) -> None:
        """Let go of every connection, once those who have one have given it back: nobody would close it afterwards."""
        try:
            async with asyncio.timeout(CLOSING_S):
                while self._inside:
                    self._left.clear()
                    await self._left.wait()
        except TimeoutError:
            pass
        finally:
            await self.place.close()

    @contextmanager
    def _one_each(self) -> Iterator[None]:
        task = asyncio.current_task()
        if task in self._inside:
            raise RuntimeError("a transaction inside another one")
        self._inside.add(task)
        try:
            yield
        finally:
            self._inside.discard(task)
            if not self._inside:
                self._left.set()


async def open_database(url: str, *, now: int, create: bool = True) -> Database:
    """Open and migrate the database at an address; a new one, unless not to be made, notes `now` as its birth.

    Addresses are `sqlite:///path` and `postgresql://user:password@host:port/name`. `sqlite:///:memory:` is a file of its
    own that vanishes when closed, so that tests meet the locks and the journal of a real one. Raises Unusable.
    """
    place = await _place(url, create=create)
    database = Database(place)
    try:
        async with database.write() as conn:
            await place.take_migration(conn)
            await conn.run_sync(migrate)
            await facts.keep_first(conn, "created_at", str(now))
        # The first connection of an engine asks the database what it can; whoever was cancelled meanwhile would leave it open.
        async with database.read():
            pass
    except BaseException as error:
        await database.close()
        if isinstance(error, NewerSchema):
            raise Unusable(
                f"{place.name} was written by a newer version of Majlis; update this one"
            ) from error
        if isinstance(error, ForeignTables):
            raise Unusable(f"{place.name} is another program's database") from error
        if isinstance(error, (DBAPIError, OSError)):
            raise Unusable(place.reason(error)) from error
        raise
    return database


async def backup(database: Database, path: Path) -> None:
    """Copy the database as it stands to a new file, compact, while it is in use.

    Nothing is ever overwritten, and no half copy bears the name. Raises Unusable.
    """
    await database.place.backup(path)


async def _place(url: str, *, create: bool) -> Place:
    """Where an address leads, or Unusable; says nothing of what may be a password."""
    try:
        parts = make_url(url)
    except (ArgumentError, ValueError):
        raise Unusable(_ADDRESS) from None
    match parts.drivername:
        case "sqlite" | "sqlite+aiosqlite":
            if parts.host or parts.query or not parts.database:
                raise Unusable(
                    f"{_ADDRESS}; a file has three slashes (four before an absolute path) and no options"
                )
            return await SQLite.at(parts.database, create=create)
        case "postgresql" | "postgres" | "postgresql+asyncpg":
            return await Postgres.at(parts)
        case other:
            raise Unusable(f"{other}:// is no database Majlis knows; {_ADDRESS}")


async def _to_the_end(work: Coroutine[Any, Any, None]) -> None:
    """Run `work` to its end even when cancelled meanwhile, and only then pass the cancellation on."""
    task = asyncio.ensure_future(work)
    interruption: asyncio.CancelledError | None = None
    while not task.done():
        try:
            await asyncio.wait([task])
        except asyncio.CancelledError as cancelled:
            interruption = cancelled
    if interruption:
        raise interruption from task.exception()
    task.result()

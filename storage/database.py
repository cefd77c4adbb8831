"""The database as a whole: opened, migrated, written by one at a time, read in snapshots, backed up.

Everything that is SQLite's own is in this file.
"""

import asyncio
import fcntl
import os
import sqlite3
import tempfile
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from pathlib import Path
from typing import IO, Any, cast

from sqlalchemy import URL, Connection, event, make_url
from sqlalchemy.engine import AdaptedConnection
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from storage import facts
from storage.migrations import ForeignTables, NewerSchema, migrate

_READERS = 4
_BUSY_S = 5.0  # another process (a backup tool, a second start) may hold the file for a moment
_PRIVATE = 0o600  # the file holds the seeds of matches under way and the secret of the cookies
_ADDRESS = "a database address looks like sqlite:///majlis.db"
_DURABLE = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON")
_FLEETING = ("journal_mode = WAL", "synchronous = OFF", "foreign_keys = ON")


class Unusable(Exception):
    """The database cannot be used; the message is one line for the host, without secrets."""


class Database:
    """An open, migrated database. Close it in the end."""

    def __init__(self, file: Path, scratch: tempfile.TemporaryDirectory[str] | None) -> None:
        self.file = file
        self._scratch = scratch
        pragmas = _FLEETING if scratch else _DURABLE
        # A deferred transaction that turns to writing fails at once when another has written meanwhile,
        # so writers say so at the beginning, and readers are held to reading.
        self._writer = _engine(file, 1, pragmas, "BEGIN IMMEDIATE")
        self._reader = _engine(file, _READERS, (*pragmas, "query_only = ON"), "BEGIN")
        self._writing = asyncio.Lock()
        self._lock: IO[bytes] | None = None
        self._inside: set[asyncio.Task[Any] | None] = set()

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that may write: commits at the end, rolls back on any exception.

        Cancelled while it commits, it commits all the same and then passes the cancellation on.
        Transactions do not nest: opening one inside another in the same task raises RuntimeError.
        """
        with self._one_each():
            async with self._writing, self._writer.connect() as conn:
                await conn.begin()
                yield conn  # whatever goes wrong here, closing the connection rolls back
                await _to_the_end(conn.commit())

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A snapshot that can only be read; it waits for no writer and no writer waits for it.

        The snapshot is taken by its first statement. It does not nest either.
        """
        with self._one_each():
            async with self._reader.connect() as conn:
                await conn.begin()
                yield conn

    def hold_alone(self) -> None:
        """Keep every other program that runs tables off this database until closed. Raises Unusable."""
        file = self.file.resolve()
        try:
            self._lock = file.with_name(f"{file.name}.lock").open("ab")
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Unusable(f"another Majlis is running on {self.file}") from None
        except OSError as error:
            raise Unusable(_reason(self.file, error)) from error

    async def close(self) -> None:
        """Let go of every connection."""
        if self._lock:
            self._lock.close()
        await self._reader.dispose()
        await self._writer.dispose()  # last, so that it folds the journal into the file
        if self._scratch:
            self._scratch.cleanup()

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


async def open_database(url: str, *, now: int, create: bool = True) -> Database:
    """Open and migrate the database at `sqlite:///path`; a new one, unless not to be made, notes `now` as its birth.

    `sqlite:///:memory:` is a file of its own that vanishes when closed, so that tests meet the locks and
    the journal of a real one. Raises Unusable.
    """
    name = _file_name(url)
    scratch = tempfile.TemporaryDirectory(prefix="majlis-") if name == ":memory:" else None
    file = Path(scratch.name, "majlis.db") if scratch else Path(name)
    await asyncio.to_thread(_prove_usable, file, create=create)
    database = Database(file, scratch)
    try:
        async with database.write() as conn:
            await conn.run_sync(migrate)
            await facts.keep_first(conn, "created_at", str(now))
    except BaseException as error:
        await database.close()
        if isinstance(error, (DBAPIError, sqlite3.Error, NewerSchema, ForeignTables)):
            raise Unusable(_reason(file, error)) from error
        raise
    return database


async def backup(database: Database, path: Path) -> None:
    """Copy the database as it stands to a new file, compact, while it is in use.

    Nothing is ever overwritten, and no half copy bears the name. Raises Unusable.
    """
    await asyncio.to_thread(_backup, database.file, path)


def _file_name(url: str) -> str:
    """The file a database address names, or Unusable; says nothing of what may be a password."""
    try:
        parts = make_url(url)
    except (ArgumentError, ValueError):
        raise Unusable(_ADDRESS) from None
    if parts.drivername not in ("sqlite", "sqlite+aiosqlite"):
        raise Unusable(f"{parts.drivername}:// is no database Majlis knows; {_ADDRESS}")
    if parts.host or parts.query or not parts.database:
        raise Unusable(f"{_ADDRESS}, with three slashes (four before an absolute path) and no options")
    return parts.database


def _prove_usable(file: Path, *, create: bool) -> None:
    """Make the file if need be and take its write lock once, so that trouble shows before the engines start."""
    try:
        if file.exists() and not file.is_file():
            raise Unusable(f"{file} is not a file")
        if not create and not file.exists():
            raise Unusable(f"there is no database {file}")
        if not file.parent.is_dir():
            raise Unusable(f"cannot use {file}: the folder {file.parent} does not exist")
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, _PRIVATE))
        with closing(sqlite3.connect(file, timeout=_BUSY_S, isolation_level=None)) as conn:
            conn.execute("PRAGMA journal_mode = WAL")
            conn.execute("BEGIN IMMEDIATE")
    except (OSError, ValueError, sqlite3.Error) as error:
        raise Unusable(_reason(file, error)) from error


def _reason(file: Path, error: BaseException) -> str:
    if isinstance(error, NewerSchema):
        return f"{file} was written by a newer version of Majlis; update this one"
    if isinstance(error, ForeignTables):
        return f"{file} is another program's database"
    if isinstance(error, DBAPIError):
        error = error.orig or error
    why = error.strerror if isinstance(error, OSError) else error
    return f"cannot use {file}: {why}"


def _engine(file: Path, size: int, pragmas: tuple[str, ...], begin: str) -> AsyncEngine:
    engine = create_async_engine(
        URL.create("sqlite+aiosqlite", database=str(file)),
        hide_parameters=True,  # a statement's values, a seed among them, must not reach errors and logs
        pool_size=size,
        max_overflow=0,
        # No isolation level: the driver then begins nothing by itself.
        connect_args={"isolation_level": None, "timeout": _BUSY_S},
    )

    @event.listens_for(engine.sync_engine, "connect")
    def prepare(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
        with closing(connection.cursor()) as cursor:
            for pragma in pragmas:
                cursor.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine.sync_engine, "begin")
    def begin_explicitly(conn: Connection) -> None:
        # Straight to the driver: one trip to its thread, where a statement of Core's takes three.
        adapted = cast(AdaptedConnection, conn.connection.dbapi_connection)
        adapted.run_async(lambda driver: driver.execute(begin))

    return engine


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


def _backup(file: Path, path: Path) -> None:
    part = path.with_name(path.name + ".part")
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _PRIVATE))  # the name is ours
    except FileExistsError:
        raise Unusable(f"{path} is there already; a backup overwrites nothing") from None
    except (OSError, ValueError) as error:
        raise Unusable(_reason(path, error)) from error
    try:
        os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, _PRIVATE))
        with closing(sqlite3.connect(file, timeout=_BUSY_S, isolation_level=None)) as conn:
            conn.execute("VACUUM INTO ?", (str(part),))
        _sync(part)
        part.replace(path)
    except BaseException as error:
        for leftover in (part, path):
            with suppress(OSError):
                leftover.unlink()
        if isinstance(error, (OSError, sqlite3.Error)):
            raise Unusable(_reason(path, error)) from error
        raise


def _sync(file: Path) -> None:
    handle = os.open(file, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)

"""What is SQLite's own: one file, written by one at a time; nobody else runs tables on it."""

import asyncio
import fcntl
import logging
import os
import sqlite3
import tempfile
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing, suppress
from functools import partial
from pathlib import Path
from typing import IO, cast

import aiosqlite
from sqlalchemy import URL, Connection, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from storage import driver
from storage.news import Line
from storage.unusable import Unusable

_READERS = 4
_BUSY_S = 5.0  # another process (a backup tool, a second start) may hold the file for a moment
_PRIVATE = 0o600  # the file holds the seeds of matches under way and the secret of the cookies
_DURABLE = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON")
_FLEETING = ("journal_mode = WAL", "synchronous = OFF", "foreign_keys = ON")


class SQLite:
    """A database file (storage.database.Place)."""

    shared = False

    def __init__(self, file: Path, scratch: "tempfile.TemporaryDirectory[str] | None" = None) -> None:
        self.file = file
        self.name = f"sqlite:///{file}"
        self._scratch = scratch
        pragmas = _FLEETING if scratch else _DURABLE
        # A deferred transaction that turns to writing fails at once when another has written meanwhile,
        # so writers say so at the beginning, and readers are held to reading.
        self.writer = _engine(file, 1, pragmas, "BEGIN IMMEDIATE")
        self.reader = _engine(file, _READERS, (*pragmas, "query_only = ON"), "BEGIN")
        self._writing = asyncio.Lock()
        self._lock: IO[bytes] | None = None

    @classmethod
    async def at(cls, name: str, *, create: bool) -> "SQLite":
        """The file of this name, made if need be; `:memory:` is one that vanishes when closed. Raises Unusable."""
        logging.getLogger("aiosqlite").setLevel(logging.WARNING)  # it would note statements with their values
        scratch = tempfile.TemporaryDirectory(prefix="majlis-") if name == ":memory:" else None
        file = Path(scratch.name, "majlis.db") if scratch else Path(name)
        await asyncio.to_thread(_prove_usable, file, create=create)
        return cls(file, scratch)

    def turn(self) -> AbstractAsyncContextManager[object]:
        """A writer's turn."""
        return self._writing

    async def take_migration(self, conn: AsyncConnection) -> None:
        """Whoever writes is alone anyway."""

    async def hold(self, *, alone: bool) -> bool:  # noqa: ARG002 only one program may run tables on a file
        """Keep every other program that runs tables off this file until closed. Raises Unusable."""
        file = self.file.resolve()
        try:
            self._lock = file.with_name(f"{file.name}.lock").open("ab")
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Unusable(f"another Majlis is running on {self.file}") from None
        except OSError as error:
            raise Unusable(self.reason(error)) from error
        return True

    async def announce(self, conn: AsyncConnection, line: Line) -> None:
        """Nobody else is there to be told."""

    async def listen(self, _heard: object, _hearing: object) -> None:
        """Nobody else is there to be heard."""
        await asyncio.Event().wait()

    @asynccontextmanager
    async def only_one(self, _what: str) -> AsyncIterator[asyncio.Event]:
        """Whoever runs tables on a file is the only one anyway."""
        yield asyncio.Event()

    def reason(self, error: BaseException) -> str:
        """Why the file cannot be used, in a line."""
        return _reason(self.file, error)

    async def close(self) -> None:
        """Let go of every connection."""
        if self._lock:
            self._lock.close()
        await self.reader.dispose()
        await self.writer.dispose()  # last, so that it folds the journal into the file
        if self._scratch:
            self._scratch.cleanup()

    async def backup(self, path: Path) -> None:
        """Copy the database as it stands to a new file, compact, while it is in use. Raises Unusable."""
        await asyncio.to_thread(_backup, self.file, path)


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
    if isinstance(error, DBAPIError):
        error = error.orig or error
    why = error.strerror if isinstance(error, OSError) else error
    return f"cannot use {file}: {why}"


def _engine(file: Path, size: int, pragmas: tuple[str, ...], begin: str) -> AsyncEngine:
    async def connected() -> aiosqlite.Connection:
        return await driver.Connection(partial(_connect, file, pragmas), begin)

    engine = create_async_engine(
        URL.create("sqlite+aiosqlite", database=str(file)),
        hide_parameters=True,  # a statement's values, a seed among them, must not reach errors and logs
        pool_size=size,
        max_overflow=0,
        async_creator=connected,
    )

    @event.listens_for(engine.sync_engine, "begin")
    def begin_explicitly(conn: Connection) -> None:
        cast(driver.Connection, conn.connection.driver_connection).begin()

    return engine


def _connect(file: Path, pragmas: tuple[str, ...]) -> sqlite3.Connection:
    """Open the file and set it up: on one trip, since who is cancelled between two would leave a connection behind."""
    # No isolation level: the driver then begins nothing by itself.
    conn = sqlite3.connect(file, isolation_level=None, timeout=_BUSY_S)
    try:
        for pragma in pragmas:
            conn.execute(f"PRAGMA {pragma}")
    except BaseException:
        conn.close()
        raise
    return conn


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
        sync(part)
        part.replace(path)
    except BaseException as error:
        for leftover in (part, path):
            with suppress(OSError):
                leftover.unlink()
        if isinstance(error, (OSError, sqlite3.Error)):
            raise Unusable(_reason(path, error)) from error
        raise


def sync(file: Path) -> None:
    """Bring a file, or the names in a folder, to the disk for good. Raises OSError."""
    handle = os.open(file, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)

"""SQLite's driver, off the event loop: aiosqlite's, with one trip to its thread for each statement.

A trip wakes another thread and then the loop again, and costs more than most statements. aiosqlite takes one to make a cursor,
one to execute, one to fetch and one to close it, and SQLAlchemy one more to begin and one to roll back what has been committed; while one
transaction waits for its trips, all other writers wait for it.
"""

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from enum import Enum, auto
from functools import partial
from typing import Any, Self

import aiosqlite

AHEAD = 1_000
"""Rows that come with the statement itself."""


class _Transaction(Enum):
    NONE = auto()
    ASKED = auto()
    BEGUN = auto()


class Connection(aiosqlite.Connection):
    """A connection whose transactions begin with their first statement, on the same trip."""

    def __init__(self, connect: Callable[[], sqlite3.Connection], begin: str) -> None:
        super().__init__(connect, AHEAD)
        self._thread.daemon = True  # a program that ends in disorder does not wait for it
        self._begin = begin
        # What has been sent counts as begun, whether the thread has come to it or not, until it says that it could not.
        self._transaction = _Transaction.NONE

    def begin(self) -> None:
        """Begin a transaction before the next statement."""
        self._transaction = _Transaction.ASKED

    async def create_function(self, *_args: Any, **_named: Any) -> None:
        """SQLAlchemy would teach every connection REGEXP, which no statement of ours uses: no trip for that."""

    def cursor(self) -> "Cursor":  # type: ignore[override]
        """Make something that executes and fetches."""
        return Cursor(self)

    async def commit(self) -> None:
        """Keep what the transaction did; should that fail, it is still under way. Raises sqlite3.Error."""
        await self._end(super().commit)

    async def rollback(self) -> None:
        """Drop what the transaction did, if there is one. Raises sqlite3.Error."""
        await self._end(super().rollback)

    async def _end(self, end: Callable[[], Any]) -> None:
        if self._transaction is _Transaction.BEGUN:
            await end()
        self._transaction = _Transaction.NONE

    async def trip(self, work: Callable[[sqlite3.Connection], None]) -> None:
        """Let the thread do something, inside the transaction if one was asked for. Raises sqlite3.Error."""
        first = self._transaction is _Transaction.ASKED
        if first:
            self._transaction = _Transaction.BEGUN

        def there() -> None:
            if first:
                try:
                    self._conn.execute(self._begin)
                except sqlite3.Error:  # what follows must not run outside of any transaction
                    self._transaction = _Transaction.ASKED
                    raise
            work(self._conn)

        await self._execute(there)  # type: ignore[no-untyped-call]


class Cursor:
    """Executes a statement and comes back with its rows, the first AHEAD of them if there are many (as SQLAlchemy reads a cursor)."""

    arraysize = 1

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._cursor: sqlite3.Cursor | None = None
        self._rows: list[Any] = []
        self.description: Any = None
        self.rowcount = -1
        self.lastrowid: int | None = None

    async def __aenter__(self) -> Self:
        return self

    async def execute(self, sql: str, values: Sequence[Any] = ()) -> Self:
        """Execute a statement. Raises sqlite3.Error."""
        await self._connection.trip(partial(self._begin, lambda cursor: cursor.execute(sql, values)))
        return self

    async def executemany(self, sql: str, rows: Iterable[Sequence[Any]]) -> Self:
        """Execute a statement for each row of values. Raises sqlite3.Error."""
        await self._connection.trip(partial(self._begin, lambda cursor: cursor.executemany(sql, rows)))
        return self

    def _begin(self, execute: Callable[[sqlite3.Cursor], Any], conn: sqlite3.Connection) -> None:
        self._cursor = cursor = conn.cursor()
        try:
            execute(cursor)
            self.description, self.rowcount = cursor.description, cursor.rowcount
            self.lastrowid = cursor.lastrowid
            self._rows = []
            self._more(AHEAD, conn)
        except BaseException:
            self._end(conn)
            raise

    def _more(self, wanted: int, conn: sqlite3.Connection) -> None:
        if self._cursor:
            found = self._cursor.fetchmany(wanted)
            self._rows += found
            if len(found) < wanted:
                self._end(conn)

    def _end(self, _conn: sqlite3.Connection) -> None:
        if self._cursor:
            self._cursor.close()
            self._cursor = None

    async def fetchmany(self, size: int = arraysize) -> list[Any]:
        """The next rows, at most so many. Raises sqlite3.Error."""
        if self._cursor and len(self._rows) < size:
            await self._connection.trip(partial(self._more, max(size, AHEAD)))
        given, self._rows = self._rows[:size], self._rows[size:]
        return given

    async def fetchall(self) -> list[Any]:
        """All rows that are left. Raises sqlite3.Error."""
        while self._cursor:
            await self._connection.trip(partial(self._more, AHEAD))
        given, self._rows = self._rows, []
        return given

    async def close(self) -> None:
        """Drop what has not been fetched."""
        if self._cursor:
            await self._connection.trip(self._end)

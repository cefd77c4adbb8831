"""The database as a whole: opened, migrated, written by one at a time, read in snapshots, backed up.

Everything that is SQLite's own is in this file.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from sqlalchemy.ext.asyncio import AsyncConnection


class Unusable(Exception):  # noqa: N818 named for what it says
    """The database cannot be used; the message is one line for the host, without secrets."""


class Database:
    """An open, migrated database. Close it in the end."""

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that may write: commits at the end, rolls back on any exception.

        Transactions do not nest: opening one inside another in the same task raises RuntimeError.
        """
        raise NotImplementedError
        yield

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A snapshot that can only be read; it waits for no writer and none waits for it."""
        raise NotImplementedError
        yield

    async def close(self) -> None:
        """Let go of every connection."""
        raise NotImplementedError


async def open_database(url: str, *, now: int) -> Database:
    """Open and migrate the database at `sqlite:///path` (`sqlite:///:memory:` is gone once closed).

    Raises Unusable.
    """
    raise NotImplementedError


async def backup(database: Database, path: Path) -> None:
    """Copy the database as it is now to a new file while it is in use. Raises Unusable, e.g. if `path` exists."""
    raise NotImplementedError

"""A backup put in the database's place: looked through first, and what stood there before is kept beside it."""

import asyncio
import fcntl
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from storage import ledger
from storage.database import open_database
from storage.sqlite import sync
from storage.unusable import Unusable

_BESIDE = ("-wal", "-shm", "-journal")
"""What SQLite may leave beside a file. Lying beside another one, they would be taken for its own and break it."""

_PRIVATE = 0o600


class Restored(NamedTuple):
    """The database's file, where the former one is now (None: there was none), and the books of what stands there."""

    file: Path
    aside: Path | None
    books: ledger.Audit


async def restore(url: str, backup: Path, now: int) -> Restored:
    """Put a backup in the place of the database at `sqlite:///path`, brought up to this version.

    Nothing is changed unless the backup is whole, is Majlis's and its books are right; the backup itself never is.
    Raises Unusable; also where Majlis is running on the database.
    """
    file = _file(url)
    with _alone(file):
        part = file.with_name(f"{file.name}.restoring")
        try:
            await asyncio.to_thread(_copy, backup, part)
            books = await _looked_through(part, backup, now)
            aside = await asyncio.to_thread(_put, part, file, now)
        finally:
            for leftover in (part, *_beside(part)):
                leftover.unlink(missing_ok=True)
    return Restored(file, aside, books)


def _file(url: str) -> Path:
    try:
        parts = make_url(url)
    except (ArgumentError, ValueError):
        parts = None
    if (
        parts is None
        or parts.get_backend_name() != "sqlite"
        or not parts.database
        or parts.database == ":memory:"
    ):
        raise Unusable("only a database in a file can be restored so; for PostgreSQL there is pg_restore")
    return Path(parts.database).resolve()  # behind a link is where it is to be kept


@contextmanager
def _alone(file: Path) -> Iterator[None]:
    """While no Majlis runs on the file, nor begins to."""
    try:
        with file.with_name(f"{file.name}.lock").open("ab") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            yield
    except BlockingIOError:
        raise Unusable(f"Majlis is running on {file}; stop it first") from None
    except OSError as error:
        raise Unusable(f"cannot restore {file}: {error.strerror or error}") from None


def _beside(file: Path) -> tuple[Path, ...]:
    return tuple(file.with_name(file.name + end) for end in _BESIDE)


def _copy(backup: Path, part: Path) -> None:
    """A copy in one file, whole by SQLite's own word; with what lies beside a file that was copied as it was in use."""
    if not backup.is_file():
        raise Unusable(f"there is no backup {backup}")
    os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, _PRIVATE))
    shutil.copyfile(backup, part)
    for source, target in zip(_beside(backup), _beside(part), strict=True):
        target.unlink(missing_ok=True)
        if source.exists() and not source.name.endswith("-shm"):
            shutil.copyfile(source, target)
    try:
        with closing(sqlite3.connect(part, isolation_level=None)) as conn:
            conn.execute("PRAGMA journal_mode = DELETE")
            found = [row[0] for row in conn.execute("PRAGMA integrity_check(1)")]
            orphans = conn.execute("PRAGMA foreign_key_check").fetchone()
    except sqlite3.Error as error:
        raise Unusable(f"{backup} is not whole: {error}") from None
    if found != ["ok"] or orphans:
        raise Unusable(f"{backup} is not whole: {found[0] if found != ['ok'] else 'rows are missing'}")


async def _looked_through(part: Path, backup: Path, now: int) -> ledger.Audit:
    if not await asyncio.to_thread(_has_tables, part):
        raise Unusable(f"{backup} is empty")
    try:
        database = await open_database(f"sqlite:///{part}", now=now, create=False)
    except Unusable as error:
        raise Unusable(str(error).replace(str(part), str(backup))) from None
    try:
        async with database.read() as conn:
            books = await ledger.audit(conn)
    finally:
        await database.close()
    if not books.sound:
        raise Unusable(f"the books in {backup} are wrong ({books.findings[0].fault}); it is left where it is")
    return books


def _has_tables(part: Path) -> bool:
    with closing(sqlite3.connect(part)) as conn:
        return bool(conn.execute("SELECT 1 FROM sqlite_master").fetchone())


def _put(part: Path, file: Path, now: int) -> Path | None:
    """The new file in place of the old one, which goes aside with what lies beside it."""
    when = datetime.fromtimestamp(now / 1000, UTC)
    aside = file.with_name(f"{file.name}.before-{when:%Y%m%d-%H%M%S}")
    old = file.exists()
    if aside.exists():
        raise Unusable(f"{aside} is there already")
    if old:
        _keep_as_well(file, aside)
    for beside, kept in zip(_beside(file), _beside(aside), strict=True):
        with suppress(FileNotFoundError):
            beside.replace(kept)
    sync(part)
    part.replace(file)
    sync(file.parent)
    return aside if old else None


def _keep_as_well(file: Path, aside: Path) -> None:
    """Under another name too, so that at no moment there is nothing under its own; not every disk can do that."""
    try:
        aside.hardlink_to(file)
    except OSError:
        shutil.copy2(file, aside)

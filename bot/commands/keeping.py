"""Commands about the database as a whole: copied, put back, and its books proved."""

import argparse
import asyncio
from pathlib import Path

from bot import running
from bot.commands.common import CannotDo, say, settings_told, with_database
from storage import ledger as books
from storage import moving, restoring
from storage.database import Database, open_database
from storage.database import backup as copy


def backup(arguments: argparse.Namespace) -> int:
    """Copy the database while the program runs."""

    async def work(database: Database) -> None:
        await copy(database, Path(arguments.file))

    with_database(work)
    say(f"backed up to {arguments.file}")
    return 0


def restore(arguments: argparse.Namespace) -> int:
    """Put a backup in the database's place; Majlis must not run meanwhile."""
    database = settings_told().database
    done = asyncio.run(restoring.restore(database, Path(arguments.file), running.now_ms()))
    say(
        f"{done.file} is as it was in {arguments.file}; {_counted(done.books.transfers, 'transfer')}, the books are right"
    )
    if done.aside:
        say(f"what stood there before is in {done.aside}")
    return 0


def move(arguments: argparse.Namespace) -> int:
    """Copy everything into a database that is empty, and prove that it is all there; Majlis must not run meanwhile."""
    target = arguments.target or settings_told().database
    if target == arguments.source:
        raise CannotDo("both addresses are the same; nothing was moved")

    async def work() -> tuple[list[moving.Moved], str]:
        source = await open_database(arguments.source, now=running.now_ms(), create=False)
        try:
            new = await open_database(target, now=running.now_ms())
            try:
                return await moving.move(source, new), new.place.name
            finally:
                await new.close()
        finally:
            await source.close()

    moved, where = asyncio.run(work())
    say(*(f"{found.table}: {_counted(found.rows, 'row')}, {found.digest}" for found in moved if found.rows))
    say(f"{where} holds the same; the books are right")
    return 0


def ledger(_: argparse.Namespace) -> int:
    """Prove the books; 1 where a sum or a balance is wrong."""

    async def work(database: Database) -> books.Audit:
        async with database.read() as conn:
            return await books.audit(conn)

    audit = with_database(work)
    accounts, transfers = _counted(audit.accounts, "account"), _counted(audit.transfers, "transfer")
    say(f"{accounts}, {transfers}, {_counted(audit.circulating, 'pearl')} with players and tables")
    say(
        *(
            f"{found.fault}: {found.id}: {found.expected} expected, {found.found} found"
            for found in audit.findings
        )
    )
    say("the books are right" if audit.sound else "the books are WRONG")
    return 0 if audit.sound else 1


def _counted(n: int, what: str) -> str:
    return f"{n} {what}" if n == 1 else f"{n} {what}s"

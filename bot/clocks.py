"""One task that sleeps until the nearest time anything is due at any table, and lets the house do it.

The times are in the database, so nothing is forgotten over a restart. The task is woken early when a table gets
an earlier time than the one it sleeps for. Where programs share the database, each claims for a moment what it is about
to do: what one that dies had claimed is another's soon after.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import NamedTuple

from bot.table import Table
from bot.tables import Tables
from storage import timers
from storage.database import Database

log = logging.getLogger(__name__)

BATCH = 100
"""Tables taken up in one go."""

LONGEST_SLEEP_MS = 30_000
"""Wake at least so often, should another program have changed a table."""

LONGEST_SHARED_SLEEP_MS = 2_000
"""The same where programs share the tables, and one that has died is to be replaced."""

CLAIM_MS = 5_000
"""So long a table that is due is one program's: longer than the computer thinks, short enough to be waited for."""

RETRY_MS = 500
"""The sleep while some table has failed or is slow, whose time would otherwise always be the nearest."""

AFTER_FAILURE_MS = 5_000
"""A table whose turn failed is left alone for so long, and twice as long after each further failure."""

PATIENCE_MS = 60_000
"""The longest it is left alone."""


class _Failure(NamedTuple):
    """How long a table was left alone, and until when."""

    wait_ms: int
    until: int


class Clocks:
    """The house's alarm clock."""

    def __init__(self, database: Database, tables: Tables, now: Callable[[], int]) -> None:
        self._database = database
        self._tables = tables
        self._now = now
        self._sleeps_until: int | None = None
        self._earlier = asyncio.Event()
        self._failed: dict[int, _Failure] = {}
        self._busy: dict[int, asyncio.Task[None]] = {}

    def changed(self, table: Table) -> None:
        """Wake up early for a table that is due earlier; a listener of bot.tables.Tables."""
        self._failed.pop(table.id, None)  # it has just gone on
        if table.wake_at is not None and (self._sleeps_until is None or table.wake_at < self._sleeps_until):
            self._earlier.set()

    async def run(self) -> None:
        """Do what is due, for ever; what cannot be done now is tried again, and a slow table delays no other."""
        try:
            while True:
                try:
                    if not await self._begin_due():
                        await self._sleep()
                except Exception:
                    log.exception("the house's clock stumbled; trying again in %s ms", RETRY_MS)
                    await asyncio.sleep(RETRY_MS / 1000)
        finally:
            for task in self._busy.values():
                task.cancel()

    async def do_due(self) -> int:
        """Do everything due now to its end, and say at how many tables that was."""
        begun = await self._begin_due()
        await asyncio.gather(*self._busy.values())
        return begun

    async def _begin_due(self) -> int:
        self._earlier.clear()
        now = self._now()
        set_aside = {table for table, failure in self._failed.items() if failure.until > now} | set(
            self._busy
        )
        due = await self._due(now, set_aside)
        for table in due:
            self._busy[table] = asyncio.create_task(self._tick(table, now))
        return len(due)

    async def _due(self, now: int, set_aside: set[int]) -> list[int]:
        """The tables to be taken up now."""
        room = BATCH - len(self._busy)
        if self._database.shared:
            async with self._database.write() as conn:
                return await timers.claim(conn, now, now + CLAIM_MS, room, set_aside)
        async with self._database.read() as conn:
            due = await timers.due(conn, now, BATCH + len(set_aside))
        return [table for table in due if table not in set_aside][:room]

    async def _tick(self, table: int, now: int) -> None:
        try:
            await self._tables.tick(table, now)
            self._failed.pop(table, None)
        except Exception:
            before = self._failed.get(table)
            wait = min(2 * before.wait_ms, PATIENCE_MS) if before else AFTER_FAILURE_MS
            self._failed[table] = _Failure(wait, self._now() + wait)
            log.exception("table %s could not go on; trying again in %s ms", table, wait)
        finally:
            del self._busy[table]
            self._earlier.set()

    async def _sleep(self) -> None:
        async with self._database.read() as conn:
            nearest = await timers.next_wake(conn, self._now())
        now = self._now()
        longest = LONGEST_SHARED_SLEEP_MS if self._database.shared else LONGEST_SLEEP_MS
        waiting = self._failed or self._busy
        latest = now + (RETRY_MS if waiting else longest)
        self._sleeps_until = latest if nearest is None or waiting else min(max(nearest, now), latest)
        try:
            async with asyncio.timeout((self._sleeps_until - now) / 1000):
                await self._earlier.wait()
        except TimeoutError:
            return
        finally:
            self._sleeps_until = None

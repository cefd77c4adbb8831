"""The task that pairs those who wait: woken by who joins, and by the nearest time at which anything changes."""

import asyncio
import logging
from collections.abc import Sequence

from bot.company.announcing import announce, offer_computer, tell_not_met, tell_stale
from bot.company.desk import Company
from bot.company.pairing import pair
from bot.company.queue import OFFER_MS, next_fit
from bot.table import Stage, Table
from storage import waiting
from storage.waiting import WaitingRow

log = logging.getLogger(__name__)

LONGEST_SLEEP_MS = 60_000
AFTER_FAILURE_S = 1.0


class Matchmaker:
    """Goes round among those who wait."""

    def __init__(self, company: Company) -> None:
        self._company = company
        self._queue = company.queue

    def changed(self, table: Table) -> None:
        """Tell two strangers who did not come together; a listener of bot.tables.Tables."""
        if table.queued and table.stage is Stage.CLOSED and table.match is None:
            for at in table.seats:
                if at and at.ready:
                    self._queue.seen[at.player] = self._company.now()
            self._queue.spawn(tell_not_met(self._company, table))
            self._queue.bell.set()

    async def run(self) -> None:
        """Go round, for ever."""
        try:
            while True:
                self._queue.bell.clear()
                try:
                    wake_at = await self.round()
                except Exception:
                    log.exception("the matchmaker stumbled; trying again")
                    await asyncio.sleep(AFTER_FAILURE_S)
                    continue
                await self._sleep(wake_at)
        finally:
            self._queue.stop()

    async def round(self) -> int | None:
        """Everything that is due now; when the next thing is, None for nothing."""
        company = self._company
        for row in await self._rows():
            if self._queue.is_gone(row, company.now()):
                await self._let_go(row)
        for choice in {row.choice for row in await self._rows()}:
            announce(company, await pair(company, choice))
        rows, now = await self._rows(), company.now()
        for row in rows:
            if not row.offered and now - row.since >= OFFER_MS:
                await self._offer(row)
        self._queue.forget({row.player_id for row in rows}, now)
        return self._next(rows, now)

    def _next(self, rows: Sequence[WaitingRow], now: int) -> int | None:
        times = [self._queue.gone_at(row, now) for row in rows]
        times += [row.since + OFFER_MS for row in rows if row.since + OFFER_MS > now]
        for choice in {row.choice for row in rows}:
            at = next_fit([row for row in rows if row.choice == choice], now)
            times += [] if at is None else [at]
        return min(times, default=None)

    async def _sleep(self, wake_at: int | None) -> None:
        now = self._company.now()
        until = now + LONGEST_SLEEP_MS if wake_at is None else min(wake_at, now + LONGEST_SLEEP_MS)
        try:
            async with asyncio.timeout(max(0, until - now) / 1000):
                await self._queue.bell.wait()
        except TimeoutError:
            return

    async def _rows(self) -> list[WaitingRow]:
        async with self._company.database.read() as conn:
            return await waiting.everybody(conn)

    async def _let_go(self, row: WaitingRow) -> None:
        async with self._company.database.write() as conn:
            left = await waiting.leave(conn, row.player_id)
        if left:
            self._queue.spawn(tell_stale(self._company, row.player_id))

    async def _offer(self, row: WaitingRow) -> None:
        async with self._company.database.write() as conn:
            noted = await waiting.note_offer(conn, row.player_id)
        if noted:
            self._queue.spawn(offer_computer(self._company, row.player_id))

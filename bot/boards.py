"""Boards in chats: a worker for each place shows the newest state of its tables, one call after the other.

Whatever is asked for meanwhile is only noted; when a place's budget allows the next call, the table is read and drawn
as it is then. A screen's row is written by its worker alone. What fails stays older than its table in the
database, and is shown later, after a restart too.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextlib import AbstractAsyncContextManager
from functools import partial
from typing import Any, Protocol

from sqlalchemy.exc import SQLAlchemyError

from bot.logs import about
from bot.metrics import BOARDS_SKIPPED
from bot.table import Table
from bot.tables import Tables
from bot.wishes import Place, Wish
from storage import screens
from storage.database import Database
from storage.screens import ScreenRow

log = logging.getLogger(__name__)

SWEEP_S = 60.0
BATCH = 500

_CANNOT = "table %s cannot be shown on %s"

AFTER_FAULT_S = 5.0
"""How long a board is left alone that a fault of ours, such as a full disk, has kept from being shown."""

GOODBYE_S = 1.0
"""How long calls under way may take to come to their end."""


class Chats(Protocol):
    """What a platform does about its places."""

    platform: str
    refusals: tuple[type[Exception], ...]
    """What its calls raise where they are refused; whatever else is raised is a bug."""

    def turn(self, place: str, there: Place) -> AbstractAsyncContextManager[None]:
        """Wait for the place's turn to call."""

    def code_of(self, row: ScreenRow) -> str:
        """The code of the table on a screen; empty where another process looks after it."""

    async def look_after(self, table: int, place: str, wish: Wish) -> None:
        """Show a table as it is now. Raises one of `refusals`."""

    async def failed(self, table: int, place: str, wish: Wish, there: Place, error: Exception) -> None:
        """Do something about a refusal."""

    async def unanswered(self, ticket: object) -> None:
        """What asked for a board is not answered with it: another that asked later is, or nothing is."""


HandOn = Callable[[str, int, Wish], Coroutine[Any, Any, None]]
"""Given a place, a table and what is wished there."""


class Boards:
    """All boards of one platform."""

    def __init__(self, chats: Chats, database: Database, tables: Tables) -> None:
        self._chats = chats
        self._database = database
        self._tables = tables
        self._places: dict[str, Place] = {}
        self._changed: dict[int, str] = {}
        self._put_off: dict[tuple[str, int], asyncio.TimerHandle] = {}
        self._news = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing = False
        self.elsewhere: HandOn | None = None
        """Where another program shows the boards: what tells it of wishes. It hears by itself of tables that change."""

    @property
    def idle(self) -> bool:
        """Whether everything that was asked for is shown."""
        return not (self._places or self._news.is_set() or self._put_off or self._tasks)

    def changed(self, table: Table) -> None:
        """Show a table's new state wherever it is shown; a listener of bot.tables.Tables."""
        self.heard(table.id, table.code)

    def heard(self, table: int, code: str) -> None:
        """Show the new state of a table that only another program keeps; likewise a listener."""
        if self.elsewhere is None:
            self._changed[table] = code
            self._news.set()

    def wish(
        self,
        place: str,
        table: int,
        code: str,
        *,
        anew: bool = False,
        adopt: int | None = None,
        unsure: bool = False,
        ticket: object | None = None,
    ) -> None:
        """Look after a table's screen in a place soon."""
        if self.elsewhere:
            self.spawn(self.elsewhere(place, table, Wish(code, anew, adopt)))
            return
        there = self._places.setdefault(place, Place())
        if table in there.wishes:
            BOARDS_SKIPPED.labels(self._chats.platform).inc()
        wish = there.wishes.setdefault(table, Wish(code))
        wish.anew = wish.anew or anew
        wish.adopt = adopt or wish.adopt
        wish.unsure = wish.unsure or unsure
        if ticket is not None:
            if wish.ticket is not ticket:
                self._let_go(wish.ticket)
            wish.ticket = ticket
            there.hurry.set()
        if there.task is None:
            there.task = self.spawn(self._work(place, there))

    async def tried(self, place: str) -> None:
        """Wait until everything wished for in a place has been done, or given up."""
        there = self._places.get(place)
        if there and there.task:
            await asyncio.wait([there.task])

    def forget(self, place: str) -> None:
        """Nothing is shown there any more under this name."""
        if gone := self._places.pop(place, None):
            gone.wishes.clear()

    def later(self, seconds: float, place: str, table: int, code: str, **wished: Any) -> None:
        """Look again after a while, with what else is wished (`wish`); a wish that comes earlier does the same."""
        if (place, table) not in self._put_off:
            loop = asyncio.get_running_loop()
            again = partial(self._again, place, table, code, **wished)
            self._put_off[place, table] = loop.call_later(seconds, again)
        else:
            self._let_go(wished.get("ticket"))

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Let something be done beside everything else; it ends with the boards."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def run(self) -> None:
        """Hand changes on, for ever; and every now and then look for screens that were left behind."""
        self._closing = False
        sweeper = asyncio.create_task(self._sweep())
        try:
            while True:
                await self._news.wait()
                while self._changed:
                    await self._spread_one(*self._changed.popitem())
                self._news.clear()
        finally:
            sweeper.cancel()
            await asyncio.gather(sweeper, return_exceptions=True)

    def rest(self) -> None:
        """Begin no further call; those under way go on."""
        self._closing = True

    async def close(self) -> None:
        """Stop showing; what is not shown yet will be after the next start."""
        self.rest()
        for timer in self._put_off.values():
            timer.cancel()
        self._put_off.clear()
        for there in self._places.values():
            for wish in there.wishes.values():
                self._let_go(wish.ticket)
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=GOODBYE_S)
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # --- inside -------------------------------------------------------------------------------------------------

    async def _spread_one(self, table: int, code: str) -> None:
        try:
            async with self._database.read() as conn:
                rows = await screens.of_table(conn, table)
        except SQLAlchemyError:
            log.exception("the screens of table %s cannot be read now; the next sweep finds them", code)
            return
        for row in rows:
            if row.platform == self._chats.platform and self._chats.code_of(row):
                self.wish(row.place, table, code)

    async def _sweep(self) -> None:
        while True:
            try:
                async with self._database.read() as conn:
                    rows = await screens.stale(conn, self._chats.platform, BATCH)
            except SQLAlchemyError:
                log.exception("screens left behind have to wait")
                rows = []
            for row in rows:
                if code := self._chats.code_of(row):
                    self.wish(row.place, row.table_id, code, unsure=True)
            await asyncio.sleep(SWEEP_S)

    async def _work(self, place: str, there: Place) -> None:
        """Do what is wished in a place until nothing is left."""
        try:
            while there.wishes and not self._closing:
                async with self._chats.turn(place, there):
                    chosen = await there.choose(self._tables)
                    error = await self._try(place, chosen) if chosen else None
                if chosen and error:
                    await self._remedy(place, there, chosen, error)
                else:
                    there.failures = 0
        finally:
            there.task = None
            if not there.wishes and self._places.get(place) is there:
                del self._places[place]

    async def _try(self, place: str, chosen: tuple[int, Wish]) -> Exception | None:
        """Do it; gives what the platform refuses it with."""
        table, wish = chosen
        with about(wish.code):
            try:
                await self._chats.look_after(table, place, wish)
            except self._chats.refusals as error:
                return error
            except Exception:
                log.exception(_CANNOT, wish.code, self._chats.platform)
                self._after_fault(place, table, wish)
        return None

    async def _remedy(self, place: str, there: Place, chosen: tuple[int, Wish], error: Exception) -> None:
        """Do something about a refusal."""
        table, wish = chosen
        with about(wish.code):
            try:
                await self._chats.failed(table, place, wish, there, error)
            except Exception:
                log.exception(_CANNOT, wish.code, self._chats.platform)
                self._after_fault(place, table, wish)
        if again := there.wishes.get(table):
            again.unsure = True

    def _after_fault(self, place: str, table: int, wish: Wish) -> None:
        """The wish is tried again after a while."""
        self.later(AFTER_FAULT_S, place, table, wish.code, anew=wish.anew, unsure=True, ticket=wish.ticket)

    def _let_go(self, ticket: object | None) -> None:
        if ticket is not None:
            self.spawn(self._chats.unanswered(ticket))

    def _again(self, place: str, table: int, code: str, **wished: Any) -> None:
        del self._put_off[place, table]
        self.wish(place, table, code, **wished)

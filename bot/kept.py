"""The tables in memory, each with a lock that makes everything that happens to it here one queue.

What is kept is never ahead of the database: it is replaced after the commit. Where other programs share the database it may
be behind it: they say what they have changed (storage.news), and a table is saved only over the version it was made from.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TypeVar

from bot import shelf
from bot.table import No, Table
from rules.dice import SEED_BYTES
from rules.errors import Refused
from storage import tables as stored
from storage.database import Database
from storage.tries import again

log = logging.getLogger(__name__)

KEPT = 4_000
"""Tables kept in memory; the others are loaded when somebody comes back to them."""

Done = TypeVar("Done")


@dataclass(slots=True)
class Held:
    """A table in memory with its seed; None until loaded."""

    code: str
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    holders: int = 0
    """How many hold the lock or wait for it."""
    loaded: Table | None = None
    seed: bytes = field(default=b"", repr=False)
    told: int = -1
    """The newest version that those who show the table have been told of; the first one is 0."""

    @property
    def table(self) -> Table:
        """The table as last stored or loaded. Raises Refused(NO_SUCH_TABLE) for one that is not there."""
        if self.loaded is None:
            raise Refused(No.NO_SUCH_TABLE)
        return self.loaded

    def put(self, table: Table) -> None:
        """It is stored so now, and everybody is told."""
        self.loaded, self.told = table, table.version


class Kept:
    """The tables that this process keeps in memory."""

    def __init__(self, database: Database, newer: Callable[[Table], None]) -> None:
        self._database = database
        self._newer = newer
        self._held: OrderedDict[str, Held] = OrderedDict()
        self._reading: set[asyncio.Task[None]] = set()
        self.trusted = not database.shared
        """Whether a kept table is the stored one, but for a moment; False while nobody would tell us that it is old."""

    async def get(self, code: str) -> Table:
        """The table as it is now. Raises Refused(NO_SUCH_TABLE)."""
        held = self._held.get(code)
        if held and held.loaded and self.trusted:
            return held.loaded
        async with self.holding(code) as held:
            return held.table

    def keep(self, table: Table, seed: bytes) -> None:
        """Keep a table that has just been stored for the first time."""
        self._held[table.code] = Held(table.code, loaded=table, seed=seed, told=table.version)
        self._let_go()

    async def again(self, code: str, work: Callable[[Held], Awaitable[Done]]) -> Done:
        """Do something with a table, locked; where another program was faster, with the table as it is then.

        `work` raises storage's StaleVersion where it finds so itself.
        """

        async def tried() -> Done:
            async with self.holding(code) as held:
                return await work(held)

        return await again(tried)

    @asynccontextmanager
    async def holding(self, code: str) -> AsyncIterator[Held]:
        """The table, loaded and locked. Raises Refused(NO_SUCH_TABLE)."""
        held = self._held.setdefault(code, Held(code))
        self._held.move_to_end(code)
        held.holders += 1
        try:
            async with held.lock:
                try:
                    if held.loaded is None or not self.trusted:
                        await self.load(held)
                    yield held
                except BaseException:
                    # A commit that was cancelled or broke off may have happened or not: ask the database again.
                    held.loaded = None
                    raise
        finally:
            held.holders -= 1
            # While anybody waits for the lock it must stay the table's only one.
            if held.loaded is None and not held.holders:
                self._held.pop(code, None)
        self._let_go()

    async def load(self, held: Held) -> None:
        """Read a table anew. Raises Refused(NO_SUCH_TABLE)."""
        async with self._database.read() as conn:
            row = await stored.load_by_code(conn, held.code)
        if row is None:
            raise Refused(No.NO_SUCH_TABLE)
        table = held.loaded = shelf.read(row)
        held.seed = bytes.fromhex(row.seed)
        if len(held.seed) != SEED_BYTES:
            raise ValueError(f"table {held.code} has a broken seed")
        told, held.told = held.told, table.version
        if 0 <= told < table.version:
            self._newer(table)  # another program has been there

    def heard(self, code: str, version: int) -> bool:
        """Another program has brought a table to a version; gives whether it is kept and older. It returns at once.

        An older one is read anew, and told of.
        """
        held = self._held.get(code)
        if held is None or held.told >= version:
            return False
        self._take_up(code, version)
        return True

    def hearing(self, on: bool) -> None:
        """Whether other programs are heard from now on; either way, what is kept may be old. It returns at once."""
        self.trusted = on
        if on:
            for code in self.codes():
                self._take_up(code, None)

    def codes(self) -> list[str]:
        """All that are kept."""
        return list(self._held)

    def _take_up(self, code: str, version: int | None) -> None:
        """Read a table that another program has brought to a version, or may have changed."""

        async def read() -> None:
            try:
                async with self.holding(code) as held:
                    if version is None or held.told < version:
                        await self.load(held)
            except Exception:
                log.exception("table %s cannot be read now; it will be when somebody comes back to it", code)

        task = asyncio.create_task(read())
        self._reading.add(task)
        task.add_done_callback(self._reading.discard)

    def _let_go(self) -> None:
        """Forget the tables nobody has touched for longest; one that is held stays."""
        while len(self._held) > KEPT:
            code, held = next(iter(self._held.items()))
            if held.holders:
                self._held.move_to_end(code)
                return
            del self._held[code]

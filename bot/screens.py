"""Who is looking at which table. A watcher sees the newest state; what came in between is skipped."""

import asyncio
from collections.abc import Hashable, Iterator
from contextlib import contextmanager

from bot.table import Table


class Watcher:
    """One pair of eyes on one table; whose, where somebody wants to find them again."""

    def __init__(self, whose: Hashable = None) -> None:
        self.whose = whose
        self._newest: Table | None = None
        self._there = asyncio.Event()

    def show(self, table: Table) -> None:
        """Put the newest state in front of the watcher; it returns at once. An older one changes nothing."""
        if self._newest is None or table.version >= self._newest.version:
            self._newest = table
            self._there.set()

    def told(self, table: Table) -> None:
        """The watcher has just seen this state elsewhere, with whatever had been shown until now: neither is news."""
        if self._newest is None or self._newest.version <= table.version:
            self._there.clear()

    async def next(self) -> Table:
        """Wait for a state not seen yet, and give the newest."""
        while not self._there.is_set():  # who is woken may have been told otherwise before they look
            await self._there.wait()
        self._there.clear()
        if self._newest is None:
            raise RuntimeError("a watcher was woken with nothing to show")
        return self._newest


class Screens:
    """All watchers of this process, by the table's code."""

    def __init__(self) -> None:
        self._watchers: dict[str, set[Watcher]] = {}

    def changed(self, table: Table) -> None:
        """Tell everybody who watches this table; a listener of bot.tables.Tables."""
        for watcher in self._watchers.get(table.code, ()):
            watcher.show(table)

    def of(self, code: str, whose: Hashable) -> tuple[Watcher, ...]:
        """Whoever goes by this name and watches this table now."""
        return tuple(watcher for watcher in self._watchers.get(code, ()) if watcher.whose == whose)

    @contextmanager
    def subscribe(self, code: str, whose: Hashable = None) -> Iterator[Watcher]:
        """Watch a table until the block is left."""
        watcher = Watcher(whose)
        self._watchers.setdefault(code, set()).add(watcher)
        try:
            yield watcher
        finally:
            watchers = self._watchers[code]
            watchers.discard(watcher)
            if not watchers:
                del self._watchers[code]

    def watching(self, code: str) -> int:
        """How many watch a table."""
        return len(self._watchers.get(code, ()))

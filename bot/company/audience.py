"""Who watches which table, counted: pages that are open, and boards in private chats of people who do not sit there.

A count is no part of a table's value, as little as what is said there (bot.company.talk): whoever comes or goes changes
nothing for the players. Pages are told of a new count; boards in chats name it when they are edited anyway.
"""

import asyncio
from collections.abc import Callable

from bot.phrases import Phrases
from bot.table import Stage, Table
from bot.tables import Tables
from rules.errors import Refused
from storage import screens
from storage.database import Database

NEWS_S = 1.0
"""Comings and goings within this time are told at once."""


class Audience:
    """All spectators of this process's tables."""

    def __init__(self, database: Database, tables: Tables) -> None:
        self._database = database
        self._tables = tables
        self._pages: dict[str, dict[object, str]] = {}
        """By table: who looks through which open page."""
        self._chats: dict[str, int] = {}
        self._telling: dict[str, asyncio.Task[None]] = {}
        self._ended = False
        self.listeners: list[Callable[[Table], None]] = []
        """Called with a table whose count may have changed; they must return at once."""

    def count(self, table: Table) -> int:
        """How many watch a table, as last counted; nobody does before the match."""
        if table.stage is Stage.OPEN:
            return 0
        return len(set(self._pages.get(table.code, {}).values())) + self._chats.get(table.code, 0)

    async def counted(self, table: Table) -> int:
        """How many watch a table, counted now."""
        seated = {at.player for at in table.seats if at}
        async with self._database.read() as conn:
            in_chats = await screens.lookers(conn, table.id)
        if watching := len(in_chats - seated):
            self._chats[table.code] = watching
        else:
            self._chats.pop(table.code, None)
        return self.count(table)

    def looks(self, code: str, page: object, who: str | None) -> None:
        """Somebody looks at a table through an open page; None: a player, who is no spectator, or nobody any more."""
        pages = self._pages.setdefault(code, {})
        before = set(pages.values())
        if who is None:
            pages.pop(page, None)
        else:
            pages[page] = who
        changed = set(pages.values()) != before
        if not pages:
            del self._pages[code]
        if changed:
            self.changed(code)

    def changed(self, code: str) -> None:
        """Count again soon, and tell the pages."""
        if self.listeners and not self._ended and code not in self._telling:
            self._telling[code] = asyncio.create_task(self._tell(code))

    async def end(self) -> None:
        """Tell nobody any more: the program stops."""
        self._ended = True
        tasks = tuple(self._telling.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _tell(self, code: str) -> None:
        try:
            await asyncio.sleep(NEWS_S)
        finally:
            del self._telling[code]
        try:
            table = await self._tables.get(code)
        except Refused:
            return
        await self.counted(table)
        for listener in self.listeners:
            listener(table)


def told(count: int, words: Phrases) -> str:
    """The count in words; empty where nobody watches."""
    return words.n("👁 {n} watching", "👁 {n} watching", count) if count else ""

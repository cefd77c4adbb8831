"""The steward: does what is wished at one table, and before that what has become due there, while nothing else happens to it.

Every table here is held (bot.kept). Where another program was faster, storage's StaleVersion is raised, and it is done again.
"""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import NamedTuple

from bot import doorkeeper, house, onward, play, shelf
from bot.change import Change, Moment
from bot.choosing import level
from bot.committing import Cause, Committed, Repeated, commit, store
from bot.computer import Level
from bot.doorkeeper import Terms
from bot.habits import Habits
from bot.intents import Intent, Look, Rematch, Sit
from bot.kept import Held, Kept
from bot.likings import Likings
from bot.play import Person
from bot.table import Table
from rules.errors import Refused
from rules.turns import Step
from storage import presses
from storage import tables as stored
from storage.database import Database
from storage.tables import StaleVersion
from storage.tries import may_succeed

log = logging.getLogger(__name__)


class Reply(NamedTuple):
    """What a wish led to: the table as it is now, and why it was refused (None: it was not)."""

    table: Table
    refused: str | None = None
    repeated: bool = False
    """This very press had been handled before; nothing happened now."""


Chooser = Callable[[Table, Level], Awaitable[tuple[Step, ...]]]


class Steward:
    """Serves the tables that are `kept`; calls `committed` with whatever it has stored."""

    def __init__(
        self,
        database: Database,
        kept: Kept,
        likings: Likings,
        chooser: Chooser,
        *,
        terms: Callable[[], Terms],
        committed: Callable[[Committed], None],
    ) -> None:
        self._database = database
        self._kept = kept
        self._likings = likings
        self._chooser = chooser
        self._terms = terms
        self._committed = committed

    async def obey(
        self, held: Held, person: Person, intent: Intent, stamp: int | None, cause: Cause
    ) -> Reply:
        """Do what somebody wishes; a refusal is in the reply."""
        if not self._terms().closing:
            await self._settle_if_possible(held, cause.now)
        if isinstance(intent, Look):
            return Reply(held.table)

        async def wished(table: Table) -> Change:
            doorkeeper.goes_on(self._terms())
            at = Moment(cause.now, held.seed, await self._habits(table, person.id))
            change = play.act(table, person, intent, stamp, at)
            if change.table is not table and isinstance(intent, Sit | Rematch):
                may = doorkeeper.to_sit if isinstance(intent, Sit) else doorkeeper.to_play_again
                async with self._database.read() as conn:
                    await may(conn, self._terms(), table, person, cause.now)
            return change

        return await self.change(held, wished, cause)

    async def change(self, held: Held, change: Callable[[Table], Awaitable[Change]], cause: Cause) -> Reply:
        """Change a table; a refusal is in the reply."""
        before = held.table
        try:
            changed = await change(before)
            if changed.table is not before:
                await self._commit(held, changed, cause)
        except Repeated:
            return await self._repeated(held)
        except Refused as refused:
            return await self._refused(held, refused, cause.key)
        return Reply(held.table)

    async def rename(self, held: Held, player: int, name: str) -> set[str]:
        """Call somebody otherwise; gives what they were called. Nothing has happened at the table by this."""
        before = held.table
        called = {at.name for at in before.seats if at and at.player == player}
        after = shelf.renamed(before, player, name)
        if after != before:
            table = replace(after, version=before.version + 1)
            async with self._database.write() as conn:
                row = await stored.load(conn, table.id)
                touched = row.updated_at if row else 0
                await store(self._database, conn, before, table, held.seed, touched)
            held.put(table)
            self._committed(Committed(table, None))
        return called

    async def settle(self, held: Held, now: int) -> None:
        """Do what the house has to do at a table whose time has come."""
        table = held.table
        if table.wake_at is None or table.wake_at > now:
            return
        steps: tuple[Step, ...] = ()
        if house.needs_turn(table):
            steps = await self._chooser(table, level(table))
        change = house.tick(table, Moment(now, held.seed, await self._habits(table)), steps)
        try:
            await self._commit(held, change, Cause(now))
        except Refused:
            if not onward.goes_on(table):
                raise
            # There is no stake, or no wish to meet again.
            await self._commit(held, Change(onward.break_off(table)), Cause(now))

    async def _settle_if_possible(self, held: Held, now: int) -> None:
        """What is due comes first; where it cannot be done, people may at least look, or give up."""
        try:
            await self.settle(held, now)
        except Refused:
            raise
        except Exception as error:
            if may_succeed(error):
                raise
            log.exception("table %s could not go on before a press", held.code)
            await self._kept.load(held)

    async def _commit(self, held: Held, change: Change, cause: Cause) -> None:
        committed = await commit(self._database, self._terms(), held.table, held.seed, change, cause)
        held.put(committed.table)
        self._committed(committed)

    async def _refused(self, held: Held, refused: Refused, key: str | None) -> Reply:
        """What is answered to a wish that is refused at the table as stored. Raises StaleVersion where that is another."""
        if self._database.shared or key is not None:
            async with self._database.read() as conn:
                if self._database.shared and await stored.version(conn, held.table.id) != held.table.version:
                    raise StaleVersion
                if key is not None and await presses.known(conn, key):
                    return Reply(held.table, repeated=True)
        return Reply(held.table, refused.reason)

    async def _repeated(self, held: Held) -> Reply:
        """This very press has been handled, here or by another program, which may have changed the table by it."""
        if self._database.shared:
            await self._kept.load(held)
        return Reply(held.table, repeated=True)

    async def _habits(self, table: Table, *more: int) -> dict[int, Habits]:
        """How those who sit there, or sit down now, like it."""
        return await self._likings.of({*(seat.player for seat in table.seats if seat), *more})

"""What is said at tables, kept beside them.

A word is no part of the table's value: a table that changed would be committed with its whole snapshot, settle its clock
first and wake whoever waits for a move, and a press made while somebody says something would meet another version. So
words have rows of their own and a copy of the newest in memory, from which boards write what stands under them. Those who
show boards are told of a word with the table as it stands: the picture is the same one, so that only words are edited, and
in the place's own turn (bot.boards), in which only the newest state counts.
"""

import logging
from collections.abc import Awaitable, Callable

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.budgets import Buckets, Budget
from bot.company.phrasebook import Kind, told
from bot.phrases import Phrases
from bot.rounds import for_ever
from bot.table import COMPUTER, No, Table
from bot.tables import Listener, Tables
from rules.errors import Refused
from rules.ruleset import ClockKind
from storage import blocks, news, presses, said
from storage.database import Database
from storage.said import Line

log = logging.getLogger(__name__)

SHOWN = 3
"""Lines under a board."""

SHOWN_MS = 90_000
"""For how long a line is shown where people sit at the table together."""

KEPT_MS = 24 * 3600 * 1000
"""After this a line is forgotten; at a table with the daily clock it is shown until then."""

FORGETTING_S = 900.0

PERSON = Budget(5, 4.0)
"""What one person may say at one table."""

IN_COMPANY = Budget(2, 15.0)
"""The same where it is said in a group or server, which has a chat of its own."""

EVERYBODY = Budget(200, 0.01)

MANY = 5_000
"""Tables whose lines are in memory before those with old ones are let go."""

Paying = Callable[[AsyncConnection], Awaitable[None]]


class Talk:
    """All that is said at the tables of this process; `now` gives milliseconds since the epoch."""

    def __init__(self, database: Database, tables: Tables, now: Callable[[], int]) -> None:
        self._database = database
        self._tables = tables
        self._now = now
        self._lines: dict[int, tuple[Line, ...]] = {}
        self._unheard: dict[int, frozenset[int]] = {}
        """By speaker: who is to hear nothing of them."""
        self._pace = Buckets(EVERYBODY, _budget, lambda: now() / 1000)
        self.listeners: list[Listener] = []
        """Called with the table at which something was said, once it is committed; they must return at once."""

    async def remember(self) -> None:
        """Take up what was said before, while we did not listen."""
        lines: dict[int, tuple[Line, ...]] = {}
        async with self._database.read() as conn:
            for line in await said.since(conn, self._now() - KEPT_MS):
                lines[line.table_id] = (*lines.get(line.table_id, ()), line)[-SHOWN:]
            for speaker in {line.player_id for kept in lines.values() for line in kept}:
                self._unheard[speaker] = await blocks.unheard_by(conn, speaker)
        self._lines = lines

    async def say(
        self,
        table: Table,
        speaker: int,
        kind: Kind,
        data: str,
        *,
        key: str,
        crowded: bool = False,
        paying: Paying | None = None,
    ) -> bool:
        """Say something at a table; False where this very press, named by `key`, had said it before.

        `crowded`: it is said in a group. `paying` does what must happen with it, in the same transaction. Raises Refused:
        TOO_MUCH_TALK, NOT_PASSED_ON between people of whom one has blocked the other, and whatever `paying` raises.
        """
        now, place = self._now(), f"{'+' if crowded else ''}{table.id}:{speaker}"
        if self._pace.wait(place) > 0:
            async with self._database.read() as conn:
                if await presses.known(conn, key):
                    return False
            raise Refused(No.TOO_MUCH_TALK)
        self._pace.note(place)  # before anything is awaited: who says a hundred things at once says a few
        async with self._database.write() as conn:
            if not await presses.remember(conn, key, table.id, now):
                return False
            await _pass_on(conn, table, speaker)
            if paying:
                await paying(conn)
            line = await said.say(conn, table.id, speaker, kind, data, now)
            unheard = await blocks.unheard_by(conn, speaker)
            await self._database.announce(conn, news.Line(news.About.SAID, (table.id, table.code)))
        self._unheard[speaker] = unheard
        self._lines[table.id] = (*self._lines.get(table.id, ()), line)[-SHOWN:]
        self._let_go(now)
        await self._tell(table.code)
        return True

    def heard(self, table: Table, reader: int | None, words: Phrases) -> tuple[str, ...]:
        """The last things said at a table as one reader hears them (None: everybody in a chat), oldest first."""
        lines = self._lines.get(table.id)
        if not lines:
            return ()
        since = self._now() - (KEPT_MS if table.setup.ruleset.clock is ClockKind.DAILY else SHOWN_MS)
        heard = (
            told(line, table, words)
            for line in lines
            if line.at > since and (reader is None or reader not in self._unheard.get(line.player_id, ()))
        )
        return tuple(line for line in heard if line)

    def until(self, table: Table) -> int | None:
        """When the last line is shown no more, in milliseconds; None where nothing is said, or it stays."""
        lines = self._lines.get(table.id)
        if not lines or table.setup.ruleset.clock is ClockKind.DAILY:
            return None
        return lines[-1].at + SHOWN_MS

    async def heard_elsewhere(self, table: int, code: str) -> None:
        """Something was said at a table through another program."""
        async with self._database.read() as conn:
            lines = await said.last(conn, table, SHOWN)
            for speaker in {line.player_id for line in lines}:
                self._unheard[speaker] = await blocks.unheard_by(conn, speaker)
        self._lines[table] = tuple(lines)
        self._let_go(self._now())
        await self._tell(code)

    async def listen_again(self, speaker: int, code: str = "") -> None:
        """Somebody has chosen anew whether to hear a speaker; the board of a table shows it at once."""
        async with self._database.read() as conn:
            self._unheard[speaker] = await blocks.unheard_by(conn, speaker)
        if code:
            await self._tell(code)

    def forget(self, speaker: int) -> None:
        """Nothing that somebody has said is shown any more."""
        kept = {
            table: tuple(line for line in lines if line.player_id != speaker)
            for table, lines in self._lines.items()
        }
        self._lines = {table: lines for table, lines in kept.items() if lines}
        self._unheard.pop(speaker, None)

    async def run(self) -> None:
        """Forget what is old, for ever."""
        await for_ever(self._forget_old, FORGETTING_S, log, "what was said cannot be forgotten now")

    async def _forget_old(self) -> None:
        async with self._database.write() as conn:
            await said.forget(conn, self._now() - KEPT_MS)

    async def _tell(self, code: str) -> None:
        """With the table as it is now: what was loaded before may be older than what is shown."""
        table = await self._tables.get(code)
        for listener in self.listeners:
            listener(table)

    def _let_go(self, now: int) -> None:
        if len(self._lines) > MANY:
            old = now - KEPT_MS
            self._lines = {table: lines for table, lines in self._lines.items() if lines[-1].at > old}
            speakers = {line.player_id for lines in self._lines.values() for line in lines}
            self._unheard = {speaker: self._unheard[speaker] for speaker in speakers}


def _budget(place: int | str) -> Budget:
    return IN_COMPANY if str(place).startswith("+") else PERSON


async def _pass_on(conn: AsyncConnection, table: Table, speaker: int) -> None:
    """Nothing passes between people of whom one has blocked the other."""
    for at in table.seats:
        if at and at.player not in {speaker, COMPUTER} and await blocks.blocked(conn, speaker, at.player):
            raise Refused(No.NOT_PASSED_ON)

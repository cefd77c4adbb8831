"""What a host asks of the running program from the command line; without one it is done right away."""

import asyncio
import json
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Any, NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from bot import shelf
from bot.bans import PLAYER, read_subject
from bot.intents import Ask, Resign, What
from bot.phrases import FALLBACK, phrases
from bot.play import Person
from bot.refusals import refusal
from bot.rounds import for_ever
from bot.table import Stage, Table
from bot.tables import Tables
from rules.errors import Malformed, Refused
from storage import bans as kept_out
from storage import errands as stored
from storage import tables as rows
from storage.bans import BanRow
from storage.database import Database
from storage.news import About, Line
from storage.tables import Status

log = logging.getLogger(__name__)

LOOK_S = 0.5
"""How often the running program looks for errands."""

PATIENCE = 40
"""How many half looks a command waits for its answer."""

BANS_AGAIN = 120
"""After so many looks the bans are read again: somebody may have another name now."""

MANY = 1_000
"""Tables of one person that are ended when they are kept out."""

Errand = Mapping[str, Any]


class Answer(NamedTuple):
    """What came of an errand, in English."""

    ok: bool
    said: str


@dataclass(frozen=True, slots=True)
class Errands:
    """Does what hosts ask."""

    database: Database
    tables: Tables
    now: Callable[[], int]

    async def run(self) -> None:
        """Do what is asked, for ever."""
        looks = count(1)

        async def look() -> None:
            await self.do_waiting()
            if next(looks) % BANS_AGAIN == 0:
                await self.tables.bans.load(self.database)

        await for_ever(look, LOOK_S, log, "errands could not be looked at")

    async def do_waiting(self) -> int:
        """Do what waits now, and say how much that was."""
        async with self.database.read() as conn:
            found = await stored.waiting(conn)
        for number, what in found:
            answer = await self._safely(what)
            async with self.database.write() as conn:
                await stored.answer(conn, number, json.dumps(answer))
        return len(found)

    async def _safely(self, what: str) -> Answer:
        try:
            return await self.do(json.loads(what))
        except Exception:
            log.exception("an errand went wrong")
            return Answer(ok=False, said="something went wrong; the log says more")

    async def do(self, errand: Errand) -> Answer:
        """Do one."""
        try:
            return await self._done(errand)
        except Malformed as error:
            return Answer(ok=False, said=str(error))
        except Refused as refused:
            return _no(refused.reason)

    async def _done(self, errand: Errand) -> Answer:
        match errand:
            case {"do": "close", "code": str(code), "refund": bool(refund)}:
                return await self._close(code, refund=refund)
            case {"do": "ban", "subject": str(subject), "until": int() | None as until, "why": str(why)}:
                return await self._ban(BanRow(read_subject(subject), until, why, self.now()))
            case {"do": "unban", "subject": str(subject)}:
                return await self._unban(read_subject(subject))
            case _:
                raise Malformed("this version knows no such errand")

    async def _close(self, code: str, *, refund: bool) -> Answer:
        table = await self.tables.get(code)
        if table.stage is Stage.PLAYING and not refund:
            return Answer(
                ok=False, said=f"table {code} is being played; --refund closes it and gives stakes back"
            )
        reply = await self.tables.close(code, now=self.now(), running=refund)
        if reply.refused:
            return _no(reply.refused)
        sitting = sum(seated is not None for seated in table.seats)
        back = f"; pearls given back: {sitting * table.setup.stake}" if table.setup.stake else ""
        return Answer(ok=True, said=f"table {code} is closed{back}")

    async def _ban(self, ban: BanRow) -> Answer:
        async with self.database.write() as conn:
            await kept_out.keep(conn, ban)
            await self.database.announce(conn, Line(About.BANS))
            player = await self._player(conn, ban.subject)
        await self.tables.bans.load(self.database)
        ended = 0 if player is None else await self._end_tables(player)
        return Answer(
            ok=True, said=f"{ban.subject} is kept out" + (f"; tables ended: {ended}" if ended else "")
        )

    async def _unban(self, subject: str) -> Answer:
        async with self.database.write() as conn:
            lifted = await kept_out.lift(conn, subject)
            await self.database.announce(conn, Line(About.BANS))
        await self.tables.bans.load(self.database)
        return Answer(lifted, f"{subject} may play again" if lifted else f"{subject} was not kept out")

    async def _player(self, conn: AsyncConnection, subject: str) -> int | None:
        platform, _, name = subject.partition(":")
        if platform == PLAYER:
            return int(name)
        return await kept_out.player_called(conn, subject)

    async def _end_tables(self, player: int) -> int:
        """Who is kept out leaves: what has not begun is closed, and the rival wins what has."""
        async with self.database.read() as conn:
            found = await rows.of_player(conn, player, (Status.OPEN, Status.PLAYING), MANY)
        ended = list(shelf.readable(found))
        for table in ended:
            if table.stage is Stage.OPEN:
                await self.tables.close(table.code, now=self.now())
            else:
                await self._leave(table, Person(player, ""))
        return len(ended)

    async def _leave(self, table: Table, person: Person) -> None:
        """Twice asked, as everybody is."""
        for intent in (Ask(What.MATCH), Resign(What.MATCH)):
            await self.tables.handle(table.code, person, intent, now=self.now())


async def sent(database: Database, errand: Errand, now: int) -> Answer | None:
    """Leave an errand to the running program, and wait for its answer; None where it does not come in time."""
    async with database.write() as conn:
        number = await stored.ask(conn, json.dumps(errand), now)
    for _ in range(PATIENCE):
        await asyncio.sleep(LOOK_S / 2)
        async with database.read() as conn:
            answer = await stored.answer_of(conn, number)
        if answer is not None:
            return Answer(*json.loads(answer))
    return None


def _no(reason: str) -> Answer:
    return Answer(ok=False, said=refusal(reason, phrases(FALLBACK)))

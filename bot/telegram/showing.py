"""Boards in chats: a worker for each place shows the newest state of its tables, one call after the other.

Whatever is asked for meanwhile is only noted; when a place's budget allows the next call, the table is read and drawn
as it is then. A screen's row is written by its worker alone. What fails stays older than its table in the
database, and is shown later, after a restart too.
"""

import asyncio
import logging
from collections.abc import Coroutine
from dataclasses import replace
from typing import Any

from sqlalchemy.exc import SQLAlchemyError
from telegram.error import ChatMigrated, TelegramError

from bot.table import Table
from bot.telegram.desk import Desk
from bot.telegram.errors import Meaning, meaning
from bot.telegram.faces import Face, called, face, in_mid_turn, news
from bot.telegram.moving import move_chat
from bot.telegram.posting import Poster
from bot.telegram.remedies import Remedies
from bot.telegram.screen import PLATFORM, Screen, read
from bot.telegram.wishes import Place, Wish
from rules.errors import Refused
from storage import screens

log = logging.getLogger(__name__)

SPARE_CALLS = 2
"""A step is shown at once while the budget still holds so many calls: one of them is for the end of the turn."""

AT_ONCE = 3
"""Failures in a row after which a place is left alone for a while, whatever the remedy."""

SWEEP_S = 60.0
BATCH = 500


class Showing:
    """All boards on Telegram."""

    def __init__(self, desk: Desk, poster: Poster) -> None:
        self._desk = desk
        self._poster = poster
        self._remedies = Remedies(desk, poster)
        self._places: dict[str, Place] = {}
        self._changed: dict[int, str] = {}
        self._put_off: dict[tuple[str, int], asyncio.TimerHandle] = {}
        self._news = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()

    # --- what others ask for ------------------------------------------------------------------------------------

    def changed(self, table: Table) -> None:
        """Show a table's new state wherever it is shown; a listener of bot.tables.Tables."""
        self._changed[table.id] = table.code
        self._news.set()

    async def put(
        self,
        table: Table,
        place: str,
        *,
        player: int | None,
        thread: int | None = None,
        message: int | None = None,
        language: str = "",
        text: bool = False,
    ) -> None:
        """Show a table in a place from now on; one that is there already is brought down to the end of the chat."""
        screen = Screen(
            table.id, table.code, place, player, message=message, thread=thread, language=language, text=text
        )
        async with self._desk.database.write() as conn:
            known = await screens.one(conn, table.id, PLATFORM, place)
            if known is None:
                await screens.place(conn, screen.row())
            elif player is not None and known.player_id != player:
                await screens.place(conn, replace(read(known), player=player).row())
            elif thread is not None:
                await screens.place(conn, replace(read(known), thread=thread).row())
        self.wish(place, table.id, table.code, anew=known is not None)

    def pressed(self, table: Table, place: str, message: int) -> None:
        """Somebody pressed a button on this message: where a board was sent and we never heard of it, it is the one.

        It returns at once: the press is answered first.
        """
        self._spawn(self._pressed(table, place, message))

    async def _pressed(self, table: Table, place: str, message: int) -> None:
        async with self._desk.database.read() as conn:
            row = await screens.one(conn, table.id, PLATFORM, place)
        if row is not None and read(row).message is None:
            self.wish(place, table.id, table.code, adopt=message)

    def wish(
        self, place: str, table: int, code: str, *, anew: bool = False, adopt: int | None = None
    ) -> None:
        """Look after a table's screen in a place soon."""
        there = self._places.setdefault(place, Place())
        wish = there.wishes.setdefault(table, Wish(code))
        wish.anew = wish.anew or anew
        wish.adopt = adopt or wish.adopt
        if there.task is None:
            there.task = self._spawn(self._work(place, there))

    async def run(self) -> None:
        """Hand changes on, for ever; and every now and then look for screens that were left behind."""
        sweeper = self._spawn(self._sweep())
        try:
            while True:
                await self._news.wait()
                self._news.clear()
                while self._changed:
                    await self._spread_one(*self._changed.popitem())
        finally:
            sweeper.cancel()

    async def close(self) -> None:
        """Stop showing; what is not shown yet will be after the next start."""
        for timer in self._put_off.values():
            timer.cancel()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # --- inside -------------------------------------------------------------------------------------------------

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _spread_one(self, table: int, code: str) -> None:
        try:
            async with self._desk.database.read() as conn:
                rows = await screens.of_table(conn, table)
        except SQLAlchemyError:
            log.exception("the screens of table %s cannot be read now; the next sweep finds them", code)
            return
        for row in rows:
            if row.platform == PLATFORM:
                self.wish(row.place, table, code)

    async def _sweep(self) -> None:
        while True:
            try:
                async with self._desk.database.read() as conn:
                    rows = await screens.stale(conn, PLATFORM, BATCH)
            except SQLAlchemyError:
                log.exception("screens left behind have to wait")
                rows = []
            for row in rows:
                self.wish(row.place, row.table_id, read(row).code)
            await asyncio.sleep(SWEEP_S)

    async def _work(self, place: str, there: Place) -> None:
        """Do what is wished in a place until nothing is left."""
        key = Screen(0, "", place).key
        try:
            while there.wishes:
                async with self._desk.pace.turn(key):
                    chosen = await there.choose(self._desk.tables)
                    error = await self._try(place, chosen) if chosen else None
                if chosen and error:
                    await self._failed(place, *chosen, there, error)
                else:
                    there.failures = 0
        finally:
            there.task = None
            if not there.wishes and self._places.get(place) is there:
                del self._places[place]

    async def _try(self, place: str, chosen: tuple[int, Wish]) -> TelegramError | None:
        """Do it; gives what Telegram refuses it with."""
        table, wish = chosen
        try:
            await self._look_after(place, table, wish)
        except TelegramError as error:
            return error
        except Exception:
            log.exception("table %s cannot be shown on Telegram", wish.code)
        return None

    async def _look_after(self, place: str, table_id: int, wish: Wish) -> None:
        async with self._desk.database.read() as conn:
            row = await screens.one(conn, table_id, PLATFORM, place)
        if row is None:
            return
        screen = read(row)
        try:
            table = await self._desk.tables.get(wish.code)
        except Refused:
            return
        if wish.adopt and screen.message is None:
            screen = replace(screen, message=wish.adopt)
        if wish.anew:  # whoever asks for the board may have allowed pictures meanwhile
            screen = replace(screen, text=False)
        shown = await face(self._desk, screen, table)
        told, screen = screen.told, replace(screen, told=news(screen, table))
        wish.anew = wish.anew or (screen.private and screen.told != told)
        if wish.anew or (screen.message is None and not screen.inline):
            await self._post(screen, shown, table)
        else:
            if screen.told != told:
                await self._call(screen, table)
            await self._edit(screen, shown, table)
        if table.next_code:
            await self._follow(screen, table)

    async def _post(self, screen: Screen, shown: Face, table: Table) -> None:
        quiet = not screen.private and bool((await self._desk.chat_settings(int(screen.place))).get("quiet"))
        posted = await self._poster.post(screen.anew(), shown, quiet=quiet)
        await self._desk.keep(replace(posted, shown=table.version))
        await self._poster.retire(screen)

    async def _call(self, screen: Screen, table: Table) -> None:
        """Mention who is to move in a message of its own: once, even if it is lost, and not in a quiet chat."""
        await self._desk.keep(screen)
        if not (await self._desk.chat_settings(int(screen.place))).get("quiet"):
            await self._poster.call(screen, "\n".join([line async for line in called(self._desk, table)]))

    async def _edit(self, screen: Screen, shown: Face, table: Table) -> None:
        """In mid-turn only what leaves room for the edit that ends it; the rest follows when there is room again.

        One picture a turn; in private, where the budget is wider, one a step.
        """
        midway = in_mid_turn(table)
        if midway and (wait := self._desk.pace.wait(screen.key, SPARE_CALLS)) > 0:
            self._later(wait, screen.place, table)
            return
        due = screen.private or not midway
        pictured = not screen.text or bool(screen.inline)
        other_picture = pictured and screen.picture != shown.digest
        if screen.face != shown.words(text=screen.text) or (due and other_picture):
            screen = await self._poster.edit(screen, shown, with_picture=due)
        if screen.shown != table.version or due:
            await self._desk.keep(replace(screen, shown=table.version))

    async def _follow(self, screen: Screen, table: Table) -> None:
        """Go on with the rematch where the match was shown."""
        successor = await self._desk.tables.get(table.next_code or "")
        async with self._desk.database.write() as conn:
            if await screens.one(conn, successor.id, PLATFORM, screen.place):
                return
            onward = replace(screen, table=successor.id, code=successor.code, shown=-1, reminded=0, told="")
            if screen.inline:
                await screens.remove(conn, table.id, PLATFORM, screen.place)
            else:
                onward = onward.anew()
            await screens.place(conn, onward.row())
        self.wish(screen.place, successor.id, successor.code)

    def _later(self, seconds: float, place: str, table: Table) -> None:
        """Look again after a while; a wish that comes earlier does the same."""
        if (place, table.id) not in self._put_off:
            loop = asyncio.get_running_loop()
            again = loop.call_later(seconds, self._again, place, table.id, table.code)
            self._put_off[place, table.id] = again

    def _again(self, place: str, table: int, code: str) -> None:
        del self._put_off[place, table]
        self.wish(place, table, code)

    # --- what goes wrong ----------------------------------------------------------------------------------------

    async def _failed(self, place: str, table: int, wish: Wish, there: Place, error: TelegramError) -> None:
        async with self._desk.database.read() as conn:
            row = await screens.one(conn, table, PLATFORM, place)
        if row is None:
            return
        screen = read(row)
        what = meaning(error)
        if what is Meaning.MIGRATED and isinstance(error, ChatMigrated):
            await self.migrate(int(place), error.new_chat_id)
        there.failures += 1
        if there.failures > AT_ONCE:
            await self._remedies.wait(there.failures)
        if await self._remedies.apply(what, screen, wish, there.failures):
            self.wish(place, table, wish.code, anew=wish.anew)

    async def leave(self, place: str) -> None:
        """Nothing of ours can be shown in a place any more."""
        async with self._desk.database.write() as conn:
            await screens.clear(conn, PLATFORM, place)

    async def migrate(self, old: int, new: int) -> None:
        """A group has become a supergroup: everything of it goes on under the new id."""
        await move_chat(self._desk, old, new)
        gone = self._places.pop(str(old), None)
        async with self._desk.database.read() as conn:
            rows = await screens.at(conn, PLATFORM, str(new))
        if gone:
            gone.wishes.clear()
        for row in rows:
            self.wish(row.place, row.table_id, read(row).code)

"""At the table: taps on its buttons, and the commands that do what a button does or look at it otherwise."""

from bot import hints, lobby, tastes
from bot.intents import Ask, Close, What, Word
from bot.refusals import refusal
from bot.steward import Reply
from bot.table import Against, No, Stage, Table
from bot.telegram.desk import Desk
from bot.telegram.here import Here
from bot.telegram.opening import is_admin
from bot.telegram.screen import PLATFORM, read
from bot.telegram.showing import Showing
from bot.telegram.texts import block, plain
from bot.view import view
from render.text import board_text
from storage import screens
from storage.tables import Status

MANY = 20
"""Tables looked at for the one that is meant."""

GOING_ON = (Stage.PLAYING, Stage.OPEN)

REPLAY_WIDTH = 512
"""Pixels; Telegram turns the file into a small film anyway."""


class Playing:
    """Commands about tables that are there already."""

    def __init__(self, desk: Desk, showing: Showing) -> None:
        self._desk = desk
        self._showing = showing

    async def jump(self, here: Here, code: str) -> None:
        """Bring a table of mine here, by a button of earlier versions."""
        table = await lobby.to_watch(self._desk.tables, code, here.player.id, self._desk.now())
        await self._showing.put(table, here.place, player=here.looker, thread=here.thread)

    async def board(self, here: Here, _typed: str) -> None:
        """The board brought down; in private with its text twin above it."""
        table = await self._meant(here)
        if table is None:
            await self._no_table(here)
            return
        if here.private:
            seen = view(
                table, table.seat_of(here.player.id), here.words, style=tastes.style(here.player.settings)
            )
            await here.say(block(board_text(seen.scene)))
        await self._showing.put(table, here.place, player=here.looker, thread=here.thread)

    async def hint(self, here: Here, _typed: str) -> None:
        """The turn the computer would play, with its reasons; only where that is fair."""
        table = await self._meant(here)
        if table is None:
            await self._no_table(here)
            return
        await here.say(plain(await hints.answer(table, here.words, self._desk.drawers)))

    async def resign(self, here: Here, _typed: str) -> None:
        """Ask back whether to give up; the board shows the question."""
        table = await lobby.current(self._desk.database, here.player.id, (Status.PLAYING,))
        if table is None:
            await self._no_table(here)
            return
        reply = await self._desk.tables.handle(
            table.code, here.person, Ask(What.GAME), now=self._desk.now(), key=here.key
        )
        if reply.refused:
            await here.say(plain(refusal(reply.refused, here.words)))
        else:
            await self._showing.put(reply.table, here.place, player=here.looker, thread=here.thread)

    async def word(self, here: Here, typed: str) -> None:
        """One's own word for the dice, before the first roll."""
        t = here.words.t
        table = await lobby.current(self._desk.database, here.player.id, (Status.OPEN,))
        if table is None:
            await here.say(plain(t("You sit at no table that waits for its first roll.")))
            return
        reply = await self._desk.tables.handle(
            table.code, here.person, Word(typed), now=self._desk.now(), key=here.key
        )
        said = refusal(reply.refused, here.words) if reply.refused else t("Your word is mixed into the dice.")
        await here.say(plain(said))

    async def close(self, here: Here, _typed: str) -> None:
        """Close a table before its first roll: its host may, and in a group its administrators."""
        table = await self._waiting(here)
        if table is None:
            await here.say(plain(here.words.t("There is no table here that still waits.")))
            return
        reply = await self._closed(here, table)
        if reply.refused:
            await here.say(plain(refusal(reply.refused, here.words)))

    async def _closed(self, here: Here, table: Table) -> Reply:
        tables, now = self._desk.tables, self._desk.now()
        if here.player.id != table.host and not here.private and await is_admin(here):
            return await tables.close(table.code, now=now, key=here.key)
        reply = await tables.handle(table.code, here.person, Close(), now=now, key=here.key)
        return reply._replace(refused=No.NOT_HOST) if reply.refused == No.SPECTATOR else reply

    async def _waiting(self, here: Here) -> Table | None:
        shown = [table for table in await self._shown_here(here) if table.stage is Stage.OPEN]
        answered = here.message.reply_to_message
        if answered:
            async with self._desk.database.read() as conn:
                rows = await screens.at(conn, PLATFORM, here.place)
            meant = {row.table_id for row in rows if read(row).message == answered.message_id}
            shown = [table for table in shown if table.id in meant] or shown
        return next(iter(shown), None)

    async def _meant(self, here: Here) -> Table | None:
        """In private my table; in a group mine, or the one shown there last that is still going on."""
        database, player = self._desk.database, here.player.id
        if here.private:
            return await lobby.current(database, player) or await lobby.current(
                database, player, (Status.FINISHED,)
            )
        shown = [table for table in await self._shown_here(here) if table.stage in GOING_ON]
        mine = next((table for table in shown if table.seat_of(player) is not None), None)
        if mine:
            return mine
        # A group that shut us out and let us in again shows nothing of what was played there.
        others = await lobby.tables_of(database, player, MANY)
        others = [table for table in others if table.setup.against is Against.FRIEND]
        lost = [table for table in others if not await self._is_shown(table)]
        return next(iter(lost + shown + others), None)

    async def _is_shown(self, table: Table) -> bool:
        async with self._desk.database.read() as conn:
            return bool(await screens.of_table(conn, table.id))

    async def _shown_here(self, here: Here) -> list[Table]:
        async with self._desk.database.read() as conn:
            rows = await screens.at(conn, PLATFORM, here.place)
        return [await self._desk.tables.get(read(row).code) for row in rows[:MANY]]

    async def _no_table(self, here: Here) -> None:
        await here.say(plain(here.words.t("You sit at no table now. /play opens one.")))

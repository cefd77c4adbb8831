"""Boards on Telegram: what a place's worker (bot.boards) does when its turn has come."""

from contextlib import AbstractAsyncContextManager
from dataclasses import replace

from telegram.error import ChatMigrated, TelegramError

from bot.boards import Boards
from bot.occasions import in_mid_turn, news
from bot.table import Table
from bot.telegram.desk import Desk
from bot.telegram.errors import Meaning, meaning
from bot.telegram.faces import Face, called, face
from bot.telegram.moving import move_chat
from bot.telegram.posting import Poster
from bot.telegram.remedies import Remedies
from bot.telegram.screen import PLATFORM, Screen, read
from bot.wishes import Place, Wish, wait_longer
from rules.errors import Refused
from storage import screens
from storage.screens import ScreenRow

SPARE_CALLS = 2
"""A step is shown at once while the budget still holds so many calls: one of them is for the end of the turn."""

AT_ONCE = 3
"""Failures in a row after which a place is left alone for a while, whatever the remedy."""


class Showing:
    """All boards on Telegram."""

    platform = PLATFORM
    refusals: tuple[type[Exception], ...] = (TelegramError,)

    def __init__(self, desk: Desk, poster: Poster) -> None:
        self._desk = desk
        self._poster = poster
        self._remedies = Remedies(desk, poster)
        self.boards = Boards(self, desk.database, desk.tables)

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
        down: bool = True,
    ) -> None:
        """Show a table in a place from now on; one that is there already is brought `down` to the end of the chat, or left."""
        screen = Screen(
            table.id, table.code, place, player, message=message, thread=thread, language=language, text=text
        )
        async with self._desk.database.write() as conn:
            known = await screens.first(conn, screen.row())
            if known is None:
                pass
            elif not down:
                return
            elif player is not None and known.player_id != player:
                await screens.place(conn, replace(read(known), player=player).row())
            elif thread is not None:
                await screens.place(conn, replace(read(known), thread=thread).row())
        self.boards.wish(place, table.id, table.code, anew=known is not None)

    def pressed(self, table: Table, place: str, message: int) -> None:
        """Somebody pressed a button on this message: where a board was sent and we never heard of it, it is the one.

        It returns at once: the press is answered first.
        """
        self.boards.spawn(self._pressed(table, place, message))

    async def _pressed(self, table: Table, place: str, message: int) -> None:
        async with self._desk.database.read() as conn:
            row = await screens.one(conn, table.id, PLATFORM, place)
        if row is not None and read(row).message is None:
            self.boards.wish(place, table.id, table.code, adopt=message)

    # --- what the boards' workers ask for ------------------------------------------------------------------------

    def turn(self, place: str, _there: Place) -> AbstractAsyncContextManager[None]:
        """The chat's turn to be sent something."""
        return self._desk.pace.turn(Screen(0, "", place).key)

    def code_of(self, row: ScreenRow) -> str:
        """The code of the table on a screen."""
        return read(row).code

    async def look_after(self, table: int, place: str, wish: Wish) -> None:
        """Show a table as it is now."""
        async with self._desk.database.read() as conn:
            row = await screens.one(conn, table, PLATFORM, place)
        if row is None:
            return
        try:
            now = await self._desk.tables.get(wish.code)
        except Refused:
            return
        await self._show(read(row), now, wish)

    async def _show(self, screen: Screen, table: Table, wish: Wish) -> None:
        if wish.adopt and screen.message is None:
            screen = replace(screen, message=wish.adopt)
        if wish.anew:  # whoever asks for the board may have allowed pictures meanwhile
            screen = replace(screen, text=False)
        shown = await face(self._desk, screen, table)
        told, screen = screen.told, replace(screen, told=_news(screen, table))
        wish.anew = wish.anew or (screen.private and screen.told != told)
        missing = screen.message is None and not screen.inline
        if wish.anew or (missing and screen.shown != table.version):
            await self._post(screen, shown, table)
        elif not missing:  # one that may have been sent is not sent again for the same state
            if screen.told != told:
                await self._call(screen, table)
            await self._edit(screen.doubted() if wish.doubts(screen.shown, table) else screen, shown, table)
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
        """In mid-turn, and of talk, only what leaves room for the edit that ends the turn; the rest follows when there is room.

        One picture a turn; in private, where the budget is wider, one a step.
        """
        midway = in_mid_turn(table)
        due = screen.private or not midway
        pictured = not screen.text or bool(screen.inline)
        other_picture = pictured and screen.picture != shown.digest
        differs = screen.face != shown.words(text=screen.text) or (due and other_picture)
        only_talk = differs and screen.shown == table.version
        if (midway or only_talk) and (wait := self._desk.pace.wait(screen.key, SPARE_CALLS)) > 0:
            self.boards.later(wait, screen.place, table.id, table.code)
            return
        if differs:
            screen = await self._poster.edit(screen, shown, with_picture=due)
        if differs or screen.shown != table.version:
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
        self.boards.wish(screen.place, successor.id, successor.code)

    async def unanswered(self, ticket: object) -> None:
        """Nothing here is answered with a board."""

    # --- what goes wrong ----------------------------------------------------------------------------------------

    async def failed(self, table: int, place: str, wish: Wish, there: Place, error: Exception) -> None:
        """Do what helps against a refusal."""
        async with self._desk.database.read() as conn:
            row = await screens.one(conn, table, PLATFORM, place)
        if row is None:
            return
        screen = read(row)
        what = meaning(error) if isinstance(error, TelegramError) else Meaning.OTHER
        if what is Meaning.MIGRATED and isinstance(error, ChatMigrated):
            await self.migrate(int(place), error.new_chat_id)
        there.failures += 1
        if there.failures > AT_ONCE:
            await wait_longer(self._desk.patience_s, there.failures)
        if await self._remedies.apply(what, screen, wish, there.failures):
            self.boards.wish(place, table, wish.code, anew=wish.anew)

    async def leave(self, place: str) -> None:
        """Nothing of ours can be shown in a place any more."""
        async with self._desk.database.write() as conn:
            await screens.clear(conn, PLATFORM, place)

    async def migrate(self, old: int, new: int) -> None:
        """A group has become a supergroup: everything of it goes on under the new id."""
        await move_chat(self._desk, old, new)
        self.boards.forget(str(old))
        async with self._desk.database.read() as conn:
            rows = await screens.at(conn, PLATFORM, str(new))
        for row in rows:
            self.boards.wish(row.place, row.table_id, read(row).code)


def _news(screen: Screen, table: Table) -> str:
    return (
        screen.told if screen.inline else news(screen.told, table, screen.player if screen.private else None)
    )

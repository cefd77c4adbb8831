"""Boards on Discord: what a place's worker (bot.boards) does when its turn has come."""

from collections.abc import Iterable
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import replace

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.boards import Boards
from bot.discord.desk import Desk
from bot.discord.errors import REFUSALS, meaning
from bot.discord.faces import Face, called, face
from bot.discord.here import Spot, may_send, spot_of
from bot.discord.posted import MOVED
from bot.discord.posting import Poster
from bot.discord.remedies import Remedies, move_up
from bot.discord.screen import PLATFORM, Screen, read, sent_ms
from bot.discord.ticket import Ticket
from bot.occasions import in_mid_turn, news
from bot.table import Stage, Table
from bot.wishes import Place, Wish, wait_longer
from rules.errors import Refused
from storage import screens
from storage.screens import ScreenRow

SPARE_CALLS = 2
"""A step is shown at once while the budget still holds so many calls: one of them is for the end of the turn."""

AT_ONCE = 3
"""Failures in a row after which a place is left alone for a while, whatever the remedy."""

AGED_MS = 55 * 60 * 1000
"""Discord allows few edits of messages older than an hour: before that there is a fresh one."""


class Showing:
    """All boards on Discord."""

    platform = PLATFORM
    refusals = REFUSALS

    def __init__(self, desk: Desk, poster: Poster) -> None:
        self._desk = desk
        self._poster = poster
        self._remedies = Remedies(desk, poster)
        self.boards = Boards(self, desk.database, desk.tables)

    async def put(
        self,
        table: Table,
        spot: Spot,
        *,
        player: int | None,
        ticket: Ticket | None = None,
        home: bool = False,
    ) -> None:
        """Show a table in a place from now on; one that is there already is brought down to its end.

        `ticket` is the command that is answered with the board, or the press that lets us send it; `home` says that
        the table was opened there.
        """
        if ticket and ticket.is_press:
            self._desk.keep_key(spot.place, ticket)
            ticket = None
        screen = Screen(
            table.id,
            table.code,
            spot.place,
            player,
            guild=spot.guild,
            parent=spot.parent,
            text=not spot.pictures,
            home=home,
        )
        async with self._desk.database.write() as conn:
            known = await _known(conn, screen)
            if known is None:
                await screens.place(conn, screen.row())
            else:  # whoever asks for the board may have given us rights meanwhile
                again = replace(known, player=player, text=screen.text, mute=False, blind=False)
                await screens.place(conn, again.row())
        self.boards.wish(spot.place, table.id, table.code, anew=known is not None, ticket=ticket)

    def pressed(self, table: Table, place: str, ticket: Ticket) -> None:
        """Somebody pressed a button of this table: the board there answers it, unless a refusal has. It returns at once."""
        if ticket.message is None:
            self.boards.spawn(self._look_again(table, place, ticket))
        else:
            self.boards.wish(place, table.id, table.code, ticket=ticket)

    async def _look_again(self, table: Table, place: str, ticket: Ticket) -> None:
        async with self._desk.database.read() as conn:
            known = await screens.one(conn, table.id, PLATFORM, place)
        if known is None:
            await self._taken_up(table, ticket)
        self.boards.wish(place, table.id, table.code)

    # --- what the boards' workers ask for -----------------------------------------------------------------------

    def turn(self, place: str, there: Place) -> AbstractAsyncContextManager[None]:
        """The channel's turn to be sent something."""
        return self._desk.pace.turn(Screen(0, "", place).channel, there)

    def code_of(self, row: ScreenRow) -> str:
        """The code of the table on a screen; empty where another process looks after its server."""
        screen = read(row)
        return screen.code if self._desk.mine(screen.guild) else ""

    async def look_after(self, table: int, place: str, wish: Wish) -> None:
        """Show a table as it is now."""
        async with self._desk.database.read() as conn:
            row = await screens.one(conn, table, PLATFORM, place)
        ticket = wish.ticket if isinstance(wish.ticket, Ticket) else None
        try:
            now = await self._desk.tables.get(wish.code)
        except Refused:
            await self.unanswered(ticket)
            return
        if row:
            await self._show(read(row), now, wish, ticket)
        elif ticket and ticket.is_press:
            await self._show(await self._taken_up(now, ticket), now, wish, ticket)
        else:
            await self.unanswered(ticket)

    async def _taken_up(self, table: Table, ticket: Ticket) -> Screen:
        """A board we had given up, as after leaving a server: whoever presses its buttons brings it back."""
        spot, pressed = spot_of(ticket.interaction), ticket.interaction.message
        looker = await self._desk.find(ticket.interaction.user.id) if spot.private else None
        screen = Screen(
            table.id,
            table.code,
            spot.place,
            looker.id if looker else None,
            message=pressed.id if pressed else None,
            guild=spot.guild,
            parent=spot.parent,
            text=not spot.pictures,
        )
        async with self._desk.database.write() as conn:
            known = await _known(conn, screen)
            screen = replace(screen, home=known is not None and known.home)
            await screens.place(conn, screen.row())
        return screen

    async def _show(self, screen: Screen, table: Table, wish: Wish, ticket: Ticket | None) -> None:
        if ticket and ticket.is_press:
            screen = _regained(screen, ticket)
        if ticket and ticket.is_press and ticket.message != screen.message:
            screen, ticket = await self._found(screen, ticket)
        shown = await face(self._desk, screen, table)
        told = screen.told
        screen = replace(screen, told=news(screen.told, table, screen.player))
        wish.anew = wish.anew or (screen.private and screen.told != told) or self._aged(screen, shown)
        if screen.message is None or (ticket and ticket.waits) or (wish.anew and (ticket or not screen.mute)):
            await self._post(screen, shown, table, ticket)
        else:
            if screen.told != told:
                await self._call(screen, table)
            await self._edit(
                screen.doubted() if wish.doubts(screen.shown, table) else screen, shown, table, ticket
            )
        if ticket:
            await ticket.bare()
        if table.next_code:
            await self._follow(screen, table)

    async def _found(self, screen: Screen, ticket: Ticket) -> tuple[Screen, Ticket | None]:
        """A press on a message that we do not take for the board: where we are no member it is the one we can reach.

        Elsewhere it is an old one, and loses its buttons; unless we never heard of the board we sent.
        """
        if screen.message is None or not screen.member:
            return replace(screen, message=ticket.message, picture="", face=""), ticket
        with suppress(*REFUSALS):
            await ticket.edit(ticket.message or 0, MOVED)
        return screen, None

    def _aged(self, screen: Screen, shown: Face) -> bool:
        """Whether the message is too old to be edited, and there is something to be shown."""
        if screen.message is None or screen.face == shown.words(text=screen.text):
            return False
        return self._desk.now() - sent_ms(screen.message) > AGED_MS

    async def _post(self, screen: Screen, shown: Face, table: Table, ticket: Ticket | None) -> None:
        quiet = not screen.private and bool((await self._desk.settings(screen)).get("quiet"))
        before = self._desk.key(screen.place)  # what brings the new board may not reach the old one
        posted = await self._poster.post(
            replace(screen.anew(), posts=screen.posts), shown, ticket, quiet=quiet
        )
        await self._desk.keep(replace(posted, shown=table.version))
        await self._poster.retire(screen, ticket if ticket and ticket.is_press else before)
        if not posted.face:  # what stands there is older than what was to be shown
            self.boards.wish(screen.place, table.id, table.code)

    async def _call(self, screen: Screen, table: Table) -> None:
        """Mention who is to move in a message of its own: once, even if it is lost, and not in a quiet place."""
        await self._desk.keep(screen)
        if not (await self._desk.settings(screen)).get("quiet"):
            await self._poster.call(screen, "\n".join([line async for line in called(self._desk, table)]))

    async def _edit(self, screen: Screen, shown: Face, table: Table, ticket: Ticket | None) -> None:
        """In mid-turn, and of talk, only what leaves room for the edit that ends it, unless it answers a press: that is free."""
        other_picture = not screen.text and screen.picture != shown.digest
        differs = screen.face != shown.words(text=screen.text) or other_picture
        only_talk = differs and screen.shown == table.version
        if ticket is None and (in_mid_turn(table) or only_talk):
            wait = self._desk.pace.wait(screen.channel, SPARE_CALLS)
            if wait > 0:
                self.boards.later(wait, screen.place, table.id, table.code)
                return
        if differs:
            screen = await self._poster.edit(screen, shown, ticket)
        if differs or screen.shown != table.version:
            await self._desk.keep(replace(screen, shown=table.version))

    async def _follow(self, screen: Screen, table: Table) -> None:
        """Go on with the rematch where the match was shown."""
        successor = await self._desk.tables.get(table.next_code or "")
        async with self._desk.database.write() as conn:
            if await screens.one(conn, successor.id, PLATFORM, screen.place):
                return
            onward = replace(screen.anew(), table=successor.id, code=successor.code, reminded=0, told="")
            await screens.place(conn, onward.row())
        self.boards.wish(screen.place, successor.id, successor.code)

    # --- what goes wrong ----------------------------------------------------------------------------------------

    async def failed(self, table: int, place: str, wish: Wish, there: Place, error: Exception) -> None:
        """Do what helps against a refusal."""
        async with self._desk.database.read() as conn:
            row = await screens.one(conn, table, PLATFORM, place)
        if row is None:
            await self.unanswered(wish.ticket)
            return
        screen = read(row)
        what = meaning(error)
        there.failures += 1
        if there.failures > AT_ONCE:
            await wait_longer(self._desk.patience_s, there.failures)
        if await self._remedies.apply(what, screen, wish, there.failures):
            self.boards.wish(place, table, wish.code, anew=wish.anew, ticket=wish.ticket)
        else:
            await self.unanswered(wish.ticket)
            await self._elsewhere(table, wish)

    async def unanswered(self, ticket: object) -> None:
        """Whoever asks twice has one board, as the answer to the second; and nobody waits for what will not come."""
        if isinstance(ticket, Ticket):
            await ticket.withdraw()

    async def _elsewhere(self, table: int, wish: Wish) -> None:
        """A board that has moved up from its thread is shown where it is now."""
        async with self._desk.database.read() as conn:
            rows = await screens.of_table(conn, table)
        for row in rows:
            if row.platform == PLATFORM and row.shown_version < 0:
                self.boards.wish(row.place, table, wish.code)

    # --- coming and going ---------------------------------------------------------------------------------------

    async def leave(self, channels: Iterable[int]) -> None:
        """Nothing of ours can be shown in these channels any more."""
        async with self._desk.database.write() as conn:
            for channel in channels:
                await screens.clear(conn, PLATFORM, str(channel))

    async def leave_thread(self, thread: int) -> None:
        """A thread is gone: what was played there goes on in its channel, unless it is over."""
        async with self._desk.database.read() as conn:
            rows = await screens.at(conn, PLATFORM, str(thread))
        for screen in (read(row) for row in rows):
            table = await self._desk.tables.get(screen.code)
            if screen.parent and table.stage in (Stage.OPEN, Stage.PLAYING):
                moved = await move_up(self._desk, screen)
                self.boards.wish(moved.place, table.id, table.code)
        await self.leave([thread])


def _regained(screen: Screen, ticket: Ticket) -> Screen:
    """With the rights that a press says we have again."""
    send = may_send(ticket.interaction, in_thread=bool(screen.parent))
    view = ticket.interaction.app_permissions.view_channel
    return replace(screen, blind=screen.blind and not view, mute=screen.mute and not send)


async def _known(conn: AsyncConnection, screen: Screen) -> Screen | None:
    """What is kept of a screen's place. One from before we were let in there goes on under the place's new name."""
    row = await screens.one(conn, screen.table, PLATFORM, screen.place)
    if row is None and screen.place != screen.outside:
        row = await screens.one(conn, screen.table, PLATFORM, screen.outside)
        await screens.remove(conn, screen.table, PLATFORM, screen.outside)
    return replace(read(row), place=screen.place, guild=screen.guild, parent=screen.parent) if row else None

"""At the table: the commands that do what a button does or look at it otherwise, and what is left of it afterwards."""

from bot import hints, lobby
from bot.discord.desk import Desk
from bot.discord.faces import plain
from bot.discord.here import Here, Spot
from bot.discord.opening import Opening
from bot.discord.screen import PLATFORM, read
from bot.discord.showing import Showing
from bot.intents import Ask, Close, What, Word
from bot.refusals import refusal
from bot.steward import Reply
from bot.table import Against, No, Stage, Table
from rules.errors import Refused
from storage import screens
from storage.tables import Status

MANY = 20
"""Tables looked at for the one that is meant."""

GOING_ON = (Stage.PLAYING, Stage.OPEN)

REPLAY_WIDTH = 512
"""Pixels."""


class Playing:
    """Commands about tables that are there already."""

    def __init__(self, desk: Desk, showing: Showing, opening: Opening) -> None:
        self._desk = desk
        self._showing = showing
        self._opening = opening

    async def board(self, here: Here, typed: str) -> None:
        """The board brought down: the table named, mine, or the last one shown here."""
        if typed:
            await self._opening.board(here, typed)
            return
        table = await self._meant(here)
        if table is None:
            await self._no_table(here)
        elif await self._opening.may_play(here):
            await self._showing.put(table, here.spot, player=here.looker, ticket=here.ticket)

    async def jump(self, here: Here, code: str) -> None:
        """Bring a table here."""
        await self._opening.board(here, code)

    async def hint(self, here: Here) -> None:
        """The turn the computer would play, with its reasons; only where that is fair."""
        table = await self._mine(here)
        if table is None:
            await self._no_table(here)
            return
        await here.say(plain(await hints.answer(table, here.words, self._desk.drawers)))

    async def resign(self, here: Here) -> None:
        """Ask back whether to give up; the board shows the question."""
        table = await self._mine(here, Status.PLAYING)
        if table is None:
            await self._no_table(here)
            return
        reply = await self._desk.tables.handle(
            table.code, here.person, Ask(What.GAME), now=self._desk.now(), key=here.key
        )
        if reply.refused:
            await here.say(refusal(reply.refused, here.words))
        else:
            await self._showing.put(reply.table, here.spot, player=here.looker, ticket=here.ticket)

    async def word(self, here: Here, typed: str) -> None:
        """One's own word for the dice, before the first roll."""
        t = here.words.t
        table = await self._mine(here, Status.OPEN)
        if table is None:
            await here.say(t("You sit at no table that waits for its first roll."))
            return
        reply = await self._desk.tables.handle(
            table.code, here.person, Word(typed), now=self._desk.now(), key=here.key
        )
        await here.say(
            refusal(reply.refused, here.words) if reply.refused else t("Your word is mixed into the dice.")
        )

    async def close(self, here: Here, typed: str) -> None:
        """Close a table before its first roll: its host may, and on a server those who manage it."""
        table = await self._waiting(here, typed)
        if table is None:
            await here.say(here.words.t("There is no table here that still waits."))
            return
        reply = await self._closed(here, table)
        if reply.refused:
            await here.say(refusal(reply.refused, here.words))
        else:
            await here.say(here.words.t("Table {code} is closed.", code=table.code))

    async def _closed(self, here: Here, table: Table) -> Reply:
        tables, now = self._desk.tables, self._desk.now()
        if (
            here.player.id != table.host
            and here.administers
            and await self._opened_at(here.spot.guild, table)
        ):
            return await tables.close(table.code, now=now, key=here.key)
        reply = await tables.handle(table.code, here.person, Close(), now=now, key=here.key)
        return reply._replace(refused=No.NOT_HOST) if reply.refused == No.SPECTATOR else reply

    async def _opened_at(self, guild: int, table: Table) -> bool:
        """Whether a server is where a table was opened, in whichever channel; bringing it there is not enough."""
        async with self._desk.database.read() as conn:
            rows = await screens.of_table(conn, table.id)
        shown = [read(row) for row in rows if row.platform == PLATFORM]
        return any(screen.home and screen.guild == guild for screen in shown)

    async def _waiting(self, here: Here, typed: str) -> Table | None:
        if typed:
            try:
                code = lobby.read_invitation(typed).code
                return await self._desk.tables.sought(code, here.player.id, self._desk.now())
            except Refused:
                return None
        mine = await lobby.tables_of(self._desk.database, here.player.id, MANY, (Status.OPEN,))
        shown = [table for table in await self.shown_in(here.spot) if table.stage is Stage.OPEN]
        ours = [table for table in mine if table.host == here.player.id]
        both = [table for table in shown if table in ours]
        managed = shown if here.administers else []
        return next(iter(both or managed or ours or shown), None)

    # --- which table is meant -----------------------------------------------------------------------------------

    async def shown_in(self, spot: Spot) -> list[Table]:
        """The tables shown in a place, newest first."""
        async with self._desk.database.read() as conn:
            rows = await screens.at(conn, PLATFORM, spot.place)
        return [await self._desk.tables.get(read(row).code) for row in rows[:MANY]]

    async def _mine(self, here: Here, *wanted: Status) -> Table | None:
        """The table of theirs somebody means: the one shown here before all others. Those going on, unless `wanted` says which."""
        among = wanted or lobby.LIVING
        mine = await lobby.tables_of(self._desk.database, here.player.id, MANY, among)
        codes = {table.code for table in mine}
        shown = [table for table in await self.shown_in(here.spot) if table.code in codes]
        return next(iter(shown), None) or await lobby.current(self._desk.database, here.player.id, among)

    async def _meant(self, here: Here) -> Table | None:
        """In private my table; elsewhere mine that is shown here, mine against a friend, or the last one shown here."""
        database, player = self._desk.database, here.player.id
        if here.spot.private:
            return await lobby.current(database, player) or await lobby.current(
                database, player, (Status.FINISHED,)
            )
        shown = [table for table in await self.shown_in(here.spot) if table.stage in GOING_ON]
        mine = [table for table in shown if table.seat_of(player) is not None]
        others = await lobby.tables_of(database, player, MANY)
        friends = [table for table in others if table.setup.against is Against.FRIEND]
        return next(iter([*mine, *friends, *shown, *others]), None)

    async def _no_table(self, here: Here) -> None:
        await here.say(here.words.t("You sit at no table now. /tawla play opens one."))

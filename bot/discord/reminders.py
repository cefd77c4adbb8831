"""Before a daily clock runs out, whoever is to move is told, once for each turn and place."""

import logging
from dataclasses import replace

from bot import endings, people
from bot.discord.desk import Desk
from bot.discord.faces import mention
from bot.discord.posting import Poster
from bot.discord.screen import PLATFORM, Screen, read
from bot.people import Player
from bot.phrases import phrases
from bot.rounds import for_ever
from bot.table import Table
from storage import screens

log = logging.getLogger(__name__)


class Reminders:
    """The one who taps shoulders."""

    def __init__(self, desk: Desk, poster: Poster) -> None:
        self._desk = desk
        self._poster = poster

    async def run(self) -> None:
        """Look every few minutes, for ever."""
        await for_ever(self.remind, endings.EVERY_S, log, "reminders have to wait")

    async def remind(self) -> None:
        """Remind everybody whose daily clock is about to run out."""
        for table, at, ends in await endings.near(self._desk.database, self._desk.now()):
            player = await people.load(self._desk.database, at.player)
            account = await self._desk.account(at.player)
            if player and account and player.settings.get("reminders") != "off":
                await self._remind(table, player, account, ends)

    async def _remind(self, table: Table, player: Player, account: str, ends: int) -> None:
        async with self._desk.database.read() as conn:
            rows = await screens.of_table(conn, table.id)
        for screen in (read(row) for row in rows if row.platform == PLATFORM):
            theirs = screen.player in (None, player.id) and self._desk.mine(screen.guild)
            if not theirs or screen.reminded == ends or not screen.member:
                continue
            if screen.private or not (await self._desk.settings(screen)).get("quiet"):
                await self._note(screen, ends)
                await self._poster.call(screen, await self._said(screen, player, account))

    async def _said(self, screen: Screen, player: Player, account: str) -> str:
        words = (
            phrases(player.language)
            if screen.private
            else await self._desk.words_of(screen.chat, player.language)
        )
        return words.t(
            "⏳ {name}, your turn at table {code} ends in less than three hours.",
            name=mention(account),
            code=screen.code,
        )

    async def _note(self, screen: Screen, ends: int) -> None:
        """Only what is reminded of changes: the board's worker may be writing the rest."""
        async with self._desk.database.write() as conn:
            row = await screens.one(conn, screen.table, PLATFORM, screen.place)
            if row:
                await screens.place(conn, replace(read(row), reminded=ends).row())

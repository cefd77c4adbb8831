"""Before a daily clock runs out, whoever is to move is told, once for each turn and place."""

import logging
from dataclasses import replace

from telegram.constants import ParseMode
from telegram.error import TelegramError

from bot import endings, people
from bot.phrases import FALLBACK, isolated, phrases
from bot.rounds import for_ever
from bot.table import Seated, Table
from bot.telegram.desk import Desk
from bot.telegram.screen import PLATFORM, Screen, read
from bot.telegram.texts import mention, plain
from storage import screens

log = logging.getLogger(__name__)


class Reminders:
    """The one who taps shoulders."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def run(self) -> None:
        """Look every few minutes, for ever."""
        await for_ever(self.remind, endings.EVERY_S, log, "reminders have to wait")

    async def remind(self) -> int:
        """Remind everybody whose daily clock is about to run out; gives how many messages that took."""
        sent = 0
        for table, at, ends in await endings.near(self._desk.database, self._desk.now()):
            sent += await self._remind(table, at, ends)
        return sent

    async def _remind(self, table: Table, at: Seated, ends: int) -> int:
        player = await people.load(self._desk.database, at.player)
        account = await self._desk.account(at.player)
        if player is None or account is None or player.settings.get("reminders") == "off":
            return 0
        async with self._desk.database.read() as conn:
            rows = await screens.of_table(conn, table.id)
        sent = 0
        for screen in (read(row) for row in rows if row.platform == PLATFORM):
            if screen.inline or screen.reminded == ends or screen.player not in (None, player.id):
                continue
            if await self._may(screen):
                await self._note(screen, ends)
                sent += await self._say(screen, account, player.name, player.language)
        return sent

    async def _may(self, screen: Screen) -> bool:
        return screen.private or not (await self._desk.chat_settings(int(screen.place))).get("quiet")

    async def _note(self, screen: Screen, ends: int) -> None:
        """Only what is reminded of changes: the board's worker may be writing the rest."""
        async with self._desk.database.write() as conn:
            row = await screens.held(conn, screen.table, PLATFORM, screen.place)
            if row:
                await screens.place(conn, replace(read(row), reminded=ends).row())

    async def _say(self, screen: Screen, account: str, name: str, language: str) -> bool:
        words = (
            phrases(language) if screen.private else await self._desk.chat_words(int(screen.place), FALLBACK)
        )
        text = words.t(
            "⏳ {name}, your turn at table {code} ends in less than three hours.", name="\0", code=screen.code
        )
        html = plain(text).replace("\0", mention(account, isolated(name)))
        try:
            await self._desk.bot.send_message(
                int(screen.place),
                html,
                parse_mode=ParseMode.HTML,
                message_thread_id=screen.thread,
                reply_to_message_id=screen.message,
                allow_sending_without_reply=True,
            )
        except TelegramError:
            return False
        return True

"""Telling people of something in their private chat with us, without their asking."""

import logging
from collections.abc import Awaitable

from telegram.constants import ChatAction
from telegram.error import TelegramError

from bot import people
from bot.company.panel import Panel
from bot.phrases import FALLBACK, phrases
from bot.table import Table
from bot.telegram.awaited import Awaited
from bot.telegram.desk import Desk
from bot.telegram.errors import WEATHER, meaning
from bot.telegram.panels import Panels
from bot.telegram.screen import PLATFORM
from bot.telegram.showing import Showing

log = logging.getLogger(__name__)

LONGEST_WAIT_S = 5.0
"""News for a chat whose budget is spent for longer than this is not told there."""


class Herald:
    """A bot.company.desk.Herald."""

    platform = PLATFORM

    def __init__(self, desk: Desk, showing: Showing, panels: Panels, awaited: Awaited) -> None:
        self._desk, self._showing, self._panels, self._awaited = desk, showing, panels, awaited

    async def tell(self, player: int, panel: Panel) -> bool:
        """Show a panel in the person's private chat; False where they cannot be reached."""
        return await _tried(self._tell(player, panel))

    async def seat(self, player: int, table: Table) -> bool:
        """Show a table's board there."""
        return await _tried(self._seat(player, table))

    async def show(self, place: str, table: Table) -> bool:
        """Show a table's board to everybody in a group."""
        return await _tried(self._show(place, table))

    async def _tell(self, player: int, panel: Panel) -> bool:
        account = await self._desk.account(player)
        if account is None or self._desk.pace.wait(int(account)) > LONGEST_WAIT_S:
            return False
        if not panel.is_said_only or panel.said:
            known = await people.load(self._desk.database, player)
            words = phrases(known.language if known else FALLBACK)
            message = await self._panels.send(int(account), panel, words)
            if panel.field:  # news takes nothing away that was asked before
                await self._awaited.ask(int(account), message, panel.field)
        if panel.table:
            table = await self._desk.tables.get(panel.table)
            await self._showing.put(table, account, player=player)
        return True

    async def _seat(self, player: int, table: Table) -> bool:
        account = await self._desk.account(player)
        if account is None:
            return False
        # Boards are shown when their turn comes, whatever the weather; whether anything reaches this chat is asked at once.
        try:
            await self._desk.bot.send_chat_action(int(account), ChatAction.TYPING)
        except TelegramError as error:
            if meaning(error) not in WEATHER:
                raise
        await self._showing.put(table, account, player=player)
        return True

    async def _show(self, place: str, table: Table) -> bool:
        if not place.startswith("-"):  # somebody's private chat, or a message sent through inline mode
            return False
        await self._showing.put(table, place, player=None)
        return True


async def _tried(telling: Awaitable[bool]) -> bool:
    try:
        return await telling
    except TelegramError as error:
        log.info("somebody was not told: %s", meaning(error))
    except Exception:
        log.exception("somebody was not told")
    return False

"""Telling people of something in their private chat with us, without their asking."""

import asyncio
import logging
from collections.abc import Awaitable
from contextlib import suppress

from discord import Thread
from discord.abc import GuildChannel

from bot.company.panel import Panel
from bot.discord.buttons import view
from bot.discord.desk import Desk
from bot.discord.errors import REFUSALS, meaning
from bot.discord.here import Spot
from bot.discord.panels import Panels
from bot.discord.posting import Poster
from bot.discord.screen import PLATFORM, read
from bot.discord.showing import Showing
from bot.table import Table
from storage import screens

log = logging.getLogger(__name__)

LONGEST_WAIT_S = 5.0
"""News for a chat whose budget is spent for longer than this is not told there."""


class Herald:
    """A bot.company.desk.Herald."""

    platform = PLATFORM

    def __init__(self, desk: Desk, showing: Showing, poster: Poster, panels: Panels) -> None:
        self._desk, self._showing, self._poster, self._panels = desk, showing, poster, panels

    async def tell(self, player: int, panel: Panel) -> bool:
        """Show a panel in the person's private chat; False where they cannot be reached."""
        return await _tried(self._tell(player, panel))

    async def seat(self, player: int, table: Table) -> bool:
        """Show a table's board there."""
        return await _tried(self._seat(player, table))

    async def show(self, place: str, table: Table) -> bool:
        """Show a table's board to everybody in a channel of a server."""
        return await _tried(self._show(place, table))

    async def _tell(self, player: int, panel: Panel) -> bool:
        channel = await self._channel(player)
        if channel is None or (wait := self._desk.pace.wait(channel)) > LONGEST_WAIT_S:
            return False
        await asyncio.sleep(wait)
        if not panel.is_said_only or panel.said:
            account = int(await self._desk.account(player) or 0)
            self._panels.note(account, panel)
            place = self._desk.client.get_partial_messageable(channel)

            async def send() -> None:
                shown, files = view(self._panels.rows(panel)), await self._panels.files(panel)
                text = self._panels.text(panel)
                await self._desk.pace.once(channel, lambda: place.send(text, view=shown, files=files))

            await self._desk.pace.patiently(send)
        if panel.table:
            await self._put(player, await self._desk.tables.get(panel.table), channel)
        return True

    async def _seat(self, player: int, table: Table) -> bool:
        channel = await self._channel(player)
        return channel is not None and await self._put(player, table, channel)

    async def _put(self, player: int, table: Table, channel: int) -> bool:
        """Opening a private chat says nothing of whether it takes messages: only the board's own does."""
        spot = Spot(channel, 0, 0, member=True, private=True, pictures=True)
        await self._showing.put(table, spot, player=player)
        with suppress(TimeoutError):
            async with asyncio.timeout(LONGEST_WAIT_S):
                await self._showing.boards.tried(spot.place)
        async with self._desk.database.read() as conn:
            row = await screens.one(conn, table.id, PLATFORM, spot.place)
        return row is not None and not read(row).blind

    async def _show(self, place: str, table: Table) -> bool:
        channel = self._desk.client.get_channel(int(place)) if place.isdecimal() else None
        if not isinstance(channel, GuildChannel | Thread):
            return False
        parent = channel.parent_id if isinstance(channel, Thread) else 0
        spot = Spot(channel.id, channel.guild.id, parent, member=True, private=False, pictures=True)
        await self._showing.put(table, spot, player=None)
        return True

    async def _channel(self, player: int) -> int | None:
        """The private chat with a player; None where they are not on Discord, or we are not there yet."""
        account = await self._desk.account(player)
        if account is None or not hasattr(self._desk, "client"):
            return None
        return await self._poster.direct(account)


async def _tried(telling: Awaitable[bool]) -> bool:
    try:
        return await telling
    except REFUSALS as error:
        log.info("somebody was not told: %s", meaning(error))
    except Exception:
        log.exception("somebody was not told")
    return False

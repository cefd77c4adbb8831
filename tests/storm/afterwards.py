"""Whether every board shows the newest state, once the storm is over: what the servers hold against what the tables say."""

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress

import aiohttp
from sqlalchemy import select

from bot import shelf
from bot.discord import adapter as discord_adapter
from bot.discord import faces as discord_faces
from bot.discord import screen as discord_screen
from bot.discord.buttons import view as discord_view
from bot.occasions import in_mid_turn
from bot.table import Stage, Table
from bot.tables import Tables
from bot.telegram import adapter as telegram_adapter
from bot.telegram import faces as telegram_faces
from bot.telegram import screen as telegram_screen
from storage import schema, screens
from storage import tables as storage_tables
from storage.database import Database, open_database
from storage.screens import ScreenRow
from tests.servers.discord import DiscordServer
from tests.servers.discord.seen import seen as discord_seen
from tests.servers.telegram import TelegramServer
from tests.servers.telegram.seen import seen as telegram_seen
from tests.storm.on_telegram import data_of
from tests.storm.program import Program

PATIENCE_S = 120.0
"""So long nothing at all gets better before what is behind is called so. Chats take a message every few seconds: hundreds of boards take their time."""


class Gallery:
    """All boards on the chats' servers, and what should be on them; `unsure` where nobody can say whether one was sent."""

    boards = unsure = 0

    def __init__(
        self,
        database: Database,
        telegram: TelegramServer,
        discord: DiscordServer,
        drawers: ThreadPoolExecutor,
    ) -> None:
        self._database, self._on_telegram, self._on_discord = database, telegram, discord
        self._behind: list[ScreenRow] = []
        tables, now = Tables(database), lambda: time.time_ns() // 1_000_000
        options = telegram_adapter.Options(telegram.token, telegram.base_url)
        self.telegram = telegram_adapter.Telegram(options, database, tables, now, drawers)
        there = discord_adapter.Options(discord.token, discord.base_url)
        self._discord = discord_adapter.Discord(there, database, tables, now, drawers)

    async def behind(self) -> dict[str, str]:
        """Boards that do not show their table's newest state, and why."""
        self.unsure = 0
        async with self._database.read() as conn:
            rows = [ScreenRow(*row) for row in await conn.execute(select(schema.screens))]
        self.boards = len(rows)
        return await self._behind_of(rows)

    async def still_behind(self) -> dict[str, str]:
        """Those of them that still are."""
        return await self._behind_of(self._behind)

    async def _behind_of(self, rows: Sequence[ScreenRow]) -> dict[str, str]:
        found = [(row, why) for row in rows if (why := await self._why(row))]
        self._behind = [row for row, _ in found]
        return {f"{row.table_id} on {row.platform} at {row.place}": why for row, why in found}

    async def overdue(self, since: int) -> list[str]:
        """The tables whose time came before that and where nothing happens."""
        known = schema.tables.c
        async with self._database.read() as conn:
            query = select(known.code).where(known.status.in_(("open", "playing")), known.wake_at < since)
            return list(await conn.scalars(query))

    async def _why(self, known: ScreenRow) -> str:
        async with self._database.read() as conn:  # both as they are at one moment: some tables go on
            row = await screens.one(conn, known.table_id, known.platform, known.place)
            stored = await storage_tables.load(conn, known.table_id)
        if row is None or stored is None:
            return ""
        table = shelf.read(stored)
        if row.shown_version < table.version:
            return f"version {row.shown_version} is noted, {table.code} is at {table.version}"
        if row.platform == "telegram":
            return await self._why_telegram(telegram_screen.read(row), table)
        return await self._why_discord(discord_screen.read(row), table)

    async def _why_telegram(self, screen: telegram_screen.Screen, table: Table) -> str:
        chat = self._on_telegram.state.world.chats[int(screen.place)]
        if screen.message is None:
            self.unsure += 1
            return ""
        message = chat.messages.get(screen.message)
        if message is None:
            return "its message is not there"
        face = await telegram_faces.face(self.telegram.desk, screen, table)
        view = telegram_seen(message)
        there = data_of(view)
        rows = face.buttons.inline_keyboard if face.buttons else ()
        wanted = [button.callback_data for line in rows for button in line if button.callback_data]
        if there != wanted:
            return f"it has the buttons {there} instead of {wanted}"
        if not screen.text and _is_due(screen, table) and screen.picture != face.digest:
            return "its picture is another"
        return ""

    async def _why_discord(self, screen: discord_screen.Screen, table: Table) -> str:
        channel = self._on_discord.state.world.channels.get(screen.channel)
        if screen.message is None:
            self.unsure += 1
            return ""
        message = channel.messages.get(screen.message) if channel else None
        if message is None:
            return "its message is not there"
        face = await discord_faces.face(self._discord.desk, screen, table)
        there = [button.custom_id for button in discord_seen(message).buttons if button.custom_id]
        wanted = [
            item.custom_id for item in discord_view(face.rows).children if getattr(item, "custom_id", None)
        ]
        if there != wanted:
            return f"it has the buttons {there} instead of {wanted}"
        if not screen.text and _is_due(screen, table) and screen.picture != face.digest:
            return "its picture is another"
        return ""


def _is_due(screen: telegram_screen.Screen | discord_screen.Screen, table: Table) -> bool:
    """Whether the picture is to be the newest: where many look, one a turn is; what is over stays, whatever its readers like now."""
    return table.stage in (Stage.OPEN, Stage.PLAYING) and (screen.private or not in_mid_turn(table))


@asynccontextmanager
async def gallery(url: str, telegram: TelegramServer, discord: DiscordServer) -> AsyncIterator[Gallery]:
    database = await open_database(url, now=0)
    try:
        with ThreadPoolExecutor(1) as drawers:
            shown = Gallery(database, telegram, discord, drawers)
            async with shown.telegram.application.bot:  # it asks who it is, as links are made of that
                yield shown
    finally:
        await database.close()


async def all_brought(telegram: TelegramServer, patience_s: float = PATIENCE_S) -> bool:
    """Whether every update has been taken, after a while at the latest."""
    deadline = time.monotonic() + patience_s
    while (left := len(telegram.state.updates)) and time.monotonic() < deadline:  # noqa: ASYNC110 ours is one process, theirs others
        await asyncio.sleep(0.1)
    return not left


async def boards_behind(shown: Gallery, patience_s: float = PATIENCE_S) -> dict[str, str]:
    """Those that stay behind though nothing more is caught up with; the tables go on meanwhile."""
    behind = await shown.behind()
    since = time.monotonic()
    while behind and time.monotonic() < since + patience_s:
        await asyncio.sleep(2)
        still = await shown.still_behind()
        if len(still) < len(behind):
            since = time.monotonic()
        behind = still
    return behind


async def pages_behind(shown: Gallery, program: Program) -> list[str]:
    """Tables whose page shows another version than the database has; looked at anew should the program end meanwhile."""
    while True:
        await program.up.wait()
        with suppress(aiohttp.ClientConnectionError):
            return await _pages_behind(shown, program.address)
        await asyncio.sleep(1)


async def _pages_behind(shown: Gallery, address: str) -> list[str]:
    async with shown._database.read() as conn:
        before = dict(list(await conn.execute(select(schema.tables.c["code", "version"]))))
    behind = []
    async with aiohttp.ClientSession() as session:
        for code, version in before.items():
            async with session.get(f"{address}/t/{code}/state") as answer:
                if answer.status == 200 and (await answer.json())["state"]["version"] < version:
                    behind.append(code)
    return behind

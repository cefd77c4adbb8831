"""What whole chats have chosen for themselves: their language, how boards look there, who opens tables."""

import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot import tastes
from bot.phrases import LANGUAGES
from storage import chats
from storage.database import Database
from storage.news import About, Line

SWITCHES = ("on", "off")
OPENERS = ("everybody", "admins")
"""Values a switch can take; who may open tables, by default the first."""


def changed(settings: Mapping[str, Any], name: str, value: str) -> dict[str, Any]:
    """A chat's settings with one value changed. Raises Malformed for one that is not on offer."""
    more = {"language": LANGUAGES, "open": OPENERS, "quiet": SWITCHES}
    found = tastes.changed(settings, name, value, more)
    return {**found, "quiet": value == "on"} if name == "quiet" else found


class ChatSettings:
    """The settings of one platform's chats; they are few and asked for with every board."""

    def __init__(self, database: Database, platform: str) -> None:
        self._database = database
        self._platform = platform
        self._known: dict[str, dict[str, Any]] = {}
        self._changes = 0

    async def of(self, chat: str) -> dict[str, Any]:
        """A chat's settings; empty where nothing was chosen."""
        if chat in self._known:
            return self._known[chat]
        before = self._changes
        async with self._database.read() as conn:
            settings = await self._read(conn, chat)
        if before == self._changes:  # else what was read may be older than what was chosen meanwhile
            self._known[chat] = settings
        return settings

    async def change(self, chat: str, **changes: Any) -> None:
        """Change some of them."""
        async with self._database.write() as conn:
            settings = {**await self._read(conn, chat), **changes}
            await chats.set_settings(conn, self._platform, chat, json.dumps(settings, separators=(",", ":")))
            await self._database.announce(conn, Line(About.CHAT, (self._platform, chat)))
        self.forget(chat)

    def forget(self, chat: str) -> None:
        """Read them again when they are needed."""
        self._changes += 1
        self._known.pop(chat, None)

    def forget_all(self) -> None:
        """What is remembered may be old."""
        self._changes += 1
        self._known.clear()

    async def _read(self, conn: AsyncConnection, chat: str) -> dict[str, Any]:
        settings: dict[str, Any] = json.loads(await chats.settings(conn, self._platform, chat))
        return settings

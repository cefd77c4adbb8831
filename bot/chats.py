"""What whole chats have chosen for themselves: their language, how boards look there, who opens tables."""

import json
from collections.abc import Mapping
from typing import Any

from bot import tastes
from bot.phrases import LANGUAGES
from storage import chats
from storage.database import Database

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

    async def of(self, chat: str) -> dict[str, Any]:
        """A chat's settings; empty where nothing was chosen."""
        if chat not in self._known:
            async with self._database.read() as conn:
                self._known[chat] = json.loads(await chats.settings(conn, self._platform, chat))
        return self._known[chat]

    async def change(self, chat: str, **changes: Any) -> None:
        """Change some of them."""
        settings = {**await self.of(chat), **changes}
        async with self._database.write() as conn:
            await chats.set_settings(conn, self._platform, chat, json.dumps(settings, separators=(",", ":")))
        self._known[chat] = settings

    def forget(self, chat: str) -> None:
        """Read them again when they are needed."""
        self._known.pop(chat, None)

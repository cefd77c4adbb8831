"""Pictures for Telegram: drawn off the loop, uploaded once, and then sent by the name Telegram gave them."""

import asyncio
from collections.abc import Callable

from telegram import Message

from bot.easel import Picture, digest, drawn
from bot.telegram.desk import Desk
from bot.telegram.screen import PLATFORM
from storage import pictures


class Album:
    """Every picture Telegram has of us, by its digest."""

    def __init__(self, desk: Desk, draw: Callable[[Picture], bytes] | None = None) -> None:
        self._desk = desk
        self._draw = draw or drawn

    async def get(self, picture: Picture) -> str | bytes:
        """Telegram's name for it, or its bytes to be uploaded."""
        return await self.known(picture) or await self.drawn(picture)

    async def known(self, picture: Picture) -> str | None:
        """Telegram's name for it; None where Telegram has not got it."""
        async with self._desk.database.read() as conn:
            return await pictures.file_id(conn, PLATFORM, digest(picture))

    async def drawn(self, picture: Picture) -> bytes:
        """Its bytes."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._desk.drawers, self._draw, picture)

    async def keep(self, picture: Picture, message: object) -> str | None:
        """Note the name Telegram gave to the picture on this message, and give it."""
        if not isinstance(message, Message) or not message.photo:
            return None
        name = message.photo[-1].file_id
        async with self._desk.database.write() as conn:
            await pictures.keep(conn, PLATFORM, digest(picture), name, self._desk.now())
        return name

    async def forget(self, picture: Picture) -> None:
        """Telegram does not know it by that name any more."""
        async with self._desk.database.write() as conn:
            await pictures.forget(conn, PLATFORM, digest(picture))

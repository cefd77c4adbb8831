"""The line to Telegram: python-telegram-bot's own, which also knows whether it is heard, and counts the calls."""

from typing import Any

from telegram.request import HTTPXRequest

from bot.metrics import called
from bot.telegram.screen import PLATFORM


class Line(HTTPXRequest):
    """`heard`: whether the last call got an answer that was none of a server in trouble."""

    heard = False

    async def do_request(self, *args: Any, **kwargs: Any) -> tuple[int, bytes]:
        """Call, and remember what came of it."""
        status: int | None = None
        try:
            status, body = await super().do_request(*args, **kwargs)
        finally:
            self.heard = status is not None and status < 500  # noqa: PLR2004 the server's own troubles
            called(PLATFORM, status)
        return status, body

"""The line to Telegram: python-telegram-bot's own, which also knows whether it is heard."""

from typing import Any

from telegram.request import HTTPXRequest


class Line(HTTPXRequest):
    """`heard`: whether the last call got an answer that was none of a server in trouble."""

    heard = False

    async def do_request(self, *args: Any, **kwargs: Any) -> tuple[int, bytes]:
        """Call, and remember what came of it."""
        answered = False
        try:
            status, body = await super().do_request(*args, **kwargs)
            answered = status < 500  # noqa: PLR2004 the server's own troubles
        finally:
            self.heard = answered
        return status, body

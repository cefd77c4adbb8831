"""The line to Telegram: python-telegram-bot's own, which also knows whether it is heard, and counts the calls."""

import logging
from typing import Any

from telegram.constants import UpdateType
from telegram.error import Conflict, TelegramError
from telegram.ext import Application, ApplicationBuilder
from telegram.request import HTTPXRequest

from bot.metrics import called
from bot.telegram.pace import Pace
from bot.telegram.screen import PLATFORM

log = logging.getLogger(__name__)

AT_ONCE = 4_096
"""Updates handled at the same time: taps must not wait for answers that wait for their chat's budget."""

CONNECTIONS = 256
READ_S = 10.0

UPDATES = [
    UpdateType.MESSAGE,
    UpdateType.CALLBACK_QUERY,
    UpdateType.INLINE_QUERY,
    UpdateType.CHOSEN_INLINE_RESULT,
    UpdateType.MY_CHAT_MEMBER,
]
"""What we want to be told."""


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


def complain(error: TelegramError) -> None:
    """One line, and the library fetches updates again by itself."""
    if isinstance(error, Conflict):
        log.error("another program fetches the same bot's updates")
    else:
        log.warning("no updates from Telegram (%s); trying again", type(error).__name__)


def keep_quiet() -> None:
    """The token is part of every address the libraries would note."""
    for name in ("httpx", "httpcore", "telegram.ext.ExtBot", "telegram.Bot", "telegram.ext.Updater"):
        logging.getLogger(name).setLevel(logging.WARNING)


def application(token: str, api: str, pace: Pace, news: Line) -> "Application[Any, Any, Any, Any, Any, Any]":
    """What fetches updates by `news` and calls Telegram at `api`, as fast as `pace` allows. `token` is a secret."""
    files = api.removesuffix("/bot") + "/file/bot"
    return (
        ApplicationBuilder()
        .token(token)
        .base_url(api)
        .base_file_url(files)
        .request(Line(connection_pool_size=CONNECTIONS, read_timeout=READ_S, pool_timeout=READ_S))
        .get_updates_request(news)
        .rate_limiter(pace)
        .concurrent_updates(AT_ONCE)
        .job_queue(None)
        .build()
    )

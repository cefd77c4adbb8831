"""Updates brought to us instead of fetched: a small server of our own, behind the host's proxy."""

import hmac
import json
from base64 import urlsafe_b64encode
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

from aiohttp import web
from telegram import Update
from telegram.constants import UpdateType
from telegram.ext import ExtBot

HEADER = "X-Telegram-Bot-Api-Secret-Token"
MAX_BODY = 1024 * 1024

AT_ONCE = 100
"""Updates under way to us at the same time; Telegram allows no more."""

GOODBYE_S = 0.8
"""How long what has been brought may be under way when the program stops."""

Take = Callable[[Update], Awaitable[bool]]
"""Given an update; whether it was taken: Telegram brings it again unless it was."""


def secret(token: str, url: str) -> str:
    """What comes with every update. Each program that has the bot's token knows it, and it tells nothing of the token."""
    made = hmac.digest(token.encode(), f"webhook {url}".encode(), "sha256")
    return urlsafe_b64encode(made).decode().rstrip("=")


@asynccontextmanager
async def serving(
    take: Take, bot: ExtBot[Any], url: str, at: tuple[str, int], expected: str
) -> AsyncIterator[int]:
    """Take updates at the path of `url`, from whoever knows the secret, `at` a host and port; gives the port. Raises OSError."""

    async def brought(request: web.Request) -> web.Response:
        given = request.headers.get(HEADER, "")
        if not hmac.compare_digest(given.encode("utf-8", "replace"), expected.encode()):
            raise web.HTTPForbidden
        try:
            update = Update.de_json(json.loads(await request.text()), bot)
        except (ValueError, TypeError, KeyError, AttributeError):
            raise web.HTTPBadRequest from None
        if not await take(update):
            raise web.HTTPServiceUnavailable
        return web.Response()

    app = web.Application(client_max_size=MAX_BODY)
    app.router.add_post(urlsplit(url).path or "/", brought)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=GOODBYE_S)
    await runner.setup()
    try:
        await web.TCPSite(runner, *at).start()
        yield int(runner.addresses[0][1])
    finally:
        await runner.cleanup()


async def announce(bot: ExtBot[Any], url: str, given: str, kinds: list[UpdateType]) -> None:
    """Tell Telegram where to bring updates of these kinds, and the secret to give. Raises TelegramError."""
    await bot.set_webhook(url, allowed_updates=kinds, secret_token=given, max_connections=AT_ONCE)

"""Updates brought to us instead of fetched: a small server of our own, behind the host's proxy."""

import hmac
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

from aiohttp import web
from telegram import Update
from telegram.ext import Application

HEADER = "X-Telegram-Bot-Api-Secret-Token"
MAX_BODY = 1024 * 1024


@asynccontextmanager
async def serving(
    application: "Application[Any, Any, Any, Any, Any, Any]", url: str, host: str, port: int, secret: str
) -> AsyncIterator[int]:
    """Take updates at the path of `url`, from whoever knows the secret; gives the port. Raises OSError."""

    async def take(request: web.Request) -> web.Response:
        given = request.headers.get(HEADER, "")
        if not hmac.compare_digest(given.encode("utf-8", "replace"), secret.encode()):
            raise web.HTTPForbidden
        try:
            update = Update.de_json(json.loads(await request.text()), application.bot)
        except (ValueError, TypeError, KeyError, AttributeError):
            raise web.HTTPBadRequest from None
        await application.update_queue.put(update)
        return web.Response()

    app = web.Application(client_max_size=MAX_BODY)
    app.router.add_post(urlsplit(url).path or "/", take)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    try:
        await web.TCPSite(runner, host, port).start()
        yield int(runner.addresses[0][1])
    finally:
        await runner.cleanup()

"""How the program is, for whoever watches over it: alive, and ready for people. Neither tells anything private."""

import asyncio
import logging
import time
from typing import Any

from aiohttp import web

from bot.web.pages import SERVICES
from bot.web.services import Services
from storage import facts

log = logging.getLogger(__name__)

routes = web.RouteTableDef()

PATIENCE_S = 2.0
"""A database that takes no word for so long is none that people could play on."""

FRESH_S = 2.0
"""How long the last answer is good: asking often costs nothing."""

_FACT = "ready_at"


@routes.get("/health")
async def health(request: web.Request) -> web.Response:
    """Whether the program, its clocks and its database are well; where they are not, a restart may help."""
    services = request.app[SERVICES]
    try:
        async with services.database.read() as conn:
            await facts.fact(conn, _FACT)  # one row: anybody may ask, however many tables there are
    except Exception:
        log.exception("the database cannot be read")
        return _answer(ok=False)
    return _answer(ok=services.alive())


@routes.get("/ready")
async def ready(request: web.Request) -> web.Response:
    """Whether people can play on every platform: what they do is written, the clocks run, the chats are connected."""
    found = await request.app[READINESS].look(request.app[SERVICES])
    return _answer(ok=all(found.values()), **found)


class Readiness:
    """What was found the last time somebody looked."""

    def __init__(self) -> None:
        self._looking = asyncio.Lock()
        self._writable = False
        self._at = float("-inf")

    async def look(self, services: Services) -> dict[str, bool]:
        """Each thing that is needed, and whether it is there."""
        async with self._looking:
            if time.monotonic() - self._at > FRESH_S:
                self._writable = await _is_writable(services)
                self._at = time.monotonic()
        return {
            "open": not services.tables.closing,
            "database": self._writable,
            "clock": services.alive(),
            **{platform: connected() for platform, connected in services.connected.items()},
        }


READINESS = web.AppKey("readiness", Readiness)


async def _is_writable(services: Services) -> bool:
    """A full disk can be read, and a lock that another program holds shows at a write only."""
    try:
        async with asyncio.timeout(PATIENCE_S), services.database.write() as conn:
            await facts.keep(conn, _FACT, str(services.now()))
    except Exception:
        log.exception("the database cannot be written")
        return False
    return True


def _answer(*, ok: bool, **told: Any) -> web.Response:
    status = 200 if ok else 503
    return web.json_response({"ok": ok, **told}, status=status, headers={"Cache-Control": "no-store"})

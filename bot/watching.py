"""What a host may watch: the figures of bot/metrics.py, on an address of their own, for Prometheus.

They are on a port of their own and not on the page's, since behind a proxy everybody comes from this machine. There, a
program also tells how it is: one that does other things has no page.
"""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakKeyDictionary

from aiohttp import web
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest
from sqlalchemy import Connection, event
from sqlalchemy.engine import Engine

from bot import metrics
from bot.config import Settings
from bot.platforms import CannotStart, listening, why_not
from bot.web import health
from bot.web.pages import SERVICES
from bot.web.services import Services
from storage import ledger, timers, waiting
from storage import tables as stored

LATE_MS = 2_000
"""A deadline is late after this: the clock wakes up for each."""

LOOKS_S = 0.5
"""How often the event loop is looked at."""

_began_at: WeakKeyDictionary[Connection, float] = WeakKeyDictionary()
"""Not in the connection's own `info`: that of one that was cut off cannot be asked any more."""


@asynccontextmanager
async def watched(settings: Settings, services: Services) -> AsyncIterator[str]:
    """Serve the figures if the host has set a port; gives their address, else nothing. Raises CannotStart."""
    if settings.metrics_port is None:
        yield ""
        return
    time_transactions()
    lag = asyncio.create_task(_look_at_loop())
    runner = web.AppRunner(_app(services), access_log=None, shutdown_timeout=0)
    await runner.setup()
    try:
        try:
            address = await listening(runner, settings.metrics_host, settings.metrics_port)
        except OSError as error:
            where = f"{settings.metrics_host}:{settings.metrics_port}"
            why = f"the metrics cannot listen on {where} ({why_not(error)})"
            raise CannotStart(f"{why}; MAJLIS_METRICS_HOST and MAJLIS_METRICS_PORT say where") from None
        yield f"{address}/metrics"
    finally:
        lag.cancel()
        await runner.cleanup()


def _app(services: Services) -> web.Application:
    app = web.Application()

    async def show(_request: web.Request) -> web.Response:
        await _count(services)
        shown = await asyncio.to_thread(generate_latest, metrics.REGISTRY)
        return web.Response(body=shown, headers={"Content-Type": CONTENT_TYPE_PLAIN_0_0_4})

    app.router.add_get("/metrics", show)
    app[SERVICES], app[health.READINESS] = services, health.Readiness()
    app.add_routes(health.routes)
    return app


async def _count(services: Services) -> None:
    """Look up what the database knows."""
    async with services.database.read() as conn:
        counts = await stored.counts(conn)
        late = await timers.late(conn, services.now() - LATE_MS)
        queue = await waiting.everybody(conn)
        pearls = await ledger.circulating(conn)
    for status, many in counts.items():
        metrics.TABLES.labels(status).set(many)
    metrics.LATE_DEADLINES.set(late)
    metrics.QUEUE.set(len(queue))
    metrics.PEARLS.set(pearls)


async def _look_at_loop() -> None:
    """Sleep, and see how much longer it took; for ever."""
    while True:
        began = time.perf_counter()
        await asyncio.sleep(LOOKS_S)
        metrics.LOOP_LAG_SECONDS.observe(max(0.0, time.perf_counter() - began - LOOKS_S))


def time_transactions() -> None:
    """Time every transaction of every engine from now on, the wait for the writers' lock included."""
    if event.contains(Engine, "begin", _began):
        return
    event.listen(Engine, "begin", _began)
    event.listen(Engine, "commit", _committed)
    event.listen(Engine, "rollback", _rolled_back)


def _began(conn: Connection) -> None:
    _began_at[conn] = time.perf_counter()


def _committed(conn: Connection) -> None:
    _ended(conn, "commit")


def _rolled_back(conn: Connection) -> None:
    _ended(conn, "rollback")


def _ended(conn: Connection, how: str) -> None:
    if (began := _began_at.pop(conn, None)) is not None:
        metrics.TRANSACTION_SECONDS.labels(how).observe(time.perf_counter() - began)

"""The running program: opens the database, starts every platform that has its settings, and stops in good order."""

import asyncio
import logging
import signal
import time
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager

from aiohttp import web

from bot.clocks import Clocks
from bot.config import Settings
from bot.screens import Screens
from bot.tables import Tables
from bot.web.app import make_app
from bot.web.services import Services, signing_secret
from render import fonts
from storage import tables as stored
from storage.database import Database, open_database

log = logging.getLogger(__name__)

DRAWERS = 2
"""Threads that draw pictures."""

REMEMBERED_MS = 7 * 24 * 3600 * 1000
"""How long a press is known by its key; no platform delivers one again after that."""

FORGETTING_S = 3600
GOODBYE_S = 3.0
"""How long open pages get to finish when the program stops."""


class CannotStart(Exception):
    """The program cannot start; the message is one line for the host."""


def now_ms() -> int:
    """Now, in milliseconds since the epoch."""
    return time.time_ns() // 1_000_000


async def run(settings: Settings) -> None:
    """Run until told to stop. Raises CannotStart, and storage's Unusable."""
    missing = fonts.ready()
    if missing:
        raise CannotStart(missing)
    database = await open_database(settings.database, now=now_ms())
    try:
        async with _services(settings, database) as services, _page(settings, services) as address:
            _greet(settings, address)
            await _told_to_stop()
            print("Majlis is closing; every table goes on where it is.", flush=True)  # noqa: T201 for the host
    finally:
        await database.close()


@asynccontextmanager
async def _services(settings: Settings, database: Database) -> AsyncIterator[Services]:
    """What the platforms share, with the house's own tasks running."""
    started_at = now_ms()
    tables, screens = Tables(database, started_at), Screens()
    clocks = Clocks(database, tables, started_at, now_ms)
    tables.listeners += [screens.changed, clocks.changed]
    secret = await signing_secret(database)
    with ThreadPoolExecutor(DRAWERS, thread_name_prefix="drawer") as drawers:
        tasks = [asyncio.create_task(clocks.run()), asyncio.create_task(_forget_presses(database))]
        try:
            yield Services(database, tables, screens, now_ms, drawers, settings.web_public_url, secret)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


@asynccontextmanager
async def _page(settings: Settings, services: Services) -> AsyncIterator[str]:
    """The web page, being served; gives its address."""
    runner = web.AppRunner(make_app(services), access_log=None, shutdown_timeout=GOODBYE_S)
    await runner.setup()
    try:
        site = web.TCPSite(runner, settings.web_host, settings.web_port)
        try:
            await site.start()
        except OSError as error:
            where = f"{settings.web_host}:{settings.web_port}"
            raise CannotStart(
                f"The page cannot listen on {where} ({error.strerror or error}); MAJLIS_WEB_PORT names another port."
            ) from None
        host, port = runner.addresses[0][:2]
        yield f"http://{f'[{host}]' if ':' in host else host}:{port}"
    finally:
        await runner.cleanup()


def _greet(settings: Settings, address: str) -> None:
    telegram = "no platform adapter yet" if settings.telegram_token else "off (no MAJLIS_TELEGRAM_TOKEN)"
    discord = "no platform adapter yet" if settings.discord_token else "off (no MAJLIS_DISCORD_TOKEN)"
    print(  # noqa: T201 for the host, who has just started the program
        f"Majlis is open.\n  Web page: {settings.web_public_url or address}\n"
        f"  Telegram: {telegram}\n  Discord:  {discord}\n  Database: {settings.database}",
        flush=True,
    )


async def _told_to_stop() -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    await stop.wait()


async def _forget_presses(database: Database) -> None:
    """Keep the list of handled presses short."""
    while True:
        async with database.write() as conn:
            forgotten = await stored.forget_presses(conn, now_ms() - REMEMBERED_MS)
        if not forgotten:
            await asyncio.sleep(FORGETTING_S)

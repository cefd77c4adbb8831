"""The running program: opens the database, starts every platform that has its settings, and stops in good order."""

import asyncio
import logging
import signal
import time
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Protocol

from aiohttp import web

from bot.clocks import Clocks
from bot.company.desk import Company
from bot.company.matchmaker import Matchmaker
from bot.computer import thinking
from bot.config import Settings
from bot.discord import adapter as discord
from bot.discord.adapter import Discord
from bot.errands import Errands
from bot.house import LONGEST_PAUSE_MS, LONGEST_WAIT_MS
from bot.school import School
from bot.screens import Screens
from bot.tables import Tables
from bot.telegram.adapter import Options, Telegram, WrongToken
from bot.web.app import make_app
from bot.web.services import Services, signing_secret
from bot.workshop import apart
from render import fonts
from storage import standings
from storage import tables as stored
from storage.database import Database, open_database

log = logging.getLogger(__name__)

DRAWERS = 2
"""Threads that draw pictures."""

REMEMBERED_MS = 7 * 24 * 3600 * 1000
"""How long a press is known by its key; no platform delivers one again after that."""

FIRST_TRY_S = 5.0
"""How long the start waits to say whether a platform was reached; the trying itself goes on."""

LATER = "not reached yet; trying again"

COMPILING_S = 600.0
"""How long another process may take to compile what the computer thinks with."""

FORGETTING_S = 3600
GOODBYE_S = 3.0
"""How long open pages get to finish when the program stops."""


class CannotStart(Exception):
    """The program cannot start; the message is one line for the host."""


# Linux's clock that goes on while the machine sleeps; elsewhere the usual steady one.
_STEADY = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
_STARTED_NS = time.time_ns() - time.clock_gettime_ns(_STEADY)


def now_ms() -> int:
    """Now, in milliseconds since the epoch; steady even where the machine's clock is set meanwhile."""
    return (_STARTED_NS + time.clock_gettime_ns(_STEADY)) // 1_000_000


async def run(settings: Settings) -> None:
    """Run until told to stop. Raises CannotStart, and storage's Unusable."""
    missing = fonts.ready()
    if missing:
        raise CannotStart(missing)
    database = await open_database(settings.database, now=now_ms())
    try:
        database.hold_alone()
        async with (
            _services(settings, database) as services,
            _page(settings, services) as address,
            _telegram(settings, services) as on_telegram,
            _discord(settings, services) as on_discord,
        ):
            stop = _told_to_stop()  # before the greeting: whoever reads it may tell us at once
            _greet(settings, address, on_telegram, on_discord)
            await stop.wait()
            print("Majlis is closing; every table goes on where it is.", flush=True)  # noqa: T201 for the host
    finally:
        await database.close()


@asynccontextmanager
async def _services(settings: Settings, database: Database) -> AsyncIterator[Services]:
    """What the platforms share, with the house's own tasks running."""
    async with database.write() as conn:
        await stored.realign(conn, now_ms(), LONGEST_PAUSE_MS)
        # Tables of earlier versions wait without an end.
        await stored.end_waiting(conn, now_ms() + settings.limits.waits_ms, LONGEST_WAIT_MS)
    tables, screens = Tables(database, limits=settings.limits, caps=settings.caps), Screens()
    clocks = Clocks(database, tables, now_ms)
    tables.listeners += [screens.changed, clocks.changed]
    await tables.bans.load(database)
    secret = await signing_secret(database)
    with ThreadPoolExecutor(DRAWERS, thread_name_prefix="drawer") as drawers:
        company = Company(
            database, tables, now_ms, drawers, School(database, drawers), settings.web_public_url
        )
        await company.talk.remember()
        company.queue.stale_ms = settings.queue_minutes * 60_000
        matchmaker = Matchmaker(company)
        tables.listeners.append(matchmaker.changed)
        house = asyncio.create_task(clocks.run())
        tasks = [
            house,
            asyncio.create_task(_forget_old(database)),
            asyncio.create_task(matchmaker.run()),
            asyncio.create_task(Errands(database, tables, now_ms).run()),
            asyncio.create_task(company.talk.run()),
            asyncio.create_task(_learn_to_think()),
        ]
        try:
            yield Services(
                database,
                tables,
                screens,
                now_ms,
                drawers,
                settings.web_public_url,
                secret,
                alive=lambda: not house.done(),
                company=company,
            )
        finally:
            await company.school.end()
            await company.films.end()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


async def _learn_to_think() -> None:
    """Make the computer strong as soon as may be; until then, or without, it plays by sense."""
    try:
        await apart("bot.computer.compiling", b"", COMPILING_S)
        await asyncio.to_thread(thinking.compile_now)
    except Exception:
        log.exception("the computer plays by sense only")


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
            why = f"the page cannot listen on {where} ({error.strerror or error})"
            raise CannotStart(f"{why}; MAJLIS_WEB_HOST and MAJLIS_WEB_PORT say where") from None
        host, port = runner.addresses[0][:2]
        yield f"http://{f'[{host}]' if ':' in host else host}:{port}"
    finally:
        await runner.cleanup()


@asynccontextmanager
async def _telegram(settings: Settings, services: Services) -> AsyncIterator[str]:
    """The bot on Telegram, if it has a token; gives what the host is told of it."""
    if settings.telegram_token is None:
        yield "off (no MAJLIS_TELEGRAM_TOKEN)"
        return
    bot = Telegram(
        Options(
            settings.telegram_token.get_secret_value(),
            settings.telegram_api,
            settings.telegram_webhook_url,
            settings.telegram_webhook_host,
            settings.telegram_webhook_port,
            settings.telegram_store_chat,
        ),
        services.database,
        services.tables,
        services.now,
        services.pictures,
        company=services.company,
    )
    why = "Telegram does not know MAJLIS_TELEGRAM_TOKEN; @BotFather has the right one."
    async with _kept_going(bot, "Telegram", WrongToken, why):
        yield f"@{bot.name}" if bot.name else LATER


@asynccontextmanager
async def _discord(settings: Settings, services: Services) -> AsyncIterator[str]:
    """The bot on Discord, if it has a token; gives what the host is told of it."""
    if settings.discord_token is None:
        yield "off (no MAJLIS_DISCORD_TOKEN)"
        return
    bot = Discord(
        discord.Options(
            settings.discord_token.get_secret_value(),
            settings.discord_api,
            settings.web_public_url,
            settings.discord_shards,
            settings.discord_shard_ids,
        ),
        services.database,
        services.tables,
        services.now,
        services.pictures,
        company=services.company,
    )
    why = "Discord does not know MAJLIS_DISCORD_TOKEN; discord.com/developers/applications has the right one."
    async with _kept_going(bot, "Discord", discord.WrongToken, why):
        yield bot.name or LATER


class _Bot(Protocol):
    """A platform's bot."""

    tried: asyncio.Event

    async def run(self) -> None:
        """Be there until cancelled."""


@asynccontextmanager
async def _kept_going(
    bot: _Bot, platform: str, wrong_token: type[Exception], why: str
) -> AsyncIterator[None]:
    """Run a platform's bot beside everything else. Raises CannotStart where it has the wrong token."""
    running = asyncio.create_task(bot.run())
    tried = asyncio.create_task(bot.tried.wait())

    def tell_why(ended: asyncio.Task[None]) -> None:
        """Should the bot end by itself, the page goes on."""
        if not ended.cancelled() and (error := ended.exception()):
            known = isinstance(error, wrong_token)
            log.error("%s has stopped: %s", platform, type(error).__name__, exc_info=None if known else error)

    try:
        await asyncio.wait({running, tried}, timeout=FIRST_TRY_S, return_when=asyncio.FIRST_COMPLETED)
        if running.done() and isinstance(running.exception(), wrong_token):
            raise CannotStart(why)
        running.add_done_callback(tell_why)
        yield
    finally:
        for task in (running, tried):
            task.cancel()
        await asyncio.gather(running, tried, return_exceptions=True)


def _greet(settings: Settings, address: str, on_telegram: str, on_discord: str) -> None:
    print(  # noqa: T201 for the host, who has just started the program
        f"Majlis is open.\n  Web page: {settings.web_public_url or address}\n"
        f"  Telegram: {on_telegram}\n  Discord:  {on_discord}\n  Database: {settings.database}",
        flush=True,
    )


def _told_to_stop() -> asyncio.Event:
    """Set once the program is told to stop."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    return stop


async def _forget_old(database: Database) -> None:
    """Keep the list of handled presses short, and no lists of weeks before the last one."""
    while True:
        try:
            async with database.write() as conn:
                forgotten = await stored.forget_presses(conn, now_ms() - REMEMBERED_MS)
                await standings.forget_weeks(conn, standings.week(now_ms()) - 1)
        except Exception:
            log.exception("what is old could not be forgotten now")
            forgotten = 0
        if not forgotten:
            await asyncio.sleep(FORGETTING_S)

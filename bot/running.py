"""The running program: opens the database, starts every platform that has its settings, and stops in good order."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from bot import closing, logs
from bot.clocks import Clocks
from bot.company.desk import Company
from bot.company.hearing import Hearing
from bot.company.matchmaker import Matchmaker
from bot.computer import thinking
from bot.config import Settings
from bot.errands import Errands
from bot.house import LONGEST_PAUSE_MS, LONGEST_WAIT_MS
from bot.metrics import Drawers
from bot.platforms import CannotStart, Platforms, opened
from bot.school import School
from bot.screens import Screens
from bot.tables import Tables
from bot.watching import watched
from bot.web.services import Services, signing_secret
from bot.workshop import apart
from render import fonts
from storage import presses, standings, timers
from storage.database import Database, open_database

log = logging.getLogger(__name__)

DRAWERS = 2
"""Threads that draw pictures."""

REMEMBERED_MS = 7 * 24 * 3600 * 1000
"""How long a press is known by its key; no platform delivers one again after that."""

COMPILING_S = 600.0
"""How long another process may take to compile what the computer thinks with."""

FORGETTING_S = 3600

OVERTAKEN = 1
"""The exit code of a program that gives up since another has taken over: whatever keeps it is to start it again."""


# Linux's clock that goes on while the machine sleeps; elsewhere the usual steady one.
_STEADY = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
_STARTED_NS = time.time_ns() - time.clock_gettime_ns(_STEADY)


def now_ms() -> int:
    """Now, in milliseconds since the epoch; steady even where the machine's clock is set meanwhile."""
    return (_STARTED_NS + time.clock_gettime_ns(_STEADY)) // 1_000_000


async def run(settings: Settings) -> int:
    """Run until told to stop; gives the process's exit code. Raises CannotStart, and storage's Unusable."""
    missing = fonts.ready()
    if missing:
        raise CannotStart(missing)
    stop, code = closing.told_to_stop(), 0

    def give_up() -> None:
        nonlocal code
        code = OVERTAKEN
        stop.set()

    database = await open_database(settings.database, now=now_ms())
    try:
        first = await database.hold()
        house: list[asyncio.Task[None]] = []
        async with (
            _services(settings, database, house, first=first) as services,
            watched(settings, services) as figures,
            opened(settings, services, give_up) as open_now,
        ):
            _greet(settings.web_public_url, open_now, database.place.name, figures)
            await stop.wait()
            print("Majlis is closing; every table goes on where it is.", flush=True)  # noqa: T201 for the host
            services.tables.closing = True  # before the platforms close: whoever presses meanwhile is told
            for task in house:
                task.cancel()
    finally:
        await database.close()
    return code


@asynccontextmanager
async def _services(
    settings: Settings, database: Database, house: list[asyncio.Task[None]], *, first: bool
) -> AsyncIterator[Services]:
    """What the platforms share, with the house's own tasks running; they are added to `house`.

    `first`: no other program has kept the tables going while this one was away.
    """
    if first:
        async with database.write() as conn:
            await timers.realign(conn, now_ms(), LONGEST_PAUSE_MS)
            # Tables of earlier versions wait without an end.
            await timers.end_waiting(conn, now_ms() + settings.limits.waits_ms, LONGEST_WAIT_MS)
    tables, screens = Tables(database, limits=settings.limits, caps=settings.caps), Screens()
    clocks = Clocks(database, tables, now_ms)
    tables.showing += [screens.changed, clocks.changed]
    await tables.bans.load(database)
    secret = await signing_secret(database)
    logs.hide(secret.hex())
    drawers = Drawers(DRAWERS, thread_name_prefix="drawer")
    company = Company(database, tables, now_ms, drawers, School(database, drawers), settings.web_public_url)
    await company.talk.remember()
    company.queue.stale_ms = settings.queue_minutes * 60_000
    matchmaker = Matchmaker(company)
    tables.listeners.append(matchmaker.changed)
    house += [
        asyncio.create_task(Hearing(company, screens).run()),
        asyncio.create_task(_learn_to_think()),
    ]
    alarm = None
    if "house" in settings.roles:
        errands = Errands(database, tables, now_ms)
        chores = (matchmaker.run, errands.run, company.talk.run, partial(_forget_old, database))
        alarm = asyncio.create_task(clocks.run())
        house += [alarm, asyncio.create_task(_one_at_a_time(database, "chores", chores))]
    try:
        yield Services(
            database,
            tables,
            screens,
            now_ms,
            drawers,
            settings.web_public_url,
            secret,
            alive=lambda: alarm is None or not alarm.done(),
            company=company,
        )
    finally:
        await company.school.end()
        await company.films.end()
        await closing.ended(house)
        drawers.shutdown(cancel_futures=True)


async def _one_at_a_time(
    database: Database, what: str, works: Iterable[Callable[[], Coroutine[Any, Any, None]]]
) -> None:
    """Do what never ends, in one program at a time of those that share the database."""
    while True:
        async with database.only_one(what) as lost:
            tasks = [asyncio.create_task(work()) for work in works]
            tasks.append(asyncio.create_task(_until(lost)))
            try:
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)


async def _until(event: asyncio.Event) -> None:
    await event.wait()


async def _learn_to_think() -> None:
    """Make the computer strong as soon as may be; until then, or without, it plays by sense."""
    try:
        while True:
            try:
                await apart("bot.computer.compiling", b"", COMPILING_S)
                break
            except TimeoutError:  # what is compiled so far is kept: the next one goes on there
                log.warning("compiling what the computer thinks with takes long; it goes on")
        await asyncio.to_thread(thinking.compile_now)
    except Exception:
        log.exception("the computer plays by sense only")


def _greet(page: str, open_now: Platforms, database: str, figures: str) -> None:
    print(  # noqa: T201 for the host, who has just started the program
        f"Majlis is open.\n  Web page: {page or open_now.page}\n"
        f"  Telegram: {open_now.telegram}\n  Discord:  {open_now.discord}\n  Database: {database}"
        + (f"\n  Metrics:  {figures}" if figures else ""),
        flush=True,
    )


async def _forget_old(database: Database) -> None:
    """Keep the list of handled presses short, and no lists of weeks before the last one."""
    while True:
        try:
            async with database.write() as conn:
                forgotten = await presses.forget(conn, now_ms() - REMEMBERED_MS)
                await standings.forget_weeks(conn, standings.week(now_ms()) - 1)
        except Exception:
            log.exception("what is old could not be forgotten now")
            forgotten = 0
        if not forgotten:
            await asyncio.sleep(FORGETTING_S)

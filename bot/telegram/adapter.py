"""The adapter as a whole: put together, started, kept going, stopped."""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import Executor
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, NamedTuple

from telegram import Update
from telegram.constants import UpdateType
from telegram.error import Conflict, InvalidToken, TelegramError
from telegram.ext import Application, ApplicationBuilder, ContextTypes, TypeHandler

from bot.company.desk import Company
from bot.school import School
from bot.tables import Tables
from bot.telegram import profile, webhook
from bot.telegram.about import About
from bot.telegram.awaited import Awaited
from bot.telegram.company import Acts
from bot.telegram.desk import Desk
from bot.telegram.herald import Herald
from bot.telegram.inline import Inline
from bot.telegram.line import Line
from bot.telegram.opening import Opening
from bot.telegram.pace import Budgets, Pace
from bot.telegram.panels import Panels
from bot.telegram.pictures import Album
from bot.telegram.playing import Playing
from bot.telegram.posting import Poster
from bot.telegram.preferences import Preferences
from bot.telegram.reminders import Reminders
from bot.telegram.router import Router
from bot.telegram.screen import PLATFORM
from bot.telegram.showing import Showing
from bot.telegram.voices import Voices
from storage.database import Database

log = logging.getLogger(__name__)

AT_ONCE = 4_096
"""Updates handled at the same time: taps must not wait for answers that wait for their chat's budget."""

CONNECTIONS = 256

AGAIN_S = 5.0
LONGEST_WAIT_S = 300.0
GOODBYE_S = 0.8
"""How long the last answers, and the last word to Telegram, may take each when the program stops."""

POLL_S = 30
READ_S = 10.0

UPDATES = [
    UpdateType.MESSAGE,
    UpdateType.CALLBACK_QUERY,
    UpdateType.INLINE_QUERY,
    UpdateType.CHOSEN_INLINE_RESULT,
    UpdateType.MY_CHAT_MEMBER,
]
"""What we want to be told."""


class WrongToken(Exception):
    """Telegram does not know the token."""


class Options(NamedTuple):
    """How to reach Telegram, and be reached. `token` is a secret."""

    token: str
    api: str
    webhook_url: str = ""
    webhook_host: str = "127.0.0.1"
    webhook_port: int = 8081
    store: int | None = None
    budgets: Budgets = Budgets()
    patience_s: float = 1.0

    def __repr__(self) -> str:
        """Nothing that a log must not hold."""
        return f"Options({self.api})"


class Telegram:
    """The bot on Telegram. `run` keeps it going until cancelled."""

    def __init__(
        self,
        options: Options,
        database: Database,
        tables: Tables,
        now: Callable[[], int],
        drawers: Executor,
        *,
        company: Company | None = None,
    ) -> None:
        _keep_quiet()
        self._options = options
        self._known = False
        self.tried = asyncio.Event()
        """Set once Telegram was reached or found out of reach."""
        self.company = company = company or Company(database, tables, now, drawers, School(database, drawers))
        pace = Pace(options.budgets, patience_s=options.patience_s)
        self._news = Line(read_timeout=READ_S)
        self.application = _application(options, pace, self._news)
        self.desk = Desk(
            database,
            tables,
            now,
            drawers,
            self.application.bot,
            pace,
            company.talk,
            company.audience,
            options.store,
            options.patience_s,
        )
        self.album = album = Album(self.desk)
        self.showing = Showing(self.desk, Poster(self.desk, album))
        opening = Opening(self.desk, self.showing)
        awaited, panels = Awaited(now), Panels(self.desk, album, company.page)
        acts = Acts(self.desk, self.showing, opening, panels, company, awaited=awaited)
        company.heralds.append(Herald(self.desk, self.showing, panels, awaited))
        company.doors[PLATFORM] = self._door
        company.parlours[PLATFORM] = Voices()
        self.reminders = Reminders(self.desk)
        self._router = Router(
            self.desk,
            self.showing,
            opening=opening,
            playing=Playing(self.desk, self.showing),
            about=About(self.desk, opening, album, acts),
            preferences=Preferences(self.desk),
            inline=Inline(self.desk, self.showing),
            acts=acts,
        )
        self.application.add_handler(TypeHandler(Update, self._handle))
        tables.showing.append(self.showing.boards.changed)
        tables.afar.append(self.showing.boards.heard)
        company.talk.listeners.append(self.showing.boards.changed)

    def _door(self, payload: str) -> str:
        """A link that opens our private chat with this payload; empty before Telegram has told us our name."""
        return self.desk.link(payload) if self._known else ""

    async def _handle(self, update: Update, _context: ContextTypes.DEFAULT_TYPE) -> None:
        await self._router.handle(update)

    @property
    def name(self) -> str:
        """Our username; empty before Telegram has told it."""
        return self.application.bot.username if self._known else ""

    @property
    def connected(self) -> bool:
        """Whether Telegram brings us updates just now; by a webhook we cannot know that it does not."""
        return self._known and (self._news.heard or bool(self._options.webhook_url))

    async def _reached(self) -> bool:
        """Whether Telegram could be reached. Raises WrongToken."""
        try:
            await self.application.initialize()
        except InvalidToken:
            raise WrongToken from None
        except TelegramError as error:
            log.warning("Telegram cannot be reached yet (%s); trying again", type(error).__name__)
            return False
        self._known = True
        return True

    async def run(self) -> None:
        """Be there for everybody until cancelled. Raises WrongToken."""
        wait = AGAIN_S
        while not await self._reached():
            self.tried.set()
            await asyncio.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT_S)
        self.tried.set()
        async with self._running():
            await asyncio.Event().wait()

    @asynccontextmanager
    async def _running(self) -> AsyncIterator[None]:
        application = self.application
        tasks: list[asyncio.Task[Any]] = []
        async with AsyncExitStack() as stack:
            stack.push_async_callback(application.shutdown)
            await application.start()
            stack.push_async_callback(self._in_time, application.stop)
            tasks += [
                asyncio.create_task(self.showing.boards.run()),
                asyncio.create_task(self.reminders.run()),
                asyncio.create_task(self._introduce()),
            ]
            await self._listen(stack)
            stack.push_async_callback(self._end, tasks)
            yield

    async def _in_time(self, stop: Callable[[], Awaitable[None]]) -> None:
        """Let what is under way finish, but not wait for the budgets of chats, nor for a network that is gone."""
        try:
            async with asyncio.timeout(GOODBYE_S):
                await stop()
        except TimeoutError:
            log.info("some answers on Telegram were left unsaid")

    async def _end(self, tasks: list[asyncio.Task[Any]]) -> None:
        self.showing.boards.rest()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.showing.boards.close()

    async def _listen(self, stack: AsyncExitStack) -> None:
        """Fetch updates, or have them brought where the host has set an address for it."""
        options = self._options
        if options.webhook_url:
            secret = secrets.token_urlsafe(32)
            await stack.enter_async_context(
                webhook.serving(
                    self.application, options.webhook_url, options.webhook_host, options.webhook_port, secret
                )
            )
            await self._until_done(
                lambda: self.application.bot.set_webhook(
                    options.webhook_url, allowed_updates=UPDATES, secret_token=secret
                )
            )
            return
        updater = self.application.updater
        if updater is None:
            raise RuntimeError("the application was built without an updater")
        await updater.start_polling(
            timeout=POLL_S, bootstrap_retries=-1, allowed_updates=UPDATES, error_callback=_complain
        )
        stack.push_async_callback(self._in_time, updater.stop)

    async def _introduce(self) -> None:
        await self._until_done(lambda: profile.introduce(self.desk))

    async def _until_done(self, work: Callable[[], Any]) -> None:
        """Do what Telegram may be too busy for at first, until it is done."""
        wait = AGAIN_S
        while True:
            try:
                await work()
            except TelegramError as error:
                log.info("Telegram is busy (%s); trying again", type(error).__name__)
                await asyncio.sleep(wait)
                wait = min(2 * wait, LONGEST_WAIT_S)
            else:
                return


def _application(options: Options, pace: Pace, news: Line) -> "Application[Any, Any, Any, Any, Any, Any]":
    files = options.api.removesuffix("/bot") + "/file/bot"
    return (
        ApplicationBuilder()
        .token(options.token)
        .base_url(options.api)
        .base_file_url(files)
        .request(Line(connection_pool_size=CONNECTIONS, read_timeout=READ_S, pool_timeout=READ_S))
        .get_updates_request(news)
        .rate_limiter(pace)
        .concurrent_updates(AT_ONCE)
        .job_queue(None)
        .build()
    )


def _complain(error: TelegramError) -> None:
    """One line, and the library fetches updates again by itself."""
    if isinstance(error, Conflict):
        log.error("another program fetches the same bot's updates")
    else:
        log.warning("no updates from Telegram (%s); trying again", type(error).__name__)


def _keep_quiet() -> None:
    """The token is part of every address the libraries would note."""
    for name in ("httpx", "httpcore", "telegram.ext.ExtBot", "telegram.Bot", "telegram.ext.Updater"):
        logging.getLogger(name).setLevel(logging.WARNING)

"""The adapter as a whole: put together, started, kept going, stopped."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from concurrent.futures import Executor
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from typing import Any, NamedTuple

from telegram import Update
from telegram.error import InvalidToken, TelegramError
from telegram.ext import ContextTypes, TypeHandler

from bot.company.desk import Company
from bot.patience import until_done
from bot.school import School
from bot.tables import Tables
from bot.telegram import profile, webhook
from bot.telegram.about import About
from bot.telegram.awaited import Awaited
from bot.telegram.colleague import Colleague
from bot.telegram.company import Acts
from bot.telegram.desk import Desk
from bot.telegram.herald import Herald
from bot.telegram.inhand import InHand
from bot.telegram.inline import Inline
from bot.telegram.line import READ_S, UPDATES, Line, application, complain, keep_quiet
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

GOODBYE_S = 0.8
"""How long the last answers, and the last word to Telegram, may take each when the program stops."""

POLL_S = 30


class WrongToken(Exception):
    """Telegram does not know the token."""


class CannotListen(Exception):
    """Updates cannot be brought to where we are told to listen for them."""


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
        keep_quiet()
        self._options = options
        self._known = False
        self.tried = asyncio.Event()
        """Set once Telegram was reached or found out of reach."""
        self.company = company = company or Company(database, tables, now, drawers, School(database, drawers))
        pace = Pace(options.budgets, patience_s=options.patience_s)
        self._news = Line(read_timeout=READ_S)
        self.application = application(options.token, options.api, pace, self._news)
        self._secret = webhook.secret(options.token, options.webhook_url)
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
            bool(options.webhook_url),
        )
        self.album = album = Album(self.desk)
        self.showing = Showing(self.desk, Poster(self.desk, album))
        opening = Opening(self.desk, self.showing)
        awaited, panels = Awaited(now), Panels(self.desk, album, company.page)
        acts = Acts(self.desk, self.showing, opening, panels, company, awaited=awaited)
        self._herald = Herald(self.desk, self.showing, panels, awaited)
        colleague = Colleague(self.desk, self.showing.boards, awaited, company.relay)
        company.colleagues[PLATFORM] = colleague
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
        self._in_hand = InHand(self._router.handle, self._begin)
        self.application.add_handler(TypeHandler(Update, self._handle))
        tables.showing.append(self.showing.boards.changed)
        tables.afar.append(self.showing.boards.heard)
        company.talk.listeners.append(self.showing.boards.changed)
        self._in_charge = asyncio.Event()
        if self.shares:
            self.showing.boards.elsewhere = colleague.hand_on
        else:
            self.take_charge()

    @property
    def shares(self) -> bool:
        """Whether updates may be brought to several programs, of which one has to `take_charge`."""
        return bool(self._options.webhook_url) and self.desk.database.shared

    def take_charge(self) -> None:
        """Do what one program alone must do: show boards, remind and tell people, say who we are. It returns at once."""
        self.showing.boards.elsewhere = None
        self.company.heralds.append(self._herald)
        self._in_charge.set()

    def _door(self, payload: str) -> str:
        """A link that opens our private chat with this payload; empty before Telegram has told us our name."""
        return self.desk.link(payload) if self._known else ""

    async def _handle(self, update: Update, _context: ContextTypes.DEFAULT_TYPE) -> None:
        await self._in_hand.done(update)

    @property
    def name(self) -> str:
        """Our username; empty before Telegram has told it."""
        return self.application.bot.username if self._known else ""

    @property
    def connected(self) -> bool:
        """Whether Telegram brings us updates just now; by a webhook we cannot know that it does not."""
        return self._known and (self._news.heard or bool(self._options.webhook_url))

    async def _reach(self) -> None:
        """Raises WrongToken, and TelegramError where Telegram could not be reached."""
        try:
            await self.application.initialize()
        except InvalidToken:
            raise WrongToken from None
        self._known = True

    def _tell_far(self, error: Exception) -> None:
        log.warning("Telegram cannot be reached yet (%s); trying again", type(error).__name__)
        self.tried.set()

    async def run(self) -> None:
        """Be there for everybody until cancelled. Raises WrongToken and CannotListen."""
        async with AsyncExitStack() as stack:
            await self._listen(stack)
            await until_done(self._reach, TelegramError, self._tell_far)
            self.tried.set()
            await stack.enter_async_context(self._running())
            await asyncio.Event().wait()

    @asynccontextmanager
    async def _running(self) -> AsyncIterator[None]:
        application = self.application
        tasks: list[asyncio.Task[Any]] = []
        async with AsyncExitStack() as stack:
            stack.push_async_callback(application.shutdown)
            await application.start()
            stack.push_async_callback(self._in_time, application.stop)
            duties = (self.showing.boards.run, self.reminders.run, self._introduce)
            tasks += [asyncio.create_task(self._once_in_charge(duty)) for duty in duties]
            if not self._options.webhook_url:
                await self._fetch(stack)
            stack.push_async_callback(self._end, tasks)
            yield

    async def _once_in_charge(self, duty: Callable[[], Awaitable[None]]) -> None:
        await self._in_charge.wait()
        await duty()

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
        """Have updates brought, where the host has set an address for it."""
        options = self._options
        if options.webhook_url:
            bot, at = self.application.bot, (options.webhook_host, options.webhook_port)
            serving = webhook.serving(self._take, bot, options.webhook_url, at, self._secret)
            try:
                await stack.enter_async_context(serving)
            except OSError as error:
                raise CannotListen(str(error)) from error

    async def _fetch(self, stack: AsyncExitStack) -> None:
        updater = self.application.updater
        if updater is None:
            raise RuntimeError("the application was built without an updater")
        await updater.start_polling(
            timeout=POLL_S, bootstrap_retries=-1, allowed_updates=UPDATES, error_callback=complain
        )
        stack.push_async_callback(self._in_time, updater.stop)

    async def _take(self, update: Update) -> bool:
        """Do what an update asks for; whether it was taken.

        Where it was not, or should we die before, Telegram brings it again, perhaps to another program.
        """
        return self.application.running and await self._in_hand.taken(update)

    def _begin(self, work: Coroutine[Any, Any, bool], update: Update) -> "asyncio.Task[bool]":
        """Begin the work of an update, which is let finish when the program stops."""
        if self.application.running:
            return self.application.create_task(work, update)
        # fetched before it was told to stop: whoever handles that is waited for
        return asyncio.create_task(work)

    async def _introduce(self) -> None:
        bot, url = self.application.bot, self._options.webhook_url
        if url:
            announce = partial(webhook.announce, bot, url, self._secret, UPDATES)
            await until_done(announce, TelegramError, _tell_busy)
        await until_done(partial(profile.introduce, self.desk), TelegramError, _tell_busy)


def _tell_busy(error: Exception) -> None:
    log.info("Telegram is busy (%s); trying again", type(error).__name__)

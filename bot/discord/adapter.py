"""The adapter as a whole: put together, started, kept going, stopped."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import Executor
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from typing import Any, NamedTuple

from discord import Guild, LoginFailure, PrivilegedIntentsRequired
from discord.app_commands import AppCommandError, CommandNotFound, CommandTree
from discord.gateway import DiscordWebSocket
from discord.http import Route
from discord.utils import oauth_url
from yarl import URL

from bot.company.desk import Company
from bot.discord.client import Client
from bot.discord.commands import Tawla, challenge_menu, profile_menu
from bot.discord.desk import Desk, language_of
from bot.discord.errors import REFUSALS, meaning
from bot.discord.herald import Herald
from bot.discord.offers import Offers
from bot.discord.pace import Budgets, Pace
from bot.discord.panels import Panels
from bot.discord.posting import Poster
from bot.discord.reminders import Reminders
from bot.discord.router import Router
from bot.discord.screen import PLATFORM
from bot.discord.showing import Showing
from bot.discord.syncing import sync
from bot.discord.voices import Voices
from bot.discord.words import Catalogues
from bot.patience import until_done, waits
from bot.phrases import closest, phrases
from bot.school import School
from bot.tables import Tables
from storage.database import Database

log = logging.getLogger(__name__)

DISCORD = Route.BASE
"""Where the library looks for Discord."""

GOODBYE_S = 1.5
"""How long the last answers may take when the program stops."""

SHARD_BITS = 22
"""A server's shard is its id without these bits, modulo the number of shards."""


class WrongToken(Exception):
    """Discord does not know the token."""


class Options(NamedTuple):
    """How to reach Discord. `token` is a secret. `shards` 0: as many as Discord finds right; `shard_ids`: ours of them."""

    token: str
    api: str
    page: str = ""
    shards: int = 0
    shard_ids: tuple[int, ...] = ()
    budgets: Budgets = Budgets()
    patience_s: float = 1.0

    def __repr__(self) -> str:
        """Nothing that a log must not hold."""
        return f"Options({self.api})"


class Discord:
    """The bot on Discord. `run` keeps it going until cancelled."""

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
        Route.BASE = options.api
        self._options = options
        self.company = company = company or Company(
            database, tables, now, drawers, School(database, drawers), options.page
        )
        self.tried = asyncio.Event()
        """Set once Discord was reached or found out of reach."""
        self.desk = Desk(
            database,
            tables,
            now,
            drawers,
            Pace(options.budgets),
            company.talk,
            company.audience,
            options.page,
            options.patience_s,
            self._is_ours,
        )
        self.poster = Poster(self.desk)
        self.showing = Showing(self.desk, self.poster)
        self.reminders = Reminders(self.desk, self.poster)
        panels = Panels(self.desk, options.page)
        self.router = Router(self.desk, self.showing, self.poster, panels, company)
        company.heralds.append(Herald(self.desk, self.showing, self.poster, panels))
        company.doors[PLATFORM] = self._door
        self.voices = company.parlours[PLATFORM] = Voices(self.desk)
        self._tasks: list[asyncio.Task[Any]] = []
        tables.showing.append(self.showing.boards.changed)
        tables.afar.append(self.showing.boards.heard)
        company.talk.listeners.append(self.showing.boards.changed)

    @property
    def name(self) -> str:
        """Our name; empty before Discord has told it."""
        client = getattr(self.desk, "client", None)
        return client.user.name if client and client.user else ""

    @property
    def connected(self) -> bool:
        """Whether each of our shards is connected just now."""
        client = getattr(self.desk, "client", None)
        if client is None or not client.is_ready():
            return False
        return not any(shard.is_closed() for shard in client.shards.values())

    def _door(self, _payload: str) -> str:
        """A link to add us to one's account; Discord's links carry nothing further. Empty before we are known there."""
        client = getattr(self.desk, "client", None)
        if client is None or client.application_id is None:
            return ""
        return f"{oauth_url(client.application_id, scopes=('applications.commands',))}&integration_type=1"

    def _is_ours(self, guild: int) -> bool:
        """Whether this process looks after a server; what belongs to none is the first shard's."""
        shards, ids = self._options.shards, self._options.shard_ids
        return not (shards and ids) or (guild >> SHARD_BITS) % shards in ids

    async def run(self) -> None:
        """Be there for everybody until cancelled. Raises WrongToken."""
        after = waits(self._options.patience_s)
        while True:
            try:
                async with self._connected() as client:
                    self.tried.set()
                    after = waits(self._options.patience_s)
                    await client.connect()
            except LoginFailure:
                raise WrongToken from None
            except PrivilegedIntentsRequired:
                raise  # we ask for none: that is a bug
            except REFUSALS as error:
                log.warning("Discord cannot be reached (%s); trying again", type(error).__name__)
            self.tried.set()
            await asyncio.sleep(next(after))

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[Client]:
        """A client that has logged in, with everything that needs one."""
        options = self._options
        client = Client(self.router, self, options.shards or None, options.shard_ids)
        client.offers = Offers(self.desk, self.router.playing)
        self.desk.client = client
        tree = _Tree(client)
        await tree.set_translator(Catalogues())
        tree.add_command(Tawla(self.router))
        tree.add_command(challenge_menu(self.router))
        tree.add_command(profile_menu(self.router))
        try:
            await client.login(options.token)
            await self._find_gateway(client)
            with self._working(tree):
                yield client
        finally:
            await self._stopped()
            await client.close()

    async def _find_gateway(self, client: Client) -> None:
        """Another API has another gateway; the library would go on with Discord's after a lost session."""
        if self._options.api != DISCORD:
            _, url, _ = await client.http.get_bot_gateway()
            DiscordWebSocket.DEFAULT_GATEWAY = URL(url)

    @contextmanager
    def _working(self, tree: CommandTree[Client]) -> Iterator[None]:
        self._tasks = [
            asyncio.create_task(self.showing.boards.run()),
            asyncio.create_task(self.reminders.run()),
            asyncio.create_task(self.voices.run()),
            asyncio.create_task(self._introduce(tree)),
        ]
        yield

    async def _stopped(self) -> None:
        self.showing.boards.rest()
        await self.router.finish(GOODBYE_S)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks = []
        await self.showing.boards.close()

    async def _introduce(self, tree: CommandTree[Client]) -> None:
        """Tell Discord of our commands; only one process does."""
        if not self._is_ours(0):
            return

        def tell(error: Exception) -> None:
            log.warning("Discord does not take our commands (%s); trying again", error)

        work = partial(sync, tree, self.desk.database, self.desk.pace)
        await until_done(work, REFUSALS, tell, self._options.patience_s)

    # --- servers and channels that come and go ------------------------------------------------------------------

    async def left(self, guild: Guild) -> None:
        """We were shut out: what was shown there is not any more; the matches go on."""
        await self.showing.leave(place.id for place in (*guild.channels, *guild.threads))

    async def joined(self, guild: Guild) -> None:
        """Say once what can be done, where servers want such things said."""
        channel = guild.system_channel
        if channel is None:
            return
        words = phrases(closest(language_of(guild.preferred_locale)))
        text = words.t(
            "Tawla for this server: /tawla play opens a table, /tawla challenge calls one person, /tawla settings is for everybody."
        )
        try:
            await self.desk.pace.patiently(lambda: channel.send(text))
        except REFUSALS as error:
            log.info("a server was not greeted: %s", meaning(error))

    async def lost(self, channel: int) -> None:
        """A channel is no more."""
        await self.showing.leave([channel])
        await self.voices.forget(channel)

    async def lost_thread(self, thread: int, _parent: int) -> None:
        """A thread is no more."""
        await self.showing.leave_thread(thread)


class _Tree(CommandTree[Client]):
    """Commands, and what is done when one cannot be carried out."""

    async def on_error(self, interaction: Any, error: AppCommandError, /) -> None:
        """A command of an older version of us is told so by Discord itself; everything else is a bug."""
        if isinstance(error, CommandNotFound):
            log.info("somebody used a command that is no more")
        else:
            log.error("interaction %s went wrong", interaction.id, exc_info=error)


def _keep_quiet() -> None:
    """The library would note what people are told, and the tokens of presses in addresses."""
    for name in ("discord.http", "discord.webhook.async_", "discord.gateway"):
        logging.getLogger(name).setLevel(logging.WARNING)

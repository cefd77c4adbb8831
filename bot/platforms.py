"""The page and the chats, opened one after the other and closed all at once."""

import asyncio
import logging
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from concurrent.futures import Executor
from contextlib import asynccontextmanager
from functools import partial
from typing import NamedTuple, Protocol

from aiohttp import web

from bot.config import Settings
from bot.discord.adapter import Discord
from bot.discord.adapter import Options as DiscordOptions
from bot.discord.adapter import WrongToken as WrongDiscordToken
from bot.standby import FIRST_TRY_S, GiveUp, Opened, Start, alone
from bot.tables import Tables
from bot.telegram.adapter import CannotListen, Telegram
from bot.telegram.adapter import Options as TelegramOptions
from bot.telegram.adapter import WrongToken as WrongTelegramToken
from bot.web.app import make_app
from bot.web.services import Services
from storage.database import Database

log = logging.getLogger(__name__)

LATER = "not reached yet; trying again"
NOT_HERE = "off (not in MAJLIS_ROLES)"

ANSWERS_S = 2.0
"""How long the page may finish its answers when the program stops."""

IDLE_S = 75.0
"""How long a connection may stay without a whole request; proxies close theirs sooner."""

CLOSING_S = 3.0
"""How long all platforms together may take to close."""

LEAVING_S = 0.3
"""How long what has not closed by then may take to break off."""


class CannotStart(Exception):
    """The program cannot start; the message is one line for the host."""


class Platforms(NamedTuple):
    """What the host is told of each: the page's address, and who we are in the chats."""

    page: str
    telegram: str
    discord: str


@asynccontextmanager
async def opened(settings: Settings, services: Services, give_up: GiveUp) -> AsyncIterator[Platforms]:
    """Every platform that is this program's and has its settings. Raises CannotStart.

    A chat platform's boards are shown by one program at a time: others that share the database stand by. `give_up` is
    called where another one has taken over, as after a network was cut: two would show the same boards.
    """
    starts: dict[str, Start] = {
        "web": partial(_page, settings, services),
        "telegram": partial(_telegram, settings, services, give_up),
        "discord": partial(_discord, settings, services, give_up),
    }
    all_open: list[Opened] = []
    try:
        for role, start in starts.items():
            all_open.append(await start() if role in settings.roles else Opened(NOT_HERE, _nothing))
        yield Platforms(*(platform.told for platform in all_open))
    finally:
        await _closed(all_open)


async def _closed(platforms: list[Opened]) -> None:
    """Close them all at once; one that does not come to its end is left where it is."""
    if not platforms:
        return
    closing = [asyncio.ensure_future(platform.close()) for platform in platforms]
    _, late = await asyncio.wait(closing, timeout=CLOSING_S)
    for task in late:
        task.cancel()
    if late:
        _, late = await asyncio.wait(late, timeout=LEAVING_S)
        log.warning("the network is slow: some answers were left unsaid")
    for task in closing:
        if task.done() and not task.cancelled() and (error := task.exception()):
            log.error("a platform did not close in good order", exc_info=error)


async def _nothing() -> None:
    """Nothing is open that could be closed."""


async def _page(settings: Settings, services: Services) -> Opened:
    """The web page, being served; the host is told its address."""
    runner = web.AppRunner(
        make_app(services), access_log=None, shutdown_timeout=ANSWERS_S, keepalive_timeout=IDLE_S
    )
    await runner.setup()
    try:
        address = await listening(runner, settings.web_host, settings.web_port)
    except OSError as error:
        await runner.cleanup()
        where = f"{settings.web_host}:{settings.web_port}"
        why = f"the page cannot listen on {where} ({why_not(error)})"
        raise CannotStart(f"{why}; MAJLIS_WEB_HOST and MAJLIS_WEB_PORT say where") from None
    return Opened(address, runner.cleanup)


def why_not(error: OSError) -> str:
    """Why nothing can listen there, without the address that asyncio adds to its words."""
    if error.errno and error.errno > 0:  # those of names that nobody has are below zero
        return os.strerror(error.errno)
    return error.strerror or str(error)


async def listening(runner: web.AppRunner, host: str, port: int) -> str:
    """Let an application listen; gives its address. Raises OSError."""
    await web.TCPSite(runner, host, port).start()
    host, port = runner.addresses[0][:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


async def _telegram(settings: Settings, services: Services, give_up: GiveUp) -> Opened:
    """The bot on Telegram, if it has a token: one program fetches updates, or they are brought to as many as there are."""
    if settings.telegram_token is None:
        return Opened("off (no MAJLIS_TELEGRAM_TOKEN)", _nothing)
    options = TelegramOptions(
        settings.telegram_token.get_secret_value(),
        settings.telegram_api,
        settings.telegram_webhook_url,
        settings.telegram_webhook_host,
        settings.telegram_webhook_port,
        settings.telegram_store_chat,
    )
    if settings.telegram_webhook_url and services.database.shared:
        return await _telegram_beside_others(options, services, give_up)
    start = partial(_telegram_alone, options, services)
    return await alone("telegram", start, give_up, services.database)


async def _telegram_alone(options: TelegramOptions, services: Services) -> Opened:
    bot = Telegram(options, *_shared(services), company=services.company)
    return await _telegram_open(bot, services)


async def _telegram_beside_others(options: TelegramOptions, services: Services, give_up: GiveUp) -> Opened:
    """Take updates at once, and charge of the boards as soon as no other program has it."""
    bot = Telegram(options, *_shared(services), company=services.company)
    updates = await _telegram_open(bot, services)

    async def take_charge() -> Opened:
        bot.take_charge()
        return Opened("", _nothing)

    charge = await alone("telegram", take_charge, give_up, services.database, patience_s=0)

    async def close() -> None:
        await updates.close()  # before that, nobody else is to show boards
        await charge.close()

    return Opened(updates.told, close)


async def _telegram_open(bot: Telegram, services: Services) -> Opened:
    fatal: dict[type[BaseException], str] = {
        WrongTelegramToken: "Telegram does not know MAJLIS_TELEGRAM_TOKEN; @BotFather has the right one.",
        CannotListen: "the webhook cannot listen there; MAJLIS_TELEGRAM_WEBHOOK_HOST and MAJLIS_TELEGRAM_WEBHOOK_PORT say where",
    }
    close = await _kept_going(bot, "Telegram", fatal, services)
    return Opened(f"@{bot.name}" if bot.name else LATER, close)


async def _discord(settings: Settings, services: Services, give_up: GiveUp) -> Opened:
    """The bot on Discord, if it has a token."""
    if settings.discord_token is None:
        return Opened("off (no MAJLIS_DISCORD_TOKEN)", _nothing)
    options = DiscordOptions(
        settings.discord_token.get_secret_value(),
        settings.discord_api,
        settings.web_public_url,
        settings.discord_shards,
        settings.discord_shard_ids,
    )
    shards = ",".join(map(str, settings.discord_shard_ids))
    start = partial(_discord_alone, options, services)
    return await alone(f"discord {shards}", start, give_up, services.database)


async def _discord_alone(options: DiscordOptions, services: Services) -> Opened:
    bot = Discord(options, *_shared(services), company=services.company)
    why = "Discord does not know MAJLIS_DISCORD_TOKEN; discord.com/developers/applications has the right one."
    close = await _kept_going(bot, "Discord", {WrongDiscordToken: why}, services)
    return Opened(bot.name or LATER, close)


class _Bot(Protocol):
    """A platform's bot."""

    tried: asyncio.Event

    @property
    def connected(self) -> bool:
        """Whether the platform is reached just now."""

    async def run(self) -> None:
        """Be there until cancelled."""


def _shared(services: Services) -> tuple[Database, Tables, Callable[[], int], Executor]:
    """What every platform's bot is given beside its options."""
    return services.database, services.tables, services.now, services.pictures


async def _kept_going(
    bot: _Bot, platform: str, fatal: Mapping[type[BaseException], str], services: Services
) -> Callable[[], Awaitable[None]]:
    """Run a platform's bot beside everything else; gives what ends it. Raises CannotStart where what it raises is `fatal`."""
    running = asyncio.create_task(bot.run())
    tried = asyncio.create_task(bot.tried.wait())

    def tell_why(ended: asyncio.Task[None]) -> None:
        """Should the bot end by itself, the page goes on."""
        if not ended.cancelled() and (error := ended.exception()):
            known = type(error) in fatal
            log.error("%s has stopped: %s", platform, type(error).__name__, exc_info=None if known else error)

    async def end() -> None:
        for task in (running, tried):
            task.cancel()
        await asyncio.gather(running, tried, return_exceptions=True)

    await asyncio.wait({running, tried}, timeout=FIRST_TRY_S, return_when=asyncio.FIRST_COMPLETED)
    if running.done() and (error := running.exception()) and type(error) in fatal:
        await end()
        raise CannotStart(fatal[type(error)])
    running.add_done_callback(tell_why)
    services.connected[platform.lower()] = lambda: bot.connected
    return end

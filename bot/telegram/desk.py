"""What every part of the adapter is given to work with."""

from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from typing import Any

from telegram import User
from telegram.error import TelegramError
from telegram.ext import ExtBot

from bot import bans, people
from bot.chats import ChatSettings
from bot.company.audience import Audience
from bot.company.talk import Talk
from bot.people import Player
from bot.phrases import FALLBACK, Phrases, phrases
from bot.play import Person
from bot.tables import Tables
from bot.telegram.pace import Pace
from bot.telegram.screen import PLATFORM, Screen, read
from storage import players, screens
from storage.bans import BanRow
from storage.database import Database

NAMES = "telegram_name"
"""The platform under which usernames are kept, so that a @mention finds its bearer."""

MANY = 10_000
"""Accounts whose names, or whose standing in a group, are remembered."""

ADMINS = ("administrator", "creator")

ADMINS_MS = 60_000
"""How long it is remembered whether somebody administers a group."""

UNREACHABLE_MS = 10 * 60_000
"""How long a private chat that took no picture is sent none."""


@dataclass(slots=True)
class Desk:
    """Everything the adapter needs of the rest of the program.

    `now` gives milliseconds since the epoch; `drawers` draws off the loop; `store` is a chat that pictures for
    other people's chats are uploaded to.
    """

    database: Database
    tables: Tables
    now: Callable[[], int]
    drawers: Executor
    bot: ExtBot[Any]
    pace: Pace
    """Looks at finished matches."""
    talk: Talk
    """What is said at tables."""
    audience: Audience
    """Who watches them."""
    store: int | None = None
    patience_s: float = 1.0
    """The first wait before something that failed is tried again."""
    brought_again: bool = False
    """Whether Telegram brings an update again that could not be done for want of a database."""
    _unreachable: dict[int, int] = field(default_factory=dict)
    """Private chats that took no picture, and until when none is sent there: whoever writes to us may do so elsewhere."""
    _called: OrderedDict[int, tuple[int, str, str]] = field(default_factory=OrderedDict)
    """Player, name and username as they were last looked at, by account."""
    _admins: dict[tuple[int, int], tuple[bool, int]] = field(default_factory=dict)
    """By group and account: whether they administer it, and until when we believe so."""
    _chats: ChatSettings = field(init=False)

    def __post_init__(self) -> None:
        self._chats = ChatSettings(self.database, PLATFORM)

    async def find(self, user_id: int) -> Player | None:
        """The player behind a Telegram account, if they have played before."""
        return await people.find(self.database, PLATFORM, str(user_id))

    async def player(self, user: User) -> Player:
        """The player behind a Telegram account, made now unless known; names follow the account's."""
        known = await self.find(user.id)
        if known is None:
            known = await people.create(
                self.database,
                PLATFORM,
                str(user.id),
                name=user.full_name,
                language=user.language_code or FALLBACK,
                now=self.now(),
            )
        called = (known.id, user.full_name, user.username or "")
        if self._called.get(user.id) != called:
            known = await self.tables.likings.rename(known, user.full_name)
            await self._alias(known, called[2].lower())
            self._called[user.id] = called
            if len(self._called) > MANY:
                self._called.popitem(last=False)
        return known

    async def _alias(self, player: Player, username: str) -> None:
        """Let a username mean this player, whomever it meant before."""
        if not username:
            return
        async with self.database.read() as conn:
            bearer = await players.find(conn, NAMES, username)
        if bearer is None or bearer.id != player.id:
            async with self.database.write() as conn:
                await players.alias(conn, NAMES, username, player.id)

    async def account(self, player: int) -> str | None:
        """The Telegram account of a player."""
        async with self.database.read() as conn:
            return await players.external_id(conn, player, PLATFORM)

    async def chat_settings(self, chat: int) -> dict[str, Any]:
        """A group's own settings."""
        return await self._chats.of(str(chat))

    async def set_chat(self, chat: int, **changes: Any) -> None:
        """Change some of a group's settings."""
        await self._chats.change(str(chat), **changes)

    async def administers(self, chat: int, user: int) -> bool:
        """Whether somebody administers a group, as Telegram said a minute ago at most: a tap's answer is in a hurry."""
        known = self._admins.get((chat, user))
        if known and self.now() < known[1]:
            return known[0]
        try:
            member = await self.bot.get_chat_member(chat, user)
        except TelegramError:
            return False
        found = member.status in ADMINS
        if len(self._admins) >= MANY:
            self._admins.clear()
        self._admins[chat, user] = found, self.now() + ADMINS_MS
        return found

    def forget_chat(self, chat: str | None) -> None:
        """Read a group's settings again when they are needed; None: those of all groups."""
        if chat is None:
            self._chats.forget_all()
        else:
            self._chats.forget(chat)

    def is_reachable(self, chat: int) -> bool:
        """Whether a private chat may take pictures, as far as we know."""
        return self._unreachable.get(chat, 0) <= self.now()

    def reached(self, chat: int, reached: bool) -> None:
        """Note that a private chat takes pictures, or just took none."""
        self._unreachable.pop(chat, None)
        if not reached:
            self._unreachable[chat] = self.now() + UNREACHABLE_MS

    async def chat_words(self, chat: int, otherwise: str = FALLBACK) -> Phrases:
        """A group's sentences."""
        return phrases((await self.chat_settings(chat)).get("language", otherwise))

    async def keep(self, screen: Screen) -> None:
        """Keep what has become of a screen, unless it was taken away meanwhile; reminders are noted by others."""
        async with self.database.write() as conn:
            row = await screens.held(conn, screen.table, PLATFORM, screen.place)
            if row:
                known = read(row)
                await screens.place(conn, replace(screen, reminded=known.reminded, player=known.player).row())

    def kept_out(self, user: int, chat: int | None) -> BanRow | None:
        """What keeps a person out, or the group they speak in."""
        names = [bans.called(PLATFORM, name) for name in (user, chat) if name is not None]
        return self.tables.bans.of(self.now(), *names)

    def link(self, payload: str) -> str:
        """A link that opens our private chat with this payload."""
        return f"https://t.me/{self.bot.username}?start={payload}"


def person(player: Player) -> Person:
    """Who wishes something at a table."""
    return Person(player.id, player.name)

"""What every part of the adapter is given to work with."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from typing import Any

from discord import Locale, Member, User

from bot import people
from bot.chats import ChatSettings
from bot.company.audience import Audience
from bot.company.talk import Talk
from bot.discord.client import Client
from bot.discord.pace import Pace
from bot.discord.screen import PLATFORM, Screen, read
from bot.discord.ticket import Ticket
from bot.easel import Picture, drawn
from bot.people import Player
from bot.phrases import FALLBACK, Phrases, closest, phrases
from bot.tables import Tables
from storage import players, screens
from storage.database import Database

MANY = 10_000
"""Accounts whose names are remembered."""

KEYS = 2_000
"""Places whose newest press is remembered."""

KEY_MS = 14 * 60 * 1000
"""How long a press lets us edit where we are no member; Discord says a quarter of an hour."""


@dataclass(slots=True)
class Desk:
    """Everything the adapter needs of the rest of the program.

    `now` gives milliseconds since the epoch; `drawers` draws off the loop; `page` is the web page's public address,
    if it has one; `mine` says which servers this process looks after.
    """

    database: Database
    tables: Tables
    now: Callable[[], int]
    drawers: Executor
    pace: Pace
    talk: Talk
    audience: Audience
    page: str = ""
    patience_s: float = 1.0
    """The first wait before something that failed is tried again."""
    mine: Callable[[int], bool] = lambda _guild: True
    draw: Callable[[Picture], bytes] = drawn
    client: Client = field(init=False)
    """The connection there is now."""
    chats: ChatSettings = field(init=False)
    _called: OrderedDict[int, tuple[int, str]] = field(default_factory=OrderedDict)
    """Player and name as they were last looked at, by account."""
    _keys: OrderedDict[str, tuple[Ticket, int]] = field(default_factory=OrderedDict)
    """By place: the newest press there, and until when it is good."""

    def __post_init__(self) -> None:
        self.chats = ChatSettings(self.database, PLATFORM)

    async def find(self, user_id: int) -> Player | None:
        """The player behind a Discord account, if they have played before."""
        return await people.find(self.database, PLATFORM, str(user_id))

    async def player(self, user: User | Member, language: str = FALLBACK) -> Player:
        """The player behind an account, made now unless known; names follow the account's, not a server's nickname."""
        known = await self.find(user.id)
        name = user.global_name or user.name
        if known is None:
            known = await people.create(
                self.database, PLATFORM, str(user.id), name=name, language=language, now=self.now()
            )
        called = (known.id, name)
        if self._called.get(user.id) != called:
            known = await self.tables.likings.rename(known, name)
            self._called[user.id] = called
            if len(self._called) > MANY:
                self._called.popitem(last=False)
        return known

    async def account(self, player: int) -> str | None:
        """The Discord account of a player."""
        async with self.database.read() as conn:
            return await players.external_id(conn, player, PLATFORM)

    async def words_of(self, chat: str, otherwise: str = FALLBACK) -> Phrases:
        """The sentences everybody reads in a server or channel."""
        return phrases((await self.chats.of(chat)).get("language", otherwise))

    async def settings(self, screen: Screen) -> Mapping[str, Any]:
        """What the place of a screen has chosen."""
        return await self.chats.of(screen.chat)

    async def keep(self, screen: Screen) -> None:
        """Keep what has become of a screen, unless it was taken away meanwhile; reminders are noted by others."""
        async with self.database.write() as conn:
            row = await screens.one(conn, screen.table, PLATFORM, screen.place)
            if row:
                known = read(row)
                await screens.place(conn, replace(screen, reminded=known.reminded, player=known.player).row())

    async def drawn(self, picture: Picture) -> bytes:
        """A picture's file."""
        return await asyncio.get_running_loop().run_in_executor(self.drawers, self.draw, picture)

    def keep_key(self, place: str, ticket: Ticket) -> None:
        """Remember the newest press of a place: it can edit where we are no member."""
        now = self.now()
        self._keys[place] = ticket, now + KEY_MS
        self._keys.move_to_end(place)
        while len(self._keys) > KEYS or next(iter(self._keys.values()))[1] <= now:
            self._keys.popitem(last=False)

    def key(self, place: str) -> Ticket | None:
        """The newest press of a place, while it is good."""
        ticket, until = self._keys.get(place, (None, 0))
        return ticket if self.now() < until else None

    def drop_key(self, place: str) -> None:
        """It opens nothing any more."""
        self._keys.pop(place, None)


def words_of_account(locale: Locale | None) -> Phrases:
    """The sentences of the language an account is set to, whatever its player has chosen."""
    return phrases(closest(language_of(locale)))


def language_of(locale: Locale | None) -> str:
    """A tag of ours for Discord's; it knows no Arabic, so that is the player's to choose."""
    return locale.value if locale else FALLBACK

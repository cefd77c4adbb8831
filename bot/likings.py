"""What people have chosen for themselves: kept in the database, and in memory what every press at a table asks for."""

import json
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from bot import tastes
from bot.habits import USUAL, Habits
from bot.people import Player
from storage import players
from storage.database import Database
from storage.news import About, Line

MANY = 10_000
"""Players whose habits are remembered."""


class Likings:
    """The habits of this process's players. Settings are changed here alone, so that what is remembered is true."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: OrderedDict[int, Habits] = OrderedDict()
        self._changes = 0

    async def of(self, asked: Iterable[int]) -> dict[int, Habits]:
        """How these players like it; whoever is not known likes it as usual."""
        wanted = set(asked)
        unknown = wanted - self._known.keys()
        found = {player: self._known[player] for player in wanted - unknown}
        for player in found:
            self._known.move_to_end(player)
        return found | await self._read(unknown) if unknown else found

    async def choose(self, player: Player, settings: Mapping[str, Any]) -> Player:
        """Keep a player's settings as a whole; tables go by them from the next press on."""
        async with self._database.write() as conn:
            await players.set_settings(conn, player.id, json.dumps(dict(settings), separators=(",", ":")))
            await self._database.announce(conn, Line(About.PLAYER, (player.id,)))
        self.forget(player.id)
        return replace(player, settings=MappingProxyType(dict(settings)))

    def forget(self, player: int) -> None:
        """Read them again when they are needed."""
        self._changes += 1
        self._known.pop(player, None)

    def forget_all(self) -> None:
        """What is remembered may be old."""
        self._changes += 1
        self._known.clear()

    async def _read(self, unknown: set[int]) -> dict[int, Habits]:
        before = self._changes
        async with self._database.read() as conn:
            settings = await players.settings(conn, unknown)
        chosen = {player: tastes.habits(tastes.read(text, player)) for player, text in settings.items()}
        found = {player: chosen.get(player, USUAL) for player in unknown}
        if before == self._changes:  # else what was read may be older than what was chosen meanwhile
            self._known.update(found)
            while len(self._known) > MANY:
                self._known.popitem(last=False)
        return found

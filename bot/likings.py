"""What people are called and have chosen for themselves: kept in the database, and in memory what every press asks for."""

import json
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from bot import people, tastes
from bot.habits import USUAL, Habits
from bot.people import Player
from storage import players
from storage.database import Database
from storage.news import About, Line

MANY = 10_000
"""Players whose habits are remembered, and as many who are recognised."""


class Likings:
    """This process's players and their habits. Both are changed here alone, so that what is remembered is true."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: OrderedDict[int, Habits] = OrderedDict()
        self._faces: OrderedDict[tuple[str, str], Player] = OrderedDict()
        self._changes = 0
        self._hears = not database.shared
        """Whether what other programs change is heard: only then somebody is recognised without asking."""

    async def find(self, platform: str, external_id: str) -> Player | None:
        """The player whom a platform knows by this id."""
        name = platform, external_id
        if face := self._faces.get(name):
            self._faces.move_to_end(name)
            return face
        before = self._changes
        found = await people.find(self._database, platform, external_id)
        if found and self._hears and before == self._changes:
            self._faces[name] = found
            if len(self._faces) > MANY:
                self._faces.popitem(last=False)
        return found

    async def rename(self, player: Player, name: str) -> Player:
        """Give a player another name; one that nobody could read changes nothing."""
        after = await people.rename(self._database, player, name)
        if after is not player:
            self.forget(player.id)
        return after

    async def set_language(self, player: Player, language: str) -> Player:
        """Keep the language a player reads, given as any tag."""
        after = await people.set_language(self._database, player, language)
        if after is not player:
            self.forget(player.id)
        return after

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
        self._faces = OrderedDict((name, face) for name, face in self._faces.items() if face.id != player)

    def hearing(self, on: bool) -> None:
        """Whether other programs are heard from now on; either way, what is remembered may be old."""
        self._changes += 1
        self._hears = on
        self._known.clear()
        self._faces.clear()

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

"""What every act is given: who asks, where, and the rest of the program."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, Self

from bot.company.audience import Audience
from bot.company.panel import Panel
from bot.company.queue import Queue
from bot.company.relay import Relay, packed
from bot.company.talk import Talk
from bot.people import Player
from bot.phrases import Phrases
from bot.play import Person
from bot.projector import Projector
from bot.school import School
from bot.table import Table
from bot.tables import Tables
from storage.database import Database


@dataclass(frozen=True, slots=True)
class Asker:
    """Somebody who does something.

    `place` is where boards are shown to them, as the platform names its screens; `chat` the group, server or channel they
    speak in, None in private and on the page. `key` names the press, for what must count only once; `typed` is
    what they wrote.
    """

    player: Player
    words: Phrases
    platform: str
    place: str
    key: str
    chat: str | None = None
    typed: str = ""

    @property
    def id(self) -> int:
        """The player's id."""
        return self.player.id

    def changed(self, player: Player, words: Phrases) -> Self:
        """The same press by somebody who has just chosen otherwise."""
        return replace(self, player=player, words=words)

    @property
    def person(self) -> Person:
        """Who they are at a table."""
        return Person(self.player.id, self.player.name)


class Herald(Protocol):
    """How a platform tells somebody who has not just pressed anything. Nothing is raised; False where it cannot."""

    platform: str

    async def tell(self, player: int, panel: Panel) -> bool:
        """Show a panel in the person's own place."""

    async def seat(self, player: int, table: Table) -> bool:
        """Show a table's board in the person's own place."""

    async def show(self, place: str, table: Table) -> bool:
        """Show a table's board to everybody in a place (`Asker.place`); False where it is no shared one."""


class Colleague(Protocol):
    """What a platform's part in one program hears of its parts in others. Both return at once."""

    def heard(self, what: str, values: Sequence[Any]) -> bool:
        """Something another part has told by `Relay.ask`; whether it is done, for whoever waits for that."""

    def chosen(self, chat: str | None) -> None:
        """A chat has chosen otherwise; None: any may have, while nothing was heard."""


class Parlour(Protocol):
    """Where people of a platform can speak to each other aloud."""

    async def voice(self, asker: Asker, table: Table) -> Panel:
        """Open a place for a table's people to speak, or say where there is one."""


@dataclass(slots=True)
class Company:
    """Everything acts need of the rest of the program.

    `now` gives milliseconds since the epoch; `drawers` draws off the loop; `page` is our page's public address without a
    slash at its end, empty where it has none. `doors` give, by platform, a link that opens the bot with a payload such as
    `join_KM7QXR`.
    """

    database: Database
    tables: Tables
    now: Callable[[], int]
    drawers: Executor
    school: School
    page: str = ""
    heralds: list[Herald] = field(default_factory=list)
    doors: dict[str, Callable[[str], str]] = field(default_factory=dict)
    parlours: dict[str, Parlour] = field(default_factory=dict)
    colleagues: dict[str, Colleague] = field(default_factory=dict)
    films: Projector = field(default_factory=Projector)
    queue: Queue = field(default_factory=Queue)
    forgetting: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while somebody is being forgotten: asked twice at once, it is done once."""
    relay: Relay = field(init=False)
    talk: Talk = field(init=False)
    audience: Audience = field(init=False)

    def __post_init__(self) -> None:
        self.relay = Relay(self.database)
        self.audience = Audience(self.database, self.tables)
        self.talk = Talk(self.database, self.tables, self.now)

    async def tell(self, player: int, panel: Panel) -> bool:
        """Tell somebody wherever they can be reached; False where nobody can reach them."""
        here = await self.tell_here(player, panel)
        return await self.relay.ask("tell", player, packed(panel), wait=not here) or here

    async def seat(self, player: int, table: Table) -> bool:
        """Show somebody a table wherever they can be reached."""
        here = await self.seat_here(player, table)
        return await self.relay.ask("seat", player, table.code, wait=not here) or here

    async def show(self, platform: str, place: str, table: Table) -> bool:
        """Show everybody in a place of a platform a table."""
        here = await self.show_here(platform, place, table)
        return here or await self.relay.ask("show", platform, place, table.code, wait=True)

    async def tell_here(self, player: int, panel: Panel) -> bool:
        """The same through this program's own platforms."""
        return any(await asyncio.gather(*(herald.tell(player, panel) for herald in self.heralds)))

    async def seat_here(self, player: int, table: Table) -> bool:
        """The same through this program's own platforms."""
        return any(await asyncio.gather(*(herald.seat(player, table) for herald in self.heralds)))

    async def show_here(self, platform: str, place: str, table: Table) -> bool:
        """The same through this program's own platforms."""
        there = [herald for herald in self.heralds if herald.platform == platform]
        return any(await asyncio.gather(*(herald.show(place, table) for herald in there)))

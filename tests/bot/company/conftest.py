"""People who act in company, without a platform."""

from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import count

import pytest

from bot import people
from bot.company.acts import perform
from bot.company.desk import Asker, Company
from bot.company.panel import Panel
from bot.phrases import phrases
from bot.play import Person
from bot.school import School
from tests.bot.conftest import Coffeehouse


class Messenger:
    """A platform that reaches everybody but the `deaf`, and remembers what it told them."""

    platform = "test"

    def __init__(self):
        self.told: list[tuple[int, Panel]] = []
        self.seated: list[tuple[int, str]] = []
        self.shown: list[tuple[str, str]] = []
        self.deaf: set[int] = set()

    async def tell(self, player, panel):
        self.told.append((player, panel))
        return True

    async def seat(self, player, table):
        self.seated.append((player, table.code))
        return player not in self.deaf

    async def show(self, place, table):
        self.shown.append((place, table.code))
        return True


@dataclass
class Circle:
    """The coffee house's people, acting."""

    house: Coffeehouse
    company: Company
    messenger: Messenger
    keys: Callable[[], int] = field(default_factory=lambda: count().__next__)

    async def asker(self, person: Person, **changes) -> Asker:
        player = await people.load(self.house.database, person.id)
        made = {"platform": "test", "place": "1", "key": f"test:{self.keys()}", **changes}
        return Asker(player, phrases(player.language), **made)

    async def act(self, person: Person, written: str, **changes) -> Panel:
        return await perform(self.company, await self.asker(person, **changes), written)

    async def speak(self, person: Person, language: str) -> None:
        player = await people.load(self.house.database, person.id)
        await people.set_language(self.house.database, player, language)


@pytest.fixture
async def circle(house: Coffeehouse) -> AsyncIterator[Circle]:
    messenger = Messenger()
    with ThreadPoolExecutor(1) as drawers:
        school = School(house.database, drawers)
        company = Company(
            house.database, house.tables, lambda: house.now, drawers, school, heralds=[messenger]
        )
        yield Circle(house, company, messenger)

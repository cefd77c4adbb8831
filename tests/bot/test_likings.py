"""What people have chosen, as every press asks for it."""

from contextlib import asynccontextmanager

from bot import people
from bot.habits import USUAL, Habits
from bot.likings import MANY, Likings


class Counted:
    """A database that counts how often it is read, and does something in the middle of it."""

    def __init__(self, database, meanwhile=None):
        self._database, self.reads, self.meanwhile = database, 0, meanwhile
        self.write, self.announce = database.write, database.announce

    @asynccontextmanager
    async def read(self):
        self.reads += 1
        async with self._database.read() as conn:
            yield conn
        if self.meanwhile:
            act, self.meanwhile = self.meanwhile, None
            await act()


async def test_habits_are_read_once_and_followed_at_once(house):
    database = Counted(house.database)
    likings = Likings(database)
    ali, sara = house.ali.id, house.sara.id
    for _ in range(3):
        assert await likings.of((ali, sara, 0)) == {ali: USUAL, sara: USUAL, 0: USUAL}
    assert database.reads == 1
    player = await people.load(house.database, ali)
    changed = await likings.choose(player, {**player.settings, "confirm": "matters"})
    assert (await people.load(house.database, ali)).settings == changed.settings == {"confirm": "matters"}
    assert await likings.of((ali, sara)) == {ali: Habits(confirms=False), sara: USUAL}
    assert database.reads == 2


async def test_what_was_chosen_while_others_read_is_not_lost(house):
    player = await people.load(house.database, house.ali.id)

    async def chosen():
        await likings.choose(player, {"only": "house"})

    likings = Likings(Counted(house.database, chosen))
    await likings.of((player.id,))
    assert await likings.of((player.id,)) == {player.id: Habits(plays_only=True)}


async def test_only_so_many_are_remembered(house):
    likings = Likings(house.database)
    for first in range(0, MANY + 500, 500):
        await likings.of(range(first, first + 500))
    assert len(likings._known) == MANY

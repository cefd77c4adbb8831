"""What people have chosen, as every press asks for it."""

from contextlib import asynccontextmanager

from bot import people
from bot.habits import USUAL, Habits
from bot.likings import MANY, Likings


class Counted:
    """A database that counts how often it is read, and does something in the middle of it."""

    def __init__(self, database, meanwhile=None):
        self._database, self.reads, self.meanwhile = database, 0, meanwhile
        self.write, self.announce, self.shared = database.write, database.announce, database.shared

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


async def a_guest(house):
    return await people.create(house.database, "web", "nonce", name="Huda", language="en", now=house.now)


async def test_somebody_is_recognised_without_asking_and_changes_are_followed_at_once(house):
    database = Counted(house.database)
    likings = Likings(database)
    likings.hearing(True)
    assert await likings.find("web", "nonce") is None
    guest = await a_guest(house)
    for _ in range(3):
        assert await likings.find("web", "nonce") == guest
    assert database.reads == 2
    assert await likings.find("telegram", "nonce") is None
    guest = await likings.rename(guest, "Hoda")
    assert await likings.find("web", "nonce") == guest
    guest = await likings.set_language(guest, "ar")
    assert await likings.find("web", "nonce") == guest
    guest = await likings.choose(guest, {"theme": "dark"})
    found = await likings.find("web", "nonce")
    assert (found.name, found.language, found.settings) == ("Hoda", "ar", {"theme": "dark"})
    likings.forget(guest.id)
    before = database.reads
    await likings.find("web", "nonce")
    assert database.reads == before + 1


async def test_who_was_renamed_while_others_read_is_not_remembered_by_the_old_name(house):
    guest = await a_guest(house)

    async def renamed():
        await likings.rename(guest, "Hoda")

    likings = Likings(Counted(house.database, renamed))
    likings.hearing(True)
    assert (await likings.find("web", "nonce")).name == "Huda"
    assert (await likings.find("web", "nonce")).name == "Hoda"


async def test_nobody_is_recognised_without_asking_while_other_programs_are_not_heard(house):
    await a_guest(house)
    database = Counted(house.database)
    likings = Likings(database)
    likings.hearing(True)
    await likings.find("web", "nonce")
    for hears, reads in ((False, 3), (True, 4)):
        likings.hearing(hears)
        for _ in range(2):
            await likings.find("web", "nonce")
        assert database.reads == reads


async def test_only_so_many_are_recognised_without_asking(house, monkeypatch):
    monkeypatch.setattr("bot.likings.MANY", 2)
    likings = Likings(house.database)
    likings.hearing(True)
    for number in range(3):
        await people.create(house.database, "web", f"{number}", name="", language="en", now=house.now)
        await likings.find("web", f"{number}")
    assert list(likings._faces) == [("web", "1"), ("web", "2")]

"""Who has pressed of late: looked up once, until they are forgotten."""

from bot import met
from bot.met import OUTSIDE, Met
from bot.people import Player
from bot.play import Person


def player(number: int, name: str = "Ali") -> Player:
    return Player(id=number, name=name, language="en")


class Book:
    """Counts how often it is asked."""

    def __init__(self, *players: Player | None) -> None:
        self.answers = list(players)

    async def __call__(self) -> Player | None:
        return self.answers.pop(0)


async def test_who_is_known_is_not_looked_up_again():
    people, book = Met(set()), Book(player(7))
    assert [await people.who(1, book, anew=False) for _ in range(2)] == [Person(7, "Ali")] * 2


async def test_who_never_played_is_looked_up_each_time():
    people, book = Met(set()), Book(None, player(7))
    assert await people.who(1, book, anew=False) == OUTSIDE
    assert await people.who(1, book, anew=False) == Person(7, "Ali")


async def test_who_sits_down_is_looked_up_and_who_was_forgotten_too():
    gone: set[int] = set()
    people, book = Met(gone), Book(player(7), player(7, "Ali B."), None)
    await people.who(1, book, anew=False)
    assert (await people.who(1, book, anew=True)).name == "Ali B."
    gone.add(7)
    assert await people.who(1, book, anew=False) == OUTSIDE
    assert not book.answers


async def test_those_longest_unseen_are_dropped(monkeypatch):
    monkeypatch.setattr(met, "MANY", 2)
    people = Met(set())
    for account in (1, 2, 1, 3):
        await people.who(account, Book(player(account)), anew=False)
    assert await people.who(1, Book(), anew=False) == Person(1, "Ali")
    assert await people.who(2, Book(player(9)), anew=False) == Person(9, "Ali")

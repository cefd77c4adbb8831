"""A pause by agreement and a minute more for the rival, on Telegram."""

import pytest

from bot.table import Stage
from tests.servers.telegram import Person, Seen, TelegramServer
from tests.telegram.bot import Bot, moves
from tests.telegram.test_friends import invites


@pytest.fixture
async def friends(server: TelegramServer, bot: Bot) -> tuple[Person, Person, str]:
    """Two who play by link: whoever is to move comes first."""
    ali, sara = server.user("Ali"), server.user("Sara")
    code, link = await invites(ali, "mahbusa")
    await sara.follows(link)
    await bot.until(lambda: bot.stage(code), Stage.PLAYING)
    await bot.settled()
    table = await bot.tables.get(code)
    to_move = table.seats[table.match.game.to_move].player
    return (ali, sara, code) if to_move == await bot.player(ali) else (sara, ali, code)


async def board(person: Person, verb: str) -> tuple[Seen, str]:
    """The board with that button, and the button's data."""

    def found(seen: Seen) -> list[str]:
        data = [str(button.data) for row in seen.buttons for button in row]
        return [one for one in data if seen.photo is not None and one.endswith(verb)]

    seen = await person.awaits(person.private, found)
    return seen, found(seen)[0]


async def test_a_pause_is_asked_for_agreed_to_and_ended(bot: Bot, friends: tuple[Person, Person, str]):
    mover, other, code = friends
    asks, button = await board(other, f":pause.{code}")
    assert (await other.taps(asks, button)).text == "You asked for a pause; the other has to agree."
    agrees, button = await board(mover, ":h")
    assert not (await bot.tables.get(code)).paused
    await mover.taps(agrees, button)
    await bot.settled()
    assert (await bot.tables.get(code)).paused
    for person, before in ((mover, agrees), (other, asks)):
        rests, button = await board(person, ":g")
        assert rests.id == before.id, "the board stays where it is"
        assert [label for label in rests.labels if "→" in label] == [], "nobody moves"
    await other.taps(rests, button)
    await bot.settled()
    assert (await bot.tables.get(code)).paused is None
    assert moves((await board(mover, f":pause.{code}"))[0])


async def test_a_minute_more_is_the_rivals_gift(bot: Bot, friends: tuple[Person, Person, str]):
    mover, other, code = friends
    before = (await bot.tables.get(code)).clock.ends
    mine, _ = await board(mover, f":pause.{code}")
    assert f"minute.{code}" not in str(mine.buttons), "nobody gives themselves time"
    waits, button = await board(other, f":minute.{code}")
    assert (await other.taps(waits, button)).text.endswith("has a minute more.")
    table = await bot.tables.get(code)
    assert table.given == 1
    assert table.clock.ends == before + 60_000

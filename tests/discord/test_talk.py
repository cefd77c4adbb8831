"""Talking on Discord: words under the board, gifts for pearls, words of one's own by a form."""

import pytest

from storage import gifts, ledger
from tests.discord.bot import Bot, boards, moves, opened, said
from tests.servers.discord import DiscordServer, Person, Seen


@pytest.fixture
async def friends(server: DiscordServer, bot: Bot) -> tuple[Person, Person, str]:
    """Two who play each in their own chat with us, one of them in Hindi."""
    ali, sara = server.user("Ali", installed=True), server.user("Sara", installed=True, locale="hi")
    code, _ = await opened(bot, ali, ali.dm, opponent="Whoever comes")
    await sara.hears(await sara.invokes(sara.dm, "/tawla join", code=code))
    await bot.settled()
    return ali, sara, code


async def talks(person: Person, label: str = "💬 Talk") -> Seen:
    answer = await person.presses(boards(person, person.dm)[-1], label)
    return (await person.hears(answer)).seen


async def test_each_reads_under_the_board_in_their_own_language(
    bot: Bot, friends: tuple[Person, Person, str]
):
    ali, sara, _ = friends
    before = {person: boards(person, person.dm)[-1] for person in (ali, sara)}
    panel = await talks(ali)
    assert panel.ephemeral
    assert said(await ali.presses(panel, "Well played!")) == "Well played!"
    await sara.awaits(sara.dm, "बहुत बढ़िया खेला!")
    await ali.awaits(ali.dm, lambda seen: seen.pictures and "Well played!" in seen.text)
    await bot.settled()
    for person, board in before.items():
        now = boards(person, person.dm)[-1]  # the same message, with the same picture and buttons
        assert (now.id, now.picture, moves(now)) == (board.id, board.picture, moves(board))


async def test_a_gift_is_paid_and_stands_on_the_others_shelf(bot: Bot, friends: tuple[Person, Person, str]):
    ali, sara, _ = friends
    player = await bot.player(ali)
    async with bot.database.write() as conn:
        await ledger.transfer(conn, "test:1", ledger.HOUSE, await ledger.player_account(conn, player), 30, 1)
    prices = (await ali.presses(await talks(ali), "🎁 Gifts")).seen
    assert "You have 30 pearls." in prices.text
    after = (await ali.presses(prices, next(label for label in prices.labels if label.startswith("☕")))).seen
    assert "You have 25 pearls." in after.text
    await sara.awaits(sara.dm, lambda seen: seen.pictures and "☕" in seen.text)
    hers = await bot.player(sara)
    async with bot.database.read() as conn:
        assert await gifts.shelf(conn, hers) == {"coffee": 1}


async def test_words_of_ones_own_are_written_once_both_allow_them(friends: tuple[Person, Person, str]):
    ali, sara, code = friends
    for person, talk in ((ali, "💬 Talk"), (sara, f"~b:talk.{code}")):
        asked = (await person.presses(await talks(person, talk), f"~c:words.{code}")).seen
        await person.presses(asked, f"~c:words.{code}.on")
    form = (await ali.presses(await talks(ali), "✎ Your own words")).form
    await ali.fills(form, {"Your own words": "hello @everyone https://evil.example/"})
    board = await sara.awaits(sara.dm, lambda seen: seen.pictures and "hello" in seen.text)
    assert "@everyone" not in board.text
    assert "https://" not in board.text

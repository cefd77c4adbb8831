"""Two people who have never met find each other on Telegram, each from where they are."""

from bot.table import Stage, Table
from tests.servers.telegram import Chat, Person, TelegramServer
from tests.telegram.bot import Bot, code_of, play_on


async def looks(person: Person, chat: Chat, game: str = "mahbusa 1") -> None:
    """Into the queue."""
    await person.writes(chat, f"/quick {game}")
    await person.taps(await person.awaits(chat, "For nothing, as yet"), "For nothing")
    await person.awaits(chat, "Looking for a rival…")


async def joins(person: Person, chat: Chat) -> None:
    """Against whoever waits, from the list of those who do."""
    await person.writes(chat, "/quick")
    busy = await person.awaits(chat, "Against whoever waits for the same")
    await person.taps(busy, next(label for label in busy.labels if label.endswith("1 waits")))


async def met(bot: Bot, person: Person, chat: Chat) -> Table:
    """The table somebody sees there; where both are there, it begins by itself."""
    code = code_of(await person.awaits(chat, lambda seen: seen.photo is not None))
    await bot.until(lambda: bot.stage(code), Stage.PLAYING)
    return await bot.tables.get(code)


async def test_two_strangers_find_each_other_and_play_to_the_end(server: TelegramServer, bot: Bot):
    ali, sara = server.user("Ali"), server.user("Sara")
    await looks(ali, ali.private)
    await joins(sara, sara.private)
    table = await met(bot, ali, ali.private)
    assert {at.player for at in table.seats} == {await bot.player(ali), await bot.player(sara)}
    over = await play_on(bot, table.code, [(ali, ali.private), (sara, sara.private)])
    assert over.stage is Stage.FINISHED
    for person in (ali, sara):
        await person.awaits(person.private, lambda seen: over.seed in seen.text)
    assert sorted([await bot.pearls(ali), await bot.pearls(sara)]) == [5, 25]


async def test_who_never_wrote_to_us_is_called_in_the_group_where_they_began_to_wait(
    server: TelegramServer, bot: Bot
):
    ali, sara = server.user("Ali"), server.user("Sara")
    group = server.group("Friends", ali)
    bot.expected.append("can't initiate conversation")
    await looks(ali, group)
    await joins(sara, sara.private)
    table = await met(bot, ali, group)
    await play_on(bot, table.code, [(ali, group), (sara, sara.private)], turns=8)
    await bot.settled()
    assert sorted(await bot.places(table.code)) == sorted([str(group.id), str(sara.private.id)])

"""The lists of the best on Telegram: in a group and in private."""

from bot.intents import Ask, Resign, What
from bot.phrases import isolated
from bot.play import Person
from tests.servers.telegram import TelegramServer
from tests.telegram.bot import Bot, code_of


async def test_a_match_in_a_group_stands_in_its_lists(server: TelegramServer, bot: Bot):
    ali, sara, omar = server.user("A<li"), server.user("Sara"), server.user("عمر", language_code="ar")
    group, other = server.group("Friends", ali, sara, omar), server.group("Others", ali)
    await ali.writes(group, "/play mahbusa 1")
    board = await ali.awaits(group, lambda seen: "Take the other seat" in seen.labels)
    await sara.taps(board, "Take the other seat")
    table = await bot.tables.get(code_of(board))
    for _ in range(10):
        await bot.play_turn_for_everybody(await bot.tables.get(table.code))
    loser = Person(await bot.player(sara), "Sara")
    for intent in (Ask(What.MATCH), Resign(What.MATCH)):
        await bot.tables.handle(table.code, loser, intent, now=bot.telegram.desk.now())
    await ali.writes(group, "/top")
    panel = await ali.awaits(group, "Most wins")
    assert f"Here · All time\n◆ 1. {isolated('A<li')}: 1 win" in panel.text
    await ali.taps(panel, "Pearls earned")
    panel = await ali.awaits(group, "Most pearls earned")
    assert f"◆ 1. {isolated('A<li')}: 25 pearls\n2. {isolated('Sara')}: 5 pearls" in panel.text
    await ali.taps(panel, "This week")
    await ali.awaits(group, "Here · This week")

    await omar.writes(omar.private, "/top")
    own = await omar.awaits(omar.private, "الأكثر فوزًا")
    assert f"1. {isolated('A<li')}: فوز واحد" in own.text
    assert f"{isolated('عمر')} خارج هذه القائمة حتى الآن" in own.text
    assert not [data for row in own.buttons for data in row if ".here." in data.data]
    await omar.taps(panel, "Pearls held")
    await omar.awaits(omar.private, f"{isolated('عمر')} is not in this list yet.")

    await ali.writes(other, "/top")
    elsewhere = await ali.awaits(other, "Nobody yet.")
    assert f"{isolated('A<li')} is not in this list yet: 0 wins" in elsewhere.text
    await ali.taps(elsewhere, "Worldwide")
    await ali.awaits(other, f"◆ 1. {isolated('A<li')}: 1 win")

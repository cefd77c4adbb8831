"""The lists of the best on Discord: in a server and in private."""

from bot.intents import Ask, Resign, What
from bot.phrases import isolated
from bot.play import Person
from tests.discord.bot import Bot, opened, said
from tests.servers.discord import DiscordServer


async def test_a_match_in_a_server_stands_in_its_lists(server: DiscordServer, bot: Bot):
    ali, sara = server.user("Ali", installed=True), server.user("Sara")
    room = server.general(server.guild("Friends", ali, sara))
    other = server.general(server.guild("Others", ali))
    code, board = await opened(bot, ali, room, game="mahbusa", length=1)
    await sara.presses(board, "Take the other seat")
    for _ in range(10):
        await bot.play_turn_for_everybody(code)
    loser = Person(await bot.player(sara), "Sara")
    for intent in (Ask(What.MATCH), Resign(What.MATCH)):
        await bot.tables.handle(code, loser, intent, now=bot.discord.desk.now())
    panel = (await ali.hears(await ali.invokes(room, "/tawla top"))).seen
    assert panel.ephemeral
    assert f"Here · All time\n◆ 1. {isolated('Ali')}: 1 win" in panel.text
    panel = (await ali.presses(panel, "Pearls earned")).seen
    assert f"2. {isolated('Sara')}: 5 pearls" in panel.text
    panel = (await ali.presses(panel, "Rating")).seen
    assert "The strongest at Mahbusa" in panel.text
    assert "is not in this list yet: rating 16" in panel.text

    alone = said(await ali.invokes(ali.dm, "/tawla top"))
    assert "Worldwide · All time" in alone
    assert "Nobody yet." in said(await ali.invokes(other, "/tawla top"))

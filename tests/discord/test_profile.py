"""Players' cards on Discord: one's own for everybody, somebody's for whoever asks."""

from bot.play import Person as Player
from bot.running import now_ms
from tests.bot.company.sample import given_up
from tests.discord.bot import Bot, opened, said
from tests.servers.discord import DiscordServer, Person


async def met(bot: Bot, person: Person) -> Player:
    """The player somebody is, once they have asked for their card."""
    await person.hears(await person.invokes(person.dm, "/tawla profile"))
    return Player(await bot.player(person), person.user.name)


async def test_ones_own_card_is_a_picture_for_everybody(server: DiscordServer, bot: Bot):
    ali, omar = server.user("Ali"), server.user("Omar")
    room = server.general(server.guild("Friends", ali, omar))
    await ali.invokes(room, "/tawla profile")
    shown = await omar.awaits(room, "still to come")
    assert not shown.ephemeral
    assert len(shown.pictures) == 1
    assert "The card of" in shown.alt
    assert "pearl" not in shown.text
    await bot.settled()


async def test_in_private_with_ones_pearls(server: DiscordServer, bot: Bot):
    ali = server.user("Ali", installed=True)
    shown = (await ali.hears(await ali.invokes(ali.dm, "/tawla profile"))).seen
    assert "You have 0 pearls." in shown.text
    assert shown.labels == ["🎲 My dice", "Finished matches"]
    await bot.settled()


async def test_somebodys_card_by_name_and_from_their_menu(server: DiscordServer, bot: Bot):
    ali, sara = server.user("Ali", installed=True), server.user("Sara", installed=True)
    omar = server.user("Omar", installed=True)
    room = server.general(server.guild("Friends", ali, sara, omar))
    await given_up(bot.tables, await met(bot, ali), await met(bot, sara), now_ms())
    by_name = (await omar.hears(await omar.invokes(room, "/tawla profile", user=sara))).seen
    by_menu = (await omar.hears(await omar.uses(room, "Tawla card", on=sara))).seen
    for shown in (by_name, by_menu):
        assert shown.ephemeral
        assert "Won against people: 1 of 1" in shown.text
        assert len(shown.pictures) == 1
        assert "pearl" not in shown.text
    huda = server.user("Huda")
    for unknown in (huda, server.bot):
        assert "not known here" in said(await omar.invokes(room, "/tawla profile", user=unknown))
    assert await bot.player(huda) == -1, "whom somebody asks about becomes no player"


async def test_a_rivals_card_by_a_tap_at_the_table(server: DiscordServer, bot: Bot):
    ali, sara = server.user("Ali", installed=True), server.user("Sara", installed=True)
    await met(bot, sara)
    code, _ = await opened(bot, ali, ali.dm, game="mahbusa", opponent="friend")
    await sara.invokes(sara.dm, "/tawla join", code=code)
    theirs = "👤 \u2068Sara\u2069"
    board = await ali.awaits(ali.dm, lambda seen: theirs in seen.labels)
    shown = (await ali.hears(await ali.presses(board, theirs))).seen
    assert shown.ephemeral
    assert "still to come" in shown.text
    mine = await ali.presses(shown, "My card")
    assert "You have 0 pearls." in mine.text
    await bot.settled()

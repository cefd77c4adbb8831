"""Invitations and spectators on Discord."""

from bot.guesses import PERSON
from bot.table import Stage
from tests.discord.bot import Bot, boards, moves, opened
from tests.servers.discord import DiscordServer


async def test_who_watches_a_channels_game_sees_it_in_private_and_is_counted(server: DiscordServer, bot: Bot):
    ali, sara, omar = server.user("Ali"), server.user("Sara"), server.user("Omar")
    room = server.general(server.guild("Friends", ali, sara, omar))
    code, board = await opened(bot, ali, room)
    await sara.presses(board, "Take the other seat")
    board = await omar.awaits(room, moves)
    await omar.presses(board, "👁 Watch")
    await bot.settled()
    assert moves(boards(omar, omar.dm)[-1]) == []
    await bot.play_turn_for_everybody(code)
    await bot.settled()
    assert "👁 1 watching" in boards(ali, room)[-1].text


async def test_a_host_withdraws_an_invitation(server: DiscordServer, bot: Bot):
    ali = server.user("Ali")
    code, board = await opened(bot, ali, ali.dm, opponent="Whoever comes")
    panel = (await ali.hears(await ali.presses(board, "Invite"))).seen
    assert f"/tawla join {code}" in panel.text
    await ali.presses(panel, "Withdraw the invitation")
    await bot.settled()
    assert (await bot.tables.get(code)).stage is Stage.CLOSED


async def test_whoever_guesses_codes_waits(server: DiscordServer, bot: Bot):
    ali, omar = server.user("Ali"), server.user("Omar")
    code, _board = await opened(bot, ali, ali.dm, opponent="Whoever comes")
    for number in range(PERSON.calls):
        answer = await omar.hears(await omar.invokes(omar.dm, "/tawla join", code=f"ZZZZ{number:02}"))
        assert "There is no table with this code." in answer.text
    for line in ("/tawla join", "/tawla board"):
        answer = await omar.hears(await omar.invokes(omar.dm, line, code=code))
        assert "So many codes" in answer.text
    assert await bot.stage(code) is Stage.OPEN
    await bot.settled()

"""Invitations and spectators on Telegram."""

from bot.table import Stage
from tests.servers.telegram import TelegramServer
from tests.telegram.bot import Bot, code_of, moves
from tests.telegram.test_friends import invites
from tests.telegram.test_groups import opened


async def test_who_watches_a_groups_game_sees_it_in_private_and_is_counted(server: TelegramServer, bot: Bot):
    ali, sara, omar = server.user("Ali"), server.user("Sara"), server.user("Omar")
    group = server.group("Friends", ali, sara, omar)
    await omar.writes(omar.private, "/help")
    board = await opened(ali, group)
    await sara.taps(board, "Take the other seat")
    board = await ali.awaits(group, moves)
    await omar.taps(board, "👁 Watch")
    seen = await omar.awaits(omar.private, lambda seen: seen.photo)
    assert moves(seen) == []
    await bot.play_turn_for_everybody(await bot.tables.get(code_of(board)))
    assert "👁 1 watching" in (await ali.awaits(group, "👁 1 watching")).text
    await bot.settled()


async def test_a_host_withdraws_an_invitation(server: TelegramServer, bot: Bot):
    ali, sara = server.user("Ali"), server.user("Sara")
    code, link = await invites(ali, "mahbusa")
    card = await ali.awaits(ali.private, lambda seen: "Invite" in seen.labels)
    await ali.taps(card, "Invite")
    panel = await ali.awaits(ali.private, lambda seen: "Withdraw the invitation" in seen.labels)
    assert f"/tawla join {code}" in panel.text
    await ali.taps(panel, "Withdraw the invitation")
    await ali.awaits(ali.private, "This invitation has been withdrawn.")
    assert (await bot.tables.get(code)).stage is Stage.CLOSED
    await sara.follows(link)
    await sara.awaits(sara.private, "This table is closed.")
    await bot.settled()

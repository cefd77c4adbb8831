"""Invitations and spectators on Telegram."""

import pytest

from bot.guesses import PERSON
from bot.intents import Ask, Resign, What
from bot.play import Person
from bot.table import Stage
from tests.bot.arranged import arrange
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


async def test_whoever_guesses_codes_waits(server: TelegramServer, bot: Bot):
    ali, omar = server.user("Ali"), server.user("Omar")
    code, link = await invites(ali, "mahbusa")
    told = None
    for number in range(PERSON.calls):
        await omar.writes(omar.private, f"/join ZZZZ{number // 10}{number % 10}")
        told = await omar.awaits(omar.private, "There is no table with this code.", after=told)
    await omar.follows(link)
    told = await omar.awaits(omar.private, "So many codes", after=told)
    await omar.writes(omar.private, f"/join {code}")
    told = await omar.awaits(omar.private, "So many codes", after=told)
    assert "So many codes" in (await omar.forges(told, f"~c:invite.{code}.sit")).text
    assert "So many codes" in (await omar.forges(told, f"~c:match.{code}")).text
    assert "So many codes" in (await omar.forges(told, f"~table:{code}")).text
    assert (await bot.tables.get(code)).stage is Stage.OPEN
    await bot.settled()


@pytest.mark.usefixtures("_patient")
async def test_what_two_play_for_themselves_is_theirs_afterwards_too(server: TelegramServer, bot: Bot):
    ali, sara, omar = server.user("Ali"), server.user("Sara"), server.user("Omar")
    code, link = await invites(ali, "mahbusa")
    await arrange(bot.tables, code, spectators=False)
    await sara.follows(link)
    await ali.awaits(ali.private, lambda seen: "Resign" in seen.labels)
    await bot.settled()
    table = await bot.tables.get(code)
    player = Person(table.seats[0].player, "Ali")
    for intent in (Ask(What.MATCH), Resign(What.MATCH)):
        await bot.tables.handle(code, player, intent, now=bot.telegram.desk.now())
    for act in ("table:", "c:match.", "b:match.", "c:table."):
        await omar.writes(omar.private, "/help")
        seen = await omar.awaits(omar.private, "/help")
        assert "without spectators" in (await omar.forges(seen, f"~{act}{code}")).text
    await bot.settled()

"""Talking on Telegram: words under the boards of both, each in their own language, without another picture."""

import asyncio
from dataclasses import dataclass

import pytest

from bot.budgets import Budget
from bot.company.phrasebook import Kind
from bot.company.talk import PERSON
from bot.telegram.showing import SPARE_CALLS
from storage import gifts, ledger
from tests.servers.telegram import Person, Seen, TelegramServer
from tests.telegram.bot import WIDE, Bot, code_of, moves, running
from tests.telegram.test_friends import invites


@dataclass
class Pair:
    ali: Person
    sara: Person
    code: str

    def board(self, person: Person) -> Seen:
        return [
            seen for seen in person.sees(person.private) if seen.photo and self.code in str(seen.buttons)
        ][-1]


@pytest.fixture
async def friends(server: TelegramServer, bot: Bot) -> Pair:
    ali, sara = server.user("Ali"), server.user("Sara", language_code="ar")
    code, link = await invites(ali, "mahbusa")
    await sara.follows(link)
    for person in (ali, sara):
        await person.awaits(person.private, lambda seen: "Resign" in seen.labels or "انسحاب" in seen.labels)
    await bot.settled()
    return Pair(ali, sara, code)


async def talks(person: Person, board: Seen, label: str = "💬 Talk") -> Seen:
    await person.taps(board, label)
    return await person.awaits(person.private, lambda seen: "👏" in seen.labels)


async def test_each_reads_under_the_board_in_their_own_language(
    server: TelegramServer, bot: Bot, friends: Pair
):
    before = {person: friends.board(person) for person in (friends.ali, friends.sara)}
    panel = await talks(friends.ali, before[friends.ali])
    pictures = len(server.journal.of("editMessageMedia"))
    assert (await friends.ali.taps(panel, "Well played!")).text == "Well played!"
    await friends.sara.awaits(friends.sara.private, "أحسنت اللعب!")
    await friends.ali.awaits(friends.ali.private, "Well played!")
    await bot.settled()
    for person, board in before.items():
        now = friends.board(person)  # the same message, with the same picture and buttons
        assert (now.id, now.photo, moves(now)) == (board.id, board.photo, moves(board))
    assert len(server.journal.of("editMessageMedia")) == pictures
    mover = friends.ali if moves(before[friends.ali]) else friends.sara
    answer = await mover.taps(before[mover], moves(before[mover])[0])  # a button from before still counts
    assert answer.text == ""


async def test_words_of_ones_own_are_asked_for_and_lead_nowhere(friends: Pair):
    ali, sara = friends.ali, friends.sara
    await ali.writes(ali.private, "/talk <b>hi @everyone")
    mine = await ali.awaits(ali.private, "Words of your own?")
    await ali.taps(mine, "Allow")
    await ali.writes(ali.private, "/talk <b>hi @everyone https://evil.example")
    await ali.awaits(ali.private, "Not sent")
    hers = await sara.awaits(sara.private, "كلام حر")
    await sara.taps(hers, "السماح")
    await ali.writes(ali.private, "/talk <b>hi @everyone https://evil.example")
    board = await sara.awaits(sara.private, lambda seen: seen.photo and "<b>hi" in seen.text)
    assert "@everyone" not in board.text
    assert "https://" not in board.text
    assert board.id == friends.board(sara).id


async def test_two_taps_on_a_gift_give_one(bot: Bot, friends: Pair):
    ali = friends.ali
    player = await bot.player(ali)
    async with bot.database.write() as conn:
        await ledger.transfer(conn, "test:1", ledger.HOUSE, await ledger.player_account(conn, player), 30, 1)
    panel = await talks(ali, friends.board(ali))
    await ali.taps(panel, "🎁 Gifts")
    prices = await ali.awaits(ali.private, "You have 30 pearls.")
    button = next(label for label in prices.labels if label.startswith("☕"))
    bot.expected.append("not modified")  # both taps lead to the same price list
    await asyncio.gather(ali.taps(prices, button), ali.taps(prices, button))
    await friends.sara.awaits(friends.sara.private, "قهوة من")
    await ali.awaits(ali.private, "You have 25 pearls.")
    hers = await bot.player(friends.sara)
    async with bot.database.read() as conn:
        assert await gifts.shelf(conn, hers) == {"coffee": 1}


async def test_a_flood_of_words_costs_a_group_few_edits(server: TelegramServer):
    budgets = WIDE._replace(group=Budget(5, 3600.0))
    async with running(server, budgets=budgets) as bot:
        ali, sara = server.user("Ali"), server.user("Sara")
        group = server.group("Friends", ali, sara)
        await ali.writes(group, "/play mahbusa")
        board = await ali.awaits(group, lambda seen: seen.photo is not None)
        await sara.taps(board, "Take the other seat")
        board = await ali.awaits(group, lambda seen: "💬 Talk" in seen.labels)
        table = await bot.tables.get(code_of(board))
        for number in range(PERSON.calls):
            for player in (await bot.player(ali), await bot.player(sara)):
                await bot.telegram.company.talk.say(
                    table, player, Kind.EMOTE, "fire", key=f"{player}.{number}"
                )
            await asyncio.sleep(0.02)
        await ali.awaits(group, "🔥")
        await asyncio.sleep(0.1)
        edits = server.journal.of("editMessageCaption")
        assert len(edits) <= budgets.group.calls - SPARE_CALLS, "the end of a turn finds room"

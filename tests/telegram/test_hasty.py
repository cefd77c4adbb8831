"""Hasty and careless people: taps in a row, commands in floods, codes typed anyhow."""

import logging
from dataclasses import replace

import pytest

from bot.budgets import Budget
from bot.running import now_ms
from bot.telegram.pace import Budgets
from bot.telegram.router import BUSY
from tests.servers.telegram import Fault, Person, Seen, TelegramServer
from tests.telegram.bot import Bot, code_of, moves, running


async def menu_of_levels(person: Person) -> Seen:
    await person.writes(person.private, "/play mahbusa 1")
    await person.taps(await person.awaits(person.private, "Against whom?"), "Computer")
    return await person.awaits(person.private, "How well")


async def test_three_quick_taps_on_a_menu_open_one_table(
    server: TelegramServer, bot: Bot, caplog: pytest.LogCaptureFixture
):
    ali = server.user("Ali")
    bot.expected.append("message is not modified")
    menu = await menu_of_levels(ali)
    with caplog.at_level(logging.INFO, "bot.telegram"):
        for touched in [ali.touches(menu, level) for level in ("easy", "easy", "hard")]:
            await touched.answer
        await ali.awaits(ali.private, lambda seen: "Start" in seen.labels)
        await bot.settled()
    assert await bot.number_of_tables() == 1
    assert len([seen for seen in ali.sees(ali.private) if seen.photo]) == 1
    assert caplog.messages == []


async def test_two_menus_open_two_tables(server: TelegramServer, bot: Bot):
    ali = server.user("Ali")
    for _ in range(2):
        await ali.taps(await menu_of_levels(ali), "easy")
        await ali.awaits(ali.private, "is open.")
        await bot.settled()
    assert await bot.number_of_tables() == 2


async def test_nobody_fills_a_group_with_tables(server: TelegramServer, bot: Bot):
    ali, omar = server.user("Ali"), server.user("Omar")
    group = server.group("Friends", ali, omar)
    board = None
    for _ in range(5):
        await omar.writes(group, "/play")
        board = await omar.awaits(group, lambda seen: "Take the other seat" in seen.labels, after=board)
    await omar.writes(group, "/play")
    await omar.awaits(group, "You have many invitations waiting already.", after=board)
    assert await bot.number_of_tables() == 5
    assert (await ali.taps(board, "Take the other seat")).kind == "silence"
    begun = await omar.awaits(group, moves)
    await omar.writes(group, "/play")
    another = await omar.awaits(group, lambda seen: "Take the other seat" in seen.labels, after=begun)
    assert code_of(another) != code_of(begun)
    await bot.settled()


async def test_a_bystanders_flood_silences_nobody_else(server: TelegramServer):
    narrow = Budgets(group=Budget(3, 60.0), private=Budget(10**6, 0.001), overall=Budget(10**6, 0.001))
    async with running(server, budgets=narrow) as bot:
        ali, omar = server.user("Ali"), server.user("Omar")
        group = server.group("Friends", ali, omar)
        for _ in range(50):
            await omar.writes(group, "/help")
        await bot.until(lambda: busy(bot), BUSY)
        await ali.writes(group, "/play")
        await bot.until(bot.number_of_tables, 1)


async def busy(bot: Bot) -> int:
    return sum(bot.telegram._router._busy.values())


async def test_names_follow_the_account_and_a_stranger_is_named(server: TelegramServer, bot: Bot):
    ali, sara = server.user("Ali"), server.user("Sara", username="sara_k")
    group = server.group("Friends", ali, sara)
    await sara.writes(group, "/top")
    await sara.awaits(group, "Nobody yet.")
    sara.user = replace(sara.user, first_name="Sarah", username="sarah_q")
    await ali.writes(group, "/challenge @sarah_q")
    await ali.awaits(group, "sarah_q")
    said = await ali.awaits(group, "yet; reply to one of their messages instead.")
    await sara.writes(group, "/top")
    await sara.awaits(group, "Nobody yet.", after=said)
    assert (await bot.telegram.desk.find(sara.id)).name == "Sarah"
    await ali.writes(group, "/challenge @Sarah_Q")
    board = await ali.awaits(group, "A challenge for")
    assert "Sarah" in board.text
    await bot.settled()


@pytest.mark.parametrize("fault", [Fault.SERVER_ERROR, Fault.DROP_BEFORE])
async def test_an_answer_that_is_lost_three_times_is_given_at_last(
    server: TelegramServer, bot: Bot, fault: Fault
):
    bot.expected.append("500")
    ali, omar = server.user("Ali"), server.user("Omar")
    group = server.group("Friends", ali, omar)
    await ali.writes(group, "/play")
    board = await ali.awaits(group, lambda seen: "Take the other seat" in seen.labels)
    server.faults.plan(fault, "answerCallbackQuery", times=3)
    assert (await ali.taps(board, "Take the other seat")).text == "You already sit at this table."
    await bot.settled()


async def test_an_answer_waits_as_long_as_telegram_asks(server: TelegramServer, bot: Bot):
    bot.expected.append("Too Many Requests")
    ali = server.user("Ali")
    menu = await menu_of_levels(ali)
    server.faults.plan(Fault.FLOOD, "answerCallbackQuery", seconds=1, times=2)
    await ali.taps(menu, "easy")
    await bot.settled()


async def test_who_administers_a_group_is_remembered_for_a_minute(server: TelegramServer):
    omar, ali = server.user("Omar"), server.user("Ali")
    group = server.group("Friends", omar, ali)
    clock = [now_ms()]
    async with running(server, now=lambda: clock[0]) as bot:
        await ali.writes(group, "/settings")
        panel = await ali.awaits(group, "Settings of this group")
        for _ in range(3):
            assert "administrators" in (await ali.taps(panel, "~set:open:admins")).text
        assert len(server.journal.of("getChatMember")) == 1
        await omar.promotes(group, ali)
        clock[0] += 61_000
        assert (await ali.taps(panel, "~set:open:admins")).kind == "silence"
        await bot.settled()


@pytest.mark.parametrize(
    "typed",
    [
        "/join {code}", "/join\n{code}", "/join code {spaced}", "/join https://t.me/{bot}?start=join_{code}",
        "/join https://majlis.example/j/{code}", "{code}", "{spaced}", "https://t.me/{bot}?start=join_{code}",
    ],
)  # fmt: skip
async def test_a_code_leads_to_its_table_however_it_is_typed(server: TelegramServer, bot: Bot, typed: str):
    ali, sara = server.user("Ali"), server.user("Sara")
    await ali.writes(ali.private, "/play mahbusa 1")
    await ali.taps(await ali.awaits(ali.private, "Against whom?"), "A friend, by link")
    board = await ali.awaits(ali.private, lambda seen: "Close the table" in seen.labels)
    code = code_of(board)
    spaced = f"{code[:3].lower()} {code[3:].lower()}"
    await sara.writes(sara.private, typed.format(code=code, spaced=spaced, bot=bot.telegram.name))
    await sara.awaits(sara.private, lambda seen: "Resign" in seen.labels)
    await bot.settled()


async def test_other_words_lead_to_the_commands(server: TelegramServer, bot: Bot):
    ali = server.user("Ali")
    said = None
    for words in ("thanks", "KM7QXR", "hello there", "?"):
        await ali.writes(ali.private, words)
        said = await ali.awaits(ali.private, "Commands", after=said)
    assert await bot.number_of_tables() == 0


async def test_a_game_we_do_not_know_opens_nothing(server: TelegramServer, bot: Bot):
    ali = server.user("Ali")
    group = server.group("Friends", ali)
    await ali.writes(ali.private, "/play chess")
    menu = await ali.awaits(ali.private, "There is no such game here.")
    assert "Mahbusa" in menu.labels
    await ali.writes(group, "/play chess 5")
    assert "Mahbusa" in (await ali.awaits(group, "There is no such game here.")).text
    await ali.writes(group, "/play\nrace31 3")
    board = await ali.awaits(group, lambda seen: "Take the other seat" in seen.labels)
    assert (await bot.tables.get(code_of(board))).setup.preset == "race31"
    await bot.settled()

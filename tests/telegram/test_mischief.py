"""What people try on Telegram who mean no good, or whose fingers are faster than the line."""

import asyncio
import logging
import time

import pytest

from bot.intents import Ask, Resign, What
from bot.play import Person as Player
from bot.running import now_ms
from bot.table import Stage
from storage import blocks, ledger, reports
from tests.servers.telegram import Fault, Person, Seen, TelegramServer
from tests.servers.telegram.entities import typed
from tests.telegram.bot import Bot, code_of
from tests.telegram.test_friends import invites
from tests.telegram.test_quick import joins, looks

TAPS = 3


async def menu(person: Person) -> Seen:
    await person.writes(person.private, "/menu")
    return await person.awaits(person.private, "What would you like to do?")


@pytest.mark.parametrize("name", ["@durov_himself", "t.me/free_pearls", "/resign", "pearls.example.com"])
async def test_a_name_is_no_mention_no_command_and_no_link(server: TelegramServer, bot: Bot, name: str):
    mallory, sara = server.user(name), server.user("Sara")
    group = server.group("Friends", mallory, sara)
    await mallory.writes(group, "/play mahbusa")
    board = await sara.awaits(group, lambda seen: seen.photo is not None)
    await sara.taps(board, "Take the other seat")
    await sara.awaits(group, lambda seen: "💬 Talk" in seen.labels)
    await mallory.writes(group, "/profile")
    await sara.awaits(group, "The shelf is still empty")
    await mallory.writes(group, "/top")
    await sara.awaits(group, "All time")
    await bot.settled()
    told = [seen for seen in sara.sees(group) if seen.who == "Majlis"]
    assert len([seen for seen in told if name[-3:] in seen.text]) > 1
    assert not [seen for seen in told if typed(seen.text).entities]


async def test_what_is_kept_of_somebody_never_comes_into_a_group(server: TelegramServer, bot: Bot):
    ali, sara = server.user("Ali"), server.user("Sara")
    group = server.group("Friends", ali, sara)
    await ali.writes(ali.private, "/start")
    await ali.writes(group, "/menu")
    await ali.taps(await ali.awaits(group, "What would you like to do?"), "Settings")
    await ali.taps(await ali.awaits(group, "Tap what you would like"), "My data as a file")
    await ali.awaits(ali.private, "All that is kept of you")
    await bot.settled()
    assert {call.given["chat_id"] for call in server.journal.of("sendDocument")} == {str(ali.id)}
    assert not [seen for seen in ali.sees(group) if "kept of you" in seen.text]


async def test_whom_somebody_mutes_is_told_to_them_alone(server: TelegramServer, bot: Bot):
    ali, sara = server.user("Ali"), server.user("Sara")
    group = server.group("Friends", ali, sara)
    await ali.writes(ali.private, "/start")
    await ali.writes(group, "/play mahbusa")
    board = await ali.awaits(group, lambda seen: seen.photo is not None)
    await sara.taps(board, "Take the other seat")
    await ali.awaits(group, lambda seen: "💬 Talk" in seen.labels)
    await ali.writes(group, "/talk")
    await ali.taps(await ali.awaits(group, "Say something to"), "🔇 Mute, block…")
    choices = await ali.awaits(ali.private, "Muted: you hear nothing of them")
    await ali.taps(choices, "🔇 Mute")
    await ali.awaits(ali.private, lambda seen: "🔊 Hear them again" in seen.labels)
    await bot.settled()
    assert not [seen for seen in sara.sees(group) if "Muted" in seen.text]


@pytest.mark.parametrize("act", ["queue.computer", "evening"])
async def test_taps_at_the_same_moment_open_one_table(server: TelegramServer, bot: Bot, act: str):
    ali = server.user("Ali")
    await looks(ali, ali.private, "race31 31")
    waits = await ali.awaits(ali.private, "Looking for a rival…")
    await asyncio.gather(*(ali.forges(waits, f"~c:{act}") for _ in range(TAPS)))
    await ali.awaits(ali.private, lambda seen: seen.photo is not None)
    await ali.forges(waits, f"~c:{act}")
    await bot.settled()
    assert await bot.number_of_tables() == 1


async def test_whoever_blocks_us_is_paired_with_nobody(server: TelegramServer, bot: Bot):
    ali, sara = server.user("Ali"), server.user("Sara")
    await looks(ali, ali.private)
    await ali.blocks()
    await bot.settled()
    await looks(sara, sara.private)
    await sara.awaits(sara.private, "Nobody else waits for this yet.")
    assert await bot.number_of_tables() == 0


async def test_taps_on_a_picture_at_the_same_moment_bring_one_panel(server: TelegramServer, bot: Bot):
    ali = server.user("Ali")
    await ali.writes(ali.private, "/profile")
    card = await ali.awaits(ali.private, lambda seen: seen.photo is not None)
    bot.expected.append("not modified")
    await asyncio.gather(*(ali.forges(card, "~c:settings") for _ in range(TAPS)))
    await ali.awaits(ali.private, "Tap what you would like")
    await bot.settled()
    assert len([seen for seen in ali.sees(ali.private) if seen.who == "Majlis"]) == 1


async def test_numbers_that_no_database_keeps_break_nothing(
    server: TelegramServer, bot: Bot, caplog: pytest.LogCaptureFixture
):
    ali = server.user("Ali")
    shown, huge, now = await menu(ali), "9" * 30, int(time.time())
    for act in (
        f"forgetme.yes.{huge}.{now}", f"profile.{huge}", f"block.{huge}.yes", f"unblock.{huge}", f"mine.on.{huge}",
        f"top.wins.world.ever.{huge}", f"blocked.{huge}", f"gift.KM7QXR.coffee.{huge}",
    ):  # fmt: skip
        await ali.forges(shown, f"~c:{act}")
    for way in ("", ":computer", ":computer:easy", ":friend"):
        await ali.forges(shown, f"~play:mahbusa:{huge}{way}")
    await bot.settled()
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


WEATHER = [Fault.FLOOD, Fault.SERVER_ERROR, Fault.BAD_GATEWAY, Fault.DROP_BEFORE, Fault.DROP_AFTER]


@pytest.mark.parametrize("fault", WEATHER)
async def test_who_is_paired_in_bad_weather_sees_the_table(server: TelegramServer, bot: Bot, fault: Fault):
    ali, sara = server.user("Ali"), server.user("Sara")
    await looks(ali, ali.private)
    server.faults.plan(fault, "sendChatAction", seconds=0.1)
    await joins(sara, sara.private)
    assert (await bot.tables.get(code_of(await ali.awaits(ali.private, lambda seen: seen.photo)))).queued


@pytest.mark.parametrize("fault", WEATHER)
async def test_a_panel_that_was_led_to_comes_in_bad_weather(server: TelegramServer, bot: Bot, fault: Fault):
    ali = server.user("Ali")
    shown = await menu(ali)
    bot.expected.append("not modified")  # it had come through
    server.faults.plan(fault, "editMessageText", seconds=0.1)
    await ali.taps(shown, "Settings")
    await ali.awaits(ali.private, "Tap what you would like")
    await bot.settled()
    assert len([seen for seen in ali.sees(ali.private) if seen.who == "Majlis"]) == 1


@pytest.mark.parametrize("fault", WEATHER[:3])
async def test_a_command_is_answered_once_in_bad_weather(server: TelegramServer, bot: Bot, fault: Fault):
    ali = server.user("Ali")
    server.faults.plan(fault, "sendMessage", seconds=0.1, times=2)
    await menu(ali)
    await bot.settled()
    assert len([seen for seen in ali.sees(ali.private) if seen.who == "Majlis"]) == 1


@pytest.fixture
async def friends(server: TelegramServer, bot: Bot) -> tuple[Person, Person, str]:
    """Two who play by link; whoever is to move comes first."""
    ali, sara = server.user("Ali"), server.user("Sara")
    code, link = await invites(ali, "mahbusa")
    await sara.follows(link)
    await bot.until(lambda: bot.stage(code), Stage.PLAYING)
    await bot.settled()
    return (ali, sara, code) if await bot.waits_for(code, ali) else (sara, ali, code)


async def test_whatever_is_tapped_three_times_at_the_same_moment_is_done_once(
    bot: Bot, friends: tuple[Person, Person, str], caplog: pytest.LogCaptureFixture
):
    mover, other, code = friends
    bot.expected.append("not modified")

    async def taps(person: Person, *acts: str) -> None:
        await asyncio.gather(*(person.forges(shown[person.id], act) for act in acts for _ in range(TAPS)))
        await bot.settled()

    shown = {person.id: await menu(person) for person in friends[:2]}
    theirs, hers = await bot.player(mover), await bot.player(other)
    async with bot.database.write() as conn:
        purse = await ledger.player_account(conn, hers)
        await ledger.transfer(conn, "test:1", ledger.HOUSE, purse, 100, 1)
    await taps(other, f"~b:minute.{code}", f"~c:gift.{code}.rose.0", f"~c:gift.{code}.coffee.0")
    assert await bot.pearls(other) in (90, 95)
    await taps(other, f"~b:pause.{code}")
    await taps(mover, f"~b:pause.{code}", f"~b:goon.{code}")
    await taps(other, f"~c:mute.{code}", f"~c:report.{code}.spam", f"~c:block.{theirs}.yes")
    async with bot.database.read() as conn:
        assert len(await reports.newest(conn)) == 1
        assert len(await blocks.listed(conn, hers)) == 1
    await taps(other, f"~c:unblock.{theirs}", f"~c:hear.{code}")
    await bot.tables.handle(code, Player(theirs, ""), Ask(What.MATCH), now=now_ms())
    await bot.tables.handle(code, Player(theirs, ""), Resign(What.MATCH), now=now_ms())
    await bot.settled()
    for person in (mover, other):
        await taps(person, f"~b:again.{code}.race31")
    assert await bot.number_of_tables() == 2
    assert await bot.books_are_right()
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def test_who_is_forgotten_three_times_at_the_same_moment_is_nobody(
    bot: Bot, friends: tuple[Person, Person, str], caplog: pytest.LogCaptureFixture
):
    ali, sara, code = friends
    bot.expected.append("not modified")
    await ali.writes(ali.private, "/forget")
    await ali.taps(await ali.awaits(ali.private, "Shall I forget you?"), "Forget me")
    last = await ali.awaits(ali.private, "Forget you for good?")
    await asyncio.sleep(2.1)
    await asyncio.gather(*(ali.taps(last, "Yes, forget me") for _ in range(TAPS)))
    await ali.awaits(ali.private, "You are forgotten.")
    await bot.settled()
    assert await bot.stage(code) is Stage.FINISHED
    hers = await menu(sara)
    for act in (f"gift.{code}.rose.0", f"say.{code}.hello", f"table.{code}", "queue.mahbusa.1.0", "evening"):
        await ali.forges(last, f"~c:{act}")
        await sara.forges(hers, f"~c:{act}")
    await bot.settled()
    assert await bot.books_are_right()
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]

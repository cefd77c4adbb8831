"""What people try on Discord who mean no good, or whose fingers are faster than the line."""

import asyncio

import pytest

from bot.company.panel import Panel
from tests.discord.bot import Bot, code_of, opened
from tests.discord.test_quick import joins, looks
from tests.servers.discord import DiscordServer, Fault

TAPS = 3


@pytest.mark.parametrize(
    "name",
    ["@everyone", "<@{omar}>", "<@&{everyone}>", "**bold**", "discord.gg/free", "[a](https://a.example)"],
)
async def test_a_name_pings_nobody_and_leads_nowhere(server: DiscordServer, bot: Bot, name: str):
    omar = server.user("Omar")
    called = name.format(omar=omar.id, everyone=omar.id)
    mallory, sara = server.user(called), server.user("Sara")
    room = server.general(server.guild("Friends", omar, mallory, sara))
    _, board = await opened(bot, mallory, room)
    await sara.presses(board, "Take the other seat")
    for command in ("profile", "top", "menu", "talk", "games"):
        await mallory.hears(await mallory.invokes(room, f"/tawla {command}"))
        await sara.hears(await sara.invokes(room, f"/tawla {command}"))
    await bot.settled()
    told = [message for message in room.messages.values() if message.author is server.bot]
    assert len(told) > 10
    for message in told:
        assert omar.user not in message.mentions
        assert called not in message.content.text


@pytest.mark.parametrize("act", ["queue.computer", "evening"])
async def test_presses_at_the_same_moment_open_one_table(server: DiscordServer, bot: Bot, act: str):
    ali = server.user("Ali", installed=True)
    await looks(ali, ali.dm, "race31 31")
    menu = (await ali.hears(await ali.invokes(ali.dm, "/tawla menu"))).seen
    await asyncio.gather(*(ali.presses(menu, f"~c:{act}") for _ in range(TAPS)))
    await bot.settled()
    assert await bot.number_of_tables() == 1


WEATHER = [Fault.FLOOD, Fault.SERVER_ERROR, Fault.BAD_GATEWAY]


@pytest.mark.parametrize("fault", WEATHER)
async def test_news_come_in_bad_weather(server: DiscordServer, bot: Bot, fault: Fault):
    ali = server.user("Ali", installed=True)
    await ali.invokes(ali.dm, "/tawla menu")
    server.faults.plan(fault, "create_message", seconds=0.1)
    assert await bot.discord.company.tell(await bot.player(ali), Panel(heading="News for you"))
    await ali.awaits(ali.dm, "News for you")


@pytest.mark.parametrize("fault", [*WEATHER, Fault.DROP_BEFORE, Fault.DROP_AFTER])
async def test_a_panel_that_was_led_to_comes_in_bad_weather(server: DiscordServer, bot: Bot, fault: Fault):
    ali = server.user("Ali", installed=True)
    menu = (await ali.hears(await ali.invokes(ali.dm, "/tawla menu"))).seen
    bot.expected.append(40060)  # it had come through
    server.faults.plan(fault, "create_interaction_response", seconds=0.1)
    await ali.presses(menu, "Settings")
    await ali.awaits(ali.dm, "Tap what you would like")


@pytest.mark.parametrize("fault", WEATHER)
async def test_who_is_paired_in_bad_weather_sees_the_table(server: DiscordServer, bot: Bot, fault: Fault):
    ali, sara = server.user("Ali", installed=True), server.user("Sara", installed=True)
    await looks(ali, ali.dm)
    server.faults.plan(fault, "create_message", seconds=0.1)
    await joins(sara, sara.dm)
    board = await ali.awaits(ali.dm, lambda seen: seen.pictures and not seen.ephemeral)
    assert (await bot.tables.get(code_of(board))).queued

"""Hasty and careless people: taps in a row, commands in floods, codes typed anyhow."""

import logging

import pytest

from tests.servers.telegram import Person, Seen, TelegramServer
from tests.telegram.bot import Bot


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

"""A finished match looked at again, asked for with a button."""

import asyncio

import pytest

from bot.computer.analysis import Analysis, analyse
from bot.school import Busy, Log
from rules.ruleset import from_json
from tests.discord.bot import Bot, opened, play_on, said
from tests.servers.discord import DiscordServer, Person, Seen


async def finished(server: DiscordServer, bot: Bot) -> tuple[Person, Seen]:
    """The beginning of a practice match, which is enough to learn from; then it is given up."""
    ali = server.user("Ali", installed=True)
    code, board = await opened(bot, ali, ali.dm, game="majlis_sheesh_besh", length=1)
    await ali.presses(board, "Start")
    await play_on(bot, code, [(ali, ali.dm)], presses=30)
    await bot.settled()
    answer = await ali.invokes(ali.dm, "/tawla resign")
    await ali.presses((await ali.hears(answer)).seen, "Yes, give up the game")
    return ali, await ali.awaits(ali.dm, lambda seen: "📈 Analysis" in seen.labels)


@pytest.mark.usefixtures("hasty")
async def test_the_lesson_is_for_whoever_asked(server: DiscordServer, bot: Bot, monkeypatch):
    go_on = asyncio.Event()

    async def look(log: Log) -> Analysis:
        await go_on.wait()
        return analyse(from_json(log["ruleset"]), log["log"])

    monkeypatch.setattr(bot.discord.company.school, "_look", look)
    ali, over = await finished(server, bot)
    answer = await ali.presses(over, "📈 Analysis")
    await ali.awaits(ali.dm, "One moment, please…", after=over)
    go_on.set()
    assert answer.kind == "silence"
    lesson = await ali.awaits(
        ali.dm, lambda seen: seen.ephemeral and seen.pictures, after=over, patience=30.0
    )
    assert "Ali" in lesson.text
    assert all(picture.alt for picture in lesson.pictures)


async def test_a_busy_house_says_so(server: DiscordServer, bot: Bot, monkeypatch: pytest.MonkeyPatch):
    async def busy(*_args) -> None:
        raise Busy

    monkeypatch.setattr(bot.discord.company.school, "lesson", busy)
    ali, over = await finished(server, bot)
    assert "very busy" in said(await ali.presses(over, "📈 Analysis"))

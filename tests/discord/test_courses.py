"""The first lessons on Discord: a whole course by its buttons, then a game with hints on."""

from bot import lobby
from bot.company.course import COURSES
from bot.company.exercise import answer
from tests.discord.bot import Bot
from tests.servers.discord import DiscordServer


def button(panel, wanted: str) -> str:
    """The label that holds these words; labels of steps have marks around them."""
    return next(label for label in panel.labels if wanted in label)


async def test_a_whole_course_then_a_game_with_a_hint(server: DiscordServer, bot: Bot):
    ali = server.user("Ali", installed=True)
    panel = (await ali.hears(await ali.invokes(ali.dm, "/tawla lesson"))).seen
    panel = (await ali.presses(panel, "Sheesh Besh")).seen
    for number, exercise in enumerate(COURSES["sheesh_besh"], 1):
        assert f"Sheesh Besh, {number} of 7" in panel.text
        assert exercise.rule in panel.text
        assert "Your checkers: " in panel.alt
        for step in answer(exercise):
            source = "bar" if step.source == 25 else step.source
            target = "off" if step.target == 0 else step.target
            panel = (await ali.presses(panel, button(panel, f"{source}→{target}"))).seen
        assert exercise.right in panel.text
        panel = (await ali.presses(panel, "Done" if number == 7 else "Go on")).seen
    assert "Sheesh Besh ✓" in panel.text
    await ali.presses(panel, "Practice game with hints")
    await bot.settled()
    [code] = [table.code for table in await coached(bot, ali)]
    while (await bot.tables.get(code)).is_computer((await bot.tables.get(code)).match.game.to_move):
        await bot.hurry()
    board = await ali.awaits(ali.dm, lambda seen: "💡" in seen.text)
    assert "Best is" in board.text


async def coached(bot: Bot, person):
    mine = await lobby.tables_of(bot.database, await bot.player(person), 5)
    return [table for table in mine if table.setup.coached]

"""A whole match in private, and everything else one can ask for there."""

import pytest

from bot.table import Stage
from rules.ruleset import PRESETS
from tests.servers.telegram import TelegramServer
from tests.telegram.bot import Bot, code_of, play_on


async def against_the_computer(ali, preset: str) -> str:
    """Through the menus to a table, and Start; gives the table's code."""
    await ali.writes(ali.private, "/play")
    menu = await ali.awaits(ali.private, "What shall we play?")
    await ali.taps(menu, f"~play:{preset}")
    menu = await ali.awaits(ali.private, "How long")
    await ali.taps(menu, f"~play:{preset}:1" if f"~play:{preset}:1" in data(menu) else data(menu)[0])
    menu = await ali.awaits(ali.private, "Against whom?")
    await ali.taps(menu, "Computer")
    menu = await ali.awaits(ali.private, "How well")
    await ali.taps(menu, "easy")
    board = await ali.awaits(ali.private, lambda seen: "Start" in seen.labels)
    assert board.photo is not None
    return code_of(board)


def data(seen) -> list[str]:
    return [button.data for row in seen.buttons for button in row]


@pytest.mark.parametrize("preset", [preset for preset in PRESETS if preset != "race31"])
async def test_a_whole_match_against_the_computer(server: TelegramServer, bot: Bot, preset: str):
    ali = server.user("Ali", language_code="en")
    code = await against_the_computer(ali, preset)
    table = await play_on(bot, code, [(ali, ali.private)])
    assert table.stage is Stage.FINISHED
    board = await ali.awaits(ali.private, lambda seen: "Rematch" in seen.labels)
    assert table.seed in board.text
    assert await bot.pearls(ali) == sum(table.paid) > 0

"""Tables in servers: opened, joined, watched, played to the end."""

import pytest

from bot.table import Stage
from tests.discord.bot import GAMES, Bot, boards, code_of, moves, opened, play_on, said
from tests.servers.discord import DiscordServer


@pytest.mark.parametrize("preset", GAMES)
async def test_a_whole_match_in_a_server(server: DiscordServer, bot: Bot, preset: str):
    ali, sara = server.user("Ali"), server.user("Sara")
    room = server.general(server.guild("Friends", ali, sara))
    code, board = await opened(bot, ali, room, game=preset, length=1)
    assert board.alt.count("\n") > 5, "the picture's text twin"
    answer = await sara.presses(board, "Take the other seat")
    assert answer.kind == "update", "the board answers the press"
    table = await play_on(bot, code, [(ali, room), (sara, room)])
    assert table.stage is Stage.FINISHED
    await bot.settled()
    assert len(boards(ali, room)) == 1, "one message from the first to the last"
    over = ali.sees(room)[-1]
    assert table.seed in over.text
    assert len(over.pictures) == 1, "old pictures do not pile up"
    assert sorted([await bot.pearls(ali), await bot.pearls(sara)]) == [5, 25]


async def test_spectators_and_strangers_are_told_so(server: DiscordServer, bot: Bot):
    ali, sara, omar = server.user("Ali"), server.user("Sara"), server.user("Omar", locale="hi")
    room = server.general(server.guild("Friends", ali, sara, omar))
    code, board = await opened(bot, ali, room)
    assert said(await ali.presses(board, "Take the other seat")) == "You already sit at this table."
    await sara.presses(board, "Take the other seat")
    board = await omar.awaits(room, moves)
    assert said(await omar.presses(board, moves(board)[0]))
    assert code_of(board) == code

"""A pause by agreement and a minute more for the rival, on Discord."""

import pytest

from tests.discord.bot import Bot, moves, opened, said
from tests.servers.discord import Channel, DiscordServer, Person


@pytest.fixture
async def friends(server: DiscordServer, bot: Bot) -> tuple[Person, Person, Channel, str]:
    """Two in a channel: whoever is to move comes first."""
    ali, sara = server.user("Ali"), server.user("Sara")
    room = server.general(server.guild("Friends", ali, sara))
    code, board = await opened(bot, ali, room)
    await sara.presses(board, "Take the other seat")
    await bot.settled()
    table = await bot.tables.get(code)
    to_move = table.seats[table.match.game.to_move].player
    return (ali, sara, room, code) if to_move == await bot.player(ali) else (sara, ali, room, code)


async def test_a_pause_is_asked_for_agreed_to_and_ended(
    bot: Bot, friends: tuple[Person, Person, Channel, str]
):
    mover, other, room, code = friends
    board = await other.awaits(room, lambda seen: "⏸ Ask for a pause" in seen.labels)
    assert (
        said(await other.presses(board, "⏸ Ask for a pause"))
        == "You asked for a pause; the other has to agree."
    )
    asked, board = board, await mover.awaits(room, lambda seen: "⏸ Agree to the pause" in seen.labels)
    assert board.id == asked.id, "the board stays where it is"
    assert not (await bot.tables.get(code)).paused
    await mover.presses(board, "⏸ Agree to the pause")
    board = await mover.awaits(room, "The game is paused.")
    assert (await bot.tables.get(code)).paused
    assert not [label for label in board.labels if "→" in label], "nobody moves"
    await other.presses(board, "▶ Go on")
    board = await mover.awaits(room, moves)
    assert (await bot.tables.get(code)).paused is None
    assert [label for label in board.labels if "→" in label]


async def test_a_minute_more_is_the_rivals_gift(bot: Bot, friends: tuple[Person, Person, Channel, str]):
    mover, other, room, code = friends
    before = (await bot.tables.get(code)).clock.ends
    board = await other.awaits(room, lambda seen: "+1 minute for them" in seen.labels)
    assert said(await mover.presses(board, "+1 minute for them")), "nobody gives themselves time"
    assert (await bot.tables.get(code)).given == 0
    assert "has a minute more." in said(await other.presses(board, "+1 minute for them"))
    table = await bot.tables.get(code)
    assert table.given == 1
    assert table.clock.ends == before + 60_000

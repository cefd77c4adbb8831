"""The connection: drops, resumes, restarts, shards."""

import asyncio
import logging
from pathlib import Path

import pytest

from bot.discord.adapter import Discord, Options, WrongToken
from bot.running import now_ms
from bot.table import Stage
from bot.tables import Tables
from storage import screens
from storage.database import open_database
from tests.discord.bot import Bot, boards, moves, opened, play_on, running
from tests.servers.discord import DiscordServer

EACH = 25
"""Presses between two restarts."""


@pytest.mark.parametrize("way", ["drop", "reconnect", "invalidate"])
async def test_a_match_goes_on_over_a_lost_connection(server: DiscordServer, bot: Bot, way: str):
    ali, sara = server.user("Ali"), server.user("Sara")
    room = server.general(server.guild("Friends", ali, sara))
    code, board = await opened(bot, ali, room)
    await sara.presses(board, "Take the other seat")
    await play_on(bot, code, [(ali, room), (sara, room)], presses=3)
    getattr(server.gateway, way)()
    await server.ready()
    table = await play_on(bot, code, [(ali, room), (sara, room)], presses=6)
    assert table.stage is Stage.PLAYING
    await bot.settled()
    assert len(boards(ali, room)) == 1


async def test_a_press_made_while_the_connection_was_down_is_done_after_it(server: DiscordServer, bot: Bot):
    ali, sara = server.user("Ali"), server.user("Sara")
    room = server.general(server.guild("Friends", ali, sara))
    code, board = await opened(bot, ali, room)
    server.gateway.drop()
    answer = await sara.presses(board, "Take the other seat")
    assert answer.kind != "failed"
    await bot.until(lambda: bot.stage(code), Stage.PLAYING)
    await bot.settled()


async def test_a_whole_match_over_restarts(server: DiscordServer, tmp_path: Path):
    database = f"sqlite:///{tmp_path}/majlis.db"
    ali, sara = server.user("Ali"), server.user("Sara")
    room = server.general(server.guild("Friends", ali, sara))
    async with running(server, database=database) as bot:
        code, board = await opened(bot, ali, room, game="majlis_sheesh_besh", length=1)
        await sara.presses(board, "Take the other seat")
        table = await bot.tables.get(code)
    while table.stage is not Stage.FINISHED:
        async with running(server, database=database) as bot:
            table = await play_on(bot, code, [(ali, room), (sara, room)], presses=EACH)
            if table.stage is Stage.FINISHED:
                await bot.settled()
                assert sorted([await bot.pearls(ali), await bot.pearls(sara)]) == [5, 25]
                assert await bot.books_are_right()
    assert len([seen for seen in ali.sees(room) if "🔑" in seen.text]) == 1
    assert not server.violations


async def test_what_was_not_shown_is_shown_after_the_start(server: DiscordServer, tmp_path: Path):
    database = f"sqlite:///{tmp_path}/majlis.db"
    ali, sara = server.user("Ali"), server.user("Sara")
    room = server.general(server.guild("Friends", ali, sara))
    async with running(server, database=database) as bot:
        code, board = await opened(bot, ali, room)
        await sara.presses(board, "Take the other seat")
        await bot.settled()
        before = moves(boards(ali, room)[-1])
        bot.tables.showing.clear()
        await bot.play_turn_for_everybody(code)
        async with bot.database.read() as conn:
            assert len(await screens.stale(conn, "discord", 9)) == 1
    async with running(server, database=database) as bot:
        await ali.awaits(room, lambda seen: moves(seen) and moves(seen) != before)
        await bot.settled()
        async with bot.database.read() as conn:
            assert await screens.stale(conn, "discord", 9) == []


async def test_a_connection_that_ended_for_good_is_made_anew(server: DiscordServer, bot: Bot):
    ali, sara = server.user("Ali"), server.user("Sara")
    room = server.general(server.guild("Friends", ali, sara))
    code, board = await opened(bot, ali, room)
    await sara.presses(board, "Take the other seat")
    await bot.settled()
    await bot.discord.desk.client.close()
    await bot.play_turn_for_everybody(code)
    await bot.until(lambda: listening(server), wanted=True)
    board = await ali.awaits(room, moves)
    table = await play_on(bot, code, [(ali, room), (sara, room)], presses=4)
    assert table.stage is Stage.PLAYING
    assert len(boards(ali, room)) == 1


async def listening(server: DiscordServer) -> bool:
    return server.gateway.listening == 1


async def test_a_wrong_token_is_told_so():
    async with DiscordServer() as server:
        database = await open_database("sqlite:///:memory:", now=now_ms())
        discord = Discord(Options("wrong", server.base_url), database, Tables(database), now_ms, None)
        with pytest.raises(WrongToken):
            await discord.run()
        await database.close()


async def test_discord_out_of_reach_is_tried_again(caplog: pytest.LogCaptureFixture):
    database = await open_database("sqlite:///:memory:", now=now_ms())
    options = Options("token", "http://127.0.0.1:9/api/v10", patience_s=0.01)
    discord = Discord(options, database, Tables(database), now_ms, None)
    with caplog.at_level(logging.WARNING):
        task = asyncio.create_task(discord.run())
        async with asyncio.timeout(30):
            await discord.tried.wait()
            while caplog.text.count("Discord cannot be reached") < 2:  # noqa: ASYNC110 a log tells nobody
                await asyncio.sleep(0.01)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    assert discord.name == ""
    await database.close()


async def test_two_processes_share_the_servers_by_shards(server: DiscordServer, tmp_path: Path):
    """Each has two of four shards, and shows the boards of its own servers alone."""
    ali, sara = server.user("Ali"), server.user("Sara")
    rooms = [
        server.general(server.guild(f"Guild {shard}", ali, sara, shard=shard, shards=4)) for shard in range(4)
    ]
    first, second = f"sqlite:///{tmp_path}/a.db", f"sqlite:///{tmp_path}/b.db"
    async with (
        running(server, database=first, shards=4, shard_ids=(0, 1), sessions=2) as one,
        running(server, database=second, shards=4, shard_ids=(2, 3), sessions=4) as other,
    ):
        for shard, room in enumerate(rooms):
            bot = one if shard < 2 else other
            code, board = await opened(bot, ali, room)
            await sara.presses(board, "Take the other seat")
            await play_on(bot, code, [(ali, room), (sara, room)], presses=4)
            [screen] = await bot.screens(code)
            assert bot.discord.showing.code_of(screen.row()) == code
            away = other if bot is one else one
            assert away.discord.showing.code_of(screen.row()) == "", "another process looks after it"
        assert await one.number_of_tables() == await other.number_of_tables() == 2
    assert not server.violations
    assert not server.unanswered()

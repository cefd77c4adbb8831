"""A whole match over many restarts, each cut off without a goodbye: it goes on exactly where it was."""

import asyncio
from pathlib import Path

import pytest

from bot.intents import Ask, Intent, Kind, Plan, Rematch, Resign, What
from bot.play import Person
from bot.running import now_ms
from bot.table import Stage
from bot.telegram.desk import Desk
from storage import screens
from tests.servers.telegram import Chat, Seen, TelegramServer
from tests.servers.telegram import Person as Player
from tests.telegram.bot import code_of, moves, play_on, running
from tests.telegram.test_groups import opened

EACH = 25
"""Presses between two restarts."""


async def under_way(ali: Player, sara: Player, group: Chat, typed: str = "/play mahbusa 1") -> Seen:
    """The board of a table where both sit and one is to move."""
    board = await opened(ali, group, typed)
    await sara.taps(board, "Take the other seat")
    await ali.awaits(group, moves)
    return board


async def test_a_whole_match_over_restarts(server: TelegramServer, tmp_path: Path):
    database = f"sqlite:///{tmp_path}/majlis.db"
    ali, sara = server.user("Ali"), server.user("Sara")
    group = server.group("Friends", ali, sara)
    async with running(server, database=database) as bot:
        code = code_of(await under_way(ali, sara, group, "/play sheesh besh 1"))
        table = await bot.tables.get(code)
    while table.stage is not Stage.FINISHED:
        async with running(server, database=database) as bot:
            table = await play_on(bot, code, [(ali, group), (sara, group)], turns=EACH)
            if table.stage is Stage.FINISHED:
                await bot.settled()
                assert sorted([await bot.pearls(ali), await bot.pearls(sara)]) == [5, 25]
                assert await bot.books_are_right()
    assert len([seen for seen in ali.sees(group) if "🔑" in seen.text]) == 1
    assert not server.refused(but=("terminated by other getUpdates", "not modified"))


async def test_what_was_not_shown_is_shown_after_the_start(server: TelegramServer, tmp_path: Path):
    database = f"sqlite:///{tmp_path}/majlis.db"
    ali, sara = server.user("Ali"), server.user("Sara")
    group = server.group("Friends", ali, sara)
    async with running(server, database=database) as bot:
        board = await under_way(ali, sara, group)
        await bot.settled()
        code = code_of(board)
        bot.tables.showing.clear()
        await bot.play_turn_for_everybody(await bot.tables.get(code))
        async with bot.database.read() as conn:
            assert len(await screens.stale(conn, "telegram", 9)) == 1
    before = next(seen for seen in ali.sees(group) if seen.id == board.id)
    async with running(server, database=database) as bot:
        await ali.awaits(group, lambda seen: moves(seen) and moves(seen) != moves(before))
        await asyncio.sleep(0)
        await bot.settled()
        async with bot.database.read() as conn:
            assert await screens.stale(conn, "telegram", 9) == []


async def test_what_a_dying_program_showed_and_could_not_note_is_shown_as_it_is(
    server: TelegramServer, tmp_path: Path
):
    """Another wish was shown, not noted, and taken back: the table is where it was when its board was last noted."""
    database = f"sqlite:///{tmp_path}/majlis.db"
    ali, sara = server.user("Ali"), server.user("Sara")
    group = server.group("Friends", ali, sara)
    async with running(server, database=database) as bot:
        board = await under_way(ali, sara, group)
        code = code_of(board)
        first = (await bot.tables.get(code)).seats[0]

        async def wishes(intent: Intent) -> Seen:
            await bot.tables.handle(code, Person(first.player, first.name), intent, now=now_ms())
            await bot.settled()
            return next(seen for seen in ali.sees(group) if seen.id == board.id)

        await wishes(Ask(What.GAME))
        await wishes(Resign(What.GAME))
        noted = await wishes(Rematch())
        with pytest.MonkeyPatch.context() as dying:
            dying.setattr(Desk, "keep", _dies)
            shown = await wishes(Rematch(Plan(Kind.LONGER)))
        assert shown.buttons != noted.buttons
        bot.tables.showing.clear()
        await wishes(Rematch())
    async with running(server, database=database) as bot:
        await ali.awaits(group, lambda seen: seen.id == board.id and seen.buttons == noted.buttons)
        await bot.settled()
        async with bot.database.read() as conn:
            assert await screens.stale(conn, "telegram", 9) == []


async def _dies(_desk: Desk, _screen: object) -> None:
    """As if the program were killed before it could note anything."""

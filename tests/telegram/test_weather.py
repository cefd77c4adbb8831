"""Bad weather: calls lost, broken, flooded and late, updates twice and out of order; many groups at once."""

import asyncio
import re

from bot.budgets import Budget
from bot.running import now_ms
from bot.table import Stage
from bot.telegram import taps
from bot.telegram.pace import Budgets
from tests.servers.telegram import Fault, Limits, Seen, TelegramServer
from tests.servers.telegram.people import Person
from tests.telegram.bot import Bot, code_of, is_turn, latest, moves, play_on, player, running, wants_more
from tests.telegram.test_groups import opened

EXPECTED = ("not modified", "query is too old")
"""What a repeated call is told where the first had come through."""

GROUPS = 50


async def test_a_whole_match_in_a_group_while_every_twentieth_call_fails(server: TelegramServer):
    async with running(server) as bot:
        ali, sara = server.user("Ali"), server.user("Sara")
        group = server.group("Friends", ali, sara)
        board = await opened(ali, group, "/play sheesh besh 1")
        server.faults.at_random(0.05, seed=5, seconds=0.1)
        server.faults.shuffle = True
        await sara.taps(board, "Take the other seat")
        table = await asking_for_the_board(bot, code_of(board), ali, sara, group)
        assert table.stage is Stage.FINISHED
        server.faults.stop()
        await bot.settled()
        await ali.writes(group, "/board")
        assert sorted([await bot.pearls(ali), await bot.pearls(sara)]) == [5, 25]
        assert await bot.books_are_right()
        assert not server.refused(but=EXPECTED)
        assert not server.unanswered()


async def asking_for_the_board(bot: Bot, code: str, ali: Person, sara: Person, group):
    """Play to the end; whoever sees nothing new for a while asks for the board, as people do."""
    for _ in range(200):
        try:
            return await play_on(bot, code, [(ali, group), (sara, group)], patience=1.5)
        except AssertionError:
            await ali.writes(group, "/board")
    raise AssertionError("the match does not end")


async def test_fifty_groups_at_once():
    """With real budgets on both sides: nobody is flooded, every tap is answered."""
    async with (
        TelegramServer(limits=Limits()) as server,
        running(server, budgets=Budgets(), hurried=False) as bot,
    ):
        people = [(server.user(f"A{n}"), server.user(f"B{n}")) for n in range(GROUPS)]
        boards = await asyncio.gather(*(a_few_turns(server, bot, *pair) for pair in people))
        await bot.settled()
        for board, (ali, _) in zip(boards, people, strict=True):
            newest = await bot.tables.get(code_of(board))
            assert stamps(next(seen for seen in ali.sees(board.message.chat) if seen.id == board.id)) == {
                newest.stamp
            }
        assert len([call for call in server.journal if call.code == 429]) < GROUPS // 10
        assert not server.refused(but=("Too Many Requests",))
        assert not server.unanswered()


async def a_few_turns(server: TelegramServer, bot: Bot, ali: Person, sara: Person):
    group = server.group(f"Group of {ali}", ali, sara)
    await ali.writes(group, "/play mahbusa 1")
    board = await ali.awaits(group, lambda seen: "Take the other seat" in seen.labels, patience=60)
    code = code_of(board)
    await sara.taps(board, "Take the other seat", patience=20)
    for _ in range(4):
        board = await ali.awaits(group, moves, patience=60)
        data = moves(board)
        table = await bot.tables.get(code)
        mover = ali if is_turn(table, await player(bot, ali)) else sara
        await mover.taps(board, wants_more(data), patience=20)
    return board


async def test_a_slow_telegram_holds_up_no_answer(server: TelegramServer):
    async with running(server) as bot:
        ali, sara = server.user("Ali"), server.user("Sara")
        group, other = server.group("One", ali, sara), server.group("Two", ali, sara)
        boards = [await opened(ali, group), await opened(ali, other)]
        server.faults.plan(Fault.FLOOD, "editMessageMedia", seconds=30)
        for board in boards:
            assert (await sara.taps(board, "Take the other seat")).kind == "silence"
        await ali.awaits(other, moves)
        assert latest(ali, group, code_of(boards[0])) is None
        del bot


async def test_a_tap_is_answered_bare_where_the_door_takes_long(server: TelegramServer, monkeypatch):
    async with running(server) as bot:
        ali, sara = server.user("Ali"), server.user("Sara")
        group = server.group("Friends", ali, sara)
        board = await opened(ali, group)
        handle, open_again = bot.tables.handle, asyncio.Event()

        async def slow(*args, **more):
            await open_again.wait()
            return await handle(*args, **more)

        monkeypatch.setattr(taps, "PATIENCE_S", 0.2)
        monkeypatch.setattr(bot.tables, "handle", slow)
        assert (await sara.taps(board, "Take the other seat")).kind == "silence"
        assert (await bot.tables.get(code_of(board))).stage is Stage.OPEN
        open_again.set()
        await ali.awaits(group, moves)


async def test_the_newest_state_only_is_shown_once_a_chat_may_be_written_to_again(server: TelegramServer):
    narrow = Budgets(group=Budget(3, 1.0), private=Budget(10**6, 0.001), overall=Budget(10**6, 0.001))
    async with running(server, budgets=narrow) as bot:
        ali, sara = server.user("Ali"), server.user("Sara")
        group = server.group("Friends", ali, sara)
        board = await opened(ali, group)
        began = asyncio.get_running_loop().time()
        await sara.taps(board, "Take the other seat")
        for _ in range(5):
            await bot.play_turn_for_everybody(await bot.tables.get(code_of(board)))
        await bot.settled()
        table = await bot.tables.get(code_of(board))
        edits = server.journal.of("editMessageMedia", "editMessageCaption")
        most = narrow.group.calls + (asyncio.get_running_loop().time() - began) / narrow.group.seconds
        assert 0 < len(edits) <= most, "other states were skipped"
        shown = next(seen for seen in ali.sees(group) if seen.id == board.id)
        assert stamps(shown) == {table.stamp}


def stamps(board: Seen) -> set[int]:
    """How much had been played when the buttons were drawn."""
    data = [button.data for row in board.buttons for button in row]
    return {int(found[1], 36) for payload in data if (found := re.match(r"\w+:(\w+):", payload))}


async def test_reminders_before_a_daily_clock_runs_out(server: TelegramServer):
    hour = 3600 * 1000
    ahead = [0]
    async with running(server, now=lambda: now_ms() + ahead[0], hurried=False) as bot:
        ali, sara = server.user("Ali"), server.user("Sara")
        group = server.group("Friends", ali, sara)
        await ali.writes(group, "/play daily mahbusa")
        board = await ali.awaits(group, lambda seen: seen.labels)
        await sara.taps(board, "Take the other seat")
        await ali.awaits(group, moves)
        assert await bot.telegram.reminders.remind() == 0
        ahead[0] = 22 * hour
        assert await bot.telegram.reminders.remind() == 1
        assert await bot.telegram.reminders.remind() == 0
        said = await ali.awaits(group, "ends in less than three hours")
        assert any("user_id" in entity for entity in said.entities)


async def test_a_flood_of_commands_keeps_nobody_from_playing(server: TelegramServer):
    narrow = Budgets(group=Budget(3, 60.0), private=Budget(10**6, 0.001), overall=Budget(10**6, 0.001))
    async with running(server, budgets=narrow) as bot:
        ali, sara = server.user("Ali"), server.user("Sara")
        noisy, calm = server.group("Noisy", ali), server.group("Calm", ali, sara)
        for _ in range(200):
            await ali.writes(noisy, "/help")
        board = await opened(ali, calm)
        await sara.taps(board, "Take the other seat")
        await ali.awaits(calm, moves)
        assert len([seen for seen in ali.sees(noisy) if seen.who == "Majlis"]) == 3
        assert sum(bot.telegram._router._busy.values()) <= 8

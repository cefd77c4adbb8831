"""Budgets: each channel waits by itself, presses wait for nobody, and what is sent is the newest."""

import asyncio

import pytest
from discord import RateLimited

from bot.budgets import Budget
from bot.discord.errors import Aged
from bot.discord.pace import MARGIN_S, TRIES, Budgets, Pace
from bot.intents import Step
from bot.running import now_ms
from bot.wishes import Place
from tests.discord.bot import boards, mover, moves, opened, running
from tests.servers.discord import DiscordServer

ROOM, OTHER = 1, 2
TIGHT = Budgets(channel=Budget(1, 3_600.0), overall=Budget(10**6, 0.000_001))


async def nothing() -> None:
    pass


async def test_presses_are_answered_with_the_board_whatever_the_budget(server: DiscordServer):
    ali, sara = server.user("Ali"), server.user("Sara")
    room = server.general(server.guild("Friends", ali, sara))
    async with running(server, budgets=TIGHT) as bot:
        code, board = await opened(bot, ali, room)
        await bot.discord.desk.pace.once(room.id, nothing)
        assert bot.discord.desk.pace.wait(room.id) > 0
        assert (await sara.presses(board, "Take the other seat")).kind == "update"
        for _ in range(4):
            table = await bot.tables.get(code)
            person = ali if mover(table).id == await bot.player(ali) else sara
            board = boards(ali, room)[-1]
            assert (await person.presses(board, moves(board)[0])).kind == "update"
        assert not server.journal.of("update_message")


async def test_a_step_leaves_room_for_the_end_of_its_turn(server: DiscordServer, monkeypatch):
    ali, sara = server.user("Ali"), server.user("Sara")
    room = server.general(server.guild("Friends", ali, sara))
    async with running(server) as bot:
        code, board = await opened(bot, ali, room)
        await sara.presses(board, "Take the other seat")
        await bot.settled()
        spare = {"after_s": 0.3}
        monkeypatch.setattr(
            bot.discord.desk.pace, "wait", lambda _channel, calls=1: spare["after_s"] if calls > 1 else 0.0
        )
        table = await bot.tables.get(code)
        step = Step(*table.match.game.steps[0])
        table = (await bot.tables.handle(code, mover(table), step, now=now_ms())).table
        await asyncio.sleep(0.1)
        assert not server.journal.of("update_message")
        spare["after_s"] = 0.0
        await bot.settled()
        assert int(moves(boards(ali, room)[-1])[0].split(":")[1], 36) == table.stamp
        assert len(server.journal.of("update_message")) == 1, "made good once there is room"


async def test_a_place_waits_for_its_budget_unless_somebody_waits_for_an_answer():
    pace, there = Pace(TIGHT), Place()
    await pace.once(ROOM, nothing)
    assert pace.wait(OTHER) == 0
    turns: list[str] = []

    async def turn() -> None:
        async with pace.turn(ROOM, there):
            turns.append("done")

    waiting = asyncio.create_task(turn())
    await asyncio.sleep(0.05)
    assert turns == []
    there.hurry.set()
    await waiting
    assert turns == ["done"]


async def test_a_flood_closes_its_channel_alone_and_is_raised():
    pace = Pace()

    async def flooded() -> None:
        raise RateLimited(7.0)

    with pytest.raises(RateLimited):
        await pace.once(ROOM, flooded)
    assert 7.0 < pace.wait(ROOM) <= 7.0 + MARGIN_S
    assert pace.wait(OTHER) == 0


async def test_an_edit_put_off_for_long_is_refused_for_its_age():
    pace = Pace()

    async def old() -> None:
        raise RateLimited(3_500.0)

    with pytest.raises(Aged):
        await pace.once(ROOM, old, edits=True)
    assert pace.wait(ROOM) == 0


async def test_other_calls_are_made_again_after_the_wait(monkeypatch: pytest.MonkeyPatch):
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr("bot.discord.pace.asyncio.sleep", sleep)
    answers = [RateLimited(2.0), RateLimited(3.0), "sent"]

    async def call() -> str:
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    assert await Pace().patiently(call) == "sent"
    assert slept == [2.0 + MARGIN_S, 3.0 + MARGIN_S]
    answers += [RateLimited(1.0)] * TRIES
    with pytest.raises(RateLimited):
        await Pace().patiently(call)


def test_the_worst_five_seconds_and_the_worst_second_are_what_discord_allows():
    channel, overall = Budgets()
    assert channel.calls + 5 / channel.seconds <= 5
    assert overall.calls + 1 / overall.seconds <= 50

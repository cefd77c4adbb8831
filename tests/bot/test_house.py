"""What the house does by itself: clocks, absent players, restarts and pearls."""

import asyncio
import json
from dataclasses import replace
from unittest.mock import AsyncMock

import pytest

from bot import lobby, shelf
from bot.clocks import Clocks
from bot.house import LONGEST_PAUSE_MS
from bot.intents import Ask, Close, Confirm, Look, Plan, Rematch, Resign, Roll, Sit, Step, What
from bot.table import Against, No, Setup, Stage
from bot.tables import Tables
from rules.dice import commitment
from rules.errors import Malformed, Reason, Refused
from rules.match import Ended
from rules.record import replay
from rules.ruleset import PRESETS, ClockKind
from rules.scoring import Why
from rules.seat import Seat
from storage import tables as stored
from storage import timers

MINUTE = 60_000


async def log_of(house, table):
    async with house.database.read() as conn:
        return [json.loads(event.data) for event in await stored.events(conn, table.id)]


async def test_live_clocks_count_steps_and_the_turn(house):
    table = await house.begin(clock=ClockKind.LIVE)
    begun = house.now
    assert table.clock.ends == begun + 15_000
    house.now += 10_000
    step = table.match.game.steps[0]
    table = (await house.wish(table, house.mover(table), Step(*step), stamp=table.stamp)).table
    if table.match.game.steps:
        assert table.clock.ends == begun + 25_000
    assert table.clock.turn_ends == begun + 30_000


async def test_the_computer_finishes_an_absent_players_turn(house):
    table = await house.begin(clock=ClockKind.RELAXED)
    late = table.match.game.to_move
    step = table.match.game.steps[0]
    table = (await house.wish(table, house.mover(table), Step(*step), stamp=table.stamp)).table
    house.now = table.wake_at
    after = await house.tick(table)
    assert after.match.game.recent[0].seat is late
    assert after.match.game.recent[0].steps[0] == step, "steps already taken stand"
    assert after.match.game.to_move is late.other
    assert after.clock.ends == house.now + 2 * MINUTE
    assert after.match.game.timeouts[late] == 1


async def test_race31_forgives_two_late_turns_a_game(house):
    table = await house.begin("race31", clock=ClockKind.RELAXED)
    while not table.match.outcomes:
        house.now = table.wake_at
        table = await house.tick(table)
    assert table.match.outcomes[0].why is Why.OUT_OF_TIME
    assert table.match.outcomes[0].points == 15
    assert max(table.match.game.timeouts) == 3


async def test_two_absent_players_still_come_to_an_end(house):
    table = await house.begin("mahbooseh", clock=ClockKind.LIVE)
    while table.stage is Stage.PLAYING:
        house.now = table.wake_at
        table = await house.tick(table)
    assert table.match.verdict.why is Ended.TARGET


async def test_a_stake_is_lost_by_not_coming_back(house):
    await house.grant(house.ali, 100)
    await house.grant(house.sara, 100)
    table = await house.begin(stake=100, clock=ClockKind.RELAXED)
    present = Seat.FIRST
    while table.stage is Stage.PLAYING:
        if table.match.game.to_move is present:
            table = await house.play_turn(table) if house.mover(table) is house.ali else table
        else:
            house.now = table.wake_at
            table = await house.tick(table)
    assert table.match.verdict.winner is present
    assert table.match.verdict.why is Ended.ABSENT
    assert table.match.game.timeouts[present.other] == 2
    assert await house.pearls(house.ali) == 180


async def restarted(house, at):
    """The door of a program that starts at a moment, over the same database."""
    async with house.database.write() as conn:
        await timers.realign(conn, at, LONGEST_PAUSE_MS)
    return Tables(house.database)


async def test_a_clock_that_ran_out_while_the_program_was_down_gets_one_turn_of_grace(house):
    table = await house.begin(clock=ClockKind.RELAXED)
    restart = table.clock.ends + 10 * MINUTE
    tables = await restarted(house, restart)
    assert await Clocks(house.database, tables, lambda: restart).do_due() == 0
    revived = await tables.get(table.code)
    assert revived.match == table.match
    assert revived.clock.ends == restart + 2 * MINUTE
    assert await Clocks(house.database, tables, lambda: restart + 2 * MINUTE).do_due() == 1
    assert (await tables.get(table.code)).match.game.recent


async def test_a_machines_clock_that_went_back_stops_nobody(house):
    table = await house.begin(clock=ClockKind.RELAXED)
    early = house.now - 60 * MINUTE
    tables = await restarted(house, early)
    assert (await tables.get(table.code)).clock.ends == early + 2 * MINUTE


async def test_a_restart_goes_on_exactly_where_it_was(house):
    table = await house.begin(target=3, clock=ClockKind.DAILY)
    for _ in range(7):
        table = await house.play_turn(table)
    table = await house.play_turn(table, confirm=False)
    again = await Tables(house.database).get(table.code)
    assert again == table
    assert replay(table.setup.ruleset, await log_of(house, table)) == table.match


async def test_the_alarm_sleeps_until_the_nearest_time(house):
    now = house.now
    clocks = Clocks(house.database, house.tables, lambda: now)
    house.tables.listeners.append(clocks.changed)
    clocks._sleeps_until = now + 1_000
    await house.open(clock=ClockKind.LIVE)
    assert not clocks._earlier.is_set(), "nothing is due soon at an open table"
    clocks._sleeps_until = None
    await house.begin(clock=ClockKind.LIVE)
    assert clocks._earlier.is_set()


async def test_a_table_that_cannot_go_on_keeps_nobody_else_waiting(house, caplog):
    broken = await house.begin(clock=ClockKind.LIVE)
    fine = await house.begin(clock=ClockKind.LIVE)
    house.now = max(broken.wake_at, fine.wake_at)
    tick = house.tables.tick

    async def failing(table_id, now):
        if table_id == broken.id:
            raise OSError("disk full")
        await tick(table_id, now)

    house.tables.tick = failing
    clocks = Clocks(house.database, house.tables, lambda: house.now)
    assert await clocks.do_due() == 2
    assert (await house.tables.get(fine.code)).match.game.recent
    assert "could not go on" in caplog.text
    assert await clocks.do_due() == 0, "it is left alone for a while"
    house.now += 10_000
    house.tables.tick = tick
    assert await clocks.do_due() == 1


@pytest.mark.parametrize(("target", "won", "lost"), [(1, 25, 5), (3, 60, 10)])
async def test_free_tables_pay_the_result(house, target, won, lost):
    table = await house.finish(await house.begin(target=target))
    winner, loser = (
        (house.ali, house.sara) if table.match.verdict.winner is Seat.FIRST else (house.sara, house.ali)
    )
    assert await house.pearls(winner) == won
    assert await house.pearls(loser) == lost
    assert table.paid[table.match.verdict.winner] == won


async def test_who_resigns_at_once_earns_nothing(house):
    table = await house.begin()
    await house.wish(table, house.sara, Ask(What.GAME))
    await house.wish(table, house.sara, Resign(What.GAME))
    assert await house.pearls(house.ali) == 25
    assert await house.pearls(house.sara) == 0


async def test_stakes_go_in_and_the_pot_comes_out_once_less_the_fee(house):
    await house.grant(house.ali, 55)
    with pytest.raises(Refused) as refused:
        await house.open(stake=56, clock=ClockKind.LIVE)
    assert refused.value.reason is No.NOT_ENOUGH_PEARLS
    table = await house.open(stake=55, clock=ClockKind.LIVE)
    assert await house.pearls(house.ali) == 0
    assert (await house.wish(table, house.sara, Sit())).refused is No.NOT_ENOUGH_PEARLS
    await house.grant(house.sara, 60)
    table = (await house.wish(table, house.sara, Sit())).table
    assert await house.pearls(house.sara) == 5
    await house.wish(table, house.sara, Ask(What.MATCH))
    over = (await house.wish(table, house.sara, Resign(What.MATCH))).table
    assert over.paid == (99, 0)
    assert await house.pearls(house.ali) == 99


async def test_a_closed_table_gives_the_stake_back(house):
    await house.grant(house.ali, 10)
    table = await house.open(stake=10, clock=ClockKind.LIVE)
    await house.wish(table, house.ali, Close())
    assert await house.pearls(house.ali) == 10


async def test_practice_pays_ten_results_a_day(house):
    for _ in range(11):
        table = await house.practise()
        await house.wish(table, house.ali, Ask(What.GAME))
        while min(table.match.game.turns) < 5:
            if table.is_computer(table.match.game.to_move):
                house.now = table.wake_at
                table = await house.tick(table)
            else:
                while steps := table.match.game.steps:
                    table = (await house.wish(table, house.ali, Step(*steps[0]), stamp=table.stamp)).table
                table = (await house.wish(table, house.ali, Confirm(), stamp=table.stamp)).table
                if table.stage is Stage.FINISHED:
                    break
        if table.stage is Stage.PLAYING:
            table = (await house.wish(table, house.ali, Resign(What.GAME))).table
    assert table.paid == (0, 0)
    paid = await house.pearls(house.ali)
    assert 50 <= paid <= 250
    house.now += 24 * 60 * MINUTE
    table = await house.practise()
    await house.wish(table, house.ali, Ask(What.GAME))
    table = await house.finish(table)
    assert table.paid[0] in {5, 25}


async def test_both_on_one_screen_earn_nothing(house):
    table = await house.practise(against=Against.LOCAL)
    await house.wish(table, house.ali, Ask(What.MATCH))
    over = (await house.wish(table, house.ali, Resign(What.MATCH))).table
    assert over.stage is Stage.FINISHED
    assert over.paid == (0, 0)


async def test_a_rematch_without_pearls_leaves_everything_as_it_is(house):
    await house.grant(house.ali, 10)
    await house.grant(house.sara, 10)
    table = await house.begin(stake=10, clock=ClockKind.LIVE)
    await house.wish(table, house.sara, Ask(What.MATCH))
    over = (await house.wish(table, house.sara, Resign(What.MATCH))).table
    assert (await house.wish(over, house.sara, Rematch())).refused is No.NOT_ENOUGH_PEARLS
    assert (await house.wish(over, house.ali, Rematch())).table.rematch == (Plan(), None)
    await house.spend(house.ali, 18)
    await house.grant(house.sara, 20)
    reply = await house.wish(over, house.sara, Rematch())
    assert reply.refused is No.RIVAL_LACKS_PEARLS
    assert reply.table.next_code is None
    assert await house.pearls(house.sara) == 20


def test_setups_that_make_no_sense():
    for changes in (
        {"stake": -1},
        {"stake": 5, "against": Against.COMPUTER},
        {"stake": 5, "against": Against.LOCAL},
    ):
        with pytest.raises(Malformed):
            Setup(
                **{"ruleset": PRESETS["mahbusa"], "preset": "mahbusa", "against": Against.FRIEND, **changes}
            )


async def test_snapshots_read_back_as_written(house):
    table = await house.begin(target=3, clock=ClockKind.LIVE, auto_roll=True)
    await house.wish(table, house.ali, Ask(What.MATCH))
    table = await house.tables.get(table.code)
    assert shelf.read(shelf.row(table, b"\0" * 32, house.now)) == table


async def test_the_seed_is_shown_only_after_the_match(house):
    table = await house.begin()
    assert table.seed is None
    assert "seed" not in repr(table)
    over = await house.finish(table)
    assert commitment(bytes.fromhex(over.seed)) == table.commitment


async def test_forgotten_tables_are_loaded_again(house, monkeypatch):
    monkeypatch.setattr("bot.kept.KEPT", 2)
    tables = [await house.begin() for _ in range(5)]
    assert len(house.tables._kept.codes()) <= 2
    for table in tables:
        assert await house.tables.get(table.code) == table


async def test_one_failed_read_does_not_stop_the_clocks(house, monkeypatch, caplog):
    monkeypatch.setattr("bot.clocks.RETRY_MS", 1)
    table = await house.begin(clock=ClockKind.LIVE)
    house.now = table.wake_at
    clocks = Clocks(house.database, house.tables, lambda: house.now)
    asked = "claim" if house.database.shared else "due"
    due, failures = getattr(timers, asked), iter([OSError("no more files")] * 3)

    async def failing(*arguments):
        for failure in failures:
            raise failure
        return await due(*arguments)

    monkeypatch.setattr(timers, asked, failing)
    running = asyncio.create_task(clocks.run())
    moved = asyncio.Event()
    house.tables.listeners.append(lambda changed: changed.match.game.recent and moved.set())
    async with asyncio.timeout(30):
        await moved.wait()
    running.cancel()
    assert caplog.text.count("stumbled") == 3


async def test_rolling_by_hand_is_coming_back(house):
    await house.grant(house.ali, 10)
    await house.grant(house.sara, 10)
    table = await house.begin("majlis_sheesh_besh", stake=10, auto_roll=False, clock=ClockKind.RELAXED)
    for _ in range(14):
        if table.match.game.dice is None:
            table = (await house.wish(table, house.mover(table), Roll(), stamp=table.stamp)).table
        elif table.match.game.to_move is Seat.FIRST:
            house.now = table.wake_at
            table = await house.tick(table)
        else:
            table = await house.play_turn(table)
    assert table.match.game.timeouts[Seat.FIRST] > 1
    assert table.match.verdict is None


async def test_a_second_press_on_open_gives_the_same_table(house):
    await house.grant(house.ali, 30)
    setup = house.setup(stake=30, clock=ClockKind.LIVE)
    first = await house.tables.open(house.ali, setup, house.now, key="open")
    second = await house.tables.open(house.ali, setup, house.now, key="open")
    assert first == second
    assert await house.pearls(house.ali) == 0


async def test_a_broken_commit_leaves_one_lock_for_everybody(house, monkeypatch):
    table = await house.begin()
    mover, step = house.mover(table), Step(*table.match.game.steps[0])
    append, broken = stored.append_events, asyncio.Event()

    async def fail_once(*arguments):
        if not broken.is_set():
            broken.set()
            raise OSError("disk full")
        await append(*arguments)

    monkeypatch.setattr(stored, "append_events", fail_once)
    presses = [house.wish(table, mover, step, stamp=table.stamp) for _ in range(4)]
    results = await asyncio.gather(*presses, return_exceptions=True)
    assert [type(result) for result in results].count(OSError) == 1
    assert [result.refused for result in results if not isinstance(result, OSError)].count(None) == 1
    async with house.database.read() as conn:
        row = await stored.load(conn, table.id)
    assert row.version == (await house.tables.get(table.code)).version


async def test_a_table_that_has_gone_on_is_no_longer_set_aside(house, monkeypatch):
    table = await house.begin(clock=ClockKind.LIVE)
    clocks = Clocks(house.database, house.tables, lambda: house.now)
    house.tables.listeners.append(clocks.changed)
    house.now = table.wake_at
    with monkeypatch.context() as patch:
        patch.setattr(house.tables, "tick", AsyncMock(side_effect=OSError("disk full")))
        assert await clocks.do_due() == 1
    assert await clocks.do_due() == 0
    table = (await house.wish(table, house.ali, Look())).table
    house.now = table.wake_at
    assert await clocks.do_due() == 1


async def test_a_slow_table_delays_no_other(house, monkeypatch):
    slow, quick = await house.begin(clock=ClockKind.LIVE), await house.begin(clock=ClockKind.LIVE)
    house.now = max(slow.wake_at, quick.wake_at)
    clocks = Clocks(house.database, house.tables, lambda: house.now)
    tick, never = house.tables.tick, asyncio.Event()

    async def thinking(table_id, now):
        if table_id == slow.id:
            await never.wait()
        await tick(table_id, now)

    monkeypatch.setattr(house.tables, "tick", thinking)
    moved = asyncio.Event()
    house.tables.listeners.append(lambda table: table.id == quick.id and moved.set())
    running = asyncio.create_task(clocks.run())
    async with asyncio.timeout(30):
        await moved.wait()
        moved.clear()
        house.now = (await house.tables.get(quick.code)).wake_at
        clocks._earlier.set()
        await moved.wait()
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert not clocks._busy


async def test_where_the_computer_fails_people_may_still_give_up(house, caplog):
    table = await house.practise()
    while not table.is_computer(table.match.game.to_move):
        table = await house.play_turn(table)
    house.tables._steward._chooser = AsyncMock(side_effect=ValueError("no idea"))
    house.now = table.wake_at
    assert (await house.wish(table, house.ali, Look())).table == table
    await house.wish(table, house.ali, Ask(What.GAME))
    over = (await house.wish(table, house.ali, Resign(What.GAME))).table
    assert over.stage is Stage.FINISHED
    assert "could not go on" in caplog.text


async def test_between_two_games_there_is_none_to_give_up(house):
    table = await house.begin(target=5)
    await house.wish(table, house.sara, Ask(What.GAME))
    between = (await house.wish(table, house.sara, Resign(What.GAME))).table
    assert (await house.wish(between, house.ali, Ask(What.GAME))).refused is Reason.GAME_OVER
    asked = (await house.wish(between, house.ali, Ask(What.MATCH))).table
    house.now = asked.wake_at
    assert (await house.tick(asked)).asking == (None, None)


async def test_one_broken_row_does_not_hide_the_others(house):
    broken, fine = await house.open(), await house.open()
    async with house.database.write() as conn:
        row = await stored.load(conn, broken.id)
        await stored.save(conn, replace(row, snapshot="{}"), expected_version=row.version)
    assert [table.code for table in await lobby.tables_of(house.database, house.ali.id, 9)] == [fine.code]

"""A pause by agreement, more time for the rival, and what the house does for those who like it."""

import json

import pytest

from bot import archive, people, shelf
from bot.agreements import LONGEST_MS, MINUTE_MS, MOST_MINUTES, MOST_PAUSES, may_ask_for_pause
from bot.change import ONLY_MS
from bot.intents import Ask, Confirm, GoOn, MoreTime, Pause, Roll, Step, Undo, decode
from bot.phrases import phrases
from bot.table import Against, No, Stage
from bot.tools import verify
from bot.view import view
from rules import game as games
from rules.ruleset import ClockKind
from storage import tables as stored
from storage import timers


async def likes(house, person, **settings):
    player = await people.load(house.database, person.id)
    await house.tables.likings.choose(player, {**player.settings, **settings})


async def read_again(house, table):
    async with house.database.read() as conn:
        return shelf.read(await stored.load(conn, table.id))


async def paused(house, **changes):
    table = await house.begin(clock=ClockKind.RELAXED, **changes)
    await house.wish(table, house.ali, Pause())
    return (await house.wish(table, house.sara, Pause())).table


async def test_a_pause_needs_both_and_keeps_what_the_clock_had(house):
    table = await house.begin(clock=ClockKind.RELAXED)
    left = table.clock.turn_ends - house.now
    house.now += 30_000
    asked = (await house.wish(table, house.ali, Pause())).table
    assert asked.clock == table.clock
    still = (await house.wish(table, house.sara, Pause())).table
    assert still.clock.ends is None
    house.now += 3_600_000
    again = (await house.wish(table, house.sara, GoOn())).table
    assert again.clock.turn_ends - house.now == left - 30_000 == again.wake_at - house.now


async def test_in_a_pause_nobody_plays(house):
    table = await paused(house)
    step = Step(*table.match.game.steps[0])
    assert (await house.wish(table, house.mover(table), step)).refused == No.PAUSED


async def test_in_a_pause_no_button_takes_a_step_back(house):
    table = await house.begin(clock=ClockKind.RELAXED)
    mover, words = house.mover(table), phrases("en")
    table = (await house.wish(table, mover, Step(*table.match.game.steps[0]))).table

    def verbs(table):
        rows = view(table, table.seat_of(mover.id), words).buttons
        return {type(decode(button.payload).intent) for row in rows for button in row}

    assert Undo in verbs(table)
    await house.wish(table, house.ali, Pause())
    table = (await house.wish(table, house.sara, Pause())).table
    assert table.paused
    assert verbs(table) == {GoOn, Ask}


async def test_who_asks_twice_has_asked_once_and_may_think_again(house):
    table = await house.begin(clock=ClockKind.RELAXED)
    await house.wish(table, house.ali, Pause())
    assert (await house.wish(table, house.ali, Pause())).table.paused is None
    assert (await house.wish(table, house.ali, GoOn())).table.pausing == (False, False)


async def test_after_a_day_the_house_ends_a_pause(house):
    table = await paused(house)
    assert table.wake_at == house.now + LONGEST_MS
    house.now = table.wake_at
    table = await house.tick(table)
    assert table.paused is None
    assert table.woken
    assert table.clock.ends > house.now
    assert (await read_again(house, table)).woken == table.woken


async def test_a_match_is_paused_so_often_and_no_more(house):
    table = await paused(house)
    for _ in range(MOST_PAUSES - 1):
        await house.wish(table, house.ali, GoOn())
        for person in (house.ali, house.sara):
            table = (await house.wish(table, person, Pause())).table
        assert table.paused
    table = (await house.wish(table, house.ali, GoOn())).table
    assert (await house.wish(table, house.ali, Pause())).refused == No.PAUSED_ENOUGH
    assert not may_ask_for_pause(table)
    assert (await read_again(house, table)).pauses == MOST_PAUSES


async def test_a_pause_outlives_a_restart(house):
    table = await paused(house)
    async with house.database.write() as conn:
        await timers.realign(conn, house.now + 1000, 20_000)
    assert await read_again(house, table) == table


async def test_a_stake_table_is_paused_too_and_nothing_moves(house):
    for person in (house.ali, house.sara):
        await house.grant(person, 50)
    table = await paused(house, stake=50)
    assert table.paused
    assert await house.pearls(house.ali) == 0


async def test_where_no_clock_runs_there_is_no_pause(house):
    table = await house.begin()
    assert (await house.wish(table, house.ali, Pause())).refused == No.NO_CLOCK
    table = await house.practise(clock=ClockKind.RELAXED)
    assert (await house.wish(table, house.ali, Pause())).refused == No.NO_CLOCK


async def test_time_is_given_to_the_rival_only_and_not_for_ever(house):
    table = await house.begin(clock=ClockKind.RELAXED)
    waits = house.waiting(table)
    assert (await house.wish(table, house.mover(table), MoreTime())).refused == No.OWN_TURN
    for minutes in range(1, MOST_MINUTES + 1):
        longer = (await house.wish(table, waits, MoreTime())).table
        assert longer.clock.ends == table.clock.ends + minutes * MINUTE_MS == longer.wake_at
    assert (await house.wish(table, waits, MoreTime())).refused == No.GIVEN_ENOUGH
    assert (await house.play_turn(longer)).given == 0


async def test_a_minute_more_leaves_the_movers_buttons_good(house):
    table = await house.begin(clock=ClockKind.RELAXED)
    await house.wish(table, house.waiting(table), MoreTime())
    step = Step(*table.match.game.steps[0])
    assert (await house.wish(table, house.mover(table), step, stamp=table.stamp)).refused is None


async def test_an_exported_match_with_a_pause_verifies(house):
    table = await paused(house)
    await house.wish(table, house.ali, GoOn())
    table = (await house.wish(table, house.waiting(table), MoreTime())).table
    table = await house.finish(table)
    exported = await archive.exported(house.database, table.code)
    assert {"pause", "go_on", "more_time"} <= {name for _, name, *_ in exported["log"]}
    assert verify(json.dumps(exported)).ok


# --- habits


async def forced(house, table):
    """Play on until whoever is to move has one turn only, nothing of it taken."""
    while table.stage is Stage.PLAYING and not table.match.between:
        if len(games.whole_turns(table.match.game)) == 1:
            return table
        table = await house.play_turn(table)
    raise AssertionError("every turn had a choice")


async def test_the_house_plays_an_only_turn_after_a_moment(house):
    for person in (house.ali, house.sara):
        await likes(house, person, only="house")
    table = await forced(house, await house.begin(clock=ClockKind.RELAXED))
    mover = table.match.game.to_move
    assert table.wake_at == house.now + ONLY_MS < table.clock.ends
    assert (await read_again(house, table)).clock == table.clock
    house.now = table.wake_at
    after = await house.tick(table)
    assert after.match.game.turns[mover] == table.match.game.turns[mover] + 1
    assert not after.match.game.recent[-1].late
    assert after.match.game.timeouts == (0, 0)
    exported = await archive.exported(house.database, table.code)
    assert verify(json.dumps(exported)).ok


async def test_who_does_not_wish_it_plays_their_only_turn(house):
    table = await forced(house, await house.begin(clock=ClockKind.RELAXED))
    assert table.wake_at == table.clock.ends


async def test_a_habit_dropped_in_time_leaves_the_turn_to_its_player(house):
    for person in (house.ali, house.sara):
        await likes(house, person, only="house")
    table = await forced(house, await house.begin(clock=ClockKind.RELAXED))
    await likes(house, house.mover(table), only="self")
    house.now = table.wake_at
    after = await house.tick(table)
    assert after.match == table.match
    assert after.wake_at == after.clock.ends


async def test_dice_roll_by_hand_for_whom_it_is_dearer(house):
    await likes(house, house.ali, roll="hand")
    await likes(house, house.sara, roll="itself")
    table = await house.begin(clock=ClockKind.RELAXED)
    for _ in range(4):
        by_hand = house.mover(table) == house.ali
        if sum(table.match.game.turns):
            assert (table.match.game.dice is None) == by_hand
        if table.match.game.dice is None:
            table = (await house.wish(table, house.ali, Roll(), stamp=table.stamp)).table
        if table.match.game.steps:
            table = await house.play_turn(table)


@pytest.mark.parametrize("habit", ["always", "matters"])
async def test_a_turn_without_a_choice_is_confirmed_only_for_who_likes_to(house, habit):
    await likes(house, house.ali, confirm=habit)
    table = await house.practise(against=Against.LOCAL)
    seen = set()
    while table.stage is Stage.PLAYING and not table.match.between:
        game = table.match.game
        if game.dice is None or not game.steps:
            break
        had_choice, number = len(games.whole_turns(game)) > 1, sum(game.turns)
        while (
            table.match.game.steps and sum(table.match.game.turns) == number and not table.match.game.outcome
        ):
            step = Step(*table.match.game.steps[0])
            table = (await house.wish(table, house.ali, step, stamp=table.stamp)).table
        if table.match.game.outcome or sum(table.match.game.turns) > number:
            seen.add((had_choice, bool(table.match.game.outcome)))
            continue
        table = (await house.wish(table, house.ali, Confirm(), stamp=table.stamp)).table
    if habit == "always":
        assert seen == set()
    else:
        assert (False, False) in seen
        assert (True, False) not in seen

"""Tables that wait for somebody: how long, how many, for whom, and who may watch."""

from dataclasses import replace

import pytest

from bot.clocks import Clocks
from bot.house import LONGEST_PAUSE_MS
from bot.intents import Close, Sit, Word
from bot.limits import DAY_MS, Limits
from bot.play import Person
from bot.snapshot import dump, load
from bot.table import COMPUTER, Against, No, Stage
from bot.tables import Tables
from rules.errors import Refused
from rules.ruleset import ClockKind
from storage import timers


async def restarted(house) -> Tables:
    """The door of a program that starts now over the same database."""
    async with house.database.write() as conn:
        await timers.realign(conn, house.now, LONGEST_PAUSE_MS)
    return Tables(house.database)


@pytest.mark.parametrize("restarts", [False, True])
async def test_an_invitation_nobody_takes_runs_out_and_gives_the_stake_back(house, restarts):
    await house.grant(house.ali, 50)
    before = await house.pearls(house.ali)
    table = await house.open(stake=50, clock=ClockKind.RELAXED)
    assert await house.pearls(house.ali) == before - 50
    house.now += 7 * DAY_MS - 1
    tables = await restarted(house) if restarts else house.tables
    clocks = Clocks(house.database, tables, lambda: house.now)
    assert await clocks.do_due() == 0
    house.now += 1
    assert await clocks.do_due() == 1
    closed = await tables.get(table.code)
    assert (closed.stage, closed.expired) == (Stage.CLOSED, True)
    assert await house.pearls(house.ali) == before
    assert await clocks.do_due() == 0


async def test_an_invitation_that_ran_out_while_nobody_was_there_has_run_out(house):
    table = await house.open()
    house.now += 8 * DAY_MS
    tables = await restarted(house)
    assert await Clocks(house.database, tables, lambda: house.now).do_due() == 1
    assert (await tables.get(table.code)).expired


async def test_who_comes_after_its_time_finds_it_closed_and_pays_nothing(house):
    await house.grant(house.ali, 50)
    await house.grant(house.sara, 50)
    table = await house.open(stake=50, clock=ClockKind.RELAXED)
    house.now += 8 * DAY_MS
    before = await house.pearls(house.sara)
    reply = await house.wish(table, house.sara, Sit())
    assert reply.refused is No.CLOSED
    assert await house.pearls(house.sara) == before


async def test_one_that_was_taken_never_runs_out(house):
    table = await house.begin()
    house.now += 30 * DAY_MS
    assert (await house.tick(table)).stage is Stage.PLAYING


async def test_a_table_against_the_computer_that_nobody_starts_closes_too(house):
    table = await house.open(against=Against.COMPUTER)
    house.now += 7 * DAY_MS
    assert (await house.tick(table)).stage is Stage.CLOSED


async def test_withdrawn_is_not_run_out(house):
    table = await house.open()
    reply = await house.wish(table, house.ali, Close())
    assert (reply.table.stage, reply.table.expired) == (Stage.CLOSED, False)


async def test_nobody_has_more_invitations_waiting_than_allowed(house):
    house.tables.limits = Limits(tables=9, invitations=2)
    first = await house.open()
    await house.open()
    with pytest.raises(Refused) as refused:
        await house.open()
    assert refused.value.reason is No.TOO_MANY_INVITATIONS
    await house.open(against=Against.COMPUTER)
    await house.wish(first, house.sara, Sit())
    assert (await house.open()).stage is Stage.OPEN


async def test_the_same_press_is_no_further_invitation(house):
    house.tables.limits = Limits(invitations=1)
    first = await house.tables.open(house.ali, house.setup(), house.now, key="same")
    again = await house.tables.open(house.ali, house.setup(), house.now, key="same")
    assert again.code == first.code


async def test_nobody_sits_at_more_tables_than_allowed(house):
    house.tables.limits = Limits(tables=2)
    for _ in range(2):
        await house.begin()
    waiting = await house.tables.open(house.omar, house.setup(), house.now)
    assert (await house.wish(waiting, house.sara, Sit())).refused is No.TOO_MANY_TABLES
    with pytest.raises(Refused) as refused:
        await house.open()
    assert refused.value.reason is No.TOO_MANY_TABLES


async def test_only_who_brings_the_key_sits_down(house):
    table = await house.open(key="AB2CD3")
    assert table.invitation == f"{table.code}AB2CD3"
    for key in ("", "AB2CD", "ab2cd4", "مفتاح"):
        assert (await house.wish(table, house.omar, Sit(key=key))).refused is No.NOT_INVITED
    assert (await house.wish(table, house.sara, Sit(key="AB2CD3"))).table.stage is Stage.PLAYING


async def test_a_key_where_none_is_needed_does_no_harm(house):
    table = await house.open()
    assert (await house.wish(table, house.sara, Sit(key="AB2CD3"))).refused is None


async def test_who_may_watch(house):
    table = await house.open(spectators=False)
    assert table.may_watch(house.omar.id)
    begun = (await house.wish(table, house.sara, Sit())).table
    assert begun.may_watch(house.ali.id)
    assert begun.may_watch(house.sara.id)
    assert not begun.may_watch(house.omar.id)
    assert (await house.begin()).may_watch(house.omar.id)


async def test_a_table_of_an_earlier_version_is_read(house):
    table = await house.open()
    kept = dump(table)
    del kept["expired"], kept["setup"]["key"], kept["setup"]["spectators"]
    columns = {name: getattr(table, name) for name in ("id", "code", "version", "stage", "host", "wake_at")}
    assert replace(load(kept, **columns), stage=table.stage) == table


async def test_a_word_by_who_only_watches_is_refused(house):
    table = await house.open()
    for person in (house.omar, Person(-1, ""), Person(COMPUTER, "")):
        assert (await house.wish(table, person, Word("mine"))).refused is No.SPECTATOR

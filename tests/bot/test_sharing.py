"""Two programs on one database: neither knows what is in the other's memory, and none of it may count."""

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import pytest

from bot import people
from bot.bans import Bans
from bot.clocks import CLAIM_MS, Clocks
from bot.company.acts import perform
from bot.company.desk import Asker, Company
from bot.company.hearing import Hearing
from bot.company.panel import Panel
from bot.company.phrasebook import PHRASES
from bot.intents import Ask, Resign, Sit, Step, What
from bot.phrases import phrases
from bot.play import Person
from bot.school import School
from bot.screens import Screens
from bot.table import No, Stage
from bot.tables import Tables
from rules.ruleset import ClockKind
from storage import bans, ledger, players, tables, timers, waiting
from storage.bans import BanRow
from storage.database import Database, open_database
from storage.news import About, Line
from storage.postgres import Postgres
from tests.bot.company.conftest import Messenger
from tests.bot.conftest import T0, Coffeehouse

pytestmark = pytest.mark.postgres


@dataclass
class Two:
    """Two programs, each with the same people."""

    one: Coffeehouse
    other: Coffeehouse
    companies: list[Company] = field(default_factory=list)
    heard: list[asyncio.Task[None]] = field(default_factory=list)

    @property
    def both(self) -> tuple[Coffeehouse, Coffeehouse]:
        return self.one, self.other

    async def listen(self) -> None:
        """Let both hear each other from here on."""
        for house, company in zip(self.both, self.companies, strict=True):
            self.heard.append(asyncio.create_task(Hearing(company, Screens()).run()))
            await until(lambda house=house: house.tables._kept.trusted)

    async def asker(self, house: Coffeehouse, person: Person, key: str) -> Asker:
        player = await people.load(house.database, person.id)
        return Asker(player, phrases("en"), "test", "1", key)


async def until(true) -> None:
    async with asyncio.timeout(30):
        while not true():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


@pytest.fixture
async def two(shared_url: str) -> AsyncIterator[Two]:
    first = await open_database(shared_url, now=T0)
    folk = []
    async with first.write() as conn:
        for name in ("Ali", "Sara", "Omar"):
            row = await players.create(conn, "test", name, name, "en", T0)
            folk.append(Person(row.id, name))
    made = [
        Coffeehouse(base, Tables(base), *folk) for base in (first, Database(Postgres(first.place._address)))
    ]
    found = Two(*made)
    with ThreadPoolExecutor(1) as drawers:
        for house in found.both:
            house.tables.showing.append(house.told.append)
            school = School(house.database, drawers)
            now = lambda house=house: house.now  # noqa: E731
            found.companies.append(Company(house.database, house.tables, now, drawers, school))
        yield found
        for task in found.heard:
            task.cancel()
        await asyncio.gather(*found.heard, return_exceptions=True)
    assert (await found.one.audit()).sound
    for house in found.both:
        await house.database.close()


async def test_a_match_given_up_through_both_at_once_is_over_once(two: Two):
    async with two.one.database.write() as conn:
        for person in (two.one.ali, two.one.sara):
            purse = await ledger.player_account(conn, person.id)
            await ledger.transfer(conn, f"gift {person.id}", ledger.HOUSE, purse, 100, T0)
    for _ in range(4):
        table = await two.one.begin(stake=10, clock=ClockKind.RELAXED)
        await two.one.wish(table, two.one.ali, Ask(What.MATCH))
        replies = await asyncio.gather(
            *(house.wish(table, two.one.ali, Resign(What.MATCH)) for house in two.both)
        )
        assert {reply.refused for reply in replies} == {None, "match_over"}
        assert {reply.table.stage for reply in replies} == {Stage.FINISHED}


async def test_a_match_is_played_through_both_in_turns(two: Two):
    table = await two.one.begin()
    at = 0
    while table.stage is Stage.PLAYING:
        house = two.both[at % 2]
        at += 1
        house.now = max(each.now for each in two.both)
        table = await house.tables.get(table.code)
        if table.match.between:
            house.now = table.wake_at
            table = await house.tick(table)
        else:
            table = await house.play_turn(table)
    assert table.stage is Stage.FINISHED
    assert 0 < min(table.paid) < max(table.paid)
    assert (await two.other.tables.get(table.code)).version == table.version


@pytest.mark.parametrize("listening", [True, False])
async def test_presses_through_both_at_once_count_once_each(two: Two, listening: bool):
    """What both do at the same time happens one after the other, at the table as the other has left it."""
    if listening:
        await two.listen()
    table = await two.one.begin()
    for _ in range(12):
        mover = two.one.mover(table)
        steps = table.match.game.steps
        if not steps:
            table = await two.one.play_turn(table)
            continue
        replies = await asyncio.gather(
            *(
                house.wish(table, mover, Step(*steps[0]), stamp=table.stamp, key=f"{table.stamp}")
                for house in two.both
            )
        )
        assert sorted(reply.repeated for reply in replies) == [False, True]
        assert {reply.refused for reply in replies} == {None}
        assert {reply.table.stamp for reply in replies} == {table.stamp + 1}
        table = replies[0].table


async def test_a_press_on_the_newest_state_counts_though_our_copy_is_old(two: Two):
    table = await two.one.begin()
    await two.other.tables.get(table.code)
    two.other.tables._kept.trusted = True  # it hears what others do, but this not yet
    table = await two.one.play_turn(table)
    mover = two.one.mover(table)
    reply = await two.other.wish(table, mover, Step(*table.match.game.steps[0]), stamp=table.stamp)
    assert reply.refused is None
    assert reply.table.stamp == table.stamp + 1


async def test_a_table_that_was_only_just_opened_is_shown_when_somebody_comes_through_the_other(two: Two):
    await two.listen()
    table = await two.one.open()
    begun = (await two.other.wish(table, two.other.sara, Sit())).table
    await until(lambda: two.one.told[-1] == begun)


async def test_what_one_has_done_the_other_shows(two: Two):
    await two.listen()
    table = await two.one.begin()
    await two.other.tables.get(table.code)
    afar = []
    two.other.tables.afar.append(lambda number, code: afar.append((number, code)))
    table = await two.one.play_turn(table)
    await until(lambda: two.other.told and two.other.told[-1] == table)
    unseen = await two.one.begin()
    await until(lambda: (unseen.id, unseen.code) in afar)


async def test_whoever_sits_down_twice_sits_once(two: Two):
    table = await two.one.open()
    replies = await asyncio.gather(
        two.one.wish(table, two.one.sara, Sit(), key="s"), two.other.wish(table, two.one.omar, Sit(), key="o")
    )
    assert sorted(reply.refused is None for reply in replies) == [False, True]
    stored = await two.one.tables.get(table.code)
    assert stored.seats[1].player in {two.one.sara.id, two.one.omar.id}


async def test_a_press_that_opens_a_table_opens_one(two: Two):
    setup = two.one.setup()
    opened = await asyncio.gather(
        *(house.tables.open(house.ali, setup, T0, key="k") for house in two.both * 2)
    )
    assert len({table.code for table in opened}) == 1


async def test_a_stake_is_paid_once_though_both_take_it(two: Two):
    await two.one.grant(two.one.ali, 50)
    outcomes = await asyncio.gather(
        *(
            house.tables.open(house.ali, house.setup(stake=50, clock=ClockKind.RELAXED), T0, key=f"{at}")
            for at, house in enumerate(two.both)
        ),
        return_exceptions=True,
    )
    refused = [outcome for outcome in outcomes if isinstance(outcome, Exception)]
    assert [each.reason for each in refused] == [No.NOT_ENOUGH_PEARLS]
    assert await two.one.pearls(two.one.ali) == 0


async def test_matches_that_end_at_once_are_all_summed_up(two: Two):
    codes = [(await two.one.begin()).code for _ in range(4)]

    async def resign(house: Coffeehouse, code: str) -> None:
        table = await house.tables.get(code)
        for wish in (Ask(What.MATCH), Resign(What.MATCH)):
            await house.wish(table, house.sara, wish)

    await asyncio.gather(*(resign(two.both[at % 2], code) for at, code in enumerate(codes)))
    for code in codes:
        assert (await two.one.tables.get(code)).stage is Stage.FINISHED


async def test_a_deadline_is_claimed_by_one_and_anothers_if_that_one_dies(two: Two):
    table = await two.one.practise()
    while table.wake_at is None:
        table = await two.one.play_turn(table)
    now = table.wake_at
    async with two.one.database.write() as conn:
        assert await timers.claim(conn, now, now + CLAIM_MS, 10) == [table.id]  # and dies
    late = Clocks(two.other.database, two.other.tables, lambda: two.other.now)
    two.other.now = now
    assert await late.do_due() == 0
    two.other.now = now + CLAIM_MS
    assert await late.do_due() == 1
    assert (await two.one.tables.get(table.code)).version > table.version


async def test_two_clocks_do_what_is_due_once(two: Two):
    opened = [await two.one.practise() for _ in range(6)]
    for at, table in enumerate(opened):
        while table.wake_at is None:
            table = await two.one.play_turn(table)  # noqa: PLW2901
        opened[at] = table
    now = max(table.wake_at for table in opened)
    for house in two.both:
        house.now = now
    clocks = [Clocks(house.database, house.tables, lambda: now) for house in two.both]
    begun = await asyncio.gather(*(clock.do_due() for clock in clocks))
    assert sum(begun) == 6
    for table in opened:
        assert (await two.one.tables.get(table.code)).version == table.version + 1


async def test_settings_bans_and_words_are_heard_of(two: Two):
    await two.listen()
    one, other = two.both
    ali = await people.load(one.database, one.ali.id)
    before = await other.tables.likings.of([ali.id])
    await one.tables.likings.choose(ali, {"confirm": "matters"})
    await until(lambda: ali.id not in other.tables.likings._known)
    assert await other.tables.likings.of([ali.id]) != before
    async with one.database.write() as conn:
        await bans.keep(conn, BanRow(f"player:{one.omar.id}", None, "", T0))
        await one.database.announce(conn, Line(About.BANS))
    await until(lambda: other.tables.bans.of_player(one.omar.id, T0))
    assert isinstance(other.tables.bans, Bans)
    table = await one.begin()
    told = []
    two.companies[1].talk.listeners.append(told.append)
    await perform(
        two.companies[0], await two.asker(one, one.ali, "p"), f"say.{table.code}.{next(iter(PHRASES))}"
    )
    await until(lambda: told)
    assert two.companies[1].talk.heard(table, None, phrases("en"))


async def test_whoever_is_forgotten_sits_down_nowhere(two: Two):
    company = two.companies[0]
    mine = await two.one.open()
    asker = await two.asker(two.one, two.one.ali, "f")
    await perform(company, asker, "forgetme.sure")
    asked = two.one.now // 1000
    two.one.now += 3_000
    await perform(company, asker, f"forgetme.yes.{two.one.ali.id}.{asked}")
    refused = await two.other.wish(mine, two.one.ali, Sit())
    assert refused.refused
    with pytest.raises(Exception, match=No.BUSY):
        await two.other.tables.open(two.one.ali, two.one.setup(), T0)


async def test_those_who_wait_in_both_are_paired_once(two: Two):
    one, other = two.both
    for house, person in ((one, one.ali), (other, one.sara)):
        company = two.companies[two.both.index(house)]
        asker = await two.asker(house, person, f"q{person.id}")
        await asyncio.gather(*(perform(company, asker, "queue.mahbusa.1.0") for _ in range(2)))
    async with one.database.read() as conn:
        assert not await waiting.everybody(conn)
        found = [await tables.of_player(conn, player, tuple(tables.Status), 9) for player in (1, 2)]
        assert [len(rows) for rows in found] == [1, 1]
        assert (await ledger.audit(conn)).sound


async def test_people_are_told_through_the_program_that_reaches_them(two: Two):
    await two.listen()
    messenger = Messenger()
    two.companies[1].heralds.append(messenger)
    panel = Panel(heading="كش ملك", lines=("a", "b"))
    assert await two.companies[0].tell(7, panel)
    assert messenger.told == [(7, panel)]
    table = await two.one.open()
    assert await two.companies[0].seat(7, table)
    assert messenger.seated == [(7, table.code)]
    two.companies[1].heralds.clear()
    assert not await two.companies[0].tell(7, panel)


async def test_a_line_that_was_missed_is_made_up_for(two: Two):
    table = await two.one.begin()
    await two.listen()
    await two.other.tables.get(table.code)
    for task in two.heard:
        task.cancel()
    await asyncio.gather(*two.heard, return_exceptions=True)
    two.other.tables.hearing(False)
    moved = await two.one.play_turn(table)
    assert await two.other.tables.get(table.code) == moved  # nobody tells us, so we look
    await two.listen()
    assert await two.other.tables.get(table.code) == moved

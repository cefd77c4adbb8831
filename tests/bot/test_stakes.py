"""Who may stake what (docs/rules.md §7): nobody hands over by losing what was earned in another's name."""

import pytest

from bot import cashier
from bot.intents import Ask, Close, Rematch, Resign, Sit, What
from bot.play import Person
from bot.table import No, Stage
from bot.thrift import Caps
from rules.errors import Refused
from rules.ruleset import ClockKind
from storage import players
from tests.bot.conftest import T0

DAY_MS = 24 * 3600 * 1000
CAPS = Caps(pair_stakes=100)


@pytest.fixture
async def rich(house):
    house.tables.caps = CAPS
    for person in (house.ali, house.sara, house.omar):
        await house.grant(person, 1_000)
    return house


@pytest.fixture
async def guest(house):
    async with house.database.write() as conn:
        row = await players.create(conn, "web", "nonce", "Guest", "en", house.now)
    person = Person(row.id, row.name)
    await house.grant(person, 100)
    return person


def staked(house, stake):
    return house.open(stake=stake, clock=ClockKind.RELAXED)


async def lose(house, table, loser):
    await house.wish(table, loser, Ask(What.MATCH))
    return (await house.wish(table, loser, Resign(What.MATCH))).table


async def test_a_guest_stakes_nothing_in_the_first_days(house, guest):
    with pytest.raises(Refused) as refused:
        await house.tables.open(guest, house.setup(stake=1, clock=ClockKind.RELAXED), house.now)
    assert refused.value.reason is No.NO_STAKES_YET
    await house.grant(house.ali, 10)
    table = await staked(house, 10)
    assert (await house.wish(table, guest, Sit())).refused is No.NO_STAKES_YET
    assert await house.pearls(guest) == 100
    house.now += Caps().guest_days * DAY_MS
    assert (await house.wish(table, guest, Sit())).refused is None


async def test_a_guest_whom_a_chat_knows_too_is_no_stranger(house, guest):
    async with house.database.write() as conn:
        await players.alias(conn, "telegram", "77", guest.id)
    await house.tables.open(guest, house.setup(stake=1, clock=ClockKind.RELAXED), house.now)


async def test_the_host_may_let_guests_stake(house, guest):
    house.tables.caps = Caps(guest_stake=20)
    await house.tables.open(guest, house.setup(stake=20, clock=ClockKind.RELAXED), house.now)
    with pytest.raises(Refused):
        await house.tables.open(guest, house.setup(stake=21, clock=ClockKind.RELAXED), house.now)


async def test_two_people_play_for_so_many_pearls_a_day(rich):
    house = rich
    table = await lose(
        house, (await house.wish(await staked(house, 60), house.sara, Sit())).table, house.sara
    )
    assert table.stage is Stage.FINISHED
    second = await staked(house, 60)
    assert (await house.wish(second, house.sara, Sit())).refused is No.STAKED_ENOUGH
    assert (await house.wish(second, house.omar, Sit())).refused is None
    assert (await house.wish(await staked(house, 40), house.sara, Sit())).refused is None
    house.now = T0 - T0 % DAY_MS + DAY_MS
    assert (await house.wish(await staked(house, 60), house.sara, Sit())).refused is None


async def test_tables_under_way_count_and_closed_ones_do_not(rich):
    house = rich
    first = (await house.wish(await staked(house, 60), house.sara, Sit())).table
    second = await staked(house, 60)
    assert (await house.wish(second, house.sara, Sit())).refused is No.STAKED_ENOUGH
    await house.tables.close(first.code, now=house.now, running=True)
    assert (await house.wish(second, house.sara, Sit())).refused is None


async def test_a_rematch_that_could_not_be_paid_is_not_offered(rich):
    house = rich
    table = await lose(
        house, (await house.wish(await staked(house, 60), house.sara, Sit())).table, house.sara
    )
    assert (await house.wish(table, house.ali, Rematch())).refused is No.STAKED_ENOUGH


async def test_an_open_table_alone_is_no_stake_against_anybody(rich):
    house = rich
    for _ in range(3):
        table = await staked(house, 60)
    async with house.database.read() as conn:
        await cashier.may_stake(conn, house.ali.id, house.sara.id, 100, house.now, CAPS)
    await house.wish(table, house.ali, Close())

"""Whoever is kept out: out of the queue, off the tables, and an invitation of theirs is nobody's; invitations in the wrong hands."""

import pytest

from bot.errands import Errands
from bot.intents import Close, Sit
from bot.table import No, Stage
from rules.errors import Refused
from rules.ruleset import ClockKind
from storage import waiting
from tests.bot.company.conftest import circle
from tests.bot.conftest import house

__all__ = ["circle"]

coffee = pytest.fixture(name="house")(house.__wrapped__)
JOIN = "queue.mahbusa.3.0"


@pytest.fixture
def ban(circle):
    errands = Errands(circle.house.database, circle.house.tables, lambda: circle.house.now)

    async def out(person):
        done = await errands.do({"do": "ban", "subject": f"player:{person.id}", "until": None, "why": ""})
        assert done.ok

    return out


async def test_while_they_wait_they_meet_nobody(circle, ban):
    house = circle.house
    await circle.act(house.ali, JOIN)
    await ban(house.ali)
    assert (await circle.act(house.sara, JOIN)).table is None
    with pytest.raises(Refused, match=No.KEPT_OUT):
        await circle.act(house.ali, JOIN)
    async with house.database.read() as conn:
        assert [row.player_id for row in await waiting.everybody(conn)] == [house.sara.id]


async def test_while_they_play_for_pearls_the_match_is_lost_and_the_pot_paid(circle, ban):
    house = circle.house
    for person in (house.ali, house.sara):
        await house.grant(person, 50)
    table = await house.begin(stake=50, clock=ClockKind.RELAXED)
    open_one = await house.open()
    await ban(house.ali)
    over = await house.tables.get(table.code)
    assert over.stage is Stage.FINISHED
    assert await house.pearls(house.sara) == 90
    assert (await house.tables.get(open_one.code)).stage is Stage.CLOSED
    assert (await house.wish(open_one, house.omar, Sit())).refused is No.CLOSED


async def test_while_they_watch_they_sit_down_nowhere(circle, ban):
    house = circle.house
    table = await house.open()
    await circle.act(house.omar, f"invite.{table.code}")
    await ban(house.omar)
    assert (await house.wish(table, house.omar, Sit())).refused is No.KEPT_OUT
    for written in (f"watch.{table.code}", f"invite.{table.code}.sit", "menu"):
        with pytest.raises(Refused, match=No.KEPT_OUT):
            await circle.act(house.omar, written)


async def test_an_invitation_for_one_is_used_once_by_the_right_one_in_time(house):
    keyed = await house.open(key="ABCDEF")
    assert (await house.wish(keyed, house.omar, Sit())).refused is No.NOT_INVITED
    assert (await house.wish(keyed, house.sara, Sit(key="ABCDEF"), key="k")).refused is None
    again = await house.wish(keyed, house.sara, Sit(key="ABCDEF"), key="k")
    assert again.repeated
    assert (await house.wish(keyed, house.omar, Sit(key="ABCDEF"))).refused is No.SEAT_TAKEN
    named = await house.open(guest=house.sara.id)
    assert (await house.wish(named, house.omar, Sit())).refused is No.NOT_INVITED
    withdrawn = await house.open(key="ABCDEF")
    await house.wish(withdrawn, house.ali, Close())
    assert (await house.wish(withdrawn, house.sara, Sit(key="ABCDEF"))).refused is No.CLOSED
    late = await house.open(key="ABCDEF")
    house.now = late.wake_at
    assert (await house.wish(late, house.sara, Sit(key="ABCDEF"))).refused is No.CLOSED
    assert (await house.tables.get(late.code)).expired

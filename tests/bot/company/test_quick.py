"""Quick play: waiting, being paired, leaving; nobody twice, nobody with themselves, no stake lost."""

import asyncio
import random
from collections import Counter
from contextlib import asynccontextmanager

import pytest

from bot import lobby
from bot.company import quick
from bot.company.acts import perform
from bot.company.matchmaker import Matchmaker
from bot.company.pairing import pair
from bot.company.queue import ANYBODY_MS, AWAY_MS, GAP, HERE_MS, OFFER_MS, WIDER_PER_S, fits_at
from bot.house import ARRIVE_MS
from bot.intents import Close, Sit, Start
from bot.phrases import phrases
from bot.play import Person
from bot.refusals import refusal
from bot.table import Against, No, Stage
from bot.thrift import Caps
from rules.errors import Malformed, Refused
from rules.ruleset import ClockKind
from storage import blocks, ledger, players, ratings, waiting
from storage.ratings import RatingRow
from storage.waiting import Choice, WaitingRow

CHOICE = Choice("mahbusa", 3, 0)
JOIN = "queue.mahbusa.3.0"
STAKED = "queue.mahbusa.3.10"


@pytest.fixture
def matchmaker(circle):
    made = Matchmaker(circle.company)
    circle.house.tables.listeners.append(made.changed)
    return made


def acts(panel):
    return [tap.act for row in panel.rows for tap in row]


async def rows(circle):
    async with circle.house.database.read() as conn:
        return await waiting.everybody(conn)


async def told(circle, person):
    await circle.company.queue.told()
    return [panel.heading for player, panel in circle.messenger.told if player == person.id]


async def paired(circle):
    """Ali and Sara at the table that quick play gave them, both just there."""
    await circle.act(circle.house.ali, JOIN)
    panel = await circle.act(circle.house.sara, JOIN)
    return await circle.house.tables.get(panel.table)


async def test_choosing_leads_from_games_to_lengths_to_stakes_to_the_queue(circle):
    house = circle.house
    await house.grant(house.ali, 60)
    assert "quick.mahbusa" in acts(await circle.act(house.ali, "quick"))
    assert "quick.mahbusa.3" in acts(await circle.act(house.ali, "quick.mahbusa"))
    asked = await circle.act(house.ali, "quick.mahbusa.3")
    assert asked.lines == ("For how many pearls?",)
    stakes = acts(asked)
    assert stakes[:3] == ["queue.mahbusa.3.0", "queue.mahbusa.3.10", "queue.mahbusa.3.50"]
    assert "queue.race31.31.0" in acts(await circle.act(house.ali, "quick.race31"))
    assert "queue.mahbusa.3.0" in acts(await circle.act(house.ali, "quick", typed="mahbusa 3"))
    panel = await circle.act(house.ali, "queue.mahbusa.3.0")
    assert panel.heading == "Looking for a rival…"
    assert panel.again == "quick"
    assert panel.lines[1:] == ("Nobody else waits for this yet.",)
    assert "queue.mahbusa.3.0" in acts(await circle.act(house.sara, "quick"))
    await circle.act(house.sara, "queue.mahbusa.1.0")
    lines = (await circle.act(house.ali, "quick")).lines
    assert lines[1:] == ("Nobody else waits for this yet.", "2 people wait in all.")


async def test_who_has_nothing_to_stake_is_told_how_to_come_by_it(circle):
    asked = await circle.act(circle.house.sara, "quick.mahbusa.3")
    assert acts(asked)[0] == "queue.mahbusa.3.0"
    assert asked.lines == ("For nothing, as yet: whoever plays earns the pearls to stake.",)


async def test_two_who_want_the_same_are_seated_and_it_begins(circle):
    house = circle.house
    table = await paired(circle)
    assert {at.player for at in table.seats} == {house.ali.id, house.sara.id}
    assert table.setup.ruleset.target == 3
    assert table.setup.ruleset.clock is ClockKind.RELAXED
    await circle.company.queue.told()
    assert circle.messenger.seated == [(house.ali.id, table.code)]
    assert await rows(circle) == []
    assert (await circle.act(house.ali, "quick")).table == table.code
    assert (await circle.act(house.ali, "queue.race31.31.0")).table == table.code
    house.now = table.wake_at
    assert (await house.tick(table)).stage is Stage.PLAYING
    assert (await circle.act(house.ali, "queue.race31.31.0")).table is None


async def test_who_cannot_be_reached_is_called_where_they_began_to_wait(circle):
    house = circle.house
    circle.messenger.deaf = {house.ali.id}
    await circle.act(house.ali, JOIN, place="the café")
    panel = await circle.act(house.sara, JOIN, place="at home")
    await circle.company.queue.told()
    assert circle.messenger.shown == [("the café", panel.table)]


async def test_only_the_same_game_length_and_stake_meet(circle):
    house = circle.house
    for person in (house.ali, house.sara, house.omar):
        await house.grant(person, 100)
    await circle.act(house.ali, JOIN)
    await circle.act(house.sara, "queue.mahbusa.5.0")
    await circle.act(house.omar, STAKED)
    assert len(await rows(circle)) == 3
    await circle.act(house.sara, "queue.race31.31.0")
    assert len(await rows(circle)) == 3


async def test_nobody_plays_themselves_and_leaving_is_one_tap(circle):
    house = circle.house
    await circle.act(house.ali, JOIN)
    await circle.act(house.ali, JOIN, platform="other", place="2")
    assert [row.player_id for row in await rows(circle)] == [house.ali.id]
    await circle.act(house.ali, "queue.leave")
    await circle.act(house.ali, "queue.leave")
    assert await rows(circle) == []


async def test_nobody_meets_whom_they_blocked(circle, matchmaker):
    house = circle.house
    async with house.database.write() as conn:
        await blocks.block(conn, house.sara.id, house.ali.id, house.now)
    await circle.act(house.ali, JOIN)
    await circle.act(house.sara, JOIN)
    house.now += ANYBODY_MS
    await matchmaker.round()
    assert len(await rows(circle)) == 2
    table = await house.tables.get((await circle.act(house.omar, JOIN)).table)
    assert table.seats[0].player == house.ali.id


async def test_stakes_are_paid_together_and_who_lacks_them_is_taken_out(circle):
    house = circle.house
    await house.grant(house.ali, 10)
    with pytest.raises(Refused) as refused:
        await circle.act(house.sara, STAKED)
    assert refused.value.reason is No.NOT_ENOUGH_PEARLS
    await circle.act(house.ali, STAKED)
    await house.spend(house.ali, 5)
    await house.grant(house.sara, 15)
    await circle.act(house.sara, STAKED)
    assert [row.player_id for row in await rows(circle)] == [house.sara.id]
    assert "pearls" in (await told(circle, house.ali))[0]
    await house.grant(house.omar, 10)
    await circle.act(house.omar, STAKED)
    assert [await house.pearls(person) for person in (house.ali, house.sara, house.omar)] == [5, 5, 0]


async def test_who_does_not_come_loses_the_place_and_the_other_is_first_again(circle, matchmaker):
    del matchmaker  # which hears of it and tells them
    house = circle.house
    for person in (house.ali, house.sara):
        await house.grant(person, 10)
    since = house.now
    await circle.act(house.ali, STAKED)
    house.now += HERE_MS
    table = await house.tables.get((await circle.act(house.sara, STAKED)).table)
    assert [at.ready for at in table.seats] == [False, True]
    assert table.wake_at == house.now + ARRIVE_MS
    house.now = table.wake_at
    assert (await house.tick(table)).stage is Stage.CLOSED
    assert [row.player_id for row in await rows(circle)] == [house.sara.id]
    assert (await rows(circle))[0].since == since + HERE_MS
    assert [await house.pearls(person) for person in (house.ali, house.sara)] == [10, 10]
    assert await told(circle, house.sara) == ["Your rival did not come. You are first in the queue again."]
    assert await told(circle, house.ali) == ["You did not come, so the table was closed."]


async def test_a_late_comer_starts_the_table_and_one_who_leaves_is_not_put_back(circle):
    house = circle.house
    await circle.act(house.ali, JOIN)
    house.now += HERE_MS
    table = await house.tables.get((await circle.act(house.sara, JOIN)).table)
    assert (await house.wish(table, house.ali, Start())).table.stage is Stage.PLAYING
    await circle.act(house.omar, JOIN)
    house.now += HERE_MS
    other = await house.tables.get((await circle.act(house.ali, JOIN)).table)
    assert (await house.wish(other, house.ali, Close())).table.stage is Stage.CLOSED
    assert [row.player_id for row in await rows(circle)] == [house.omar.id]


async def test_who_have_played_for_enough_today_meet_others(circle):
    house = circle.house
    house.tables.caps = Caps(pair_stakes=15)
    for person in (house.ali, house.sara, house.omar):
        await house.grant(person, 20)
    await circle.act(house.ali, STAKED)
    table = await house.tables.get((await circle.act(house.sara, STAKED)).table)
    house.now = table.wake_at
    await house.tick(table)
    await circle.act(house.ali, STAKED)
    assert (await circle.act(house.sara, STAKED)).table is None
    assert len(await rows(circle)) == 2
    table = await house.tables.get((await circle.act(house.omar, STAKED)).table)
    assert house.omar.id in {at.player for at in table.seats}


async def test_new_guests_are_offered_no_stakes_and_forge_none(circle):
    house = circle.house
    async with house.database.write() as conn:
        row = await players.create(conn, "web", "nonce", "Guest", "en", house.now)
    guest = Person(row.id, row.name)
    await house.grant(guest, 500)
    asked = await circle.act(guest, "quick.mahbusa.3")
    assert "queue.mahbusa.3.10" not in acts(asked)
    assert asked.lines == (refusal(No.NO_STAKES_YET, phrases("en")),)
    with pytest.raises(Refused) as refused:
        await circle.act(guest, STAKED)
    assert refused.value.reason is No.NO_STAKES_YET
    assert await rows(circle) == []


async def test_who_is_no_more_keeps_nobody_waiting(circle, monkeypatch):
    house = circle.house
    names = players.names

    async def without_ali(conn, ids):
        return {one: name for one, name in (await names(conn, ids)).items() if one != house.ali.id}

    await circle.act(house.ali, JOIN)
    monkeypatch.setattr(players, "names", without_ali)
    await circle.act(house.sara, JOIN)
    assert (await circle.act(house.omar, JOIN)).table
    assert await rows(circle) == []


async def test_after_half_a_minute_the_computer_is_offered_once(circle, matchmaker):
    house = circle.house
    await circle.act(house.ali, JOIN)
    assert await matchmaker.round() == house.now + OFFER_MS
    house.now += OFFER_MS
    await matchmaker.round()
    await matchmaker.round()
    assert await told(circle, house.ali) == ["Nobody yet. Would you play the computer meanwhile?"]
    assert "queue.computer" in acts(await circle.act(house.ali, "quick"))
    table = await house.tables.get((await circle.act(house.ali, "queue.computer")).table)
    assert table.setup.against is Against.COMPUTER
    assert table.setup.ruleset.target == 3
    assert await rows(circle) == []


async def test_the_computer_instead_opens_what_was_waited_for_or_nothing_has_happened(circle, monkeypatch):
    house, tables = circle.house, circle.house.tables
    await circle.act(house.ali, "queue.race31.31.0")
    asker = await circle.asker(house.ali)

    async def broken_off(*_args, **_kwargs):
        raise ConnectionResetError("gone")

    with monkeypatch.context() as cut:
        cut.setattr(tables, "prepare", broken_off)
        with pytest.raises(ConnectionResetError):
            await perform(circle.company, asker, "queue.computer")
    assert [row.player_id for row in await rows(circle)] == [house.ali.id]
    for _ in range(2):  # brought again, and once more
        table = await tables.get((await perform(circle.company, asker, "queue.computer")).table)
        assert (table.setup.against, table.setup.preset) == (Against.COMPUTER, "race31")
    assert len(await lobby.tables_of(house.database, house.ali.id, 9)) == 1


async def test_a_tap_on_the_computer_that_is_brought_again_leads_to_its_table_and_out_of_no_other_queue(
    circle,
):
    await circle.act(circle.house.ali, "queue.race31.31.0")
    tap = await circle.asker(circle.house.ali)
    first = await perform(circle.company, tap, "queue.computer")
    await circle.act(circle.house.ali, JOIN)
    again = await perform(circle.company, tap, "queue.computer")
    assert again.table == first.table
    assert [row.choice for row in await rows(circle)] == [CHOICE]


async def test_of_two_taps_on_evening_either_is_known_again(circle):
    """The second, should it be brought again once the evening has begun, opens no other."""
    house = circle.house
    askers = [await circle.asker(house.ali) for _ in range(2)]
    seen = [await quick._newest(circle.company, asker) for asker in askers]
    one, two = [
        await quick._opened(circle.company, asker, lobby.evening(), newest)
        for asker, newest in zip(askers, seen, strict=True)
    ]
    assert one.code == two.code
    await house.wish(one, house.sara, Sit())
    for asker in askers:
        assert (await perform(circle.company, asker, "evening")).table == one.code


async def test_who_waited_too_long_is_told_and_a_closed_page_forgotten(circle, matchmaker):
    house = circle.house
    await circle.act(house.ali, JOIN)
    await circle.act(house.omar, "queue.race31.31.0", platform="web")
    house.now += AWAY_MS
    await matchmaker.round()
    assert [row.player_id for row in await rows(circle)] == [house.ali.id]
    house.now += circle.company.queue.stale_ms
    assert await matchmaker.round() is None
    assert await rows(circle) == []
    assert any(heading.startswith("Nobody came") for heading in await told(circle, house.ali))


async def test_the_queue_survives_a_restart(circle):
    house = circle.house
    await circle.act(house.ali, JOIN)
    circle.company.queue.seen.clear()
    panel = await circle.act(house.sara, JOIN)
    table = await house.tables.get(panel.table)
    assert [at.ready for at in table.seats] == [False, True]


async def test_nonsense_is_refused(circle):
    for written in (
        "quick.chess",
        "queue",
        "queue.mahbusa.3",
        "queue.mahbusa.0.0",
        "queue.mahbusa.3.9999999",
        "queue.mahbusa.2.0",
        "queue.race31.1.0",
        "queue.mahbusa.3.1",
        "queue.mahbusa.03.0",
        "queue.mahbusa.\u0663.0",
        "quick.mahbusa.63",
        "evening.x",
    ):
        with pytest.raises(Malformed):
            await circle.act(circle.house.ali, written)


async def test_a_length_that_nobody_waits_for_is_asked_for_again(circle):
    panel = await circle.act(circle.house.ali, "quick", typed="mahbusa 9")
    assert "quick.mahbusa.3" in acts(panel)


async def test_an_evening_is_opened_from_a_command(circle):
    panel = await circle.act(circle.house.ali, "evening")
    table = await circle.house.tables.get(panel.table)
    assert table.setup.evening is not None
    assert table.seats[1] is None


@pytest.mark.parametrize(
    ("apart", "waited"),
    [(0, 0), (GAP, 0), (GAP + 1, 100), (GAP + 10 * WIDER_PER_S, 10_000), (5000, ANYBODY_MS)],
)
def test_the_gap_grows_with_the_wait_of_both(apart, waited):
    one = WaitingRow(1, CHOICE, 1000, 1500, "test", "1")
    other = WaitingRow(2, CHOICE, 5000, 1500 + apart, "test", "1")
    assert fits_at(one, other) == fits_at(other, one) == 5000 + waited


async def rated(circle, **strengths):
    """Ratings as matches of Mahbusa have left them."""
    async with circle.house.database.write() as conn:
        for name, rating in strengths.items():
            player = getattr(circle.house, name).id
            kept = RatingRow(player, "mahbusa", rating, 90.0, 20, circle.house.now, settled=True)
            await ratings.keep(conn, kept)


async def test_two_far_apart_in_strength_meet_once_both_have_waited_long_enough(circle, matchmaker):
    house = circle.house
    await rated(circle, ali=1500.4, sara=1899.6)
    await circle.act(house.ali, JOIN)
    house.now += 5_000
    await circle.act(house.sara, JOIN)
    wide_at = house.now + 1000 * (400 - GAP) // WIDER_PER_S
    assert await matchmaker.round() == wide_at, "the matchmaker wakes when the gap is wide enough"
    house.now = wide_at - 1
    await matchmaker.round()
    assert len(await rows(circle)) == 2
    house.now = wide_at
    await matchmaker.round()
    assert await rows(circle) == []


async def test_the_nearest_in_strength_meet_first(circle, matchmaker):
    house = circle.house
    await rated(circle, ali=1500.0, sara=1900.0, omar=1660.0)
    for person in (house.ali, house.sara, house.omar):
        await circle.act(person, JOIN)
    assert len(await rows(circle)) == 3, "nobody is near enough yet"
    house.now += ANYBODY_MS
    await matchmaker.round()
    assert [row.player_id for row in await rows(circle)] == [house.sara.id]


async def test_who_waits_is_as_strong_as_their_rating_in_that_game(circle):
    house = circle.house
    async with house.database.write() as conn:
        for game, rating in (("mahbusa", 1710.4), ("tawla31", 1300.0)):
            await ratings.keep(conn, RatingRow(house.ali.id, game, rating, 90.0, 20, house.now, settled=True))
    await circle.act(house.ali, JOIN)
    await circle.act(house.sara, "queue.race31.31.0")
    assert [row.rating for row in await rows(circle)] == [1710, 1500]


async def test_a_thousand_people_in_and_out_at_random(circle, matchmaker):
    """Several matchers at once, presses in any order: everybody is at one table at most, with somebody else."""
    house, rng = circle.house, random.Random(7)  # the same crowd every time
    async with house.database.write() as conn:
        crowd = []
        for number in range(1000):
            row = await players.create(conn, "test", str(number), f"P{number}", "en", house.now)
            account = await ledger.player_account(conn, row.id)
            await ledger.transfer(conn, f"test:{row.id}", ledger.HOUSE, account, 10, house.now)
            crowd.append(Person(row.id, row.name))
        enemies = [tuple(rng.sample(crowd, 2)) for _ in range(300)]
        for one, other in enemies:
            await blocks.block(conn, one.id, other.id, house.now)
    choices = (JOIN, STAKED, "queue.race31.31.10")

    async def come_and_go(person):
        for _ in range(rng.randint(1, 2)):
            await asyncio.sleep(0)
            written = rng.choice((*choices, "queue.leave"))
            if not (await circle.act(person, written)).table:
                continue
            return

    async def match():
        for _ in range(8):
            await matchmaker.round()
            await pair(circle.company, CHOICE)

    await asyncio.gather(*map(come_and_go, rng.sample(crowd, len(crowd))), *(match() for _ in range(3)))
    await circle.company.queue.told()
    tables = {table.code: table for table in house.told if table.queued}
    seated = Counter(at.player for table in tables.values() for at in table.seats)
    assert len(tables) > 300
    assert set(seated.values()) == {1}
    assert not {row.player_id for row in await rows(circle)} & set(seated)
    pairs = {frozenset(at.player for at in table.seats) for table in tables.values()}
    assert all(len(two) == 2 for two in pairs)
    assert not pairs & {frozenset((one.id, other.id)) for one, other in enemies}
    staked = {at.player for table in tables.values() if table.setup.stake for at in table.seats}
    for person in crowd:
        assert await house.pearls(person) == (0 if person.id in staked else 10)
    assert (await house.audit()).sound


async def test_who_is_paired_while_choosing_something_else_does_not_wait_as_well(circle, monkeypatch):
    house = circle.house
    await circle.act(house.ali, JOIN)
    write = house.database.write
    choosing = asyncio.current_task()

    @asynccontextmanager
    async def late():
        """Sara is quicker than whatever Ali's next wish writes."""
        if asyncio.current_task() is choosing:
            await asyncio.create_task(circle.act(house.sara, JOIN))
        async with write() as conn:
            yield conn

    monkeypatch.setattr(house.database, "write", late)
    panel = await circle.act(house.ali, "queue.mahbusa.1.0")
    assert panel.table
    assert await rows(circle) == []

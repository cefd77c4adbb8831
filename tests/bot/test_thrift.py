"""What the house does not pay for (docs/rules.md §7): giving up to a friend mints no pearls."""

from random import Random

import pytest

from bot.intents import Ask, Resign, What
from bot.pearls import LONGER_MATCH, SINGLE_GAME
from bot.phrases import phrases
from bot.play import Person
from bot.rewards import _UNPAID
from bot.table import Stage
from bot.thrift import QUICK_TURNS, STANDARD, Caps, Day, Played, Unpaid, unpaid
from bot.view import view
from rules.seat import Seat
from storage import players

DAY_MS = 24 * 3600 * 1000
QUICK, LONG = Played(3, 1, given_up=True), Played(60, 1, given_up=True)


async def give_up(house, table, loser, turns=0, what=What.MATCH):
    for _ in range(turns):
        if table.stage is Stage.PLAYING and not table.match.between:
            table = await house.play_turn(table)
    if table.stage is Stage.PLAYING and table.match.between:
        what = What.MATCH
    for intent in (Ask(what), Resign(what)):
        if table.stage is Stage.PLAYING:
            table = (await house.wish(table, loser, intent)).table
    return table


@pytest.mark.parametrize(
    ("day", "match", "practice", "reason"),
    [
        (Day(), QUICK, False, None),
        (Day(between=(QUICK,)), QUICK, False, Unpaid.QUICK),
        (Day(between=(LONG,)), QUICK, False, None),
        (Day(between=(QUICK,)), LONG, False, None),
        (Day(between=(LONG,) * STANDARD.pair), LONG, False, Unpaid.PAIR),
        (Day(practised=STANDARD.practice - 1), QUICK, True, None),
        (Day(practised=STANDARD.practice), LONG, True, Unpaid.PRACTICE),
        (Day(earned=STANDARD.guest - 25, new_guest=True), LONG, False, None),
        (Day(earned=STANDARD.guest - 24, new_guest=True), LONG, False, Unpaid.GUEST),
        (Day(earned=10_000), LONG, False, None),
    ],
)
def test_what_is_paid(day, match, practice, reason):
    assert unpaid(day, match, 25, STANDARD, practice=practice) is reason


@pytest.mark.parametrize(
    ("match", "quick"),
    [
        (Played(2 * QUICK_TURNS - 1, 1, given_up=True), True),
        (Played(2 * QUICK_TURNS, 1, given_up=True), False),
        (Played(2, 1, given_up=False), False),
        (Played(3 * 2 * QUICK_TURNS - 1, 3, given_up=True), True),
    ],
)
def test_what_is_quick(match, quick):
    assert match.is_quick is quick


async def test_the_second_quick_match_of_a_day_pays_nobody_and_the_board_says_so(house):
    paid = []
    for _ in range(3):
        table = await give_up(house, await house.begin(target=1), house.sara)
        paid.append(table.paid)
    assert paid == [(SINGLE_GAME.winner, 0), (0, 0), (0, 0)]
    assert table.unpaid == (Unpaid.QUICK, None)
    told = view(table, Seat.FIRST, phrases("en")).text
    assert "No pearls: matches that are given up so quickly" in told
    assert "No pearls" not in view(table, Seat.SECOND, phrases("en")).text
    house.now += DAY_MS
    table = await give_up(house, await house.begin(target=1), house.sara)
    assert table.paid == (SINGLE_GAME.winner, 0)
    assert (await house.tables.get(table.code)) == table


async def test_two_people_have_only_so_many_paid_matches_a_day(house):
    house.tables.caps = STANDARD._replace(pair=2)
    paid = []
    for _ in range(3):
        table = await house.finish(await house.begin(target=1))
        paid.append(sum(table.paid))
    assert paid == [30, 30, 0]
    assert table.unpaid == (Unpaid.PAIR, Unpaid.PAIR)


async def test_new_guests_earn_only_so_much_a_day(house):
    async with house.database.write() as conn:
        await players.alias(conn, "web", "sara", house.sara.id)
        guest = await players.create(conn, "web", "new", "New", "en", house.now)
    house.tables.caps = STANDARD._replace(guest=30)
    house.ali = Person(guest.id, guest.name)

    async def won():
        return await give_up(house, await house.begin(target=1), house.sara, 2 * QUICK_TURNS + 2)

    assert (await won()).paid[0] == SINGLE_GAME.winner
    table = await won()
    assert (table.paid[0], table.unpaid[0]) == (0, Unpaid.GUEST)
    house.now += 4 * DAY_MS
    assert [(await won()).paid[0] for _ in range(2)] == [SINGLE_GAME.winner] * 2


@pytest.mark.parametrize("seed", range(6))
async def test_no_sequence_of_quick_resignations_mints_more_than_the_cap(house, seed):
    rng = Random(seed)
    house.tables.caps = Caps(quick=rng.choice([0, 1, 2]))
    most = house.tables.caps.quick * LONGER_MATCH.winner
    before = await house.pearls(house.ali) + await house.pearls(house.sara)
    for _ in range(12):
        table = await house.begin(rng.choice(["mahbusa", "race31"]), target=rng.choice([1, 3]))
        loser = rng.choice([house.ali, house.sara])
        await give_up(house, table, loser, rng.randrange(QUICK_TURNS), rng.choice(list(What)))
        await give_up(house, await house.tables.get(table.code), loser)
        house.now += rng.randrange(60_000)
    minted = await house.pearls(house.ali) + await house.pearls(house.sara) - before
    assert minted <= most


def test_every_reason_has_its_sentence():
    assert set(_UNPAID) == set(Unpaid)

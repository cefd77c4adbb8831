"""Lists of who has most and who is strongest, and one's own place in them."""

import pytest

from storage import players, ratings, standings
from storage.ratings import RatingRow
from storage.standings import ALL_TIME, WORLD, Place

WEEK = 2_947
HOME = "telegram:-1"
NOW = standings.begin_of(WEEK) + 1


@pytest.fixture
async def five(database):
    """Five people with 3, 1, 3, 0 and 2 wins, all this week; the second one also at home."""
    async with database.write() as conn:
        made = [(await players.create(conn, "web", name, name, "en", 0)).id for name in "abcde"]
        for player, wins in zip(made, (3, 1, 3, 0, 2), strict=True):
            for place in (Place(), Place(WORLD, WEEK)):
                await standings.add(conn, place, player, wins, 10 * wins)
        await standings.add(conn, Place(HOME, WEEK), made[1], 1, 0)
    return made


def test_weeks_begin_on_mondays():
    monday = standings.begin_of(WEEK)
    assert standings.week(monday) == standings.week(monday + 7 * 24 * 3600 * 1000 - 1) == WEEK
    assert standings.week(monday - 1) == WEEK - 1
    assert standings.week(1_788_134_400_000) == standings.week(1_788_134_400_000 - 1) + 1, (
        "2026-08-31 was one"
    )
    assert standings.begin_of(ALL_TIME) == 0


@pytest.mark.parametrize("place", [Place(), Place(WORLD, WEEK)], ids=["ever", "this week"])
async def test_most_first_and_earlier_people_before_later_ones(database, five, place):
    a, b, c, d, e = five
    async with database.read() as conn:
        found = await standings.most(conn, "wins", place, 0, 3)
        rest = await standings.most(conn, "wins", place, 3, 3)
        own = [await standings.place_of(conn, "pearls", place, player) for player in five]
    assert [(line.place, line.player, line.amount) for line in found] == [(1, a, 3), (2, c, 3), (3, e, 2)]
    assert [(line.place, line.player) for line in rest] == [(4, b)], "who has none is on no list"
    assert [line and line.place for line in own] == [1, 4, 2, None, 3]
    assert own[3] is None
    assert d not in {line.player for line in found}


async def test_a_home_has_its_own_list_and_may_move(database, five):
    async with database.write() as conn:
        assert [line.player for line in await standings.most(conn, "wins", Place(HOME, WEEK), 0, 9)] == [
            five[1]
        ]
        await standings.add(conn, Place("telegram:-2", WEEK), five[1], 4, 0)
        await standings.move(conn, HOME, "telegram:-2")
        assert await standings.most(conn, "wins", Place(HOME, WEEK), 0, 9) == []
        moved = await standings.most(conn, "wins", Place("telegram:-2", WEEK), 0, 9)
        assert [line.amount for line in moved] == [5]
        assert await standings.wins(conn, five[1]) == 1


async def test_weeks_gone_by_are_forgotten_and_all_time_is_not(database, five):
    async with database.write() as conn:
        assert await standings.forget_weeks(conn, WEEK + 1) == len(five) + 1
        assert await standings.forget_weeks(conn, WEEK + 1) == 0
        assert await standings.wins(conn, five[0]) == 3


async def test_the_strongest_are_those_who_are_surely_rated(database, five):
    a, b, c, d, _ = five
    rows = [
        (a, 1500.4, True, NOW),
        (b, 1700.0, False, NOW),
        (c, 1600.0, True, NOW - 9),
        (d, 1500.4, True, NOW),
    ]
    async with database.write() as conn:
        for player, rating, settled, at in rows:
            await ratings.keep(conn, RatingRow(player, "mahbusa", rating, 100.0, 9, at, settled))
        ever = await ratings.strongest(conn, "mahbusa", Place(), 0, 10)
        week = await ratings.strongest(conn, "mahbusa", Place(WORLD, WEEK), 0, 10)
        home = await ratings.strongest(conn, "mahbusa", Place(HOME, WEEK), 0, 10)
        own = [await ratings.place_of(conn, "mahbusa", Place(), player) for player in five]
        assert await ratings.strongest(conn, "tawla31", Place(), 0, 10) == []
    assert [(line.player, line.amount) for line in ever] == [(c, 1600), (a, 1500), (d, 1500)]
    assert [line.player for line in week] == [a, d]
    assert home == []
    assert [line and line.place for line in own] == [2, None, 1, 3, None]

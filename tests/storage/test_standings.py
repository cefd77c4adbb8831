"""Lists of who has most and who is strongest, and one's own place in them."""

import pytest
from sqlalchemy import event

from storage import ledger, players, ratings, standings
from storage.ratings import RatingRow
from storage.standings import ALL_TIME, WORLD, Place

WEEK = 2_947
HOME = "telegram:-1"
NOW = 1_790_000_000_000


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
    monday = 1_788_134_400_000  # 2026-08-31
    assert standings.week(monday) == standings.week(monday + 7 * 24 * 3600 * 1000 - 1) > ALL_TIME
    assert standings.week(monday - 1) == standings.week(monday) - 1


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


async def test_who_is_left_out_leaves_no_gap(database, five):
    a, b, c, _, e = five
    async with database.read() as conn:
        found = await standings.most(conn, "wins", Place(), 0, 9, {a, e})
        own = [await standings.place_of(conn, "wins", Place(), player, {a, e}) for player in (b, c)]
    assert [(line.place, line.player) for line in found] == [(1, c), (2, b)]
    assert [line.place for line in own] == [2, 1]


@pytest.fixture(params=[standings.FEW, 1], ids=["few at home", "many at home"])
async def at_home(request, database, five, monkeypatch):
    """The last three of five at home."""
    monkeypatch.setattr(standings, "FEW", request.param)
    async with database.write() as conn:
        for player in five[2:]:
            await standings.add(conn, Place(HOME), player, 0, 0)


@pytest.mark.usefixtures("at_home")
async def test_the_strongest_are_those_who_are_surely_rated(database, five):
    a, b, c, d, _ = five
    rows = [(a, 1500.4, True), (b, 1700.0, False), (c, 1600.0, True), (d, 1500.4, True)]
    async with database.write() as conn:
        for player, rating, settled in rows:
            await ratings.keep(conn, RatingRow(player, "mahbusa", rating, 100.0, 9, NOW, settled))
        world = await ratings.strongest(conn, "mahbusa", WORLD, 0, 10)
        home = await ratings.strongest(conn, "mahbusa", HOME, 0, 10)
        second = await ratings.strongest(conn, "mahbusa", HOME, 1, 10)
        own = [await ratings.place_of(conn, "mahbusa", WORLD, player) for player in five]
        here = [await ratings.place_of(conn, "mahbusa", HOME, player) for player in five]
        assert await ratings.strongest(conn, "tawla31", HOME, 0, 10) == []
    assert [(line.player, line.amount) for line in world] == [(c, 1600), (a, 1500), (d, 1500)]
    assert [(line.place, line.player, line.name) for line in home] == [(1, c, "c"), (2, d, "d")]
    assert second == home[1:]
    assert [line and line.place for line in own] == [2, None, 1, 3, None]
    assert [line and line.place for line in here] == [None, None, 1, 2, None]


@pytest.mark.usefixtures("at_home")
async def test_the_richest_come_first(database, five):
    a, b, c, d, e = five
    async with database.write() as conn:
        assert await standings.richest(conn, WORLD, 0, 9) == []
        for player, amount in ((a, 5), (b, 0), (c, 9), (e, 5)):
            account = await ledger.player_account(conn, player)
            if amount:
                await ledger.transfer(conn, f"gift:{player}", ledger.HOUSE, account, amount, 0)
        world = await standings.richest(conn, WORLD, 0, 9)
        home = await standings.richest(conn, HOME, 0, 9)
        own = [await standings.place_of_rich(conn, HOME, player) for player in five]
        assert await standings.richest(conn, HOME, 0, 9, {c}) == [home[1]._replace(place=1)]
    assert [(line.player, line.amount) for line in world] == [(c, 9), (a, 5), (e, 5)]
    assert [line.player for line in home] == [c, e]
    assert [line and line.place for line in own] == [None, None, 1, None, 2], "who has none is in no list"
    assert d not in {line.player for line in world}


LISTS = {
    "ix_standings_wins": (
        lambda conn: standings.most(conn, "wins", Place(), 0, 11, {1}),
        lambda conn, player: standings.place_of(conn, "wins", Place(), player, {1}),
    ),
    "ix_standings_pearls": (
        lambda conn: standings.most(conn, "pearls", Place(HOME, WEEK), 0, 11),
        lambda conn, player: standings.place_of(conn, "pearls", Place(HOME, WEEK), player),
    ),
    "ix_ratings_list": (
        lambda conn: ratings.strongest(conn, "mahbusa", WORLD, 0, 11),
        lambda conn, player: ratings.place_of(conn, "mahbusa", WORLD, player),
    ),
    "ix_accounts_list": (
        lambda conn: standings.richest(conn, WORLD, 0, 11),
        lambda conn, player: standings.place_of_rich(conn, WORLD, player),
    ),
}


@pytest.mark.sqlite
@pytest.mark.parametrize("index", LISTS)
async def test_a_list_is_read_from_its_index_in_order(database, five, index):
    page, own = LISTS[index]
    async with database.write() as conn:
        await standings.add(conn, Place(HOME, WEEK), five[0], 1, 1)
        await ratings.keep(conn, RatingRow(five[0], "mahbusa", 1500.0, 100.0, 9, NOW, True))
        account = await ledger.player_account(conn, five[0])
        await ledger.transfer(conn, "gift", ledger.HOUSE, account, 1, 0)
        plan = await plans(conn, page(conn))
        assert f"COVERING INDEX {index}" in plan[0]
        assert plan[0].count("TEMP B-TREE") == 1, "only the page itself is put in order, not all before it"
        plan = await plans(conn, own(conn, five[0]))
        assert f"COVERING INDEX {index}" in plan[0]
        assert "TEMP B-TREE" not in plan[0]
        assert "SCAN" not in plan[0].replace("SCAN CONSTANT ROW", "")


async def plans(conn, reading):
    """How SQLite goes about each statement that something reads by."""
    asked = []

    def note(_conn, _cursor, statement, values, *_):
        asked.append((statement, values))

    event.listen(conn.sync_connection, "before_cursor_execute", note)
    await reading
    event.remove(conn.sync_connection, "before_cursor_execute", note)
    return [
        "\n".join(row[3] for row in await conn.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values))
        for statement, values in asked
    ]

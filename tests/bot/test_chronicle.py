"""What came of a match is noted once, with the finish itself, and whatever happens around it."""

import asyncio
import json
from dataclasses import replace

import pytest

from bot import shelf, tally
from bot.intents import Ask, Rematch, Resign, What
from bot.phrases import phrases
from bot.table import Against, Stage
from bot.tables import Tables
from bot.view import view
from rules import match as matches
from rules.actions import Confirm, Move, OpeningRoll
from rules.actions import Resign as GiveUp
from rules.match import Leave
from rules.position import parse
from rules.ruleset import PRESETS
from rules.seat import Seat
from storage import achievements as achieved
from storage import ratings, results, standings
from storage.results import Versus
from storage.standings import Place


async def kept(house, table):
    async with house.database.read() as conn:
        return await results.of_table(conn, table.id)


async def give_up(house, table, person, what=What.MATCH):
    await house.wish(table, person, Ask(what))
    return (await house.wish(table, person, Resign(what))).table


@pytest.mark.parametrize("preset", ["mahbusa", "majlis_sheesh_besh", "race31"])
async def test_a_match_between_two_people_is_noted(house, preset):
    table = await house.finish(await house.begin(preset, home="telegram:-100"))
    row = await kept(house, table)
    match = table.match
    assert (row.finished_at, row.preset, row.game) == (house.now, preset, match.ruleset.game)
    assert (row.target, row.score, row.games) == (match.ruleset.target, match.score, match.number)
    assert row.players == (house.ali.id, house.sara.id)
    assert row.winner == match.verdict.winner
    assert row.winner_id == row.players[row.winner]
    assert row.biggest == max(outcome.points for outcome in match.outcomes)
    assert row.turns >= sum(match.game.turns)
    assert row.turns == sum(match.game.turns) or row.games > 1
    assert row.ended == "target"
    assert row.level is None
    assert row.rated
    assert row.home == "telegram:-100"


async def test_against_the_computer_is_noted_but_not_rated(house):
    table = await house.practise(target=1)
    table = await give_up(house, table, house.ali)
    row = await kept(house, table)
    assert row.players == (house.ali.id, None)
    assert (row.against, row.level, row.ended) == ("computer", "medium", "left")
    assert not row.rated
    assert row.winner_id is None


async def test_one_screen_leaves_no_row(house):
    table = await house.finish(await house.practise(against=Against.LOCAL))
    assert table.stage is Stage.FINISHED
    assert await kept(house, table) is None


async def test_given_up_at_once_is_noted_but_not_rated(house):
    table = await give_up(house, await house.begin(target=3), house.sara, What.GAME)
    table = await give_up(house, table, house.sara)
    row = await kept(house, table)
    assert row.resigned == (0, 1)
    assert row.winner == Seat.FIRST
    assert not row.rated


async def test_two_at_the_same_moment_leave_one_row(house):
    table = await house.begin()
    await house.wish(table, house.ali, Ask(What.MATCH))
    await asyncio.gather(
        *(house.wish(table, house.ali, Resign(What.MATCH), key=str(n % 2)) for n in range(6))
    )
    async with house.database.read() as conn:
        assert len(await results.of_player(conn, house.ali.id, 10)) == 1


async def test_a_finish_that_breaks_off_leaves_neither_finish_nor_row(house, monkeypatch):
    table = await house.begin()
    await house.wish(table, house.ali, Ask(What.MATCH))

    async def fails(*_, **__):
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr("bot.tables.stored.append_events", fails)
        with pytest.raises(ZeroDivisionError):
            await house.wish(table, house.ali, Resign(What.MATCH))
    assert await kept(house, table) is None
    assert (await house.tables.get(table.code)).stage is Stage.PLAYING
    over = (await house.wish(table, house.ali, Resign(What.MATCH))).table
    assert (await kept(house, over)).ended == "left"


async def test_who_leads_against_whom(house):
    for loser in (house.ali, house.ali, house.sara):
        await give_up(house, await house.begin(), loser)
    await give_up(house, await house.begin("majlis_sheesh_besh"), house.ali)
    async with house.database.read() as conn:
        found = await results.head_to_head(conn, house.sara.id, house.ali.id)
        mirrored = await results.head_to_head(conn, house.ali.id, house.sara.id)
        nobody = await results.head_to_head(conn, house.ali.id, house.omar.id)
        assert await results.streak(conn, house.sara.id) == 1
        assert await results.streak(conn, house.ali.id) == 0
        records = await results.records(conn, house.sara.id)
    assert found.all == Versus(3, 1)
    assert found.games == {"mahbusa": Versus(2, 1), "sheesh_besh": Versus(1, 0)}
    assert mirrored.all == Versus(1, 3)
    assert (nobody.all, nobody.games) == (Versus(0, 0), {})
    assert records["mahbusa"][:2] == (3, 2)
    assert records["mahbusa"][4:] == (3, 2)


async def test_streaks_are_of_matches_against_people(house):
    async with house.database.read() as conn:
        assert await results.best_streak(conn, house.sara.id) == 0
    for losers in ("aaas", "aas"):
        for loser in losers:
            await give_up(house, await house.begin(), {"a": house.ali, "s": house.sara}[loser])
    await give_up(house, await house.practise(), house.ali)
    async with house.database.read() as conn:
        best = [await results.best_streak(conn, person.id) for person in (house.sara, house.ali)]
        now = [await results.streak(conn, person.id) for person in (house.sara, house.ali)]
        records = await results.records(conn, house.ali.id)
    assert (best, now) == ([3, 1], [0, 1])
    assert records["mahbusa"][:2] == (8, 2)
    assert records["mahbusa"][4:] == (7, 2)


async def test_a_rematch_is_at_home_where_the_first_match_was(house):
    table = await give_up(house, await house.begin(home="discord:7"), house.ali)
    for person in (house.ali, house.sara):
        table = (await house.wish(table, person, Rematch())).table
    assert (await house.tables.get(table.next_code)).home == "discord:7"


async def test_what_began_before_a_home_was_called_otherwise_counts_there(house):
    table = await house.begin(home="telegram:-7")
    async with house.database.write() as conn:
        await results.move(conn, "telegram:-7", "telegram:-1007")
    table = await house.finish(table)
    assert (await kept(house, table)).home == "telegram:-1007"
    async with house.database.read() as conn:
        assert await standings.most(conn, "wins", Place("telegram:-1007"), 0, 5)
        assert not await standings.most(conn, "wins", Place("telegram:-7"), 0, 5)


async def test_a_home_may_be_called_otherwise(house):
    table = await give_up(house, await house.begin(home="telegram:-7"), house.ali)
    async with house.database.write() as conn:
        await results.move(conn, "telegram:-7", "telegram:-1007")
    assert (await kept(house, table)).home == "telegram:-1007"


def pinned_mother():
    """A match in which the first seat has just pinned the second one's mother, and the tally of that turn."""
    begun, _ = matches.apply(matches.new(PRESETS["majlis_mahbusa"]), None, OpeningRoll(2, 1))
    position = parse("3 2 off13 / 24 1x2 off12")
    match = replace(begun, game=replace(begun.game, position=position, dice=(2, 1), left=(2, 1)))
    counts = tally.NOTHING
    for action in (Move(3, 2), Move(2, 1), Confirm()):
        after, _ = matches.apply(match, Seat.FIRST, action)
        counts = tally.counted(counts, match, after)
        match = after
    return match, counts


def test_a_pinned_mother_is_seen_while_the_game_goes_on():
    _, counts = pinned_mother()
    assert counts.trapped == (False, True)
    assert counts.pins == (0, 0)
    assert tally.read(json.loads(json.dumps(counts))) == counts


@pytest.mark.parametrize(
    ("loser", "escapes"), [(Seat.FIRST, (0, 1)), (Seat.SECOND, (0, 0))], ids=["escaped", "held"]
)
def test_a_game_won_after_ones_mother_was_pinned_is_an_escape(loser, escapes):
    match, counts = pinned_mother()
    after, _ = matches.apply(match, loser, GiveUp())
    closed = tally.counted(counts, match, after)
    assert closed.pins == (1, 0)
    assert closed.escapes == escapes
    assert closed.turns == 1
    assert closed.trapped == (False, False), "the next game begins anew"


def test_leaving_between_two_games_counts_no_turn_twice():
    match = matches.new(replace(PRESETS["mahbusa"], target=3))
    match, _ = matches.apply(match, None, OpeningRoll(2, 1))
    after, _ = matches.apply(match, Seat.FIRST, GiveUp())
    once = tally.counted(tally.NOTHING, match, after)
    left, _ = matches.apply(after, Seat.FIRST, Leave())
    assert tally.counted(once, after, left) == once


async def standing(house, person, game="mahbusa"):
    """Somebody's rating, sums of all time and achievements."""
    async with house.database.read() as conn:
        rating = await ratings.rating(conn, person.id, game)
        wins = await standings.place_of(conn, "wins", Place(), person.id)
        pearls = await standings.place_of(conn, "pearls", Place(), person.id)
        won = [row.name for row in await achieved.of_player(conn, person.id)]
    return rating, wins and wins.amount, pearls and pearls.amount, won


async def test_a_rated_match_moves_both_ratings_and_says_so(house):
    table = await house.finish(await house.begin())
    winner = table.match.verdict.winner
    marks = table.marks
    assert marks[winner].change > 0 > marks[winner.other].change
    for seat, person in enumerate((house.ali, house.sara)):
        rating, _, pearls, _ = await standing(house, person)
        assert (round(rating.rating), rating.matches) == (marks[seat].rating, 1)
        assert rating.updated_at == house.now
        assert pearls == table.paid[seat]
    lines = view(table, winner, phrases("en")).lines
    assert f"Your rating: \u2066{marks[winner].rating} (+{marks[winner].change})\u2069" in lines
    assert any("First win" in line for line in lines)
    assert shelf.read(shelf.row(table, b"", 0)).marks == marks


async def test_what_does_not_count_moves_no_rating(house):
    early = await give_up(house, await house.begin(), house.ali)
    practice = await give_up(house, await house.practise(target=1), house.ali)
    for table in (early, practice):
        assert all(mark is None or mark.rating is None for mark in table.marks)
    assert await standing(house, house.sara) == (None, None, 25, [])


async def test_an_achievement_comes_once(house):
    first = await house.finish(await house.begin())
    winner = first.match.verdict.winner
    person = (house.ali, house.sara)[winner]
    _, _, _, won = await standing(house, person)
    assert "first_win" in won
    assert set(first.marks[winner].awards) == set(won)
    for _ in range(2):
        again = await house.finish(await house.begin())
        assert "first_win" not in again.marks[winner].awards
    _, _, _, later = await standing(house, person)
    assert later.count("first_win") == 1


async def test_double_taps_and_a_restart_count_a_match_once(house):
    table = await house.begin(home="telegram:-1")
    while min(table.match.game.turns) < 5:
        table = await house.play_turn(table)
    await house.wish(table, house.ali, Ask(What.MATCH))
    leave = [house.wish(table, house.ali, Resign(What.MATCH), key=str(n % 3)) for n in range(6)]
    await asyncio.gather(*leave)
    reopened = Tables(house.database)
    await reopened.handle(table.code, house.ali, Resign(What.MATCH), now=house.now, key="0")
    rating, wins, _, won = await standing(house, house.sara)
    assert (rating.matches, wins, won) == (1, 1, ["first_win"])
    async with house.database.read() as conn:
        here = await standings.most(conn, "wins", Place("telegram:-1", standings.week(house.now)), 0, 10)
    assert [(line.name, line.amount) for line in here] == [("Sara", 1)]


async def test_a_finish_that_breaks_off_moves_nothing(house, monkeypatch):
    table = await house.begin()
    while min(table.match.game.turns) < 5:
        table = await house.play_turn(table)
    await house.wish(table, house.ali, Ask(What.MATCH))

    async def fails(*_, **__):
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr("bot.tables.stored.append_events", fails)
        with pytest.raises(ZeroDivisionError):
            await house.wish(table, house.ali, Resign(What.MATCH))
    assert await standing(house, house.sara) == (None, None, None, [])


async def test_pearls_earned_are_those_beyond_the_stake(house):
    for person in (house.ali, house.sara):
        await house.grant(person, 100)
    table = await house.finish(await house.begin(stake=100, clock="daily"))
    winner = (house.ali, house.sara)[table.match.verdict.winner]
    assert (await standing(house, winner))[2] == 80

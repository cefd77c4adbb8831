"""What a host is told to look at."""

import json

from bot.intents import Ask, Resign, What
from bot.reporting import as_json, lines, suspicions
from rules.ruleset import ClockKind
from storage import results
from storage.reports import Report


async def lost(house, loser, **changes):
    table = await house.begin(target=1, **changes)
    for intent in (Ask(What.MATCH), Resign(What.MATCH)):
        await house.wish(table, loser, intent)


async def found(house):
    async with house.database.read() as conn:
        return suspicions(await results.since(conn, 0))


async def test_pearls_that_flow_one_way_are_told(house):
    for person in (house.ali, house.sara):
        await house.grant(person, 100)
    assert lines(await found(house), [], {}) == ["nothing to look at"]
    for _ in range(4):
        await lost(house, house.ali, stake=10, clock=ClockKind.RELAXED)
    (one,) = await found(house)
    assert one == ((house.sara.id, house.ali.id), 4, 4, 40, 4)
    text = lines([one], [], {house.sara.id: "Sara"})[0]
    assert "'Sara' gained 40 pearls" in text
    assert json.loads(json.dumps(as_json([one], [])))["pairs"][0]["flow"] == 40


async def test_who_wins_now_and_then_is_not_told(house):
    for person in (house.ali, house.sara):
        await house.grant(person, 100)
    for loser in (house.ali, house.sara):
        await lost(house, loser, stake=10, clock=ClockKind.RELAXED)
    assert await found(house) == []


def test_the_host_reads_names_and_words_in_their_own_letters_and_nothing_makes_a_second_line():
    told = Report(1, "KAHWAH", 1, "ليلى", 2, "राम\u202e\nnobody", "يماطل عمدًا", "[]", 0)
    (line,) = lines([], [told], {})
    assert "'ليلى' reports" in line
    assert "'يماطل عمدًا'" in line
    assert r"'राम\u202e\nnobody'" in line
    assert line.isprintable()

"""Muting, blocking and reporting."""

import json
from dataclasses import replace

import pytest

from bot.company.manners import LISTED, MAX_REASON
from bot.intents import Rematch, Sit
from bot.phrases import phrases
from bot.table import No
from rules.errors import Malformed, Refused
from storage import blocks, players, reports


def taps(panel):
    return [tap.act for row in panel.rows for tap in row]


def heard(circle, table, reader):
    return circle.company.talk.heard(table, reader and reader.id, phrases("en"))


async def refused(doing):
    with pytest.raises(Refused) as error:
        await doing
    return error.value.reason


async def test_who_is_muted_is_heard_by_others_and_not_told(circle):
    house = circle.house
    table = await house.begin()
    await circle.act(house.ali, f"say.{table.code}.hello")
    told = []
    circle.company.talk.listeners.append(told.append)
    panel = await circle.act(house.sara, f"mute.{table.code}")
    assert told == [table]  # what stood on her board goes at once
    assert f"hear.{table.code}" in taps(panel)
    await circle.act(house.ali, f"say.{table.code}.luck")
    assert heard(circle, table, house.sara) == ()
    assert len(heard(circle, table, house.ali)) == len(heard(circle, table, None)) == 2
    await circle.act(house.sara, f"hear.{table.code}")
    assert len(heard(circle, table, house.sara)) == 2


async def test_a_block_is_asked_back_first(circle):
    house = circle.house
    panel = await circle.act(house.sara, f"block.{house.ali.id}")
    async with house.database.read() as conn:
        assert not await blocks.blocked(conn, house.sara.id, house.ali.id)
    assert f"block.{house.ali.id}.yes" in taps(panel)


@pytest.mark.parametrize("by_whom", ["ali", "sara"])
async def test_between_blocked_people_nothing_passes(circle, by_whom):
    house = circle.house
    await house.grant(house.ali, 30)
    table = await house.begin()
    await circle.act(house.ali, f"say.{table.code}.hello")
    one, other = (house.ali, house.sara) if by_whom == "ali" else (house.sara, house.ali)
    await circle.act(one, f"block.{other.id}.yes")
    assert heard(circle, table, house.sara) == ()
    for act in ("say.{}.hello", "gift.{}.coffee.0"):
        assert await refused(circle.act(house.ali, act.format(table.code))) == No.NOT_PASSED_ON
    assert await house.pearls(house.ali) == 30


@pytest.mark.parametrize("by_whom", ["ali", "sara"])
async def test_blocked_people_do_not_meet(circle, by_whom):
    house = circle.house
    over = await house.finish(await house.begin())
    one, other = (house.ali, house.sara) if by_whom == "ali" else (house.sara, house.ali)
    await circle.act(one, f"block.{other.id}.yes")
    waits = await house.open()
    assert (await house.wish(waits, house.sara, Sit())).refused == No.NO_SEAT_FOR_YOU
    assert (await house.wish(waits, house.omar, Sit())).refused is None
    assert (await house.wish(over, house.sara, Rematch())).refused == No.NO_SEAT_FOR_YOU
    challenge = replace(house.setup(), guest=house.sara.id)
    assert await refused(house.tables.open(house.ali, challenge, house.now)) == No.TAKES_NO_CHALLENGE


async def test_a_match_under_way_goes_on(circle):
    house = circle.house
    table = await house.begin()
    await circle.act(house.sara, f"block.{house.ali.id}.yes")
    assert (await house.finish(table)).match.verdict


async def test_the_list_leads_back(circle):
    house = circle.house
    for person in (house.ali, house.omar):
        await circle.act(house.sara, f"block.{person.id}.yes")
    assert taps(await circle.act(house.sara, "blocked")) == [
        f"unblock.{house.ali.id}",
        f"unblock.{house.omar.id}",
    ]
    await circle.act(house.sara, f"unblock.{house.ali.id}")
    assert taps(await circle.act(house.sara, "blocked")) == [f"unblock.{house.omar.id}"]
    assert taps(await circle.act(house.ali, "blocked")) == []
    assert (await house.wish(await house.open(), house.sara, Sit())).refused is None


async def test_a_long_list_has_pages_and_everybody_on_it_has_a_way_back(circle):
    house = circle.house
    async with house.database.write() as conn:
        for number in range(2 * LISTED + 1):
            row = await players.create(conn, "test", f"x{number}", f"X{number}", "en", house.now)
            await blocks.block(conn, house.sara.id, row.id, house.now + number)
    seen = []
    for page in range(3):
        found = taps(await circle.act(house.sara, f"blocked.{page}"))
        seen += [one for one in found if one.startswith("unblock.")]
        assert (f"blocked.{page + 1}" in found) == (page < 2)
        assert (f"blocked.{page - 1}" in found) == (page > 0)
    assert len(set(seen)) == len(seen) == 2 * LISTED + 1
    assert taps(await circle.act(house.sara, "blocked.99")) == found, "the last one there is"


async def test_the_host_is_told_that_there_are_reports(circle, caplog):
    house = circle.house
    table = await house.begin()
    await circle.act(house.sara, f"report.{table.code}.insults")
    assert f"table {table.code}: a player was reported, 1 in the last day; see `majlis report`" in caplog.text
    assert "Ali" not in caplog.text


@pytest.mark.parametrize(
    "forged",
    [
        "block.0",
        "block.999",
        "block.x",
        "block.{}",
        "unblock.{}",
        "block",
        "blocked.x",
        "blocked.1.2",
        "block." + "9" * 20,
        "unblock." + "9" * 40,
    ],
)
async def test_forged_acts_are_refused(circle, forged):
    ali = circle.house.ali
    with pytest.raises(Malformed):
        await circle.act(ali, forged.format(ali.id))


async def test_the_host_reads_why_and_what_was_said(circle):
    house = circle.house
    table = await house.begin()
    await circle.act(house.ali, f"say.{table.code}.hurry")
    panel = await circle.act(house.sara, f"report.{table.code}")
    assert f"report.{table.code}.insults" in taps(panel)
    await circle.act(house.sara, f"report.{table.code}.insults")
    async with house.database.read() as conn:
        (report,) = await reports.newest(conn)
    assert (report.player, report.accused, report.reason) == ("Sara", "Ali", "insults")
    (line,) = json.loads(report.lines)
    assert (line["player"], line["at"]) == (house.ali.id, house.now)
    assert "Hurry up" in line["said"]


async def test_a_reason_in_ones_own_words_is_cut_and_cleaned(circle):
    house = circle.house
    table = await house.begin()
    await circle.act(house.sara, f"report.{table.code}", typed="he\u202e said\nthings " + "x" * 10_000)
    async with house.database.read() as conn:
        (report,) = await reports.newest(conn)
    assert report.reason.startswith("he said things xxx")
    assert len(report.reason) == MAX_REASON
    assert await refused(circle.act(house.sara, f"report.{table.code}", typed="\u202e")) == No.NOTHING_SAID

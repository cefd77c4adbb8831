"""What a host asks for: closing a running table, keeping people out and letting them in; stakes always add up."""

import json

import pytest

from bot import bans as kept_out
from bot.bans import Bans, read_subject, sentence
from bot.errands import Errands
from bot.house import dissolve
from bot.intents import Rematch, Sit
from bot.phrases import LANGUAGES, phrases
from bot.table import No, Stage
from bot.view import view
from rules.errors import Malformed, Reason, Refused
from rules.ruleset import ClockKind
from rules.seat import Seat
from storage import bans, errands, players

DAY_MS = 24 * 3600 * 1000
BAN = {"do": "ban", "until": None, "why": ""}


@pytest.fixture
def desk(house):
    return Errands(house.database, house.tables, lambda: house.now)


async def stake_table(house):
    for person in (house.ali, house.sara):
        await house.grant(person, 100)
    return await house.begin(stake=100, clock=ClockKind.RELAXED)


async def test_a_running_table_is_closed_and_the_stakes_go_back_whole(house, desk):
    table = await house.play_turn(await stake_table(house))
    errand = {"do": "close", "code": table.code, "refund": False}
    assert not (await desk.do(errand)).ok
    done = await desk.do({**errand, "refund": True})
    assert done == (True, f"table {table.code} is closed; pearls given back: 200")
    assert [await house.pearls(person) for person in (house.ali, house.sara)] == [100, 100]
    closed = await house.tables.get(table.code)
    assert (closed.stage, closed.wake_at, closed.seed) == (Stage.CLOSED, None, None)
    for seat in (*Seat, None):
        for language in LANGUAGES:
            assert view(closed, seat, phrases(language)).text
    assert not (await desk.do({**errand, "refund": True})).ok
    assert house.told[-1] == closed


async def test_what_is_over_is_not_closed(house):
    table = await house.finish(await house.begin(target=1))
    with pytest.raises(Refused, match=Reason.MATCH_OVER):
        dissolve(table)


async def test_who_is_kept_out_leaves_and_comes_nowhere(house, desk):
    running = await stake_table(house)
    waiting = await house.open()
    done = await desk.do({**BAN, "subject": "test:Ali"})
    assert not done.ok  # no platform of ours
    done = await desk.do({**BAN, "subject": f"player:{house.ali.id}", "why": "rudeness"})
    assert done == (True, f"player:{house.ali.id} is kept out; tables ended: 2")
    running = await house.tables.get(running.code)
    assert running.match.verdict.winner is running.seat_of(house.sara.id)
    assert await house.pearls(house.sara) == 180
    assert (await house.tables.get(waiting.code)).stage is Stage.CLOSED
    with pytest.raises(Refused, match=No.KEPT_OUT):
        await house.open()
    assert (await house.wish(running, house.ali, Rematch())).refused is No.KEPT_OUT
    house.ali, house.sara = house.sara, house.ali
    theirs = await house.open()
    assert (await house.wish(theirs, house.sara, Sit())).refused is No.KEPT_OUT
    assert (await desk.do({"do": "unban", "subject": f"player:{house.sara.id}"})).ok
    assert (await house.wish(theirs, house.sara, Sit())).refused is None
    assert not (await desk.do({"do": "unban", "subject": f"player:{house.sara.id}"})).ok


async def test_one_name_stands_for_all_and_a_ban_has_its_end(house):
    async with house.database.write() as conn:
        await players.alias(conn, "telegram", "123", house.ali.id)
        await players.alias(conn, "discord", "9", house.ali.id)
        await bans.keep(conn, bans.BanRow("telegram:123", house.now + DAY_MS, "", house.now))
        await bans.keep(conn, bans.BanRow("telegram:-100", None, "", house.now))
    known = Bans()
    await known.load(house.database)
    assert known.of(house.now, "discord:9")
    assert known.of_player(house.ali.id, house.now)
    assert known.of(house.now, "telegram:5", "telegram:-100")
    assert not known.of(house.now, "telegram:5", "discord:-100")
    assert not known.of_player(house.sara.id, house.now)
    house.now += DAY_MS
    assert not known.of(house.now, "discord:9")


async def test_errands_left_for_the_program_are_answered_once(house, desk):
    async with house.database.write() as conn:
        numbers = [
            await errands.ask(conn, what, house.now)
            for what in (json.dumps({"do": "close", "code": "NOSUCH", "refund": True}), "{", '{"do": "sing"}')
        ]
    assert await desk.do_waiting() == 3
    assert await desk.do_waiting() == 0
    async with house.database.read() as conn:
        answers = [json.loads(await errands.answer_of(conn, number)) for number in numbers]
    assert [ok for ok, _ in answers] == [False] * 3


async def test_whoever_writes_again_is_told_once_an_hour(house):
    known = Bans()
    assert not known.is_told("telegram:1", house.now)
    assert known.is_told("telegram:1", house.now + 1)
    assert not known.is_told("telegram:2", house.now)
    assert not known.is_told("telegram:1", house.now + kept_out.TOLD_AGAIN_MS)


def test_names_and_sentences():
    assert read_subject(" telegram:-100123 ") == "telegram:-100123"
    for bad in ("", "telegram", "irc:1", "player:x", "telegram:1 2"):
        with pytest.raises(Malformed):
            read_subject(bad)
    for language in LANGUAGES:
        words = phrases(language)
        for_good = sentence(bans.BanRow("player:1", None, "", 0), words)
        for_days = sentence(bans.BanRow("player:1", 1_790_000_000_000, "cheating", 0), words)
        assert "2026-09-21" in for_days
        assert "cheating" in for_days
        assert "cheating" not in for_good

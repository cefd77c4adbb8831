"""Being forgotten: what goes, what stays, and that nothing comes back."""

import json

import pytest
import sqlalchemy as sa

from bot import people
from bot.bans import PLAYER
from bot.company import forgetting
from bot.company.panel import Tap
from bot.errands import Errands
from bot.intents import Ask, Resign, Sit, What
from bot.names import pseudonym
from bot.phrases import phrases
from bot.play import Person
from bot.table import Against, Stage
from bot.view import in_a_line
from rules.errors import Malformed, Refused
from rules.ruleset import ClockKind
from rules.seat import Seat
from storage import players, schema
from storage.persons import OTHERS, OWN, STAYS


def tap(panel, beginning):
    return next(
        one.act for row in panel.rows for one in row if isinstance(one, Tap) and one.act.startswith(beginning)
    )


async def forget(circle, person):
    """All the way, as somebody who reads the last question."""
    first = await circle.act(person, "forget")
    last = await circle.act(person, tap(first, "forgetme"))
    circle.house.now += 3_000
    return await circle.act(person, tap(last, "forgetme.yes"))


async def everything(house) -> str:
    """All that the database holds, as text."""
    async with house.database.read() as conn:
        rows = [
            row
            for table in schema.metadata.sorted_tables
            for row in (await conn.execute(sa.select(table))).all()
        ]
    return "\n".join(str(tuple(row)) for row in rows)


async def finished(house):
    table = await house.begin(home="telegram:-100")
    for _ in range(12):
        table = await house.play_turn(table)
    await house.wish(table, house.ali, Ask(What.MATCH))
    return (await house.wish(table, house.ali, Resign(What.MATCH))).table


async def test_the_name_is_nowhere_and_the_rival_keeps_the_match(circle):
    house = circle.house
    async with house.database.write() as conn:
        await players.rename(conn, house.ali.id, "Zenobia")
        await players.alias(conn, "telegram_name", "queen_z", house.ali.id)
    house.ali = Person(house.ali.id, "Zenobia")
    await house.grant(house.ali, 30)
    await house.grant(house.sara, 30)
    table = await finished(house)
    for person in (house.ali, house.sara):
        await circle.act(person, f"words.{table.code}.on")
    await circle.act(house.ali, f"say.{table.code}", typed="the desert is mine")
    await circle.act(house.sara, f"gift.{table.code}.coffee.0")
    await circle.act(house.sara, f"report.{table.code}.insults")
    await circle.act(house.ali, f"block.{house.omar.id}.yes")
    await circle.act(house.ali, "set.digits.arabic")
    house.now += 60_000
    before = await everything(house)
    assert all(word in before for word in ("Zenobia", "queen_z", "desert", "arabic"))

    assert (await forget(circle, house.ali)).heading == "You are forgotten."

    after = await everything(house)
    for word in ("Zenobia", "queen_z", "desert", "arabic"):
        assert word not in after, word
    now = await house.tables.get(table.code)
    assert now.name_of(Seat.FIRST) == pseudonym(house.ali.id)
    assert now.match == table.match
    [row, _] = (await circle.act(house.sara, "mine.over.0")).rows
    assert row[0].label.count(pseudonym(house.ali.id)) == 1
    line, mark = in_a_line(now, house.sara.id, phrases("ar")), pseudonym(house.ali.id).removeprefix("Player ")
    assert f"اللاعب {mark}" in line, "each reads it in their language"
    assert await house.pearls(house.ali) == 0
    assert f"forget:{house.ali.id}" in after


async def test_every_column_goes_that_need_not_stay(circle):
    house = circle.house
    await finished(house)
    await forget(circle, house.ali)
    async with house.database.read() as conn:
        for name, column in {*OWN, *OTHERS} - {*STAYS}:
            table = schema.metadata.tables[name]
            query = sa.select(sa.func.count()).where(table.c[column] == house.ali.id)
            assert await conn.scalar(query) == 0, (name, column)


async def test_a_seat_that_was_kept_for_them_waits_no_more(circle):
    house = circle.house
    await house.grant(house.ali, 10)
    kept = await house.open(guest=house.omar.id, stake=10, clock=ClockKind.RELAXED)
    others = await house.open(guest=house.sara.id)
    await forget(circle, house.omar)
    assert (await house.tables.get(kept.code)).stage is Stage.CLOSED
    assert await house.pearls(house.ali) == 10
    assert (await house.tables.get(others.code)).stage is Stage.OPEN


async def test_matches_are_given_up_and_what_waits_is_closed(circle):
    house = circle.house
    for person in (house.ali, house.sara):
        await house.grant(person, 100)
    playing = await house.begin(stake=50, clock=ClockKind.RELAXED)
    waiting = await house.open(stake=20, clock=ClockKind.RELAXED)
    alone = await house.practise()
    shared = await house.practise(against=Against.LOCAL)
    await circle.act(house.ali, "queue.mahbusa.1.0")
    await forget(circle, house.ali)
    stages = {
        table.code: (await house.tables.get(table.code)).stage for table in (playing, waiting, alone, shared)
    }
    assert stages == {
        playing.code: Stage.FINISHED,
        waiting.code: Stage.CLOSED,
        alone.code: Stage.FINISHED,
        shared.code: Stage.FINISHED,
    }
    assert (await house.tables.get(playing.code)).match.verdict.winner is Seat.SECOND
    assert await house.pearls(house.ali) == 0
    assert await house.pearls(house.sara) == 140, "the pot less what the house keeps"
    assert (await house.audit()).sound


async def test_an_evening_goes_no_further(circle):
    house = circle.house
    panel = await circle.act(house.ali, "evening")
    table = await house.tables.get(panel.table)
    table = (await house.wish(table, house.sara, Sit())).table
    await house.wish(table, house.sara, Ask(What.MATCH))
    table = (await house.wish(table, house.sara, Resign(What.MATCH))).table
    assert table.wake_at is not None
    await forget(circle, house.ali)
    house.now += 10**6
    assert (await house.tick(table)).next_code is None


async def test_whoever_comes_back_is_somebody_new(circle):
    house = circle.house
    before = house.ali.id
    await forget(circle, house.ali)
    assert await people.find(house.database, "test", "Ali") is None
    back = await people.create(house.database, "test", "Ali", name="Ali", language="ar", now=house.now)
    assert back.id != before
    assert (await people.load(house.database, before)).name == pseudonym(before)


async def test_words_that_come_late_bring_nothing_back(circle):
    house = circle.house
    late = await circle.asker(house.ali)
    await forget(circle, house.ali)
    await people.rename(house.database, late.player, "Ali the Great")
    await house.tables.likings.choose(late.player, {"theme": "night"})
    async with house.database.write() as conn:
        await players.alias(conn, "telegram_name", "ali", late.id)
    assert await people.find(house.database, "telegram_name", "ali") is None
    forgotten = await people.load(house.database, late.id)
    assert (forgotten.name, forgotten.settings) == (pseudonym(late.id), {})
    for act in ("queue.mahbusa.1.0", "evening"):
        with pytest.raises(Refused, match="busy"):
            await circle.act(house.ali, act)
    with pytest.raises(Refused, match="busy"):
        await house.open()


async def test_a_double_tap_is_no_answer_and_an_old_question_none_any_more(circle):
    house = circle.house
    sure = tap(await circle.act(house.ali, "forgetme.sure"), "forgetme.yes")
    again = await circle.act(house.ali, sure)
    assert again.heading == "Forget you for good?"
    house.now += 2 * 3_600_000
    assert (await circle.act(house.ali, sure)).heading == "Shall I forget you?"
    assert await people.find(house.database, "test", "Ali")


async def test_nobody_is_forgotten_by_anothers_button(circle):
    house = circle.house
    sure = tap(await circle.act(house.ali, "forgetme.sure"), "forgetme.yes")
    house.now += 3_000
    assert (await circle.act(house.sara, sure)).heading == "Shall I forget you?"
    for forged in ("forget.1", "forgetme", "forgetme.yes", "forgetme.yes.1.x"):
        with pytest.raises(Malformed):
            await circle.act(house.sara, forged)
    assert await people.find(house.database, "test", "Sara")
    assert await people.find(house.database, "test", "Ali")


async def test_the_second_of_two_taps_leaves_nobody_behind(circle):
    house = circle.house
    sure = tap(await circle.act(house.ali, "forgetme.sure"), "forgetme.yes")
    house.now += 3_000
    await circle.act(house.ali, sure)
    new = await people.create(house.database, "test", "Ali", name="Ali", language="en", now=house.now)
    assert (await circle.act(Person(new.id, new.name), sure)).heading == "You are forgotten."
    assert await people.find(house.database, "test", "Ali") is None


@pytest.mark.parametrize("by_number", [True, False])
async def test_a_ban_is_not_escaped_and_the_file_tells_of_it(circle, by_number):
    house = circle.house
    async with house.database.write() as conn:
        await players.alias(conn, "telegram", "77", house.ali.id)
    errands = Errands(house.database, house.tables, lambda: house.now)
    subject = f"{PLAYER}:{house.ali.id}" if by_number else "telegram:77"
    await errands.do({"do": "ban", "subject": subject, "until": None, "why": "rude"})
    with pytest.raises(Refused, match="kept_out"):
        await circle.act(house.ali, "mine")
    data = json.loads((await circle.act(house.ali, "export")).file.content)
    assert [ban["subject"] for ban in data["bans"]] == [subject]
    await forget(circle, house.ali)
    back = await people.create(house.database, "telegram", "77", name="Ali", language="en", now=house.now)
    await house.tables.bans.load(house.database)
    assert house.tables.bans.of(house.now, "telegram:77").why == "rude"
    assert house.tables.bans.of_player(back.id, house.now)
    assert (await errands.do({"do": "unban", "subject": "telegram:77"})).ok
    assert not house.tables.bans.of_player(back.id, house.now)


async def test_who_was_forgotten_is_not_recognised_though_nobody_heard_of_it(circle, monkeypatch):
    house, likings = circle.house, circle.house.tables.likings
    guest = await people.create(house.database, "web", "nonce", name="Huda", language="en", now=house.now)
    assert await likings.find("web", "nonce") == guest
    goes = forgetting._goes

    async def unheard(*args):
        await goes(*args)
        raise ConnectionResetError("the server committed, its answer was lost")

    monkeypatch.setattr(forgetting, "_goes", unheard)
    with pytest.raises(ConnectionResetError):
        await forgetting._forget(circle.company, guest.id)
    assert await people.find(house.database, "web", "nonce") is None
    assert await likings.find("web", "nonce") is None

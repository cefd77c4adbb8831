"""Phrases, words of one's own and gifts between the people of a table."""

import asyncio

import pytest

from bot.company.phrasebook import EMOTES, GIFTS, MAX_WORDS, PHRASES, clean_words
from bot.company.talk import IN_COMPANY, KEPT_MS, PERSON, SHOWN, SHOWN_MS, Talk
from bot.intents import Sit
from bot.phrases import isolated, phrases
from bot.table import Against, No
from rules.errors import Malformed, Refused
from rules.ruleset import ClockKind
from storage import gifts, persons, said


def taps(panel):
    return [tap for row in panel.rows for tap in row]


def heard(circle, table, reader, language="en"):
    return circle.company.talk.heard(table, reader and reader.id, phrases(language))


async def refused(doing):
    with pytest.raises(Refused) as error:
        await doing
    return error.value.reason


async def allow_words(circle, table, *persons):
    for person in persons:
        await circle.act(person, f"words.{table.code}.on")


async def test_each_reads_a_phrase_in_their_own_language(circle):
    house = circle.house
    table = await house.begin()
    panel = await circle.act(house.ali, f"say.{table.code}.thanks")
    assert panel.is_said_only
    for language, word in (("en", "Thanks!"), ("ar", "شكرًا!"), ("hi", "शुक्रिया!")):
        assert heard(circle, table, house.sara, language) == (f"💬 {isolated('Ali')}: {word}",)


async def test_every_phrase_and_emote_can_be_said_by_a_button(circle):
    house = circle.house
    table = await house.begin()
    names = set()
    for page in range(2):
        panel = await circle.act(house.sara, f"talk.{table.code}.{page}")
        assert len(panel.rows) <= 5
        assert all(len(row) <= 5 for row in panel.rows)
        names |= {tap.act.split(".")[2] for tap in taps(panel) if tap.act.startswith("say.")}
    assert names == set(PHRASES) | set(EMOTES)


async def test_the_last_three_things_are_heard_for_a_while(circle):
    house = circle.house
    table = await house.begin()
    for number, name in enumerate(("hello", "luck", "thanks", "fire")):
        house.now += 1000 * number
        await circle.act(house.ali, f"say.{table.code}.{name}")
    lines = heard(circle, table, house.sara)
    assert [line[-1] for line in lines] == ["!", "!", EMOTES["fire"]]
    assert len(lines) == SHOWN
    house.now += SHOWN_MS
    assert heard(circle, table, house.sara) == ()


async def test_talk_changes_nothing_of_the_table(circle):
    house = circle.house
    table = await house.begin(clock=ClockKind.RELAXED)
    told = []
    circle.company.talk.listeners.append(told.append)
    await circle.act(house.ali, f"say.{table.code}.hello")
    assert await house.tables.get(table.code) == table
    assert told == [table]


async def test_a_day_at_the_daily_clock_is_not_too_late_to_be_heard(circle):
    house = circle.house
    table = await house.begin(clock=ClockKind.DAILY)
    await circle.act(house.ali, f"say.{table.code}.hello")
    house.now += KEPT_MS - 1
    assert len(heard(circle, table, house.sara)) == 1


async def test_a_restart_forgets_nothing_that_is_still_shown(circle):
    house = circle.house
    table = await house.begin()
    await circle.act(house.sara, f"mute.{table.code}")
    await circle.act(house.ali, f"say.{table.code}.hello")
    again = Talk(house.database, house.tables, lambda: house.now)
    await again.remember()
    assert len(again.heard(table, house.ali.id, phrases("en"))) == 1
    assert again.heard(table, house.sara.id, phrases("en")) == ()


async def test_what_is_old_is_forgotten(circle):
    house = circle.house
    table = await house.begin()
    await circle.act(house.ali, f"say.{table.code}.hello")
    house.now += KEPT_MS + 1
    forgetting = asyncio.create_task(circle.company.talk.run())
    async with house.database.read() as conn:
        while await said.last(conn, table.id):
            await asyncio.sleep(0)
            await conn.rollback()
    forgetting.cancel()


async def test_a_press_that_comes_twice_says_it_once(circle):
    house = circle.house
    table = await house.begin()
    for _ in range(2):
        await circle.act(house.ali, f"say.{table.code}.hello", key="test:once")
    assert len(heard(circle, table, house.sara)) == 1


@pytest.mark.parametrize(("chat", "most"), [(None, PERSON.calls), ("-100", IN_COMPANY.calls)])
async def test_a_flood_is_stopped_and_ebbs_away(circle, chat, most):
    house = circle.house
    table = await house.begin()
    says = [circle.act(house.ali, f"say.{table.code}.hello", chat=chat) for _ in range(most + 20)]
    came = await asyncio.gather(*says, return_exceptions=True)
    assert sum(not isinstance(result, Refused) for result in came) == most
    assert {result.reason for result in came if isinstance(result, Refused)} == {No.TOO_MUCH_TALK}
    await circle.act(house.sara, f"say.{table.code}.hello", chat=chat)  # the other is not hindered
    house.now += 20_000
    await circle.act(house.ali, f"say.{table.code}.hello", chat=chat)


async def test_only_who_sits_there_talks_and_only_to_people(circle):
    house = circle.house
    table = await house.begin()
    alone = await house.practise()
    shared = await house.practise(against=Against.LOCAL)
    waits = await house.open()
    for verb in (
        "talk.{}", "say.{}.hello", "gifts.{}", "gift.{}.coffee.0", "mute.{}", "words.{}.on", "report.{}.spam",
    ):  # fmt: skip
        assert await refused(circle.act(house.omar, verb.format(table.code))) == No.SPECTATOR
        for nobody in (alone, shared, waits):
            assert await refused(circle.act(house.ali, verb.format(nobody.code))) == No.NOBODY_TO_TALK_TO


@pytest.mark.parametrize(
    "forged",
    [
        "say.{}.nothing", "say", "talk.{}.2", "talk.{}.x", "gift.{}.car.0", "gift.{}.coffee.x", "gift.{}.coffee",
        "words.{}.maybe", "words", "report.{}.nothing", "report", "mute", "hear.{}.x", "manners", "gifts",
    ],
)  # fmt: skip
async def test_forged_acts_are_refused(circle, forged):
    table = await circle.house.begin()
    with pytest.raises(Malformed):
        await circle.act(circle.house.ali, forged.format(table.code))


# --- words of one's own ---------------------------------------------------------------------------------------------


async def test_words_pass_only_where_both_allow_them(circle):
    house = circle.house
    table = await house.begin()

    async def write():
        return await circle.act(house.ali, f"say.{table.code}", typed="Good evening")

    asked = await write()
    assert f"words.{table.code}.on" in [tap.act for tap in taps(asked)]
    await allow_words(circle, table, house.ali)
    for _ in range(2):
        assert "Sara" in (await write()).heading
    assert heard(circle, table, house.sara) == ()
    ((player, question),) = circle.messenger.told  # once, however often it is tried
    assert player == house.sara.id
    assert f"words.{table.code}.on" in [tap.act for tap in taps(question)]
    for _ in range(2):
        await allow_words(circle, table, house.sara)
    (_, (player, answer)) = circle.messenger.told  # whoever asked is told, once
    assert player == house.ali.id
    assert answer.heading == f"{isolated('Sara')} allows words of your own now."
    assert [tap.act for tap in taps(answer)] == [f"talk.{table.code}"]
    assert (await write()).is_said_only
    assert heard(circle, table, house.sara) == (f"💬 {isolated('Ali')}: {isolated('Good evening')}",)
    assert (await circle.act(house.sara, f"talk.{table.code}")).field is not None
    await circle.act(house.sara, f"words.{table.code}.off")
    assert "Sara" in (await write()).heading


async def test_who_said_no_is_not_asked(circle):
    house = circle.house
    table = await house.begin()
    await circle.act(house.sara, f"words.{table.code}.off")
    await allow_words(circle, table, house.ali)
    await circle.act(house.ali, f"say.{table.code}", typed="Good evening")
    await allow_words(circle, table, house.sara)  # of their own accord
    assert circle.messenger.told == []


@pytest.mark.parametrize("away", ["mute.{0.code}", "block.{1}.yes"])
async def test_who_does_not_listen_is_not_asked(circle, away):
    house = circle.house
    table = await house.begin()
    await circle.act(house.sara, away.format(table, house.ali.id))
    await allow_words(circle, table, house.ali)
    await circle.act(house.ali, f"say.{table.code}", typed="Good evening")
    assert circle.messenger.told == []


async def test_the_command_talks_at_the_table_that_is_played(circle):
    house = circle.house
    assert {"quick", "evening"} == {tap.act for tap in taps(await circle.act(house.ali, "talk"))}
    table = await house.begin()
    assert f"gifts.{table.code}" in [tap.act for tap in taps(await circle.act(house.ali, "talk"))]
    await allow_words(circle, table, house.ali, house.sara)
    await circle.act(house.ali, "talk", typed="Yalla")
    assert heard(circle, table, house.sara)[0].endswith(isolated("Yalla"))


@pytest.mark.parametrize(
    ("hostile", "shown"),
    [
        ("a\u202eb\u2067c\u200fd\x07e", "abcde"),
        ("Z\u0351\u036b\u0343\u036a\u0302a\u0334\u0322\u0330lgo", "Z\u0351\u036ba\u0334\u0322lgo"),
        ("x" * 10_000, "x" * MAX_WORDS),
        ("<b>bold</b> & more", "<b>bold</b> & more"),
        ("one\ntwo\tthree", "one two three"),
        ("well... yes", "well... yes"),
    ],
)
def test_hostile_words_become_a_line(hostile, shown):
    assert clean_words(hostile).replace("\u2060", "") == shown


@pytest.mark.parametrize(
    "leading",
    [
        "https://evil.example/x", "t.me/evil", "@everyone", "<@123>", "/start", "#tag", "$BTC", "a@b.example",
        "discord.gg/evil", "tg://user?id=1", "www.evil.example", "evil\uff0eexample",
    ],
)  # fmt: skip
def test_words_lead_nowhere(leading):
    cleaned = clean_words(leading)
    assert cleaned.replace("\u2060", "") == leading
    for sign in ".:/@#$":
        assert f"{sign}e" not in cleaned
        assert f"{sign}/" not in cleaned


@pytest.mark.parametrize("nothing", ["", " \n ", "\u202e\u200f", "\u0301\u0301", "\u3164"])
async def test_nothing_to_read_is_not_said(circle, nothing):
    table = await circle.house.begin()
    assert await refused(circle.act(circle.house.ali, f"say.{table.code}", typed=nothing)) == No.NOTHING_SAID


# --- gifts ----------------------------------------------------------------------------------------------------------


async def shelf(circle, person):
    async with circle.house.database.read() as conn:
        return await gifts.shelf(conn, person.id)


async def test_a_gift_goes_to_the_shelf_and_its_price_to_the_house(circle):
    house = circle.house
    await house.grant(house.ali, 30)
    table = await house.begin()
    await circle.act(house.ali, f"gift.{table.code}.coffee.0")
    assert await shelf(circle, house.sara) == {"coffee": 1}
    assert await shelf(circle, house.ali) == {}
    assert await house.pearls(house.ali) == 30 - GIFTS["coffee"].price
    (line,) = heard(circle, table, house.sara)
    assert line == f"☕ A coffee for {isolated('Sara')} from {isolated('Ali')}"


async def test_two_taps_on_a_gift_give_one(circle):
    house = circle.house
    await house.grant(house.ali, 100)
    table = await house.begin()
    presses = [circle.act(house.ali, f"gift.{table.code}.{kind}.0") for kind in ("rose", "rose", "coffee")]
    panels = await asyncio.gather(*presses)
    assert await shelf(circle, house.sara) == {"rose": 1}
    assert await house.pearls(house.ali) == 100 - GIFTS["rose"].price
    for panel in panels:  # each shows the list as it is now: the next tap gives another one
        assert f"gift.{table.code}.coffee.1" in [tap.act for tap in taps(panel)]
    await circle.act(house.ali, f"gift.{table.code}.coffee.1")
    assert await shelf(circle, house.sara) == {"coffee": 1, "rose": 1}


async def test_nobody_gives_what_they_cannot_pay(circle):
    house = circle.house
    await house.grant(house.ali, GIFTS["shisha"].price - 1)
    table = await house.begin()
    dear = f"gift.{table.code}.shisha.0"
    assert await refused(circle.act(house.ali, dear)) == No.TOO_FEW_FOR_GIFT
    assert await shelf(circle, house.sara) == {}
    assert heard(circle, table, house.sara) == ()
    await house.grant(house.ali, 1)
    await circle.act(house.ali, dear)  # the refused tap has not used it up
    assert await house.pearls(house.ali) == 0


async def test_a_rematch_is_another_table_for_gifts(circle):
    house = circle.house
    await house.grant(house.ali, 100)
    for _ in range(2):
        table = await house.open()
        await house.wish(table, house.sara, Sit())
        await circle.act(house.ali, f"gift.{table.code}.rose.0")
    assert await shelf(circle, house.sara) == {"rose": 2}


async def test_whoever_has_been_forgotten_is_given_nothing_more(circle):
    house = circle.house
    await house.grant(house.ali, 10)
    table = await house.begin()
    async with house.database.write() as conn:
        await persons.forget(conn, house.sara.id, "Player ABCD", "en", house.now)
    assert await refused(circle.act(house.ali, f"gift.{table.code}.coffee.0")) == No.NOBODY_TO_TALK_TO
    assert await house.pearls(house.ali) == 10

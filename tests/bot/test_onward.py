"""What follows a match: the same, longer, another game, or an evening of three; and how two stand against each other."""

import json
from dataclasses import replace

import pytest

from bot import shelf, snapshot
from bot.intents import Ask, Close, Kind, Plan, Rematch, Resign, Sit, What, decode, encode
from bot.onward import EVENING, evening, evening_score
from bot.phrases import LANGUAGES, phrases
from bot.table import Against, Evening, No, Stage
from bot.view import view
from rules.ruleset import PRESETS, TARGETS, ClockKind
from rules.seat import Seat
from storage import bans, blocks
from storage.bans import BanRow
from tests.bot.conftest import Coffeehouse

EN = phrases("en")
LONGER, AN_EVENING = Plan(Kind.LONGER), Plan(Kind.EVENING)


def other(preset):
    return Plan(Kind.OTHER, preset)


async def give_up(house: Coffeehouse, table, person):
    """A person leaves the match; the table as it is then."""
    await house.wish(table, person, Ask(What.MATCH))
    return (await house.wish(table, person, Resign(What.MATCH))).table


async def agree(house: Coffeehouse, over, plan):
    await house.wish(over, house.ali, Rematch(plan))
    reply = await house.wish(over, house.sara, Rematch(plan))
    assert reply.refused is None
    return await house.tables.get(reply.table.next_code)


async def begun(house: Coffeehouse, table):
    house.now = table.wake_at
    return await house.tick(table)


async def next_game(house: Coffeehouse, over):
    """The evening's next table, which opens and begins by itself."""
    house.now = over.wake_at
    after = await house.tick(over)
    return await begun(house, await house.tables.get(after.next_code))


def lines(table, seat=None, language="en", **more):
    return view(table, seat, phrases(language), **more).lines


@pytest.mark.parametrize("plan", [Plan(), LONGER, AN_EVENING, *map(other, PRESETS)])
def test_offers_travel_on_buttons(plan):
    assert decode(encode("KM7QXR", 99, Rematch(plan))).intent == Rematch(plan)


@pytest.mark.parametrize("preset", PRESETS)
async def test_both_may_agree_on_another_game(house, preset):
    over = await give_up(house, await house.begin("mahbooseh", clock=ClockKind.RELAXED), house.ali)
    if preset == "mahbooseh":
        assert (await house.wish(over, house.ali, Rematch(other(preset)))).refused is No.NO_SUCH_BUTTON
        return
    after = await agree(house, over, other(preset))
    assert after.setup.preset == preset
    assert after.setup.ruleset == replace(PRESETS[preset], target=TARGETS[preset][0], clock=ClockKind.RELAXED)
    assert after.seats[0].player == house.sara.id


async def test_a_longer_match_is_the_next_length_of_the_game(house):
    over = await give_up(house, await house.begin("mahbusa"), house.ali)
    after = await agree(house, over, LONGER)
    assert after.setup.ruleset == replace(over.setup.ruleset, target=3)
    longest = await give_up(house, await house.begin("mahbusa", target=7), house.ali)
    assert (await house.wish(longest, house.ali, Rematch(LONGER))).refused is No.NO_SUCH_BUTTON


async def test_nobody_is_drawn_into_what_they_did_not_accept(house):
    over = await give_up(house, await house.begin(), house.ali)
    await house.wish(over, house.ali, Rematch())
    await house.wish(over, house.ali, Rematch(AN_EVENING))
    reply = await house.wish(over, house.sara, Rematch())  # the button she saw before he changed his mind
    assert reply.table.next_code is None
    assert "\u2068Ali\u2069 offers: Three games evening." in lines(reply.table, Seat.SECOND)
    assert "\u2068Sara\u2069 offers a rematch." in lines(reply.table, Seat.FIRST)
    assert (await house.wish(over, house.omar, Rematch())).refused is No.SPECTATOR
    accepted = (await house.wish(over, house.sara, Rematch(AN_EVENING))).table
    assert (await house.tables.get(accepted.next_code)).setup.evening == Evening()


async def test_an_evening_goes_through_three_games_and_keeps_the_score(house):
    over = await give_up(house, await house.begin("mahbooseh"), house.sara)
    table = await begun(house, await agree(house, over, AN_EVENING))
    played = []
    for loser in (house.sara, house.ali, house.sara):
        played.append(table.setup.preset)
        assert table.stage is Stage.PLAYING
        over = await give_up(house, table, loser)
        if len(played) < len(EVENING):
            assert "The next game of the evening opens by itself." in lines(over)
            table = await next_game(house, over)
            assert shelf.read(shelf.row(table, b"\0" * 32, house.now)) == table
    assert tuple(played) == EVENING
    mine = over.seat_of(house.ali.id)
    assert evening_score(over)[mine] == 2
    assert "You win the evening \u20662–1\u2069!" in lines(over, mine)
    assert "\u2068Ali\u2069 wins the evening \u20662–1\u2069." in lines(over, mine.other)
    assert over.wake_at is None
    assert not any(
        name in line for name in ("{", "}") for lang in LANGUAGES for line in lines(over, mine, lang)
    )
    again = await agree(house, over, Plan())
    assert again.setup.evening is None


async def test_both_may_go_on_at_once_and_one_may_end_it(house):
    over = await give_up(house, await house.begin(), house.sara)
    table = await begun(house, await agree(house, over, AN_EVENING))
    over = await give_up(house, table, house.sara)
    assert (await house.wish(over, house.ali, Rematch(LONGER))).refused is No.NO_SUCH_BUTTON
    second = await begun(house, await agree(house, over, Plan()))
    assert second.setup.preset == EVENING[1]
    over = await give_up(house, second, house.ali)
    ended = (await house.wish(over, house.sara, Close())).table
    assert ended.wake_at is None
    assert ended.next_code is None
    assert "The evening ends even." in lines(ended)
    assert (await house.wish(ended, house.ali, Rematch(AN_EVENING))).refused is None


async def test_an_evening_with_stakes_ends_where_one_is_not_there(house):
    await house.grant(house.ali, 20)
    await house.grant(house.sara, 100)
    over = await give_up(house, await house.begin(stake=10, clock=ClockKind.LIVE), house.sara)
    table = await begun(house, await agree(house, over, AN_EVENING))
    assert table.setup.ruleset.clock is ClockKind.LIVE
    assert table.setup.stake == 10
    over = await give_up(house, table, house.ali)
    await house.spend(house.ali, await house.pearls(house.ali))
    house.now = over.wake_at
    ended = await house.tick(over)
    assert ended.next_code is None
    assert ended.setup.evening.over
    assert "You win the evening \u20661–0\u2069!" in lines(ended, ended.seat_of(house.sara.id))


async def test_an_evening_ends_where_one_has_blocked_the_other(house):
    over = await give_up(house, await house.begin(), house.sara)
    over = await give_up(house, await begun(house, await agree(house, over, AN_EVENING)), house.ali)
    async with house.database.write() as conn:
        await blocks.block(conn, house.ali.id, house.sara.id, house.now)
    house.now = over.wake_at
    assert (await house.tick(over)).next_code is None


async def test_an_evening_may_be_opened_at_once(house):
    table = await house.tables.open(house.ali, evening(house.setup("race31")), house.now)
    table = (await house.wish(table, house.sara, Sit())).table
    assert view(table, None, EN).title == "Sheesh Besh · evening, game 1 of 3"
    assert table.setup.ruleset == replace(PRESETS[EVENING[0]], clock=ClockKind.NONE)


async def test_against_the_computer_every_offer_is_accepted_at_once(house):
    table = await house.practise("mahbusa")
    over = await give_up(house, table, house.ali)
    after = (await house.wish(over, house.ali, Rematch(AN_EVENING))).table
    assert (await house.tables.get(after.next_code)).setup.preset == EVENING[0]


async def test_two_who_have_met_see_how_they_stand(house):
    for loser in (house.sara, house.sara, house.ali):
        over = await give_up(house, await house.begin(), loser)
    assert over.met == (2, 0)
    ali, sara = Seat.FIRST, Seat.SECOND
    assert "Over all your matches you lead \u2068Sara\u2069 \u20662–1\u2069." in lines(over, ali)
    assert "Over all your matches \u2068Ali\u2069 leads you \u20662–1\u2069." in lines(over, sara)
    assert "All matches: \u2068Ali\u2069 \u20662 – 1\u2069 \u2068Sara\u2069" in lines(over)
    rematch = await agree(house, over, Plan())
    assert rematch.met == (1, 2)
    assert "Over all your matches you lead \u2068Sara\u2069 \u20662–1\u2069." in lines(rematch, Seat.SECOND)
    assert not any("matches" in line for line in lines(await begun(house, rematch), ali))
    strangers = await house.tables.open(house.omar, house.setup(), house.now)
    strangers = (await house.wish(strangers, house.sara, Sit())).table
    assert strangers.met == (0, 0)


async def test_tables_of_the_first_days_can_be_read(house):
    table = await house.begin()
    data = json.loads(json.dumps(snapshot.dump(table)))
    del data["met"], data["queued"], data["setup"]["evening"]
    data["rematch"] = [True, False]
    columns = {name: getattr(table, name) for name in ("id", "code", "version", "stage", "host", "wake_at")}
    assert snapshot.load(data, **columns) == replace(table, rematch=(Plan(), None))


async def test_the_finished_board_of_a_spectator_offers_nothing(house):
    over = await give_up(house, await house.begin(against=Against.FRIEND), house.sara)
    assert view(over, None, EN).buttons == ()
    assert [button.label for row in view(over, None, EN, shared=True).buttons for button in row] == [
        "Rematch",
        "Longer: to 3",
        "Three games evening",
    ]


async def kept_out(house: Coffeehouse, person):
    async with house.database.write() as conn:
        await bans.keep(conn, BanRow(f"player:{person.id}", None, "", house.now))
    await house.tables.bans.load(house.database)


async def test_who_is_kept_out_meanwhile_is_met_no_more(house):
    over = await give_up(house, await house.begin(), house.sara)
    await house.wish(over, house.sara, Rematch())
    invites = await house.tables.open(house.sara, house.setup(), house.now)
    await kept_out(house, house.sara)
    assert (await house.wish(over, house.ali, Rematch())).refused is No.NO_SEAT_FOR_YOU
    assert (await house.tables.get(over.code)).next_code is None
    assert (await house.wish(invites, house.omar, Sit())).refused is No.NO_SEAT_FOR_YOU


async def test_an_evening_ends_where_one_is_kept_out(house):
    await house.grant(house.ali, 50)
    await house.grant(house.sara, 50)
    now = evening(house.setup(stake=20, clock=ClockKind.RELAXED))
    table = await house.tables.open(house.ali, now, house.now)
    over = await give_up(house, (await house.wish(table, house.sara, Sit())).table, house.sara)
    await kept_out(house, house.sara)
    house.now = over.wake_at
    over = await house.tick(over)
    assert (over.next_code, over.wake_at) == (None, None)
    assert await house.pearls(house.sara) == 30

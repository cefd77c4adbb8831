"""A hint by a tap: where it is offered, whom it is for, and what it says."""

import pytest

from bot import hints
from bot.company.acts import SAFE, is_alone
from bot.company.beside import beside
from bot.company.panel import act
from bot.intents import Confirm, Step
from bot.phrases import LANGUAGES, phrases
from bot.table import Against, No
from rules.errors import Malformed, Refused
from rules.seat import Seat

EN = phrases("en")


def offered(table, seat, **more):
    return act("hint", table.code) in [tap.act for tap in beside(table, seat, EN, **more)]


async def choosing(house, table):
    """The table when Ali has a step to choose."""
    while True:
        game = table.match.game
        if table.match.between or table.is_computer(game.to_move) or game.dice is None:
            house.now = table.wake_at
            table = await house.tick(table)
        elif not game.steps:
            table = (await house.wish(table, house.ali, Confirm(), stamp=table.stamp)).table
        else:
            return table


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("against", [Against.COMPUTER, Against.LOCAL])
async def test_whoever_chooses_is_offered_what_the_command_says(circle, against, language):
    house, words = circle.house, phrases(language)
    table = await choosing(house, await house.practise(against=against))
    assert offered(table, table.seat_of(house.ali.id))
    await circle.speak(house.ali, language)
    panel = await circle.act(house.ali, act("hint", table.code))
    assert panel.lines == (hints.hint(table, words),)
    assert words.t("💡 Hint") in panel.heading
    assert "-".join(map(str, table.match.game.left)) in panel.heading
    assert not panel.open
    assert (await house.tables.get(table.code)).version == table.version


async def test_it_is_for_the_player_alone(circle):
    house = circle.house
    table = await choosing(house, await house.practise())
    assert not offered(table, None)
    assert not offered(table, None, watching=True)
    with pytest.raises(Refused) as refused:
        await circle.act(house.omar, act("hint", table.code))
    assert refused.value.reason == No.SPECTATOR
    assert is_alone(act("hint", table.code))
    assert "hint" in SAFE


async def test_two_people_have_none(circle):
    house = circle.house
    table = await house.begin()
    assert not any(offered(table, seat) for seat in Seat)
    for person in (house.ali, house.sara):
        panel = await circle.act(person, act("hint", table.code))
        assert panel.lines == (EN.t("Hints are for practice: against the computer, or both on one phone."),)


async def test_when_there_is_nothing_to_choose_the_answer_says_so(circle):
    house = circle.house
    table = await house.open(against=Against.COMPUTER)
    assert not offered(table, Seat.FIRST)
    assert "Best is" not in (await circle.act(house.ali, act("hint", table.code))).lines[0]
    table = await choosing(house, await house.practise())
    while table.match.game.steps:
        step = Step(*table.match.game.steps[0])
        table = (await house.wish(table, house.ali, step, stamp=table.stamp)).table
    assert not offered(table, table.seat_of(house.ali.id))
    panel = await circle.act(house.ali, act("hint", table.code))
    assert panel.lines[0] in {EN.t("There is nothing to choose now."), EN.t("Wait for your turn.")}


async def test_a_coached_table_gives_it_unasked(circle):
    house = circle.house
    table = await house.tables.get((await circle.act(house.ali, "practice.mahbusa")).table)
    table = await choosing(house, table)
    assert not offered(table, table.seat_of(house.ali.id))


@pytest.mark.parametrize("forged", ["hint", "hint.A.B"])
async def test_no_button_of_ours(circle, forged):
    with pytest.raises(Malformed):
        await circle.act(circle.house.ali, forged)

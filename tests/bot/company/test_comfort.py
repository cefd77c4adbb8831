"""Settings, my tables, a pause: what one does beside the board."""

import pytest

from bot import tastes
from bot.company.beside import beside
from bot.company.panel import Tap
from bot.habits import Habits
from bot.intents import Ask, Resign, What
from bot.phrases import phrases
from bot.table import No
from rules.errors import Malformed, Refused
from rules.ruleset import ClockKind
from rules.seat import Seat


def taps(panel):
    return [tap.act for row in panel.rows for tap in row if isinstance(tap, Tap)]


async def test_every_choice_is_offered_and_kept(circle):
    ali = circle.house.ali
    offered = taps(await circle.act(ali, "settings"))
    for name, values in tastes.CHOICES.items():
        assert f"settings.{name}" in offered
        panel = await circle.act(ali, f"settings.{name}")
        for value in values:
            assert f"set.{name}.{value}" in taps(panel)
            await circle.act(ali, f"set.{name}.{value}")
            player = (await circle.asker(ali)).player
            assert tastes.chosen(player.settings, name) == value
    assert tastes.habits(player.settings) == Habits(rolls_itself=False, plays_only=True, confirms=False)


async def test_another_language_is_spoken_at_once(circle):
    panel = await circle.act(circle.house.ali, "set.language.ar")
    assert panel.heading == phrases("ar").t("Settings")


@pytest.mark.parametrize(
    "forged", ["set.theme.pink", "set.nothing.on", "set.language.xx", "settings.x", "set.theme"]
)
async def test_no_choice_of_ours_is_refused(circle, forged):
    with pytest.raises(Malformed):
        await circle.act(circle.house.ali, forged)


async def test_my_tables_say_whose_turn_it_is_and_lead_there(circle):
    house = circle.house
    table = await house.begin(clock=ClockKind.DAILY)
    panel = await circle.act(house.ali, "mine")
    [mine], _ = panel.rows
    assert mine.act == f"table.{table.code}"
    assert "Sara" in mine.label
    assert "24 hours left" in mine.label
    assert table.code in mine.label
    assert not panel.lines
    assert (await circle.act(house.ali, f"table.{table.code}")).table == table.code
    assert "mine.over.0" in taps(panel)
    assert len((await circle.act(house.omar, "mine")).rows) == 1


async def test_my_turn_comes_first_and_the_score_is_mine(circle):
    house = circle.house
    for _ in range(5):
        await house.begin(target=3)
    lengths = {"telegram": 5, "discord": 4}
    for platform, shown in lengths.items():
        panel = await circle.act(house.ali, "mine", platform=platform)
        mine = ["● your turn" in row[0].label for row in panel.rows[:-1]]
        assert len(mine) == shown
        assert mine == sorted(mine, reverse=True)
        assert all("\u2066" in row[0].label and "0–0" in row[0].label for row in panel.rows[:-1])
    assert "mine.on.1" in taps(panel)
    [last], (newer, _) = (await circle.act(house.ali, "mine.on.1", platform="discord")).rows
    assert newer.act == "mine.on.0"
    assert last.act.startswith("table.")


async def test_finished_matches_come_by_page(circle):
    house = circle.house
    codes = []
    for _ in range(9):
        table = await house.begin()
        await house.wish(table, house.ali, Ask(What.MATCH))
        await house.wish(table, house.ali, Resign(What.MATCH))
        codes.append(table.code)
    first, second = await circle.act(house.ali, "mine.over.0"), await circle.act(house.ali, "mine.over.1")
    assert "mine.over.1" in taps(first)
    assert "mine.over.0" in taps(second)
    shown = {one.removeprefix("table.") for one in taps(first) + taps(second) if one.startswith("table.")}
    assert shown == set(codes)


async def test_a_pause_by_buttons(circle):
    house = circle.house
    table = await house.begin(clock=ClockKind.RELAXED)
    words = phrases("en")
    assert f"pause.{table.code}" in [tap.act for tap in beside(table, Seat.FIRST, words)]
    await circle.act(house.ali, f"pause.{table.code}")
    said = (await circle.act(house.sara, f"pause.{table.code}")).said
    assert said == "The game is paused."
    table = await house.tables.get(table.code)
    assert f"pause.{table.code}" not in [tap.act for tap in beside(table, Seat.FIRST, words)]
    await circle.act(house.ali, f"goon.{table.code}")
    assert (await house.tables.get(table.code)).paused is None


async def test_a_minute_is_given_once_for_each_press(circle):
    house = circle.house
    table = await house.begin(clock=ClockKind.RELAXED)
    waits = house.waiting(table)
    for _ in range(2):
        await circle.act(waits, f"minute.{table.code}", key="one press")
    assert (await house.tables.get(table.code)).given == 1
    with pytest.raises(Refused) as refused:
        await circle.act(house.mover(table), f"minute.{table.code}")
    assert refused.value.reason == No.OWN_TURN


async def test_strangers_pause_nothing(circle):
    table = await circle.house.begin(clock=ClockKind.RELAXED)
    with pytest.raises(Refused) as refused:
        await circle.act(circle.house.omar, f"pause.{table.code}")
    assert refused.value.reason == No.SPECTATOR

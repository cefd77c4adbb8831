"""The menu: everything there is to do, in company and alone, at a table and without one."""

from bot.company.acts import ACTS, COMMANDS
from bot.company.menu import everything
from bot.company.panel import read_act
from bot.phrases import LANGUAGES, phrases
from rules.ruleset import ClockKind


def acts(panel):
    return [tap.act for row in panel.rows for tap in row]


async def test_every_command_is_there_and_what_has_none(circle):
    offered = acts(await circle.act(circle.house.ali, "menu"))
    assert set(offered) == {
        *(command.act for command in COMMANDS if command.name != "menu"),
        "settings",
        "invite",
        "queue.computer",
    }
    assert len(offered) == len(set(offered))
    assert all(read_act(written)[0] in ACTS for written in offered)


async def test_what_is_between_two_stays_out_of_company(circle):
    offered = acts(await circle.act(circle.house.ali, "menu", chat="-1"))
    assert not {"export", "forget", "blocked", "dice", "invite", "queue.computer"} & set(offered)
    assert {"quick", "evening", "mine", "settings"} <= set(offered)


async def test_at_a_table_its_own_things_come_first(circle):
    house = circle.house
    table = await house.begin(clock=ClockKind.DAILY)
    first = acts(await circle.act(house.ali, "menu"))[:6]
    code = table.code
    assert first[0] == f"table.{code}"
    assert {f"talk.{code}", f"gifts.{code}", f"manners.{code}", f"pause.{code}"} <= set(first)


def test_rows_are_short_and_begin_with_a_capital():
    for language in LANGUAGES:
        for row in everything(phrases(language), COMMANDS, alone=True):
            assert len(row) <= 2
            assert all(tap.label[:1] == tap.label[:1].upper() for tap in row)

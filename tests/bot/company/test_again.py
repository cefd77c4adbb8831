"""Another game with the same rival, from the list beside a finished board."""

import pytest

from bot.company.beside import beside
from bot.intents import Ask, Resign, What
from bot.phrases import phrases
from bot.table import No
from rules.errors import Malformed, Refused
from rules.ruleset import PRESETS
from rules.seat import Seat

EN = phrases("en")


async def finished(circle):
    house = circle.house
    table = await house.begin("mahbusa")
    await house.wish(table, house.ali, Ask(What.MATCH))
    return (await house.wish(table, house.ali, Resign(What.MATCH))).table


async def test_another_game_is_offered_and_accepted_from_the_list(circle):
    house, over = circle.house, await finished(circle)
    tap = next(tap for tap in beside(over, Seat.FIRST, EN) if tap.label == "Another game")
    listed = await circle.act(house.ali, tap.act)
    assert {tap.act.rpartition(".")[2] for row in listed.rows for tap in row} == set(PRESETS) - {"mahbusa"}
    offered = await circle.act(house.ali, f"again.{over.code}.race31")
    assert offered.is_said_only
    accepted = await circle.act(house.sara, f"again.{over.code}.race31")
    after = await house.tables.get(accepted.table)
    assert after.setup.preset == "race31"
    assert (await circle.act(house.ali, f"again.{over.code}")).table == after.code
    assert not [tap for tap in beside(await house.tables.get(over.code), None, EN) if "again" in tap.act]


async def test_who_does_not_sit_there_offers_nothing(circle):
    house, over = circle.house, await finished(circle)
    with pytest.raises(Refused) as refused:
        await circle.act(house.omar, f"again.{over.code}")
    assert refused.value.reason is No.SPECTATOR
    said = await circle.act(house.omar, f"again.{over.code}.race31")
    assert said.said == "You are watching; only the players can do that."
    assert (await house.tables.get(over.code)).rematch == (None, None)


async def test_before_the_end_and_nonsense(circle):
    house = circle.house
    table = await house.begin()
    with pytest.raises(Refused) as refused:
        await circle.act(house.ali, f"again.{table.code}")
    assert refused.value.reason is No.NOT_FINISHED
    for written in ("again", f"again.{table.code}.chess", f"again.{table.code}.race31.1"):
        with pytest.raises(Malformed):
            await circle.act(house.ali, written)

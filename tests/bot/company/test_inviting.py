"""Invitations with all their doors, and watching: the same act on every platform."""

from dataclasses import replace

import pytest

from bot.company.beside import beside
from bot.company.panel import Link, Tap
from bot.intents import Close, Sit
from bot.phrases import phrases
from bot.table import No, Stage
from rules.errors import Malformed, Refused
from rules.seat import Seat

EN = phrases("en")


def acts(panel):
    return [tap.act for row in panel.rows for tap in row if isinstance(tap, Tap)]


def links(panel):
    return [link.address for row in panel.rows for link in row if isinstance(link, Link)]


@pytest.fixture
def doors(circle):
    circle.company.page = "https://majlis.example"
    circle.company.doors["telegram"] = lambda payload: f"https://t.me/MajlisBot?start={payload}"


@pytest.mark.usefixtures("doors")
async def test_a_host_gets_everything_a_friend_may_need(circle):
    table = await circle.house.open(target=3)
    panel = await circle.act(circle.house.ali, f"invite.{table.code}")
    said = "\n".join(panel.lines)
    assert f"https://majlis.example/j/{table.code}" in said
    assert f"/tawla join {table.code}" in said
    assert panel.shown.picture.code == table.code
    assert [link.split("/")[2] for link in links(panel)] == ["t.me", "wa.me"]
    assert acts(panel) == [f"invite.{table.code}.withdraw"]


@pytest.mark.usefixtures("doors")
async def test_a_key_is_shown_to_the_host_alone(circle):
    table = await circle.house.open(key="AB2CD3")
    ali = circle.house.ali
    alone = repr(await circle.act(ali, f"invite.{table.code}"))
    assert f"/j/{table.code}AB2CD3" in alone
    assert f"{table.code}-AB2CD3" in alone
    assert "AB2CD3" not in repr(await circle.act(ali, f"invite.{table.code}", chat="group"))
    assert "AB2CD3" not in repr(await circle.act(circle.house.sara, f"invite.{table.code}"))


async def test_a_host_withdraws_and_nobody_else(circle):
    house = circle.house
    table = await house.open()
    refused = await circle.act(house.sara, f"invite.{table.code}.withdraw")
    assert refused.said == "Only the one who opened the table can close it."
    await circle.act(house.ali, f"invite.{table.code}.withdraw")
    assert (await house.tables.get(table.code)).stage is Stage.CLOSED
    again = await circle.act(house.ali, f"invite.{table.code}.withdraw")
    assert again.said == "This table is closed."


async def test_a_friend_sits_down_once(circle):
    house = circle.house
    table = await house.open(key="AB2CD3")
    assert (await circle.act(house.sara, f"invite.{table.code}.sit")).said
    offered = await circle.act(house.sara, f"invite.{table.code}AB2CD3")
    assert acts(offered) == [f"invite.{table.code}AB2CD3.sit"]
    for _ in range(2):
        assert (await circle.act(house.sara, acts(offered)[0])).table == table.code
    assert (await circle.act(house.omar, acts(offered)[0])).said
    assert (await circle.act(house.omar, f"invite.{table.code}")).table == table.code


async def test_invitations_that_wait_are_listed(circle):
    house = circle.house
    assert acts(await circle.act(house.ali, "invite")) == []
    table, taken = await house.open(), await house.begin()
    assert acts(await circle.act(house.ali, "invite")) == [f"invite.{table.code}"]
    assert taken.code not in repr(await circle.act(house.sara, "invite"))


async def test_who_watches_in_a_group_sees_the_board_alone(circle):
    house = circle.house
    table = await house.begin()
    assert (await circle.act(house.omar, f"watch.{table.code}")).table == table.code
    assert (await circle.act(house.omar, f"watch.{table.code}", chat="group")).said
    assert circle.messenger.seated == [(house.omar.id, table.code)]


@pytest.mark.usefixtures("doors")
async def test_whoever_cannot_be_reached_is_led_to_the_board(circle):
    table = await circle.house.begin()
    circle.company.heralds.clear()
    panel = await circle.act(circle.house.omar, f"watch.{table.code}", chat="group", platform="telegram")
    assert links(panel) == [
        f"https://t.me/MajlisBot?start=watch_{table.code}",
        f"/t/{table.code}?watch",
    ]


async def test_nobody_watches_a_table_without_spectators(circle):
    house = circle.house
    table = await house.begin(spectators=False)
    with pytest.raises(Refused) as refused:
        await circle.act(house.omar, f"watch.{table.code}")
    assert refused.value.reason is No.NO_SPECTATORS
    assert (await circle.act(house.sara, f"watch.{table.code}")).table == table.code


@pytest.mark.parametrize("forged", ["invite.X.Y", "watch", "watch.A.B"])
async def test_no_button_of_ours(circle, forged):
    with pytest.raises(Malformed):
        await circle.act(circle.house.ali, forged)
    with pytest.raises(Refused):
        await circle.act(circle.house.ali, "invite.ZZZZZZ")


async def test_what_stands_beside_a_board(circle):
    house = circle.house
    table = await house.open()
    assert f"invite.{table.code}" in [tap.act for tap in beside(table, Seat.FIRST, EN)]
    assert f"invite.{table.code}" not in [tap.act for tap in beside(table, None, EN)]
    begun = (await house.wish(table, house.sara, Sit())).table
    assert f"watch.{table.code}" in [tap.act for tap in beside(begun, None, EN)]
    private = replace(begun, setup=replace(begun.setup, spectators=False))
    assert f"watch.{table.code}" not in [tap.act for tap in beside(private, None, EN)]
    assert (await house.wish(begun, house.ali, Close())).refused is No.STARTED

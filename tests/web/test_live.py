import asyncio
import json

import pytest
from aiohttp import ClientResponse

from bot.company import audience
from bot.intents import Intent, Sit, Start, encode
from bot.table import Table
from bot.web import live
from bot.web.live import STREAMS
from bot.web.pages import COMPANY
from tests.web.conftest import Guest, House, NewGuest


async def event(stream: ClientResponse) -> tuple[str, dict]:
    """The next event with data; comments are signs of life."""
    name = ""
    while line := (await asyncio.wait_for(stream.content.readline(), 30)).decode().strip("\n") or " ":
        if line.startswith("event: "):
            name = line.removeprefix("event: ")
        if line.startswith("data:"):
            data = line.removeprefix("data:").strip()
            return name, json.loads(data) if data else {}
    raise AssertionError("the stream has ended")


async def test_a_stream_begins_with_the_table_and_tells_each_change(house: House, huda: Guest, omar: Guest):
    code = await huda.open("friend", name="Huda")
    await huda.see("/")
    async with await huda.get(f"/t/{code}/live") as stream:
        assert stream.content_type == "text/event-stream"
        name, state = await event(stream)
        assert (name, state["version"]) == ("state", 0)
        await omar.join(code, name="Omar")
        name, state = await event(stream)
        assert state["version"] == (await house.table(code)).version
        assert state["picture"]["src"].startswith(f"/t/{code}/board.jpg?v=")


PAGE, OTHER_PAGE = "a" * 24, "b" * 24


def stamped(table: Table, intent: Intent) -> str:
    return encode(table.code, table.stamp, intent)


async def test_what_a_pages_press_is_answered_with_its_stream_does_not_bring_once_more(huda: Guest):
    code = await huda.open()
    async with (
        await huda.get(f"/t/{code}/live?page={PAGE}") as here,
        await huda.get(f"/t/{code}/live?page={OTHER_PAGE}") as in_another_window,
        await huda.get(f"/t/{code}/live") as nameless,
    ):
        for stream in (here, in_another_window, nameless):
            await event(stream)
        first = await huda.press(code, encode(code, 0, Start()), page=PAGE)
        for stream in (in_another_window, nameless):
            assert (await event(stream))[1]["pieces"] == first["state"]["pieces"]
        second = await huda.press(code, (await huda.buttons(code))[0], page=OTHER_PAGE)
        assert second["state"]["version"] > first["state"]["version"]
        assert (await event(here))[1]["version"] == second["state"]["version"], "and nothing before"


async def test_what_somebody_elses_press_led_to_a_stream_brings(huda: Guest, omar: Guest):
    code = await huda.open("friend", name="Huda")
    await omar.join(code, name="Omar")
    async with await huda.get(f"/t/{code}/live?page={PAGE}") as hers:
        version = (await event(hers))[1]["version"]
        for player in (omar, huda):
            if wished := [one for one in await player.buttons(code) if ":m" in one or one.endswith(":r")]:
                await player.press(code, wished[0], page=OTHER_PAGE if player is huda else PAGE)
        assert (await event(hers))[1]["version"] > version


async def test_what_nobody_waited_for_the_stream_brings(house: House, huda: Guest):
    """Who hangs up before they are answered has not been told."""
    house.server.runner.server.handler_cancellation = False  # as in the program: what is wished is done
    code = await huda.open()
    async with await huda.get(f"/t/{code}/live?page={PAGE}") as stream:
        await event(stream)
        async with house.services.tables._kept.holding(code) as held:
            pressing = asyncio.create_task(huda.press(code, encode(code, 0, Start()), page=PAGE))
            async with asyncio.timeout(30):
                while held.holders < 2:  # noqa: ASYNC110 nothing tells us that it waits at the door
                    await asyncio.sleep(0.01)
            pressing.cancel()
            await asyncio.gather(pressing, return_exceptions=True)
            await asyncio.sleep(0.1)
        assert (await event(stream))[1]["version"] == (await house.table(code)).version > 0


async def test_what_a_page_without_scripts_presses_a_stream_brings(house: House, huda: Guest):
    code = await huda.open()
    async with await huda.get(f"/t/{code}/live?page={PAGE}") as stream:
        await event(stream)
        form = {"payload": encode(code, 0, Start()), "key": "k" * 8, "page": PAGE}
        assert (await huda.post(f"/t/{code}/press", form)).status == 303
        assert (await event(stream))[1]["version"] == (await house.table(code)).version > 0


async def test_who_sits_down_by_a_press_is_no_spectator_any_more(huda: Guest, omar: Guest, house: House):
    code = await huda.open("friend", name="Huda")
    await omar.see(f"/t/{code}?watch")
    async with await omar.get(f"/t/{code}/live?page={PAGE}") as his:
        await event(his)
        await omar.press(code, stamped(await house.table(code), Sit()), page=PAGE)
        assert "You are watching" not in (await event(his))[1]["pieces"]["told"]
        assert house.server.app[COMPANY].audience._pages == {}


async def test_each_sees_their_own_side(huda: Guest, omar: Guest):
    code = await huda.open("friend", name="Huda")
    await omar.join(code, name="Omar")
    async with await huda.get(f"/t/{code}/live") as hers, await omar.get(f"/t/{code}/live") as his:
        (_, her), (_, his_own) = await event(hers), await event(his)
    assert her["picture"]["src"] != his_own["picture"]["src"]
    assert bool("payload" in her["pieces"]["spots"]) != bool("payload" in his_own["pieces"]["spots"])


async def test_players_and_spectators_see_how_many_watch(
    huda: Guest, omar: Guest, new_guest: NewGuest, monkeypatch
):
    monkeypatch.setattr(audience, "NEWS_S", 0.01)
    code = await huda.open("friend", name="Huda")
    await omar.join(code, name="Omar")
    await huda.see(f"/t/{code}")
    spectator = await new_guest()
    await spectator.see(f"/t/{code}")
    async with await huda.get(f"/t/{code}/live") as hers:
        assert (await event(hers))[1]["pieces"]["watching"].strip() == ""
        async with await spectator.get(f"/t/{code}/live") as theirs:
            assert (await event(theirs))[1]["pieces"]["watching"].strip() == "👁 1 watching"
            assert (await event(hers))[1]["pieces"]["watching"].strip() == "👁 1 watching"
        assert (await event(hers))[1]["pieces"]["watching"].strip() == ""


async def test_who_sits_down_is_no_spectator_any_more(huda: Guest, omar: Guest, monkeypatch):
    monkeypatch.setattr(audience, "NEWS_S", 0.01)
    code = await huda.open("friend", name="Huda")
    await omar.see(f"/t/{code}?watch")
    async with await omar.get(f"/t/{code}/live") as his:
        assert (await event(his))[1]["version"] == 0
        await omar.join(code, name="Omar")
        state = (await event(his))[1]
        assert state["pieces"]["watching"].strip() == ""
        assert "You are watching" not in state["pieces"]["told"]


async def test_between_changes_there_are_signs_of_life(huda: Guest, monkeypatch):
    monkeypatch.setattr(live, "HEARTBEAT_S", 0.01)
    code = await huda.open()
    async with await huda.get(f"/t/{code}/live") as stream:
        await event(stream)
        assert b": still here\n" in [await stream.content.readline() for _ in range(4)]


async def test_a_guests_oldest_stream_makes_room(huda: Guest, monkeypatch):
    monkeypatch.setattr(live, "A_GUESTS_STREAMS", 1)
    code = await huda.open()
    async with await huda.get(f"/t/{code}/live") as old:
        await event(old)
        async with await huda.get(f"/t/{code}/live") as new:
            await event(new)
            await huda.press(code, encode(code, 0, Start()))
            assert (await event(old))[0] == "full"
            assert (await event(new))[0] == "state"


async def test_there_is_an_end_to_how_many_streams_there_are(huda: Guest, monkeypatch):
    monkeypatch.setattr(live, "ALL_STREAMS", 1)
    code = await huda.open()
    async with await huda.get(f"/t/{code}/live") as stream:
        await event(stream)
        assert (await huda.get(f"/t/{code}/live", Accept="text/event-stream")).status == 503


async def test_whoever_asks_for_the_head_of_a_stream_gets_no_body(house: House, huda: Guest):
    code = await huda.open()
    for path in (f"/t/{code}/live", "/told"):
        async with huda.session.head(house.server.make_url(path)) as answer:
            assert answer.status == 405
    assert len(house.server.app[STREAMS]) == 0


async def test_who_has_never_been_at_our_pages_gets_no_stream(huda: Guest, omar: Guest):
    code = await huda.open()
    assert (await omar.get(f"/t/{code}/live")).status == 403
    assert (await huda.get("/t/NOSUCH/live")).status == 404


async def test_a_stream_that_is_left_is_forgotten(house: House, huda: Guest, monkeypatch):
    monkeypatch.setattr(live, "HEARTBEAT_S", 0.01)
    code = await huda.open()
    stream = await huda.get(f"/t/{code}/live")
    await event(stream)
    stream.close()
    async with asyncio.timeout(30):
        while len(house.server.app[STREAMS]) or house.services.screens.watching(code):  # noqa: ASYNC110 nothing tells us
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("count", [3])
async def test_the_program_stops_though_people_are_watching(house: House, huda: Guest, count: int):
    code = await huda.open()
    streams = [await huda.get(f"/t/{code}/live") for _ in range(count)]
    async with asyncio.timeout(30):
        await house.server.close()
    for stream in streams:
        stream.close()


async def test_a_stream_opened_while_a_press_is_under_way_brings_what_it_led_to(house: House, huda: Guest):
    """The page gave the press up and listens anew, but nobody told us that it had hung up."""
    house.services.tables.hearing(
        True
    )  # where others share the database, so that a look need not wait for the press
    code = await huda.open()
    await huda.see("/")
    async with house.services.tables._kept.holding(code) as held:
        pressing = asyncio.create_task(huda.press(code, encode(code, 0, Start()), page=PAGE))
        async with asyncio.timeout(30):
            while held.holders < 2:  # noqa: ASYNC110 nothing tells us that it waits at the door
                await asyncio.sleep(0.01)
        stream = await huda.get(f"/t/{code}/live?page={PAGE}")
        assert (await event(stream))[1]["version"] == 0
    await pressing
    async with asyncio.timeout(30):
        assert (await event(stream))[1]["version"] > 0
    stream.close()

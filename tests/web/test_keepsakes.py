"""What a table gives to take along."""

import asyncio
import io
from collections.abc import Callable

from PIL import Image

from bot import projector
from bot.projector import Log, Wish
from bot.web.keepsakes import PROJECTOR
from bot.web.pictures import Pictures
from tests.web.conftest import Guest, House, NewGuest, play_to_the_end


def picture(data: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(data))
    image.load()
    return image


async def test_a_waiting_table_has_a_card_that_chats_can_show(house: House, huda: Guest, omar: Guest):
    code = await huda.open("friend")
    html = await omar.see(f"/j/{code}")
    assert f'property="og:image" content="{house.server.make_url(f"/j/{code}/preview.jpg")}?v=' in html
    answer = await omar.get(f"/t/{code}/card.jpg")
    assert picture(await answer.read()).size == (1024, 640)
    assert (await omar.get(f"/t/{code}/replay.gif")).status == 409


async def test_a_finished_match_has_a_result_and_a_replay(house: House, huda: Guest):
    code = await huda.open("local", "race31", target="1")
    await huda.press(code, f"{code}:0:s")
    assert (await huda.get(f"/t/{code}/card.jpg")).status == 409
    await play_to_the_end(house, [huda], code)
    html = await huda.see(f"/t/{code}")
    assert f"/t/{code}/card.jpg" in html
    assert f"/t/{code}/replay.gif" in html
    card = await huda.get(f"/t/{code}/card.jpg")
    assert card.content_type == "image/jpeg"
    assert picture(await card.read()).size == (1024, 640)
    moving = picture(await (await huda.get(f"/t/{code}/replay.gif")).read())
    assert moving.n_frames > 50


async def test_boards_go_on_while_a_replay_is_drawn_and_the_next_comes_back_later(
    house: House, huda: Guest, new_guest: NewGuest, monkeypatch
):
    code = await huda.open("local", "race31", target="1")
    await huda.press(code, f"{code}:0:s")
    await play_to_the_end(house, [huda], code)
    begun, go_on = asyncio.Event(), asyncio.Event()

    async def draw(_wish: Wish, _log: Log) -> bytes:
        begun.set()
        await go_on.wait()
        return b"GIF"

    monkeypatch.setattr(house.server.app[PROJECTOR], "_draw", draw)
    monkeypatch.setattr(house.server.app[PROJECTOR].workshop, "at_once", 1)
    waiting = [asyncio.create_task(huda.get(f"/t/{code}/replay.gif")) for _ in range(3)]
    await begun.wait()
    assert (await huda.get(f"/t/{code}/board.jpg")).status == 200
    refused = await (await new_guest("ar")).get(f"/t/{code}/replay.gif")
    assert (refused.status, refused.headers["Retry-After"]) == (503, "10")
    assert 'lang="ar"' in await refused.text()
    go_on.set()
    assert [await (await answer).read() for answer in waiting] == [b"GIF"] * 3


async def test_a_long_match_offers_its_last_game(house: House, huda: Guest, monkeypatch):
    code = await huda.open("local", "race31", target="1")
    await huda.press(code, f"{code}:0:s")
    await play_to_the_end(house, [huda], code)
    assert "The whole match as a moving picture" in await huda.see(f"/t/{code}")
    monkeypatch.setattr(projector, "LONGEST", 10)
    assert "The last game as a moving picture" in await huda.see(f"/t/{code}")


async def test_a_page_found_under_an_endless_name_has_no_card(huda: Guest):
    code = await huda.open("friend")
    for picture_of_it in ("card.jpg", "qr.png"):
        assert (await huda.get(f"/t/{code}/{picture_of_it}", Host="x" * 4_000)).status == 404


async def test_cards_and_codes_are_drawn_where_boards_are(huda: Guest, monkeypatch):
    async def drawn(_: Pictures, _draw: Callable[[], bytes]) -> bytes:
        return b"drawn"

    monkeypatch.setattr(Pictures, "drawn", drawn)
    code = await huda.open("friend")
    for name in ("card.jpg", "qr.png"):
        assert await (await huda.get(f"/t/{code}/{name}")).read() == b"drawn"

"""What a table gives to take along."""

import asyncio
import io
import re
from collections.abc import Callable

from PIL import Image

from bot import projector
from bot.projector import Log, Wish
from bot.web.pages import COMPANY
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


async def test_a_finished_match_has_a_result_and_a_replay(house: House, huda: Guest):
    code = await huda.open("local", "race31", target="1")
    await huda.press(code, f"{code}:0:s")
    assert (await huda.get(f"/t/{code}/card.jpg")).status == 409
    await play_to_the_end(house, [huda], code)
    assert f'href="/t/{code}/card.jpg"' in await huda.see(f"/c/match.{code}")
    card = await huda.get(f"/t/{code}/card.jpg")
    assert card.content_type == "image/jpeg"
    assert picture(await card.read()).size == (1024, 640)
    moving = picture(await (await huda.get(await film(huda, code))).read())
    assert moving.n_frames > 50


async def film(guest: Guest, code: str) -> str:
    """The address of the moving picture, which the page shows once it is made."""
    while True:
        found = re.search(r'<img class="plate" src="([^"]+\.gif)"', await guest.see(f"/c/match.{code}.film"))
        if found:
            return found[1]


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

    films = house.server.app[COMPANY].films
    monkeypatch.setattr(films, "_draw", draw)
    monkeypatch.setattr(films.workshop, "at_once", 1)
    waiting = [asyncio.create_task(huda.see(f"/c/match.{code}.film")) for _ in range(2)]
    await begun.wait()
    assert (await huda.get(f"/t/{code}/board.jpg")).status == 200
    late = await new_guest("ar")
    await late.open("computer")
    refused = await late.get(f"/c/match.{code}.film")
    assert refused.status == 409
    assert 'lang="ar"' in await refused.text()
    assert all("The film of this match is being made" in page for page in await asyncio.gather(*waiting))
    go_on.set()
    assert await (await huda.get(await film(huda, code))).read() == b"GIF"


async def test_a_long_match_offers_its_last_game(house: House, huda: Guest, monkeypatch):
    code = await huda.open("local", "race31", target="1")
    await huda.press(code, f"{code}:0:s")
    await play_to_the_end(house, [huda], code)
    await film(huda, code)
    assert "The whole match as a moving picture" in await huda.see(f"/c/match.{code}.film")
    monkeypatch.setattr(projector, "LONGEST", 10)
    assert "The last game as a moving picture" in await huda.see(f"/c/match.{code}.film")


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

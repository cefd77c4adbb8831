import asyncio
import io
import re
import threading
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial

from aiohttp import web
from PIL import Image

from bot.web import guard, pictures
from bot.web.pictures import Pictures
from render.scene import Scene
from rules.position import parse
from tests.web.conftest import Guest, House

START = parse("24x15 / 24x15")


def scene(title: str) -> Scene:
    return Scene(START, title=title)


def titled(drawn: Scene) -> bytes:
    return drawn.title.encode()


async def test_a_picture_is_drawn_once():
    drawn = []

    def draw(wished: Scene) -> bytes:
        drawn.append(wished.title)
        return titled(wished)

    async def wished() -> Scene:
        return scene("one")

    with ThreadPoolExecutor(1) as executor:
        album = Pictures(executor, draw)
        assert await album.newest(wished) == (scene("one"), b"one")
        assert await album.newest(wished) == (scene("one"), b"one")
    assert drawn == ["one"]


async def test_who_waits_for_a_slot_gets_what_is_newest_then(monkeypatch):
    monkeypatch.setattr(pictures, "AT_ONCE", 1)
    go_on = threading.Event()
    drawn: list[str] = []
    table = ["first"]

    def draw(wished: Scene) -> bytes:
        go_on.wait(5)
        drawn.append(wished.title)
        return titled(wished)

    async def newest() -> Scene:
        return scene(table[0])

    with ThreadPoolExecutor(1) as executor:
        album = Pictures(executor, draw)
        first = asyncio.create_task(album.newest(newest))
        await asyncio.sleep(0)
        table[0] = "skipped"
        waiting = asyncio.create_task(album.newest(newest))
        await asyncio.sleep(0)
        table[0] = "last"
        go_on.set()
        assert (await first)[1] == b"first"
        assert (await waiting)[1] == b"last"
    assert drawn == ["first", "last"]


async def test_only_the_last_pictures_are_kept(monkeypatch):
    monkeypatch.setattr(pictures, "KEPT", 2)
    drawn: list[str] = []

    def draw(wished: Scene) -> bytes:
        drawn.append(wished.title)
        return titled(wished)

    with ThreadPoolExecutor(1) as executor:
        album = Pictures(executor, draw)
        for title in ("a", "b", "a", "c", "a", "b"):

            async def wished(title: str = title) -> Scene:
                return scene(title)

            await album.newest(wished)
    assert drawn == ["a", "b", "c", "b"]


async def test_other_pictures_wait_for_a_slot_too(monkeypatch):
    monkeypatch.setattr(pictures, "AT_ONCE", 1)
    go_on = threading.Event()
    done: list[str] = []

    def draw(wished: Scene) -> bytes:
        go_on.wait(5)
        done.append("board")
        return titled(wished)

    def draw_card() -> bytes:
        done.append("card")
        return b"card"

    async def wished() -> Scene:
        return scene("one")

    with ThreadPoolExecutor(2) as executor:
        album = Pictures(executor, draw)
        board = asyncio.create_task(album.newest(wished))
        card = asyncio.create_task(album.drawn(draw_card))
        await asyncio.sleep(0)
        go_on.set()
        assert (await board)[1] == b"one"
        assert await card == b"card"
    assert done == ["board", "card"]


async def _settled() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_a_picture_lets_a_crowd_of_presses_go_first_and_is_the_newest_then(monkeypatch):
    monkeypatch.setattr(pictures, "CROWD", 2)
    table = ["first"]

    async def newest() -> Scene:
        return scene(table[0])

    with ThreadPoolExecutor(1) as executor:
        album = Pictures(executor, titled)
        with ExitStack() as few, ExitStack() as more:
            for _ in range(2):
                few.enter_context(album.a_press())
            assert (await album.newest(newest))[1] == b"first"
            more.enter_context(album.a_press())
            table[0] = "second"
            waiting = asyncio.create_task(album.newest(newest))
            await _settled()
            assert not waiting.done()
            table[0] = "last"
            more.close()
            assert (await waiting)[1] == b"last"


async def test_a_picture_does_not_wait_for_ever_for_a_crowd(monkeypatch):
    monkeypatch.setattr(pictures, "CROWD", 0)
    monkeypatch.setattr(pictures, "PATIENCE_S", 0.01)

    async def wished() -> Scene:
        return scene("one")

    with ThreadPoolExecutor(1) as executor:
        album = Pictures(executor, titled)
        with album.a_press():
            assert (await album.newest(wished))[1] == b"one"


async def test_who_waits_for_a_slot_waits_no_longer_for_a_crowd(monkeypatch):
    monkeypatch.setattr(pictures, "CROWD", 0)
    monkeypatch.setattr(pictures, "AT_ONCE", 1)
    monkeypatch.setattr(pictures, "PATIENCE_S", 0.2)

    async def wished(title: str) -> Scene:
        return scene(title)

    with ThreadPoolExecutor(1) as executor:
        album = Pictures(executor, titled)
        async with asyncio.timeout(4):  # fifty times as long as one may wait: ten seconds
            with album.a_press():
                await asyncio.gather(*(album.newest(partial(wished, str(n))) for n in range(50)))


async def test_who_sends_a_press_slowly_keeps_no_picture_waiting(house: House, huda: Guest, monkeypatch):
    monkeypatch.setattr(pictures, "CROWD", 0)
    begun = asyncio.Event()
    trusted = guard._trust

    async def trusting(request: web.Request) -> None:
        await trusted(request)
        begun.set()

    monkeypatch.setattr(guard, "_trust", trusting)
    code = await huda.open()
    begun.clear()

    async def body() -> AsyncIterator[bytes]:
        yield b"{"
        await asyncio.Event().wait()

    headers = {"Content-Type": "application/json", "X-Majlis-Token": huda.token}
    url = house.server.make_url(f"/t/{code}/press")
    pressing = asyncio.create_task(huda.session.post(url, data=body(), headers=headers))
    async with asyncio.timeout(30):
        await begun.wait()
    await _settled()
    assert house.server.app[pictures.PICTURES]._calm.is_set()
    pressing.cancel()


async def test_a_press_on_the_page_counts_as_one(huda: Guest, monkeypatch):
    begun = []
    counted = Pictures.a_press
    monkeypatch.setattr(Pictures, "a_press", lambda album: (begun.append(1), counted(album))[1])
    code = await huda.open()
    before = len(begun)
    await huda.see(f"/t/{code}")
    assert len(begun) == before > 0


async def test_a_phone_gets_a_smaller_picture(huda: Guest):
    code = await huda.open()
    html = await huda.see(f"/t/{code}")
    small = re.search(r'srcset="(\S+)&amp;w=720 720w', html)[1] + "&w=720"
    answer = await huda.get(small)
    assert "immutable" in answer.headers["Cache-Control"]
    with Image.open(io.BytesIO(await answer.read())) as picture:
        assert picture.width == 720
    odd = await huda.get(small.replace("w=720", "w=9999"))
    with Image.open(io.BytesIO(await odd.read())) as picture:
        assert picture.width == 1024

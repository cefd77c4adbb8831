import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from html import unescape
from typing import Any

import pytest
from aiohttp import ClientResponse, ClientSession, CookieJar
from aiohttp.test_utils import TestServer

from bot.computer import Level
from bot.screens import Screens
from bot.table import Stage, Table
from bot.tables import Tables
from bot.web.app import make_app
from bot.web.services import Services, signing_secret
from rules import game as games
from storage.database import open_database

NOW = 1_700_000_000_000


async def plays_the_first(table: Table, _level: Level):
    return games.whole_turns(table.match.game)[0].steps


@dataclass
class House:
    """A running page, with a clock in the test's hand."""

    server: TestServer
    services: Services
    time: list[int] = field(default_factory=lambda: [NOW])

    async def wait(self, code: str, ms: int = 2_000) -> Table:
        """Let time go by, and the house do what is due at a table."""
        self.time[0] += ms
        table = await self.services.tables.get(code)
        await self.services.tables.tick(table.id, self.time[0])
        return await self.services.tables.get(code)

    async def table(self, code: str) -> Table:
        return await self.services.tables.get(code)


class Guest:
    """Somebody with a browser: keeps cookies, fills in forms, presses buttons."""

    def __init__(self, house: House, session: ClientSession, language: str) -> None:
        self.house = house
        self.session = session
        self.language = language
        self.token = ""

    async def get(self, path: str, **headers: str) -> ClientResponse:
        url = self.house.server.make_url(path)
        return await self.session.get(url, headers={"Accept-Language": self.language, **headers})

    async def see(self, path: str) -> str:
        """A page that is there; its token is kept, as the page's own scripts would."""
        answer = await self.get(path)
        assert answer.status == 200, await answer.text()
        return self._keep(await answer.text())

    def _keep(self, html: str) -> str:
        found = re.search(r'name="token" content="(\w+)"', html)
        self.token = found[1] if found else self.token
        return html

    async def post(self, path: str, data: dict[str, str], **headers: str) -> ClientResponse:
        url = self.house.server.make_url(path)
        if not self.token:
            await self.see("/")
        form = {"token": self.token, **data}
        return await self.session.post(
            url, data=form, headers={"Accept-Language": self.language, **headers}, allow_redirects=False
        )

    async def open(self, against: str = "local", preset: str = "mahbusa", **form: str) -> str:
        """Open a table as the form would, and give its code."""
        wish = {
            "against": against,
            "preset": preset,
            "filled": f"{preset}.{against}",
            "auto_roll": "on",
            **form,
        }
        answer = await self.post("/open", wish)
        assert answer.status == 303, await answer.text()
        return answer.headers["Location"].removeprefix("/t/")

    async def join(self, code: str, **form: str) -> ClientResponse:
        return await self.post(f"/j/{code}", form)

    async def press(self, code: str, payload: str, key: str = "", **more: str) -> dict[str, Any]:
        """Press a button as the page's script does."""
        if not self.token:
            await self.see("/")
        answer = await self.session.post(
            self.house.server.make_url(f"/t/{code}/press"),
            json={"payload": payload, "key": key or f"key{next(_keys):08}", **more},
            headers={"Accept": "application/json", "X-Majlis-Token": self.token},
        )
        return await answer.json()

    async def buttons(self, code: str) -> list[str]:
        """The payloads on the page."""
        answer = await self.get(f"/t/{code}/state", Accept="application/json")
        pieces = (await answer.json())["state"]["pieces"]
        return [unescape(payload) for payload in re.findall(r'value="([^"]+)"', pieces["buttons"])]


_keys = iter(range(10**9))


@pytest.fixture
async def house() -> AsyncIterator[House]:
    database = await open_database("sqlite:///:memory:", now=NOW)
    time = [NOW]
    tables, screens = Tables(database, plays_the_first), Screens()
    tables.listeners.append(screens.changed)
    with ThreadPoolExecutor(1) as drawer:
        services = Services(
            database, tables, screens, lambda: time[0], drawer, secret=await signing_secret(database)
        )
        async with TestServer(make_app(services)) as server:
            yield House(server, services, time)
    await database.close()


NewGuest = Callable[..., Awaitable[Guest]]


@pytest.fixture
async def new_guest(house: House) -> AsyncIterator[NewGuest]:
    sessions: list[ClientSession] = []

    async def make(language: str = "en") -> Guest:
        sessions.append(ClientSession(cookie_jar=CookieJar(unsafe=True)))
        return Guest(house, sessions[-1], language)

    yield make
    await asyncio.gather(*(session.close() for session in sessions))


@pytest.fixture
async def huda(new_guest: NewGuest) -> Guest:
    return await new_guest()


@pytest.fixture
async def omar(new_guest: NewGuest) -> Guest:
    return await new_guest()


async def play_to_the_end(house: House, players: list[Guest], code: str) -> Table:
    """Press the first step and then Confirm until the match is over, as whoever has the buttons."""
    for _ in range(5_000):
        table = await house.table(code)
        if table.stage is Stage.FINISHED:
            return table
        if table.match and table.match.between:
            await house.wait(code, 10_000)
            continue
        for player in players:
            wished = [p for p in await player.buttons(code) if re.search(r":([mcrp]|m\d.*)$", p)]
            if wished:
                confirm = [p for p in wished if p.endswith(":c")]
                await player.press(code, (confirm or wished)[0])
                break
        else:
            await house.wait(code, 2_000)
    raise AssertionError("the match does not end")

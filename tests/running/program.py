"""The whole program in a process of its own, and a guest of its page, as tests need them."""

import asyncio
import os
import re
import signal
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import aiohttp

from tests import postgres

HOME = Path(__file__).parent.parent.parent
LEFT_BEHIND = set() if postgres.WANTED else {"majlis.db", "majlis.db.lock"}
"""What the program leaves in its database's folder once it has stopped."""
PATIENCE_S = 120.0
"""How long a program may take to start, to stop or to do what it has reason to: much longer than it does, on a busy machine too."""


def port() -> socket.socket:
    """A port of this machine for a program that is told which: nobody else is given it before this is closed.

    It is bound, so that the system hands it to nobody, but nobody listens there until the program does.
    """
    held = socket.socket()
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    held.bind(("127.0.0.1", 0))
    return held


class Program:
    """`majlis run` on a database file, or at a database's address, on whatever port is free."""

    def __init__(self, database: Path | str, cwd: Path = HOME, **settings: str) -> None:
        self.database = database
        self._cwd = cwd
        self._settings = settings
        self._process: asyncio.subprocess.Process | None = None
        self.address = ""
        self._said: list[bytes] = []

    @property
    def url(self) -> str:
        """The database's address."""
        return address_of(self.database)

    async def start(self) -> None:
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot", "run",
            cwd=self._cwd, env=environment(self.database) | self._settings, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
        )  # fmt: skip
        self.address = await self._announced()

    async def _announced(self) -> str:
        return await self.told(rb"(http://\S+)")

    async def told(self, pattern: bytes) -> str:
        """The first group of a pattern in what it says from now on."""
        async with asyncio.timeout(PATIENCE_S):
            async for line in self._process.stdout:
                self._said.append(line)
                if found := re.search(pattern, line):
                    return found[1].decode()
        raise AssertionError(f"the program ended with {await self._process.wait()}")

    def said(self) -> str:
        """What it has said on its standard output, as far as somebody has read it."""
        return b"".join(self._said).decode()

    async def kill(self) -> None:
        """As a power cut would: no goodbye."""
        if self._process and self._process.returncode is None:
            self._process.send_signal(signal.SIGKILL)
            await self._process.wait()

    def signal(self, number: signal.Signals) -> None:
        self._process.send_signal(number)

    async def ended(self) -> int:
        async with asyncio.timeout(PATIENCE_S):
            self._said.append(await self._process.stdout.read())
            return await self._process.wait()

    async def stop(self) -> int:
        self.signal(signal.SIGTERM)
        return await self.ended()


def address_of(database: Path | str) -> str:
    """How a database is opened; where tests run on PostgreSQL, a file is one there."""
    if isinstance(database, str):
        return database
    return postgres.stand_in_for(database) if postgres.WANTED else f"sqlite:///{database}"


def environment(database: Path | str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("MAJLIS_", "COV"))}
    return {**kept, "MAJLIS_DATABASE": address_of(database), "MAJLIS_WEB_PORT": "0"}


class Guest:
    """A browser of sorts: a cookie, the token of its pages, and the buttons it last saw."""

    def __init__(self, session: aiohttp.ClientSession) -> None:
        self._session = session
        self._token = ""

    async def read(self, url: str) -> str:
        async with self._session.get(url) as answer:
            page = await answer.text()
            assert answer.status == 200, page
        self._token = re.search(r'name="token" content="(\w+)"', page)[1]
        return page

    async def send(self, url: str, **fields: str) -> tuple[str, str]:
        """A form; gives where it led and the page there."""
        async with self._session.post(url, data={"token": self._token, **fields}) as answer:
            page = await answer.text()
            assert answer.status == 200, page
            return str(answer.url), page

    async def press(self, address: str, code: str, payload: str, key: str, **more: str) -> dict:
        headers = {"X-Majlis-Token": self._token, "Accept": "application/json"}
        fields = {"payload": payload, "key": key, **more}
        async with self._session.post(f"{address}/t/{code}/press", data=fields, headers=headers) as answer:
            assert answer.status == 200, await answer.text()
            return await answer.json()

    async def get(self, url: str) -> aiohttp.ClientResponse:
        async with self._session.get(url) as answer:
            await answer.read()
            return answer

    def stream(
        self, address: str, code: str, **named: str
    ) -> AbstractAsyncContextManager[aiohttp.ClientResponse]:
        """The table told as it happens."""
        return self._session.get(f"{address}/t/{code}/live", params=named)

    async def state(self, address: str, code: str) -> dict:
        async with self._session.get(f"{address}/t/{code}/state") as answer:
            assert answer.status == 200
            return (await answer.json())["state"]


@asynccontextmanager
async def guest() -> AsyncIterator[Guest]:
    timeout = aiohttp.ClientTimeout(total=20)
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True), timeout=timeout) as session:
        yield Guest(session)


def payloads(state: dict, code: str) -> list[str]:
    """The buttons of a state, in their order."""
    return list(dict.fromkeys(re.findall(rf"{code}:[0-9a-z]+:[a-z][a-z0-9.]*", state["pieces"]["buttons"])))

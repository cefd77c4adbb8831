"""Guests of the page: a cookie, forms, and a script that presses, repeats what got lost, and hangs up."""

import asyncio
import random
import re
from contextlib import suppress

import aiohttp

from bot.company.phrasebook import EMOTES, GIFTS, PHRASES
from tests.running.program import payloads
from tests.storm.players import Board, Storm

PATIENCE_S = 15.0
GAMES = ("mahbusa", "majlis_tawla31", "majlis_sheesh_besh")


class OnWeb:
    """One browser."""

    lost = (aiohttp.ClientError, ConnectionError, TimeoutError)

    def __init__(self, storm: Storm, session: aiohttp.ClientSession, name: str, rng: random.Random) -> None:
        self._storm, self.name, self.rng = storm, name, rng
        self._session = session
        self._token = ""
        self._tables: dict[str, bool] = {}
        """Those this guest has come to, and whether they are over."""

    @property
    def _address(self) -> str:
        return self._storm.house.address

    def _key(self) -> str:
        return f"{self.rng.getrandbits(64):016x}"

    async def boards(self) -> list[Board]:
        going_on = [code for code, over in self._tables.items() if not over]
        if not going_on:
            return []
        code = self.rng.choice(going_on)
        async with self._session.get(f"{self._address}/t/{code}/state") as answer:
            if answer.status != 200:
                self._tables[code] = True
                return []
            state = (await answer.json())["state"]
        return self._board(code, state)

    def _board(self, code: str, state: dict) -> list[Board]:
        if following := state["next"]:
            self._tables.setdefault(following.rpartition("/")[2], False)
        if state["ends"] is None and not payloads(state, code):
            self._tables[code] = len(self._tables) > 3 and self.rng.random() < 0.1
        found = tuple(payloads(state, code))
        return [Board(found, code)] if found else []

    async def press(self, board: Board, payload: str) -> None:
        key = self._key()
        self._storm.pressed("web")
        try:
            if self.rng.random() < 0.03:
                self._storm.counts["hung up"] += 1
                async with asyncio.timeout(self.rng.uniform(0, 0.03)):
                    await self._press(board, payload, key)
            else:
                await self._press(board, payload, key)
        except self.lost:
            if self.rng.random() < 0.3:
                raise
            await self._storm.house.open()
            self._storm.counts["repeated"] += 1
            await self._press(board, payload, key)

    async def _press(self, board: Board, payload: str, key: str) -> None:
        code = str(board.where)
        headers = {"X-Majlis-Token": self._token, "Accept": "application/json"}
        fields = {"payload": payload, "key": key}
        async with self._session.post(
            f"{self._address}/t/{code}/press", data=fields, headers=headers
        ) as answer:
            told = await answer.json()
        self._storm.counts["answered"] += 1
        if answer.status == 500:
            self._storm.counts["told that something went wrong"] += 1
        elif not told["toast"]:
            self._storm.witness.was_done(payload)
        if "state" in told:
            self._board(code, told["state"])

    async def press_twice(self, board: Board, payload: str) -> None:
        key = self._key()
        for _ in range(2):
            self._storm.pressed("web")
        await asyncio.gather(*(self._press(board, payload, key) for _ in range(2)))

    async def forge(self, board: Board, payload: str) -> None:
        self._storm.pressed("web")
        await self._press(board, payload, self._key())

    async def fidget(self) -> None:
        what = self.rng.random()
        alive = [code for code, over in self._tables.items() if not over]
        if not self._token:
            await self._come()
        if what < 0.3 and len(alive) < 4:
            await self._open()
        elif what < 0.6 and self._storm.invitations and len(alive) < 4:
            await self._join(self.rng.choice(self._storm.invitations))
        elif what < 0.7 and len(alive) < 4:
            await self._act(f"queue.{self.rng.choice(GAMES)}.1.0")
        elif alive:
            code = self.rng.choice(alive)
            said = self.rng.choice([*PHRASES, *EMOTES])
            await self._act(
                self.rng.choice([f"say.{code}.{said}", f"gift.{code}.{self.rng.choice([*GIFTS])}", "games"])
            )
        if alive and self.rng.random() < 0.1:
            await self._watch(self.rng.choice(alive))

    async def _come(self) -> None:
        """The first page, with a cookie and the token that goes with it."""
        async with self._session.get(self._address) as answer:
            if found := re.search(r'name="token" content="(\w+)"', await answer.text()):
                self._token = found[1]

    async def _open(self) -> None:
        stake = self.rng.choice(["", "", "10"])
        against = self.rng.choice(["friend", "friend", "friend", "computer"])
        form = {
            "token": self._token, "against": against, "preset": self.rng.choice(GAMES), "target": "1", "name": self.name,
            "auto_roll": "on", "filled": "", "key": self._key(), "stake": stake if against == "friend" else "",
        }  # fmt: skip
        async with self._session.post(f"{self._address}/open", data=form) as answer:
            where = str(answer.url)
        if found := re.search(r"/t/([A-Z2-9]{6})", where):
            self._tables[found[1]] = False
            self._storm.witness.was_opened(found[1])
            if against == "friend":
                self._storm.invitations.append(found[1])

    async def _join(self, code: str) -> None:
        async with self._session.get(f"{self._address}/j/{code}") as answer:
            page = await answer.text()
            if answer.status != 200 or "/j/" not in str(answer.url):
                return
        if token := re.search(r'name="token" content="(\w+)"', page):
            form = {"token": token[1], "name": self.name, "word": "", "key": self._key()}
            async with self._session.post(f"{self._address}/j/{code}", data=form) as answer:
                if found := re.search(r"/t/([A-Z2-9]{6})(?!\?said)", str(answer.url)):
                    self._tables[found[1]] = False

    async def _act(self, act: str) -> None:
        self._storm.pressed("web")
        headers = {"X-Majlis-Token": self._token, "Accept": "application/json"}
        async with self._session.post(
            f"{self._address}/c/{act}", data={"key": self._key()}, headers=headers
        ) as answer:
            self._storm.counts["answered"] += 1
            if answer.status == 200 and (
                found := re.search(r"/t/([A-Z2-9]{6})", (await answer.json())["go"])
            ):
                self._tables[found[1]] = False

    async def _watch(self, code: str) -> None:
        """Look on for a moment."""
        with suppress(TimeoutError):
            async with asyncio.timeout(2), self._session.get(f"{self._address}/t/{code}/live") as answer:
                async for _ in answer.content:
                    pass

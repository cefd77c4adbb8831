"""The whole program under load: itself in one process, all its people in this one, over real sockets.

A thousand tables on the page, pressed in a closed loop by people who each have a page open and its stream with it; what a press costs with 100, 1,000 and 10,000 tables open; the start
with 10,000; how soon taps on Telegram are answered while other chats are flooded, dead or slow; and what happens when more is
asked than can be done. Beside them their floors: a page that goes through no door, the bare transaction, an empty house.
`python -m tests.bench.load` prints JSON; presses a second hang on what else the machine does, processor time does not.
"""

import asyncio
import json
import os
import random
import re
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

import aiohttp

from bot.choosing import Choosing
from bot.computer import Level, thinking
from bot.intents import Start
from bot.limits import Limits
from bot.play import Person
from bot.table import Against, Setup
from bot.tables import Tables
from bot.web.services import signing_secret
from bot.web.visitor import COOKIE, _mac, _sign
from rules.ruleset import PRESETS, ClockKind
from storage import players
from storage.database import open_database
from tests.bench.press import fill, floor
from tests.bench.telegram import NO_LIMITS, taps
from tests.running.program import Program, payloads
from tests.servers.telegram import Chat, Fault, TelegramServer
from tests.telegram import test_program as telegram

GUESTS, TABLES = 50, 1_000
"""Each guest has tables for two at one screen, so that whoever looks may always press."""

PRESSES = 1_500
AT_ONCE = 20
OPEN = (100, 1_000, 10_000)
EACH = 300
"""Presses with each number of open tables."""

STAYS = 25
"""Presses of somebody at one table before they go on to another of theirs."""

GROUPS = 15
"""Chats that are flooded, and as many that go well."""

A_MINUTE, LATE_S = 2, 5.0
"""What a flooded chat takes in a minute, and how late calls are for a slow one."""

Others = Callable[[TelegramServer, int], Awaitable[None]]

TURNS_ASKED = 60
NOW = int(time.time() * 1000)
CALM, IDLE_S = 6, 0.02
"""So many looks in a row at a program that has done next to nothing in half a second."""

TURN = re.compile(r":(m\d|[crp]$)")


@dataclass
class Guest:
    """A browser: its cookie, its token, its tables and what may be pressed there."""

    cookie: str
    token: str
    codes: list[str]
    buttons: dict[str, list[str]] = field(default_factory=dict)


class Usage(NamedTuple):
    """What a process has taken so far."""

    cpu_s: float
    memory_mb: float


def usage(program: Program) -> Usage:
    """As Linux counts it."""
    here = Path(f"/proc/{program._process.pid}")
    fields = (here / "stat").read_text().rpartition(")")[2].split()
    memory = re.search(r"VmRSS:\s+(\d+) kB", (here / "status").read_text())
    return Usage((int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"), int(memory[1]) / 1024)


@dataclass
class Times:
    """Seconds from presses to their answers, and to their pictures; and how many states came by streams."""

    answers: list[float] = field(default_factory=list)
    pictures: list[float] = field(default_factory=list)
    streamed: int = 0

    def figures(self) -> dict[str, object]:
        drawn = {"to the picture": _cuts(self.pictures)} if self.pictures else {}
        streamed = {"states_streamed_a_press": round(self.streamed / len(self.answers), 2)}
        return {"to the answer": _cuts(self.answers)} | drawn | streamed


def _cuts(taken: Sequence[float]) -> dict[str, float]:
    ordered = sorted(taken)
    return {"median_ms": _ms(ordered[len(ordered) // 2]), "p99_ms": _ms(ordered[int(len(ordered) * 0.99)])}


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 1)


async def furnish(path: Path, guests: int, tables: int, more: int = 0) -> list[Guest]:
    """A database with so many tables under way, and more that wait for somebody."""
    database = await open_database(f"sqlite:///{path}", now=NOW)
    secret = await signing_secret(database)
    door = Tables(database, limits=Limits(tables=OPEN[-1]))
    came = []
    for number in range(guests):
        nonce = f"{number:032x}"
        async with database.write() as conn:
            row = await players.create(conn, "web", nonce, f"Guest {number}", "en", NOW)
        codes = [
            await _begun(door, Person(row.id, row.name), number + each) for each in range(tables // guests)
        ]
        came.append(Guest(_sign(secret, row.id, nonce), _mac(secret, f"csrf:{nonce}"), codes))
    if more:
        await fill(database, Person(1, "Guest 0"), more)
    await database.close()
    return came


async def _begun(door: Tables, host: Person, number: int) -> str:
    preset, rules = list(PRESETS.items())[number % len(PRESETS)]
    setup = Setup(replace(rules, clock=ClockKind.NONE, target=7), preset, Against.LOCAL)
    table = await door.open(host, setup, NOW)
    await door.handle(table.code, host, Start(), now=NOW)
    return table.code


@asynccontextmanager
async def page(path: Path, **settings: str) -> AsyncIterator[Program]:
    """The program with its page alone, once the computer has made itself strong."""
    program = Program(path, MAJLIS_LOG="error", MAJLIS_MOST_TABLES="1000", **settings)
    began = time.perf_counter()
    await program.start()
    program.started = {
        "start_s": round(time.perf_counter() - began, 2),
        "start_processor_s": round(usage(program).cpu_s, 2),
    }
    try:
        yield program
    finally:
        await program.stop()


@asynccontextmanager
async def browser() -> AsyncIterator[aiohttp.ClientSession]:
    timeout = aiohttp.ClientTimeout(total=60)
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(
        cookie_jar=aiohttp.DummyCookieJar(), timeout=timeout, connector=connector
    ) as session:
        yield session


async def look(session: aiohttp.ClientSession, address: str, guest: Guest, code: str) -> None:
    async with session.get(
        f"{address}/t/{code}/state", headers={"Cookie": f"{COOKIE}={guest.cookie}"}
    ) as answer:
        _note(guest, code, (await answer.json())["state"])


def _note(guest: Guest, code: str, state: dict) -> None:
    guest.buttons[code] = [one for one in payloads(state, code) if TURN.search(one)]


@dataclass(frozen=True)
class Page:
    """A table's page that somebody has open."""

    session: aiohttp.ClientSession
    address: str
    guest: Guest
    code: str
    name: str


@asynccontextmanager
async def opened(page: Page, times: Times) -> AsyncIterator[None]:
    """While a page is open, it hears its stream."""

    async def hear() -> None:
        async for line in stream.content:
            times.streamed += line == b"event: state\n"

    url = f"{page.address}/t/{page.code}/live?page={page.name}"
    cookie = {"Cookie": f"{COOKIE}={page.guest.cookie}"}
    async with page.session.get(url, headers=cookie, timeout=aiohttp.ClientTimeout(total=None)) as stream:
        hearing = asyncio.create_task(hear())
        try:
            yield
        finally:
            hearing.cancel()
            await asyncio.gather(hearing, return_exceptions=True)


async def press(page: Page, rng: random.Random, times: Times, *, drawn: bool) -> None:
    """One press, its answer and the picture that it leads to."""
    session, address, guest, code = page.session, page.address, page.guest, page.code
    headers = {
        "Cookie": f"{COOKIE}={guest.cookie}",
        "X-Majlis-Token": guest.token,
        "Accept": "application/json",
    }
    form = {
        "payload": rng.choice(guest.buttons[code]),
        "key": f"{rng.getrandbits(64):016x}",
        "page": page.name,
    }
    began = time.perf_counter()
    async with session.post(f"{address}/t/{code}/press", data=form, headers=headers) as answer:
        told = await answer.json()
    times.answers.append(time.perf_counter() - began)
    _note(guest, code, told["state"])
    if not guest.buttons[code]:  # the house does something first
        await look(session, address, guest, code)
    if drawn:
        async with session.get(address + told["state"]["picture"]["src"], headers=headers) as answer:
            await answer.read()
        times.pictures.append(time.perf_counter() - began)


async def crowd(
    program: Program, guests: list[Guest], presses: int, *, at_once: int, drawn: bool = True
) -> dict[str, object]:
    """So many presses by so many people at once, each waiting for their answer; and what they cost the program."""
    times, rng = Times(), random.Random(7)
    async with browser() as session:
        for guest in guests:
            for code in guest.codes:
                await look(session, program.address, guest, code)
        before, began = usage(program), time.perf_counter()

        async def somebody(number: int) -> None:
            mine = guests[number % len(guests)]
            left = presses // at_once
            while left:
                code = rng.choice([code for code in mine.codes if mine.buttons.get(code)])
                page = Page(session, program.address, mine, code, f"{rng.getrandbits(64):016x}")
                stays = min(left, STAYS)
                async with opened(page, times):
                    while stays and mine.buttons.get(code):
                        await press(page, rng, times, drawn=drawn)
                        stays, left = stays - 1, left - 1

        await asyncio.gather(*map(somebody, range(at_once)))
        took = time.perf_counter() - began
    return (
        {"presses_a_second": round(len(times.answers) / took)}
        | times.figures()
        | cost(before, program, len(times.answers))
    )


def cost(before: Usage, program: Program, presses: int) -> dict[str, float]:
    spent = usage(program).cpu_s - before.cpu_s
    return {
        "processor_ms_a_press": round(spent * 1000 / presses, 1),
        "presses_a_second_a_core": round(presses / spent),
        "memory_mb": round(usage(program).memory_mb),
    }


async def health(program: Program, asked: int = 500) -> dict[str, object]:
    """The floor of every answer: one that goes through no door."""
    taken, before = [], usage(program)
    async with browser() as session:
        for _ in range(asked):
            began = time.perf_counter()
            async with session.get(f"{program.address}/health") as answer:
                await answer.read()
            taken.append(time.perf_counter() - began)
    return _cuts(taken) | {"processor_ms": round((usage(program).cpu_s - before.cpu_s) * 1000 / asked, 2)}


async def thousand(folder: Path) -> dict[str, object]:
    """A thousand tables at once, pictures included; then more people than can be served at once."""
    guests = await furnish(folder / "thousand.db", GUESTS, TABLES)
    async with page(folder / "thousand.db") as program:
        await warm(program)
        return {
            "floor: a page without a door": await health(program),
            "floor: the bare transaction, ms": _ms(floor(folder / "floor.db")),
            "one person": await crowd(program, guests[:1], 200, at_once=1),
            f"{AT_ONCE} people at once": await crowd(program, guests, PRESSES, at_once=AT_ONCE),
            "the same without pictures": await crowd(program, guests, PRESSES, at_once=AT_ONCE, drawn=False),
            "overload, 200 people at once": await crowd(program, guests, PRESSES, at_once=200),
        }


async def warm(program: Program) -> None:
    """Until the computer has made itself strong, apart and then in the program itself."""
    pid = program._process.pid
    calm = 0
    while calm < CALM:
        before = usage(program).cpu_s
        await asyncio.sleep(0.5)
        calm = 0 if _children(pid) or usage(program).cpu_s - before > IDLE_S else calm + 1


def _children(pid: int) -> str:
    return Path(f"/proc/{pid}/task/{pid}/children").read_text()


async def constant(folder: Path) -> dict[str, object]:
    """One person presses at fifty tables while so many others stand open; and how long the start takes beside them."""
    figures: dict[str, object] = {}
    for number in OPEN:
        file = folder / f"open{number}.db"
        guests = await furnish(file, 1, 50, more=number - 50)
        async with page(file) as program:
            await warm(program)
            figures[f"{number} tables open"] = program.started | await crowd(
                program, guests, EACH, at_once=1, drawn=False
            )
    async with page(folder / "empty.db") as program:
        figures["floor: an empty house"] = program.started
    return figures


async def neighbours(folder: Path) -> dict[str, object]:
    """Taps in chats where all is well: alone, beside as many busy chats, and beside as many in trouble."""
    return {
        "alone": await _beside(folder / "alone.db", None),
        "beside as many busy chats": await _beside(folder / "busy.db", _busy),
        "beside as many that are flooded, dead or slow": await _beside(folder / "trouble.db", _in_trouble),
    }


async def _beside(file: Path, others: Others | None) -> dict[str, object]:
    async with TelegramServer(limits=NO_LIMITS) as server:
        program = telegram.Program(file, server, MAJLIS_LOG="error")
        await program.start()
        tasks = [asyncio.create_task(others(server, number)) for number in range(GROUPS)] if others else []
        try:
            await asyncio.sleep(2)
            good = await asyncio.gather(*(taps(server, number) for number in range(GROUPS)))
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await program.stop()
        boards = server.journal.of("editMessageMedia", "editMessageCaption", "sendPhoto")
        told = {"boards_shown": len(boards), "answered_429": sum(call.code == 429 for call in boards)}
        return _cuts([seconds for group in good for seconds in group]) | told


async def _busy(server: TelegramServer, number: int) -> None:
    """Somebody who asks for the board over and over."""
    host = server.user(f"X {number}")
    group = server.group(f"Other {number}", host)
    await _ask(server, host, group, 0)


async def _in_trouble(server: TelegramServer, number: int) -> None:
    """A third of the chats may be sent next to nothing, a third shut us out, for a third calls are seconds late."""
    host = server.user(f"X {number}")
    group = server.group(f"Other {number}", host)
    if number % 3 == 0:
        server.state.pace.own[group.id] = A_MINUTE
    if number % 3 == 1:
        await host.removes(group)
    await _ask(server, host, group, LATE_S if number % 3 == 2 else 0)


async def _ask(server: TelegramServer, host: telegram.Person, group: Chat, late_s: float) -> None:
    await host.writes(group, "/play")
    while True:
        if late_s:
            server.faults.plan(Fault.DELAY, "sendPhoto", seconds=late_s)
        await host.writes(group, "/board")
        await asyncio.sleep(0.5)


async def computer(folder: Path) -> dict[str, object]:
    """An expert asked once, and by a crowd: then it looks less far ahead, and nobody waits for long."""
    await asyncio.to_thread(thinking.compile_now)
    choosing = Choosing()
    [guest] = await furnish(folder / "computer.db", 1, len(PRESETS))
    database = await open_database(f"sqlite:///{folder / 'computer.db'}", now=NOW)
    table = await Tables(database).get(guest.codes[list(PRESETS).index("majlis_sheesh_besh")])
    await database.close()

    async def asked() -> float:
        began = time.perf_counter()
        await choosing(table, Level.EXPERT)
        return time.perf_counter() - began

    alone = [await asked() for _ in range(10)]
    before = time.process_time()
    for _ in range(10):
        await asked()
    each = (time.process_time() - before) / 10
    before = time.process_time()
    together = await asyncio.gather(*(asked() for _ in range(TURNS_ASKED)))
    crowded = (time.process_time() - before) / TURNS_ASKED
    return {
        "one at a time": _cuts(alone) | {"processor_ms": _ms(each)},
        f"{TURNS_ASKED} at once": _cuts(together) | {"processor_ms": _ms(crowded)},
    }


async def measure() -> dict[str, object]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        return {
            "a thousand tables": await thousand(folder),
            "cost of a press": await constant(folder),
            "neighbours": await neighbours(folder),
            "the computer": await computer(folder),
        }


if __name__ == "__main__":
    json.dump(asyncio.run(measure()), sys.stdout, indent=1)
    print()

"""Told to stop: in good order and soon, whatever the network does; told twice, at once."""

import asyncio
import signal
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest

from bot import shelf
from bot.play import Person
from bot.running import now_ms
from bot.telegram.screen import PLATFORM, Screen
from storage import ledger, players, screens
from storage.database import open_database
from tests.bench.press import setup
from tests.running.program import HOME, LEFT_BEHIND, PATIENCE_S, Program, guest
from tests.running.test_kill import open_table
from tests.storage.conftest import files

TABLES = 1_000
SOON_S = 5.0


async def many_tables(file: Path) -> None:
    """A thousand tables, each on a board in a chat that is older than its table."""
    database = await open_database(f"sqlite:///{file}", now=now_ms())
    async with database.write() as conn:
        host = await players.create(conn, "telegram", "1", "Ali", "en", now_ms())
        for number in range(TABLES):
            wished = setup(number)
            seats = shelf.first_seats(wished, Person(host.id, "Ali"))
            table, _ = await shelf.create(conn, wished, host.id, seats, now_ms())
            await screens.place(conn, Screen(table.id, table.code, str(-1000 - number)).row())
    await database.close()


@asynccontextmanager
async def platform(name: str) -> AsyncIterator[tuple[asyncio.subprocess.Process, str, str]]:
    """A platform in a process of its own, which can be held still; with its address and token."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", f"tests.servers.{name}", cwd=HOME, stdout=asyncio.subprocess.PIPE
    )
    try:
        address, token = (await process.stdout.readline()).decode().split()
        yield process, address, token
    finally:
        process.kill()
        await process.wait()


async def ended(program: Program) -> tuple[int, float]:
    """The exit code, and how many seconds it took."""
    began = time.monotonic()
    code = await program.stop()
    return code, time.monotonic() - began


async def test_a_thousand_tables_and_a_dead_network(tmp_path: Path):
    file = tmp_path / "majlis.db"
    await many_tables(file)
    async with (
        platform("telegram") as (telegram, on_telegram, one),
        platform("discord") as (discord, on_discord, two),
    ):
        program = Program(
            file,
            MAJLIS_TELEGRAM_API=on_telegram, MAJLIS_TELEGRAM_TOKEN=one,
            MAJLIS_DISCORD_API=on_discord, MAJLIS_DISCORD_TOKEN=two,
        )  # fmt: skip
        await program.start()
        async with aiohttp.ClientSession() as session, asyncio.timeout(PATIENCE_S):
            while (await session.get(f"{program.address}/ready")).status != 200:  # noqa: ASYNC110 it tells nobody
                await asyncio.sleep(0.1)
        for server in (telegram, discord):
            server.send_signal(signal.SIGSTOP)
        await asyncio.sleep(1)  # calls are under way that will never be answered
        code, seconds = await ended(program)
    assert code == 0
    assert seconds < SOON_S
    database = await open_database(f"sqlite:///{file}", now=0)
    async with database.read() as conn:
        assert len(await screens.stale(conn, PLATFORM, 2 * TABLES)) > 0, "they were under way"
        assert (await ledger.audit(conn)).sound
    await database.close()


async def test_told_twice_it_ends_at_once(tmp_path: Path):
    program = Program(tmp_path / "majlis.db")
    await program.start()
    async with guest() as first, guest() as second:
        code = await open_table(program, first, second)
        async with first.stream(program.address, code) as stream:
            await stream.content.readline()
            program.signal(signal.SIGSTOP)  # both signals are there before it can answer the first
            program.signal(signal.SIGINT)
            program.signal(signal.SIGTERM)
            program.signal(signal.SIGCONT)
            assert await program.ended() in (128 + signal.SIGTERM, 128 + signal.SIGINT)
    await program.start()
    assert await program.stop() == 0


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_open_pages_are_told_and_come_back(tmp_path: Path, number: signal.Signals):
    program = Program(tmp_path / "majlis.db")
    await program.start()
    async with guest() as first, guest() as second:
        code = await open_table(program, first, second)
        async with first.stream(program.address, code) as stream:
            await stream.content.readuntil(b"event: state\n")
            program.signal(number)
            told = await stream.content.read()
        assert told.endswith(b"event: restart\ndata:\n\n")
        assert await program.ended() == 0
        assert set(files(tmp_path)) == LEFT_BEHIND
        before = await restarted(program)
        assert (await first.state(program.address, code))["version"] == before
    assert await program.stop() == 0


async def restarted(program: Program) -> int:
    """Start again; gives the version at which the only table stands."""
    database = await open_database(program.url, now=0)
    async with database.read() as conn:
        version = (await conn.exec_driver_sql("SELECT version FROM tables")).scalar_one()
    await database.close()
    await program.start()
    return int(version)

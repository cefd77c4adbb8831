"""The whole program watched by its host: figures that tell what happened, a log that names tables, and no secret in either."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest
import sqlalchemy as sa

from storage import schema
from storage.database import open_database
from tests.running import program as running
from tests.running.program import PATIENCE_S, Guest, guest, payloads
from tests.running.test_commands import complains, majlis
from tests.running.test_kill import open_table
from tests.servers.telegram import TelegramServer
from tests.servers.telegram.faults import Fault
from tests.telegram.conftest import FAST
from tests.telegram.test_program import Program


@pytest.fixture
async def server() -> AsyncIterator[TelegramServer]:
    async with TelegramServer(limits=FAST) as server:
        yield server


async def figures(address: str) -> dict[str, float]:
    """Each series with its value."""
    async with aiohttp.ClientSession() as session, session.get(address) as answer:
        assert answer.content_type == "text/plain"
        lines = (await answer.text()).splitlines()
    return {
        series: float(value) for series, value in (line.rsplit(" ", 1) for line in lines if line[0] != "#")
    }


async def _once_looked(address: str) -> dict[str, float]:
    """The figures, once the program has looked how late its loop is: it does so every half second."""
    async with asyncio.timeout(PATIENCE_S):
        while not (told := await figures(address))["majlis_loop_lag_seconds_count"]:  # noqa: ASYNC110
            await asyncio.sleep(0.1)
    return told


async def break_table(url: str, code: str) -> None:
    tables = schema.tables
    database = await open_database(url, now=0)
    async with database.write() as conn:
        await conn.execute(sa.update(tables).where(tables.c.code == code).values(snapshot="{", wake_at=0))
    await database.close()


async def secrets_of(url: str) -> set[str]:
    """What the database keeps that nobody is to read in a log: seeds, the cookies' secret and what guests are known by."""
    meta, identities = schema.meta.c, schema.identities.c
    kept = (
        sa.select(schema.tables.c.seed),
        sa.select(meta.value).where(meta.key.endswith("secret")),
        sa.select(identities.external_id).where(identities.platform == "web"),
    )
    database = await open_database(url, now=0)
    async with database.read() as conn:
        found = [await conn.scalars(each) for each in kept]
        secrets = {secret for each in found for secret in each}
    await database.close()
    return secrets


async def press(program: Program, people: list[Guest], code: str) -> None:
    """Whoever can press something useful does."""
    for person in people:
        for payload in payloads(await person.state(program.address, code), code):
            if payload.split(":")[2][0] in "mcp":
                await person.press(program.address, code, payload, "0123456789abcdef")
                return


async def test_figures_and_log_tell_what_happened_and_no_secret(server: TelegramServer, tmp_path: Path):
    program = Program(tmp_path / "majlis.db", server, MAJLIS_LOG_FORMAT="json", MAJLIS_METRICS_PORT="0")
    await program.start()
    address = await program.told(rb"Metrics: +(http://\S+)")
    ali = server.user("Ali")
    server.faults.plan(Fault.FLOOD, "sendMessage", seconds=0.1)
    server.faults.plan(Fault.SERVER_ERROR, "answerCallbackQuery")
    await ali.writes(ali.private, "/start")
    await ali.awaits(ali.private, "Welcome to Majlis", patience=PATIENCE_S)
    async with guest() as first, guest() as second:
        code, broken = [await open_table(program, first, second) for _ in range(2)]
        await press(program, [first, second], code)
        answer = await first.press(program.address, code, f"{code}:0:x.forged", "0123456789abcdef")
        assert answer["toast"]
        assert (await first.get(f"{program.address}/t/{code}/board.jpg")).status == 200
        assert await program.stop() == 0
        await program.start()
        await break_table(program.url, broken)
        address = await program.told(rb"Metrics: +(http://\S+)")
        assert (await first.get(f"{program.address}/t/{broken}")).status == 500
        await press(program, [first, second], code)
        assert (await first.get(f"{program.address}/t/{code}/board.jpg")).status == 200
        told = await _once_looked(address)
    assert await program.stop() == 0

    assert told['majlis_presses_total{outcome="done",platform="web"}'] == 1
    assert told['majlis_answer_seconds_count{platform="web"}'] >= 1
    assert told['majlis_tables{status="playing"}'] == 2
    assert told["majlis_drawing_seconds_count"] >= 1
    assert told["majlis_deadlines_late"] == 1
    assert told['majlis_platform_calls_total{outcome="ok",platform="telegram"}'] > 0
    assert told['majlis_transaction_seconds_count{end="commit"}'] > 0
    assert told["majlis_pearls"] == 0, "guests begin without"
    assert len(told) < 500, "labels have a handful of values each"

    log = program.log.read_text()
    lines = [json.loads(line) for line in log.splitlines()]
    assert any(line.get("table") == broken and "Traceback" in line["error"] for line in lines)
    assert {line["level"] for line in lines} <= {"info", "warning", "error"}
    held = await secrets_of(program.url) | {server.token}
    assert len(held) >= 5
    everything = log + program.said() + json.dumps(told)
    assert not [secret for secret in held if secret in everything]
    assert not re.search(rf"\b({code}|{broken})\b", json.dumps(told)), "no table in a label"


async def test_a_program_without_a_page_tells_how_it_is_beside_its_figures(tmp_path: Path):
    program = running.Program(tmp_path / "majlis.db", MAJLIS_ROLES="house", MAJLIS_METRICS_PORT="0")
    await program.start()
    where = program.address.removesuffix("/metrics")
    async with aiohttp.ClientSession() as session:
        for path in ("/health", "/ready"):
            async with session.get(f"{where}{path}") as answer:
                assert answer.status == 200
                assert (await answer.json())["ok"] is True
    assert await program.stop() == 0


async def test_figures_are_shown_to_nobody_unless_asked_for(tmp_path: Path, server: TelegramServer):
    program = Program(tmp_path / "majlis.db", server)
    await program.start()
    async with aiohttp.ClientSession() as session:
        for path in ("/metrics", "/ready/metrics"):
            assert (await session.get(f"{program.address}{path}")).status == 404
    assert await program.stop() == 0
    assert b"Metrics" not in program.said().encode()


@pytest.mark.parametrize(
    "settings",
    [
        {"MAJLIS_METRICS_HOST": "not a host", "MAJLIS_METRICS_PORT": "0"},
        {"MAJLIS_METRICS_PORT": "70000"},
        {"MAJLIS_LOG_FORMAT": "xml"},
    ],
)
def test_what_cannot_be_is_one_clear_line(tmp_path: Path, settings: dict[str, str]):
    complains(majlis("run", database=tmp_path / "majlis.db", **settings), next(iter(settings)))


def test_a_databases_password_is_told_nowhere():
    done = majlis("run", MAJLIS_DATABASE="postgresql://majlis:" + "hunter%202@127.0.0.1:9/majlis")
    assert done.returncode != 0
    assert b"hunter" not in done.stdout + done.stderr

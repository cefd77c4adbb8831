"""The whole program as its own process against Telegram: killed in mid-turn, by webhook, with a wrong token."""

import asyncio
import json
import socket
import sys
from collections.abc import Callable
from pathlib import Path

import aiohttp
import pytest

from bot import shelf
from bot.table import Stage, Table
from rules import record
from storage import ledger, tables
from storage.database import open_database
from tests.running import program as programs
from tests.running.program import PATIENCE_S
from tests.servers.telegram import Person, Seen, TelegramServer
from tests.telegram.bot import moves, wants_more
from tests.telegram.test_friends import invites


class Program(programs.Program):
    """`majlis run` with the bot on Telegram."""

    def __init__(self, database: Path, server: TelegramServer, **settings: str) -> None:
        super().__init__(database)
        self._more = {
            "MAJLIS_TELEGRAM_TOKEN": server.token,
            "MAJLIS_TELEGRAM_API": server.base_url,
            "MAJLIS_LOG": "debug",
            **settings,
        }
        self.log = database.with_suffix(".log")

    async def start(self) -> None:
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "bot", "run",
                cwd=programs.HOME, env=programs.environment(self.database) | self._more,
                stdout=asyncio.subprocess.PIPE, stderr=log,
            )  # fmt: skip
        self.address = await self._announced()


async def stored(database: Path, code: str) -> tuple[Table, list[str], bool]:
    """The table, its log and whether the books are right."""
    opened = await open_database(f"sqlite:///{database}", now=0)
    try:
        async with opened.read() as conn:
            row = await tables.load_by_code(conn, code)
            events = await tables.events(conn, row.id)
            audit = await ledger.audit(conn)
    finally:
        await opened.close()
    return shelf.read(row), [event.data for event in events], audit.sound


def written(folder: Path) -> bytes:
    """The log, and whatever the database keeps in files there."""
    return b"".join(file.read_bytes() for file in folder.iterdir())


async def test_killed_in_mid_turn(server: TelegramServer, tmp_path: Path):
    """At real speed, so only a few turns; a whole match over restarts is in test_restart.py."""
    program = Program(tmp_path / "majlis.db", server)
    ali, sara = server.user("Ali"), server.user("Sara")
    await program.start()
    code, link = await invites(ali, "mahbooseh")
    await sara.follows(link)
    for press in range(8):
        board = await a_turn(ali, sara)
        person = ali if board.message.chat is ali.private else sara
        if press in (2, 5):
            query = person.touches(board, wants_more(moves(board)))
            await asyncio.sleep(0.02)
            await program.kill()
            await program.start()
            query.answer.cancel()  # it may have been fetched and lost with the power; whoever tapped taps again
        else:
            await person.taps(board, wants_more(moves(board)), patience=PATIENCE_S)
    for button in ("Resign", "Yes, give up the game"):
        board = await ali.awaits(
            ali.private, lambda seen, button=button: button in seen.labels, patience=PATIENCE_S
        )
        await ali.taps(board, button)
    await ali.awaits(ali.private, "🔑", patience=PATIENCE_S)
    await program.stop()
    table, log, sound = await stored(program.database, code)
    assert table.stage is Stage.FINISHED
    assert sorted(table.paid) == [0, 25]
    assert sound
    assert record.replay(table.setup.ruleset, [json.loads(entry) for entry in log]) == table.match
    assert server.token.encode() not in written(tmp_path)
    assert not server.refused(but=("query is too old", "terminated by other getUpdates", "not modified"))
    assert not server.unanswered()


async def a_turn(*people: Person) -> Seen:
    """The board of whoever may take the match further, once it shows so."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            for person in people:
                newest = [seen for seen in person.sees(person.private) if seen.photo][-1:]
                if newest and moves(newest[0]) and "Your turn" in newest[0].text:
                    return newest[0]
            await asyncio.sleep(0.02)


async def test_updates_by_webhook_and_only_with_the_secret(
    server: TelegramServer, tmp_path: Path, free_port: Callable[[], int]
):
    port = free_port()
    url = f"http://127.0.0.1:{port}/telegram/hook"
    program = Program(
        tmp_path / "majlis.db",
        server,
        MAJLIS_TELEGRAM_WEBHOOK_URL=url,
        MAJLIS_TELEGRAM_WEBHOOK_PORT=str(port),
    )
    await program.start()
    ali = server.user("Ali")
    await ali.writes(ali.private, "/start")
    await ali.awaits(ali.private, "Welcome to Majlis", patience=PATIENCE_S)
    assert not server.journal.of("getUpdates")
    async with aiohttp.ClientSession() as session:
        for headers in ({}, {"X-Telegram-Bot-Api-Secret-Token": "guessed"}):
            async with session.post(url, json={"update_id": 1}, headers=headers) as answer:
                assert answer.status == 403
    assert await program.stop() == 0


@pytest.mark.parametrize("token", ["12345:wrong", "no token at all"])
async def test_a_wrong_token_is_one_line(server: TelegramServer, tmp_path: Path, token: str):
    said = await refused(server, tmp_path, MAJLIS_TELEGRAM_TOKEN=token)
    assert said == ["majlis: Telegram does not know MAJLIS_TELEGRAM_TOKEN; @BotFather has the right one."]


async def test_a_port_that_is_taken_is_one_line(server: TelegramServer, tmp_path: Path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        webhook = {
            "MAJLIS_TELEGRAM_WEBHOOK_URL": "https://example.org/hook",
            "MAJLIS_TELEGRAM_WEBHOOK_PORT": str(port),
        }
        said = await refused(server, tmp_path, **webhook)
    where = "MAJLIS_TELEGRAM_WEBHOOK_HOST and MAJLIS_TELEGRAM_WEBHOOK_PORT say where"
    assert said == [f"majlis: the webhook cannot listen there; {where}"]
    assert not server.journal.of("setWebhook")


async def refused(server: TelegramServer, folder: Path, **settings: str) -> list[str]:
    """What is said by a program that cannot start."""
    environment = programs.environment(folder / "majlis.db") | {
        "MAJLIS_TELEGRAM_TOKEN": server.token,
        "MAJLIS_TELEGRAM_API": server.base_url,
        **settings,
    }
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", "run", cwd=programs.HOME, env=environment,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    _, said = await asyncio.wait_for(process.communicate(), PATIENCE_S)
    assert process.returncode == 2
    return said.decode().splitlines()


async def test_the_page_is_open_though_telegram_cannot_be_reached(server: TelegramServer, tmp_path: Path):
    program = Program(tmp_path / "majlis.db", server, MAJLIS_TELEGRAM_API="http://127.0.0.1:9/bot")
    await program.start()
    async with aiohttp.ClientSession() as session, session.get(f"{program.address}/health") as answer:
        assert answer.status == 200
    assert await program.stop() == 0
    said = program.log.read_text()
    assert "Telegram cannot be reached yet" in said
    assert server.token not in said

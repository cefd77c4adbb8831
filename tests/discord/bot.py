"""The adapter in the test's own process, and people who play matches through it."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import text

from bot import easel
from bot.budgets import Budget
from bot.clocks import Clocks
from bot.company.desk import Company
from bot.computer import Level
from bot.discord.adapter import Discord, Options
from bot.discord.client import Client
from bot.discord.pace import Budgets
from bot.discord.screen import read
from bot.easel import Picture
from bot.intents import Confirm, Step
from bot.play import Person as Player
from bot.running import now_ms
from bot.table import Against, Stage, Table
from bot.tables import Tables
from render.scene import Scene
from rules import game as games
from storage import ledger, screens, tables
from storage.database import Database, open_database
from tests.servers.discord import Answer, Channel, DiscordServer, Person, Seen
from tests.servers.discord.world import Message

WIDE = Budgets(*[Budget(10**6, 0.000_001)] * 2)
"""No limits, for matches that are about something else."""

GAMES = ("mahbusa", "majlis_tawla31", "majlis_sheesh_besh")
"""A preset of each game."""

MOVES = re.compile(r"[A-Z2-9]+:[0-9a-z]+:(?:[crps]|m\d.*)$")
HURRY_S = 0.02
SETTLED_S = 60.0


async def plays_the_first(table: Table, _level: Level):
    return games.whole_turns(table.match.game)[0].steps


def small(picture: Picture) -> bytes:
    """Pictures a quarter as wide: the tests are about what is sent, not about how it looks."""
    return easel.drawn(replace(picture, width=256) if isinstance(picture, Scene) else picture)


@dataclass
class Bot:
    server: DiscordServer
    discord: Discord
    database: Database
    tables: Tables
    expected: list[int] = field(default_factory=list)
    """Discord's codes of refusals that a test provokes."""

    async def books_are_right(self) -> bool:
        async with self.database.read() as conn:
            return (await ledger.audit(conn)).sound

    async def pearls(self, person: Person) -> int:
        player = await self.discord.desk.find(person.id)
        async with self.database.read() as conn:
            return await ledger.balance(conn, player.id) if player else 0

    async def player(self, person: Person) -> int:
        found = await self.discord.desk.find(person.id)
        return found.id if found else -1

    async def screens(self, code: str) -> list:
        """Where a table is shown."""
        table = await self.tables.get(code)
        async with self.database.read() as conn:
            return [read(row) for row in await screens.of_table(conn, table.id) if row.platform == "discord"]

    async def places(self, code: str) -> list[str]:
        return [screen.place for screen in await self.screens(code)]

    async def number_of_tables(self) -> int:
        async with self.database.read() as conn:
            return sum((await tables.counts(conn)).values())

    async def settled(self) -> None:
        """Until every press was dealt with and every board is up to date."""
        async with asyncio.timeout(SETTLED_S):
            while True:
                await self.server.settles()
                if self.discord.router.idle and self.discord.showing.boards.idle:
                    return

    async def stage(self, code: str) -> Stage:
        return (await self.tables.get(code)).stage

    async def until(self, look: Callable[[], Awaitable[object]], wanted: object) -> None:
        for _ in range(3_000):
            if (found := await look()) == wanted:
                return
            await asyncio.sleep(0.01)
        raise AssertionError(f"{found!r} instead of {wanted!r}")

    async def play_turn_for_everybody(self, code: str) -> None:
        """A turn of whoever is to move, straight through the door."""
        table = await self.tables.get(code)
        who = mover(table)
        while steps := table.match.game.steps:
            table = (await self.tables.handle(code, who, Step(*steps[0]), now=now_ms())).table
        await self.tables.handle(code, who, Confirm(), now=now_ms())

    async def hurry(self) -> None:
        """The house does at once what it would wait a little for: the computer's turns, the next game."""
        async with self.database.read() as conn:
            found = await conn.execute(text("SELECT code FROM tables WHERE wake_at IS NOT NULL"))
        for (code,) in found.all():
            table = await self.tables.get(code)
            if table.wake_at and not waits_for_a_person(table):
                await self.tables.tick(table.id, table.wake_at)


def mover(table: Table) -> Player:
    at = table.seats[table.match.game.to_move]
    return Player(at.player, at.name)


def waits_for_a_person(table: Table) -> bool:
    if table.stage is Stage.OPEN and (table.invites or table.setup.against is not Against.FRIEND):
        return True
    game = table.match.game if table.match else None
    return (
        game is not None
        and game.to_move is not None
        and not game.outcome
        and not table.is_computer(game.to_move)
    )


@asynccontextmanager
async def running(
    server: DiscordServer,
    *,
    database: str = "sqlite:///:memory:",
    hurried: bool = True,
    **more: Any,
) -> AsyncIterator[Bot]:
    """The adapter and the house, connected to the server."""
    opened = await open_database(database, now=now_ms())
    door = Tables(opened, plays_the_first)
    clocks = Clocks(opened, door, now_ms)
    door.listeners.append(clocks.changed)
    stop = asyncio.Event()
    house = asyncio.create_task(clocks.run())
    try:
        async with connected(server, opened, door, **more) as bot:
            hurry = asyncio.create_task(_hurrying(bot, stop)) if hurried else None
            try:
                yield bot
            finally:
                stop.set()
                if hurry:
                    await hurry
    finally:
        house.cancel()
        await asyncio.gather(house, return_exceptions=True)
        await opened.close()


@asynccontextmanager
async def connected(
    server: DiscordServer,
    opened: Database,
    door: Tables,
    *,
    budgets: Budgets = WIDE,
    page: str = "",
    shards: int = 0,
    shard_ids: tuple[int, ...] = (),
    sessions: int = 1,
    company: Company | None = None,
) -> AsyncIterator[Bot]:
    """The adapter alone, beside whatever else is at these tables."""
    options = Options(
        server.token, server.base_url, page, shards, shard_ids, budgets=budgets, patience_s=0.05
    )
    with ThreadPoolExecutor(2) as drawers:
        discord = Discord(options, opened, door, now_ms, drawers, company=company)
        discord.desk.draw = small
        bot = Bot(server, discord, opened, door)
        task = asyncio.create_task(discord.run())
        try:
            await server.ready(sessions=sessions)
            await bot.until(lambda: _has_commands(server), wanted=True)
            yield bot
        finally:
            task.cancel()
            for result in await asyncio.gather(task, return_exceptions=True):
                if isinstance(result, Exception):
                    raise result


async def _has_commands(server: DiscordServer) -> bool:
    return "tawla" in server.commands


async def _hurrying(bot: Bot, stop: asyncio.Event) -> None:
    while not stop.is_set():
        await bot.hurry()
        await asyncio.sleep(HURRY_S)


def at_once(monkeypatch) -> None:
    """Shards wait for each other at the real Discord; the loopback one has room for all."""

    async def hook(_client, _shard, *, initial: bool = False) -> None:
        del initial

    monkeypatch.setattr(Client, "before_identify_hook", hook)


def moves(seen: Seen) -> list[str]:
    """The ids of the buttons that take a match further."""
    return [button.custom_id for button in seen.buttons if MOVES.match(button.custom_id)]


def wants_more(ids: Sequence[str]) -> str:
    """Confirm where one can, else the first step."""
    return next((payload for payload in ids if payload.endswith(":c")), ids[0])


async def play_on(
    bot: Bot,
    code: str,
    players: Sequence[tuple[Person, Channel]],
    *,
    patience: float = 60.0,
    presses: int = 10**6,
) -> Table:
    """Press whatever takes the match further, as whoever is to move, until it is over.

    `patience` is how long nothing may change, in seconds: a match takes as long as the machine does.
    """
    loop = asyncio.get_running_loop()
    changed, version = loop.time(), -1
    done: set[tuple[int, str]] = set()
    while loop.time() < changed + patience:
        table = await bot.tables.get(code)
        if table.stage in (Stage.FINISHED, Stage.CLOSED) or len(done) >= presses:
            return table
        if table.version != version:
            changed, version = loop.time(), table.version
        for person, channel in players:
            board = latest(person, channel, code)
            ids = moves(board) if board else []
            if not ids or (table.stage is Stage.PLAYING and not is_turn(table, await bot.player(person))):
                continue
            wanted = wants_more(ids)
            if (person.id, wanted) in done:
                continue
            done.add((person.id, wanted))
            answer = await person.presses(board, wanted)
            assert answer.kind != "failed", wanted
            break
        else:
            await asyncio.sleep(0.003)
    raise AssertionError(f"the match at {code} does not end: {await bot.tables.get(code)}")


def latest(person: Person, channel: Channel, code: str) -> Seen | None:
    """The newest message with that table's buttons."""
    for seen in person.sees(channel)[::-1]:
        if any(payload.startswith(f"{code}:") for payload in moves(seen)):
            return seen
    return None


def is_turn(table: Table, who: int) -> bool:
    game = table.match.game
    return game.to_move is not None and table.seats[game.to_move].player == who and not table.match.between


def code_of(seen: Seen) -> str:
    """The table a message is about."""
    found = re.search(r"`([A-Z2-9]{6})`", seen.text)
    if found:
        return found[1]
    raise AssertionError(f"no table's message: {seen}")


async def opened(bot: Bot, person: Person, channel: Channel, /, **options: object) -> tuple[str, Seen]:
    """`/tawla play` with these options; gives the table's code and its board."""
    answer = await person.invokes(channel, "/tawla play", **options)
    assert answer.kind in ("message", "deferred"), answer
    board = (await person.hears(answer)).seen
    code = code_of(board)
    await bot.settled()
    return code, board


def boards(person: Person, channel: Channel) -> list[Seen]:
    """The messages with a picture."""
    return [seen for seen in person.sees(channel) if seen.pictures and not seen.ephemeral]


def said(answer: Answer) -> str:
    """What was said to this person alone."""
    assert answer.ephemeral, answer
    return answer.text


def forged(shown: Seen, data: str) -> Message:
    """A message that was seen, with nothing but a button "x" of one's own making."""
    message = shown.message
    button = {"type": 2, "id": 2, "style": 1, "label": "x", "custom_id": data}
    row = {"type": 1, "id": 1, "components": [button]}
    message.content = message.content.__class__(components=(row,), flags=message.content.flags)
    return message

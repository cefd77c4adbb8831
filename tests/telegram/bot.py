"""The adapter in the test's own process, and people who play matches through it."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from io import BytesIO

from PIL import Image
from sqlalchemy import text

from bot import easel
from bot.budgets import Budget
from bot.clocks import Clocks
from bot.company.hearing import Hearing
from bot.computer import Level
from bot.easel import Picture
from bot.intents import Confirm, Step
from bot.play import Person as Person_
from bot.projector import Wish
from bot.running import now_ms
from bot.school import Log
from bot.screens import Screens
from bot.table import Against, Stage, Table
from bot.tables import Tables
from bot.telegram.adapter import Options, Telegram
from bot.telegram.pace import Budgets
from render.comparison import Comparison
from rules import game as games
from storage import ledger, screens, tables
from storage.database import Database, open_database
from tests.servers.telegram import Chat, Person, Seen, TelegramServer, Unanswered

WIDE = Budgets(*[Budget(10**6, 0.001)] * 3)
"""No limits, for matches that are about something else."""

GAMES = ("mahbusa", "majlis_tawla31", "majlis_sheesh_besh")
"""A preset of each game."""

MOVES = re.compile(r"[A-Z2-9]+:[0-9a-z]+:(?:[crps]|m\d.*)$")
HURRY_S = 0.02
SETTLED_S = 60.0
ANSWER_S = 5.0
"""After so long without an answer people look at the board again."""


async def plays_the_first(table: Table, _level: Level):
    return games.whole_turns(table.match.game)[0].steps


def small(picture: Picture) -> bytes:
    """Pictures a quarter as wide: the tests are about what is sent, not about how it looks."""
    if isinstance(picture, Comparison):
        boards = {name: replace(getattr(picture, name), width=256) for name in ("played", "better")}
        return easel.drawn(replace(picture, **boards))
    return easel.drawn(replace(picture, width=256))


async def film_at_once(_wish: Wish, _log: Log) -> bytes:
    """In place of another process, which is tested elsewhere."""
    film, dark, light = BytesIO(), *(Image.new("L", (8, 8), shade) for shade in (0, 255))
    dark.save(film, "GIF", save_all=True, append_images=[light])
    return film.getvalue()


@dataclass
class Bot:
    server: TelegramServer
    telegram: Telegram
    database: Database
    tables: Tables
    expected: list[str] = field(default_factory=list)
    """Parts of refusals that a test provokes."""

    async def books_are_right(self) -> bool:
        async with self.database.read() as conn:
            return (await ledger.audit(conn)).sound

    async def pearls(self, person: Person) -> int:
        player = await self.telegram.desk.find(person.id)
        async with self.database.read() as conn:
            return await ledger.balance(conn, player.id) if player else 0

    async def player(self, person: Person) -> int:
        return await player(self, person)

    async def screens(self, table: int) -> list[str]:
        """Where a table is shown."""
        async with self.database.read() as conn:
            return [row.place for row in await screens.of_table(conn, table)]

    async def places(self, code: str) -> list[str]:
        return await self.screens((await self.tables.get(code)).id)

    async def number_of_tables(self) -> int:
        async with self.database.read() as conn:
            return sum((await tables.counts(conn)).values())

    async def settled(self) -> None:
        """Until every update was handled and every board is up to date."""
        boards, updates = self.telegram.showing.boards, self.server.state.updates
        async with asyncio.timeout(SETTLED_S):
            while True:
                await self.server.settles()
                await self.telegram.application.update_queue.join()
                if boards.idle and not len(updates):
                    return

    async def closed(self, code: str) -> None:
        await self.until(lambda: self.stage(code), Stage.CLOSED)

    async def waits_for(self, code: str, person: Person) -> bool:
        return is_turn(await self.tables.get(code), await player(self, person))

    async def stage(self, code: str) -> Stage:
        return (await self.tables.get(code)).stage

    async def until(self, look: Callable[[], Awaitable[object]], wanted: object) -> None:
        for _ in range(3_000):
            if (found := await look()) == wanted:
                return
            await asyncio.sleep(0.01)
        raise AssertionError(f"{found!r} instead of {wanted!r}")

    async def play_turn_for_everybody(self, table: Table) -> None:
        """A turn of whoever is to move, straight through the door."""
        mover = table.seats[table.match.game.to_move]
        who = Person_(mover.player, mover.name)
        while steps := table.match.game.steps:
            table = (await self.tables.handle(table.code, who, Step(*steps[0]), now=now_ms())).table
        await self.tables.handle(table.code, who, Confirm(), now=now_ms())

    async def hurry(self) -> None:
        """The house does at once what it would wait a little for: the computer's turns, the next game."""
        async with self.database.read() as conn:
            found = await conn.execute(text("SELECT code FROM tables WHERE wake_at IS NOT NULL"))
        for (code,) in found.all():
            table = await self.tables.get(code)
            if table.wake_at and not waits_for_a_person(table):
                await self.tables.tick(table.id, table.wake_at)


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
    server: TelegramServer,
    *,
    budgets: Budgets = WIDE,
    database: str = "sqlite:///:memory:",
    store: int | None = None,
    now: Callable[[], int] = now_ms,
    hurried: bool = True,
    webhook: tuple[str, int] | None = None,
) -> AsyncIterator[Bot]:
    opened = await open_database(database, now=now())
    door = Tables(opened, plays_the_first)
    url, port = webhook or ("", 0)
    options = Options(
        server.token,
        server.base_url,
        budgets=budgets,
        store=store,
        patience_s=0.05,
        webhook_url=url,
        webhook_port=port,
    )
    with ThreadPoolExecutor(2) as drawers:
        telegram = Telegram(options, opened, door, now, drawers)
        telegram.album._draw = small
        clocks = Clocks(opened, door, now)
        door.listeners.append(clocks.changed)
        bot = Bot(server, telegram, opened, door)
        tasks = [asyncio.create_task(telegram.run()), asyncio.create_task(clocks.run())]
        if telegram.shares:
            tasks.append(asyncio.create_task(Hearing(telegram.company, Screens()).run()))
        if hurried:
            tasks.append(asyncio.create_task(_hurrying(bot)))
        try:
            yield bot
        finally:
            for task in tasks:
                task.cancel()
            for result in await asyncio.gather(*tasks, return_exceptions=True):
                if isinstance(result, Exception):
                    raise result
            await opened.close()


async def _hurrying(bot: Bot) -> None:
    while True:
        await asyncio.sleep(HURRY_S)
        await bot.hurry()


def moves(seen: Seen) -> list[str]:
    """The data of the buttons that take a match further."""
    data = [button.data for row in seen.buttons for button in row if button.kind == "callback_data"]
    return [payload for payload in data if MOVES.match(payload)]


def wants_more(data: Sequence[str]) -> str:
    """Confirm where one can, else the first step."""
    return next((payload for payload in data if payload.endswith(":c")), data[0])


async def play_on(
    bot: Bot, code: str, players: Sequence[tuple[Person, Chat]], *, patience: float = 60.0, turns: int = 10**6
) -> Table:
    """Press whatever takes the match further, as whoever sees the buttons, until it is over.

    `patience` is how long nothing may change, in seconds: a match takes as long as the machine does.
    """
    pressed: dict[int, tuple[str, float]] = {}
    loop = asyncio.get_running_loop()
    changed, version, presses = loop.time(), -1, 0
    while loop.time() < changed + patience and presses < turns:
        table = await bot.tables.get(code)
        if table.stage in (Stage.FINISHED, Stage.CLOSED):
            return table
        if table.version != version:
            changed, version = loop.time(), table.version
        for person, chat in players:
            board = latest(person, chat, code)
            data = moves(board) if board else []
            if not data or (table.stage is Stage.PLAYING and not is_turn(table, await player(bot, person))):
                continue
            wanted = wants_more(data)
            last, when = pressed.get(person.id, ("", 0.0))
            if wanted == last and loop.time() < when + 1.0:
                continue
            pressed[person.id] = (wanted, loop.time())
            presses += 1
            with suppress(Unanswered):
                await person.taps(board, wanted, patience=ANSWER_S)
            break
        else:
            await asyncio.sleep(0.003)
    if presses >= turns:
        return await bot.tables.get(code)
    raise AssertionError(f"the match at {code} does not end: {await bot.tables.get(code)}")


def latest(person: Person, chat: Chat, code: str) -> Seen | None:
    """The newest message with that table's buttons."""
    for seen in person.sees(chat)[::-1]:
        if any(payload.startswith(f"{code}:") for payload in moves(seen)):
            return seen
    return None


async def player(bot: Bot, person: Person) -> int:
    found = await bot.telegram.desk.find(person.id)
    return found.id if found else -1


def is_turn(table: Table, who: int) -> bool:
    game = table.match.game
    return game.to_move is not None and table.seats[game.to_move].player == who and not table.match.between


def code_of(seen: Seen) -> str:
    """The table a message's buttons belong to."""
    for row in seen.buttons:
        for button in row:
            found = re.match(r"(?:~\w+:)?(?:\w+\.)?([A-Z2-9]{6})(?::|$)", str(button.data))
            if found:
                return found[1]
    raise AssertionError(f"no table's buttons: {seen}")

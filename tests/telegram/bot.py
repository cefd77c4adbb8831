"""The adapter in the test's own process, and people who play matches through it."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

from sqlalchemy import text

from bot.clocks import Clocks
from bot.computer import Level
from bot.running import now_ms
from bot.table import Stage, Table
from bot.tables import Tables
from bot.telegram.adapter import Options, Telegram
from bot.telegram.pace import Budget, Budgets
from rules import game as games
from storage import ledger
from storage.database import Database, open_database
from tests.servers.telegram import Chat, Person, Seen, TelegramServer, Unanswered

WIDE = Budgets(*[Budget(10**6, 0.001)] * 3)
"""No limits, for matches that are about something else."""

MOVES = re.compile(r"[A-Z2-9]+:[0-9a-z]+:(?:[crps]|m\d.*)$")
HURRY_S = 0.02


async def plays_the_first(table: Table, _level: Level):
    return games.whole_turns(table.match.game)[0].steps


@dataclass
class Bot:
    telegram: Telegram
    database: Database
    tables: Tables
    late: list[int]

    async def books_are_right(self) -> bool:
        async with self.database.read() as conn:
            return (await ledger.audit(conn)).sound

    async def pearls(self, person: Person) -> int:
        player = await self.telegram.desk.find(person.id)
        async with self.database.read() as conn:
            return await ledger.balance(conn, player.id) if player else 0

    async def hurry(self) -> None:
        """The house does at once what it would wait a little for: the computer's turns, the next game."""
        async with self.database.read() as conn:
            due = await _waiting(conn)
        for table_id, wake_at in due:
            await self.tables.tick(table_id, wake_at)


async def _waiting(conn):
    found = await conn.execute(
        text("SELECT id, wake_at FROM tables WHERE wake_at IS NOT NULL AND wake_at < :soon"),
        {"soon": now_ms() + 15_000},
    )
    return [(row.id, row.wake_at) for row in found]


@asynccontextmanager
async def running(
    server: TelegramServer,
    *,
    budgets: Budgets = WIDE,
    database: str = "sqlite:///:memory:",
    draw: Callable[..., bytes] | None = None,
    store: int | None = None,
    now: Callable[[], int] = now_ms,
    hurried: bool = True,
    webhook: tuple[str, int] | None = None,
) -> AsyncIterator[Bot]:
    opened = await open_database(database, now=now())
    tables = Tables(opened, now(), plays_the_first)
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
        telegram = Telegram(options, opened, tables, now, drawers)
        if draw:
            telegram.album._draw = draw
        clocks = Clocks(opened, tables, now(), now)
        tables.listeners.append(clocks.changed)
        bot = Bot(telegram, opened, tables, [])
        tasks = [asyncio.create_task(telegram.run()), asyncio.create_task(clocks.run())]
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
    """Press whatever takes the match further, as whoever sees the buttons, until it is over."""
    pressed: dict[int, tuple[str, float]] = {}
    loop = asyncio.get_running_loop()
    deadline = loop.time() + patience
    presses = 0
    while loop.time() < deadline and presses < turns:
        table = await bot.tables.get(code)
        if table.stage in (Stage.FINISHED, Stage.CLOSED):
            return table
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
                await person.taps(board, wanted)
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
            found = re.match(r"(?:~\w+:)?([A-Z2-9]{6})(?::|$)", str(button.data))
            if found:
                return found[1]
    raise AssertionError(f"no table's buttons: {seen}")

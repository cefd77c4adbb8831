"""One press from the door to the view, with a thousand tables open on SQLite; beside it the bare transaction.

Figures: median and 99th percentile in milliseconds, presses a second from one closed loop and from twenty
players at once, start and memory with ten thousand open tables. `python -m tests.bench.press` prints JSON.
"""

import asyncio
import json
import random
import resource
import sqlite3
import statistics
import sys
import tempfile
import time
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from bot import shelf
from bot.intents import Confirm, Sit, Step
from bot.phrases import phrases
from bot.play import Person
from bot.table import Against, Setup, Stage, Table
from bot.tables import Tables
from bot.view import view
from render import encode
from rules.ruleset import PRESETS, ClockKind
from storage import players
from storage.database import Database, open_database

TABLES = 1_000
OPEN = 10_000
PEOPLE = 100
"""Who sit at them two by two: nobody may have a thousand tables."""
PRESSES = 2_000
DRAWERS = 2
NOW = 1_790_000_000_000


def wish(table: Table, rng: random.Random) -> Step | Confirm:
    steps = table.match.game.steps
    return Step(*rng.choice(steps)) if steps else Confirm()


async def press(tables: Tables, people: list[Person], code: str, rng: random.Random) -> float:
    """One press and the view after it; seconds."""
    table = await tables.get(code)
    mover = table.match.game.to_move
    person = people[table.seats[mover].player]
    intent = wish(table, rng)
    began = time.perf_counter()
    reply = await tables.handle(
        code, person, intent, now=NOW, stamp=table.stamp, key=f"{code}:{rng.random()}"
    )
    view(reply.table, mover, phrases("ar"))
    return time.perf_counter() - began


def setup(number: int) -> Setup:
    preset, rules = list(PRESETS.items())[number % len(PRESETS)]
    return Setup(replace(rules, clock=ClockKind.DAILY), preset, Against.FRIEND)


async def begin_tables(tables: Tables, people: list[Person], many: int) -> list[str]:
    codes = []
    for number in range(many):
        first = 1 + 2 * number % PEOPLE
        table = await tables.open(people[first], setup(number), NOW)
        codes.append(table.code)
        await tables.handle(table.code, people[first + 1], Sit(), now=NOW)
    return codes


async def fill(database: Database, host: Person, many: int) -> None:
    """More tables, waiting for somebody, in one go."""
    async with database.write() as conn:
        for number in range(many):
            wished = setup(number)
            await shelf.create(conn, wished, host.id, shelf.first_seats(wished, host), NOW)


def floor(path: Path) -> float:
    """The same rows through plain sqlite3, a transaction each; median seconds."""
    conn = sqlite3.connect(path, isolation_level=None)
    conn.execute("PRAGMA journal_mode=WAL")
    conn.execute("PRAGMA synchronous=FULL")
    conn.execute("CREATE TABLE floor_log(id INTEGER PRIMARY KEY, data TEXT)")
    conn.execute("CREATE TABLE floor_row(id INTEGER PRIMARY KEY, data TEXT)")
    conn.execute("INSERT INTO floor_row VALUES (1, '')")
    snapshot = "x" * 1_500
    times = []
    for _ in range(500):
        began = time.perf_counter()
        conn.execute("BEGIN IMMEDIATE")
        conn.execute("INSERT INTO floor_log(data) VALUES ('key')")
        conn.execute("INSERT INTO floor_log(data) VALUES ('[0,\"move\",24,6]')")
        conn.execute("UPDATE floor_row SET data = ? WHERE id = 1", (snapshot,))
        conn.execute("COMMIT")
        times.append(time.perf_counter() - began)
    conn.close()
    return statistics.median(times)


def milliseconds(times: list[float]) -> dict[str, float]:
    ordered = sorted(times)
    return {
        "median_ms": round(statistics.median(ordered) * 1000, 2),
        "p99_ms": round(ordered[int(len(ordered) * 0.99)] * 1000, 2),
    }


async def crowd(
    tables: Tables, people: list[Person], live: list[str], rng: random.Random, drawers: Executor | None
) -> int:
    """Presses a second by twenty players at once, each waiting for their answer and, with drawers, the picture."""
    loop = asyncio.get_running_loop()

    async def player(own: list[str]) -> None:
        for number in range(PRESSES // 20):
            code = own[number % len(own)]
            await press(tables, people, code, rng)
            if drawers:
                table = await tables.get(code)
                scene = view(table, table.match.game.to_move, phrases("ar")).scene
                await loop.run_in_executor(drawers, encode.jpeg, scene)

    began = time.perf_counter()
    await asyncio.gather(*(player(live[start::20]) for start in range(20)))
    return round(PRESSES / (time.perf_counter() - began))


async def measure(folder: Path) -> dict[str, object]:
    rng = random.Random(7)
    database = await open_database(f"sqlite:///{folder / 'bench.db'}", now=NOW)
    async with database.write() as conn:
        names = [f"P{number}" for number in range(PEOPLE)]
        rows = [await players.create(conn, "bench", name, name, "en", NOW) for name in names]
    people = [Person(0, ""), *(Person(row.id, row.name) for row in rows)]
    tables = Tables(database)
    codes = await begin_tables(tables, people, TABLES)
    figures: dict[str, object] = {}
    figures["floor_transaction_ms"] = round(floor(folder / "floor.db") * 1000, 2)

    live = list(codes)
    times = []
    for _ in range(PRESSES):
        code = rng.choice(live)
        times.append(await press(tables, people, code, rng))
        if (await tables.get(code)).stage is not Stage.PLAYING:
            live.remove(code)
    figures["press"] = milliseconds(times) | {"wanted": "median <= 6, p99 <= 30"}

    figures["presses_a_second_20_players"] = await crowd(tables, people, live, rng, None)
    with ThreadPoolExecutor(DRAWERS) as drawers:
        figures["presses_a_second_pictures_included"] = await crowd(tables, people, live, rng, drawers)
    figures["wanted_presses_a_second_pictures_included"] = 200

    await fill(database, people[1], OPEN - TABLES)
    await database.close()

    began = time.perf_counter()
    again = await open_database(f"sqlite:///{folder / 'bench.db'}", now=NOW)
    fresh = Tables(again)
    await fresh.get(codes[0])
    figures["start_with_10000_tables_s"] = round(time.perf_counter() - began, 2)
    figures["peak_memory_mb"] = round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
    await again.close()
    return figures


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        json.dump(asyncio.run(measure(Path(folder))), sys.stdout, indent=1)
        print()


if __name__ == "__main__":
    main()

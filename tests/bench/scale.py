"""What one and two programs carry: presses a second and processor time a press, on SQLite and on PostgreSQL.

Each program is a process with the whole door, hears what the others announce, and has twenty people pressing at a hundred
tables of their own, each as soon as they are answered. The floor beside it is a bare transaction that writes as many rows.
The server is PostgreSQL's own defaults: what is committed is on the disk. `python -m tests.bench.scale` prints JSON.
"""

import asyncio
import json
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import asyncpg

from bot.play import Person
from bot.table import Stage
from bot.tables import Tables
from storage import players
from storage.database import open_database
from storage.news import About, Line
from tests import postgres
from tests.bench.press import NOW, begin_tables, floor, milliseconds, press

TABLES = 100
AT_ONCE = 20
SECONDS = 15.0


async def work(url: str, name: str) -> dict[str, float]:
    """One program's share: its people, its tables, its presses."""
    database = await open_database(url, now=NOW)
    tables = Tables(database)

    def heard(line: Line) -> None:
        if line.about is About.TABLE:
            tables.heard(*line.what)

    listening = asyncio.create_task(database.listen(heard, tables.hearing))
    people = {0: Person(0, "")}
    async with database.write() as conn:
        rows = [await players.create(conn, "bench", f"{name}{n}", f"P{n}", "en", NOW) for n in range(100)]
    people |= {row.id: Person(row.id, row.name) for row in rows}
    seats = [people[0], *(people[row.id] for row in rows)]
    live = await begin_tables(tables, seats, TABLES)
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    took, began, cpu = [], time.perf_counter(), resource.getrusage(resource.RUSAGE_SELF)

    async def player(own: list[str], rng: random.Random) -> None:
        while time.perf_counter() - began < SECONDS:
            code = rng.choice(own)
            if (await tables.get(code)).stage is Stage.PLAYING:
                took.append(await press(tables, people, code, rng))

    await asyncio.gather(*(player(live[at::AT_ONCE], random.Random(at)) for at in range(AT_ONCE)))
    spent = resource.getrusage(resource.RUSAGE_SELF)
    used = spent.ru_utime + spent.ru_stime - cpu.ru_utime - cpu.ru_stime
    listening.cancel()
    await asyncio.gather(listening, return_exceptions=True)
    await database.close()
    return {
        "a_second": round(len(took) / (time.perf_counter() - began), 1),
        "processor_ms": round(1000 * used / len(took), 2),
        **milliseconds(took),
    }


def together(url: str, programs: int) -> list[dict[str, float]]:
    """So many programs at once on one database."""
    asyncio.run(_migrated(url))
    command = [sys.executable, "-m", "tests.bench.scale", url]
    started = [
        subprocess.Popen([*command, str(at)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for at in range(programs)
    ]
    for each in started:
        assert each.stdout.readline() == "ready\n"
    for each in started:
        each.stdin.write("go\n")
        each.stdin.flush()
    return [json.loads(each.communicate()[0]) for each in started]


async def _migrated(url: str) -> None:
    await (await open_database(url, now=NOW)).close()


async def server_floor(url: str) -> float:
    """The same rows through plain asyncpg, a transaction each; median seconds."""
    conn = await asyncpg.connect(url)
    await conn.execute("CREATE TABLE floor_log (id BIGSERIAL PRIMARY KEY, data TEXT)")
    await conn.execute("CREATE TABLE floor_row (id BIGINT PRIMARY KEY, data TEXT)")
    await conn.execute("INSERT INTO floor_row VALUES (1, '')")
    times = []
    for _ in range(500):
        began = time.perf_counter()
        async with conn.transaction():
            await conn.execute("INSERT INTO floor_log (data) VALUES ($1)", "key")
            await conn.execute("INSERT INTO floor_log (data) VALUES ($1)", '[0,"move",24,6]')
            await conn.execute("UPDATE floor_row SET data = $1 WHERE id = 1", "x" * 1_500)
        times.append(time.perf_counter() - began)
    await conn.close()
    return statistics.median(times)


def measure(folder: Path, server: postgres.Server) -> dict[str, object]:
    figures: dict[str, object] = {"sqlite_floor_transaction_ms": round(1000 * floor(folder / "floor.db"), 2)}
    figures["sqlite"] = together(f"sqlite:///{folder}/bench.db", 1)
    bare = asyncio.run(postgres.create("floor", server.folder))
    figures["postgres_floor_transaction_ms"] = round(1000 * asyncio.run(server_floor(bare)), 2)
    for programs in (1, 2):
        url = asyncio.run(postgres.create(f"bench{programs}", server.folder))
        before = server.processor_s()
        carried = together(url, programs)
        presses = sum(each["a_second"] for each in carried) * SECONDS
        spent = round(1000 * (server.processor_s() - before) / presses, 2)
        figures[f"postgres_{programs}"] = {"programs": carried, "server_processor_ms": spent}
    return figures


def main() -> None:
    if len(sys.argv) > 1:
        print(json.dumps(asyncio.run(work(*sys.argv[1:]))))
        return
    server = postgres.Server([])
    server.start()
    try:
        with tempfile.TemporaryDirectory() as folder:
            json.dump(measure(Path(folder), server), sys.stdout, indent=1)
            print()
    finally:
        server.remove()


if __name__ == "__main__":
    main()

"""What one press costs in the database: `python -m tests.bench.storage`, figures as one JSON line.

A press writes its key, two events and the table (a snapshot of 1.5 KB); every twentieth also pays two
players. The floor is the same statements written by hand for plain sqlite3 in a worker thread, on a copy
of the same database, in turns with ours. Both are durable: each commit waits for the disk.
"""

import asyncio
import json
import random
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import astuple, dataclass, replace
from pathlib import Path

from storage import ledger, players, tables
from storage import presses as pressed
from storage.database import Database, backup, open_database
from storage.tables import Status, TableRow

TABLES = 1_000
PRESSES = 3_000
CROWD = 20  # this many people press at the same time, PRESSES / 2 in all
ROUNDS = 60  # ours and the floor's take turns, so that a busy moment of the machine meets both
PAYS_EVERY = 20
NOW = 1_700_000_000_000
SNAPSHOT = json.dumps({"position": "x" * 1_480}, separators=(",", ":"))
EVENT = json.dumps({"kind": "step", "from": 24, "to": 17, "die": 6, "at": NOW}, separators=(",", ":"))


@dataclass(frozen=True)
class Press:
    """One press to be written; `purses` are paid where it ends a match."""

    key: str
    table: TableRow
    purses: tuple[int, int] | None


async def furnish(database: Database) -> tuple[list[TableRow], tuple[int, int]]:
    """A thousand tables under way between two players; the tables and the players' accounts."""
    async with database.write() as conn:
        people = [(await players.create(conn, "web", name, name, "ar", NOW)).id for name in ("a", "b")]
        rows = []
        for n in range(TABLES):
            row = TableRow(
                0, f"T{n}", 0, Status.PLAYING, SNAPSHOT, "5eed", NOW + n, 30_000, people[0], NOW, NOW
            )
            rows.append(replace(row, id=await tables.insert(conn, row)))
            for seat, player in enumerate(people):
                await tables.seat(conn, rows[-1].id, seat, player)
        first, second = [await ledger.player_account(conn, player) for player in people]
    return rows, (first, second)


def presses(rows: list[TableRow], purses: tuple[int, int]) -> list[Press]:
    """Presses at tables chosen by lot, each table's own in order."""
    lot, rows = random.Random(31), list(rows)
    asked = []
    for n in range(PRESSES * 3 // 2):
        at = lot.randrange(len(rows))
        rows[at] = replace(rows[at], version=rows[at].version + 1, wake_at=NOW + n * 7, updated_at=NOW + n)
        asked.append(Press(f"telegram:{n}", rows[at], None if n % PAYS_EVERY else purses))
    return asked


async def ours(database: Database, press: Press) -> None:
    """One press as the program writes it."""
    row = press.table
    async with database.write() as conn:
        await pressed.remember(conn, press.key, row.id, row.updated_at)
        await tables.append_events(conn, row.id, row.version * 2, row.updated_at, row.version, [EVENT, EVENT])
        await tables.save(conn, row, expected_version=row.version - 1)
        for purse in press.purses or ():
            await ledger.transfer(conn, f"{press.key}:{purse}", ledger.HOUSE, purse, 25, row.updated_at)


def floor(conn: sqlite3.Connection, press: Press) -> None:
    """The same, by hand."""
    row = press.table
    conn.execute("BEGIN IMMEDIATE")
    conn.execute(
        "INSERT INTO presses (key, table_id, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        (press.key, row.id, row.updated_at),
    )
    conn.executemany(
        "INSERT INTO events (table_id, seq, at, version, data) VALUES (?, ?, ?, ?, ?)",
        [(row.id, row.version * 2 + n, row.updated_at, row.version, EVENT) for n in range(2)],
    )
    conn.execute(
        "UPDATE tables SET version = ?, status = ?, snapshot = ?, seed = ?, wake_at = ?, grace_ms = ?,"
        " updated_at = ? WHERE id = ? AND version = ?",
        (*astuple(row)[2:8], row.updated_at, row.id, row.version - 1),
    )
    for purse in press.purses or ():
        paid = {
            "cause": f"{press.key}:{purse}",
            "debit": 0,
            "credit": purse,
            "amount": 25,
            "at": row.updated_at,
        }
        conn.execute(ledger._ENTER.text, paid)
        conn.execute(ledger._SETTLE.text, paid)
    conn.execute("COMMIT")


async def timed(write: Callable[[Press], Awaitable[object]], asked: list[Press]) -> list[float]:
    """Milliseconds of each press, one after the other."""
    took = []
    for press in asked:
        begun = time.perf_counter()
        await write(press)
        took.append((time.perf_counter() - begun) * 1e3)
    return took


async def together(database: Database, asked: list[Press]) -> tuple[list[float], float]:
    """Milliseconds of each press among many at once, waiting included, and the seconds all took."""
    begun = time.perf_counter()
    people = [[press for press in asked if press.table.id % CROWD == n] for n in range(CROWD)]
    took = await asyncio.gather(*(timed(lambda press: ours(database, press), own) for own in people))
    return [each for own in took for each in own], time.perf_counter() - begun


def summary(took: list[float]) -> dict[str, float]:
    """Presses a second, and milliseconds: median and 99th percentile."""
    return {
        "per_second": round(1e3 * len(took) / sum(took)),
        "median_ms": round(statistics.median(took), 3),
        "p99_ms": round(statistics.quantiles(took, n=100)[98], 3),
    }


def sync_cost(folder: Path) -> float:
    """Milliseconds one commit waits for the disk: the median with synchronous FULL less that with OFF."""
    medians = []
    for mode in ("FULL", "OFF"):
        conn = sqlite3.connect(folder / f"{mode}.db", isolation_level=None)
        conn.executescript(
            f"PRAGMA journal_mode = WAL; PRAGMA synchronous = {mode}; CREATE TABLE t (data TEXT)"
        )
        took = []
        for _ in range(300):
            conn.execute("BEGIN IMMEDIATE")
            conn.execute("INSERT INTO t VALUES (?)", (SNAPSHOT,))
            begun = time.perf_counter()
            conn.execute("COMMIT")
            took.append((time.perf_counter() - begun) * 1e3)
        medians.append(statistics.median(took))
        conn.close()
    return medians[0] - medians[1]


async def measure(folder: Path) -> dict[str, object]:
    """All figures."""
    url = f"sqlite:///{folder}/ours.db"
    database = await open_database(url, now=NOW)
    asked = presses(*await furnish(database))
    await backup(database, folder / "floor.db")
    loop, worker = asyncio.get_running_loop(), ThreadPoolExecutor(1)
    plain = await loop.run_in_executor(worker, plain_connection, folder / "floor.db")

    our_times, floor_times = list[float](), list[float]()
    share = PRESSES // ROUNDS
    for begin in range(0, PRESSES, share):
        part = asked[begin : begin + share]
        our_times += await timed(lambda press: ours(database, press), part)
        floor_times += await timed(lambda press: loop.run_in_executor(worker, floor, plain, press), part)

    crowd, crowd_s = await together(database, asked[PRESSES:])
    async with database.read() as conn:
        assert (await ledger.audit(conn)).sound
    await loop.run_in_executor(worker, plain.close)
    worker.shutdown()
    await database.close()
    begun = time.perf_counter()
    database = await open_database(url, now=NOW)
    reopened = time.perf_counter() - begun
    await database.close()
    return {
        "press": summary(our_times),
        "floor": summary(floor_times),
        "crowd": {**summary(crowd), "per_second": round(len(crowd) / crowd_s)},
        "sync_ms": round(sync_cost(folder), 3),
        "open_ms": round(reopened * 1e3, 1),
    }


def plain_connection(file: Path) -> sqlite3.Connection:
    """A connection with the pragmas the program uses."""
    conn = sqlite3.connect(file, isolation_level=None)
    conn.executescript("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON")
    return conn


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(asyncio.run(measure(Path(folder)))))

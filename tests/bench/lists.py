"""What the lists of the best cost with a hundred thousand players: `python -m tests.bench.lists`, figures as one JSON line.

Everybody is in the world's lists and in those of one home; a second home has a fifth of them, the next 4,800, about the
most that are looked up one by one, and the last thirty people. The results of 300,000 matches stand beside. Each figure is
the median in milliseconds of processor time, connection and transaction included; `own` is the place of somebody in the
middle, `last` of whoever stands last. The floor is one row read by its key.
"""

import asyncio
import json
import random
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Collection, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import ratings, schema, standings
from storage.database import Database, open_database
from storage.ranking import Line
from storage.standings import ALL_TIME, WORLD, Place

PLAYERS = 100_000
RESULTS = 300_000
GAMES = ("mahbusa", "tawla31", "sheesh_besh")
HOMES = {WORLD: 1.0, "discord:all": 1.0, "discord:fifth": 0.2, "discord:many": 0.048, "telegram:few": 0.0003}
WEEK = 2_950
PAGE = 10
THOUSANDTH = 999 * PAGE
ROUNDS = 15
NOW = 1_790_000_000_000

LEFT_OUT = 1_000

Read = Callable[[AsyncConnection], Awaitable[object]]


class Listed(NamedTuple):
    """A list: what reads some of its lines from a place on, and what reads somebody's own."""

    name: str
    page: Callable[[AsyncConnection, int, int], Awaitable[list[Line]]]
    own: Callable[[AsyncConnection, int], Awaitable[Line | None]]


def furnish(file: Path) -> None:
    """The rows, straight into the file: nobody plays three hundred thousand matches for a benchmark."""
    lot = random.Random(31)
    everybody = range(1, PLAYERS + 1)
    with closing(sqlite3.connect(file)) as conn, conn:
        conn.execute("PRAGMA synchronous = OFF")
        _fill(conn, "players", ((n, f"Player {n}", "en", "{}", NOW) for n in everybody))
        _fill(conn, "accounts", ((n, "player", n, int(lot.expovariate(1 / 300))) for n in everybody))
        _fill(
            conn,
            "ratings",
            ((n, game, lot.gauss(1_500, 200), 100.0, 12, NOW, True) for game in GAMES for n in everybody),
        )
        for home, share in HOMES.items():
            for week in (ALL_TIME, WEEK):
                members = (n for n in everybody if lot.random() < share)
                _fill(
                    conn,
                    "standings",
                    (
                        (home, week, n, int(lot.expovariate(1 / 5)), int(lot.expovariate(1 / 300)))
                        for n in members
                    ),
                )
        _fill(conn, "tables", map(_table, range(1, RESULTS + 1)))
        _fill(conn, "results", (_result(n, lot) for n in range(1, RESULTS + 1)))


def _fill(conn: sqlite3.Connection, table: str, rows: Iterator[tuple[Any, ...]]) -> None:
    places = ", ".join("?" * len(schema.metadata.tables[table].columns))
    conn.executemany(f"INSERT INTO {table} VALUES ({places})", rows)


def _table(number: int) -> tuple[Any, ...]:
    host = 1 + number % PLAYERS
    return (number, f"T{number}", 9, "finished", "{}", "5eed", None, 0, host, NOW, NOW)


def _result(number: int, lot: random.Random) -> tuple[Any, ...]:
    values: dict[str, Any] = {
        "table_id": number,
        "finished_at": NOW + number,
        "preset": "mahbusa",
        "game": lot.choice(GAMES),
        "against": "friend",
        "level": None,
        "first_id": lot.randint(1, PLAYERS),
        "second_id": lot.randint(1, PLAYERS),
        "ended": "target",
        "home": lot.choice((*filter(None, HOMES), None)),
        "rated": True,
    }
    return tuple(values.get(column.name, 1) for column in schema.results.columns)


def lists() -> Iterator[Listed]:
    """Every list that is offered, and one from which many are left out."""
    for home in HOMES:
        called = home or "world"
        yield Listed(
            f"rating {called}",
            lambda conn, at, many, home=home: ratings.strongest(conn, GAMES[0], home, at, many),
            lambda conn, player, home=home: ratings.place_of(conn, GAMES[0], home, player),
        )
        yield Listed(
            f"held {called}",
            lambda conn, at, many, home=home: standings.richest(conn, home, at, many),
            lambda conn, player, home=home: standings.place_of_rich(conn, home, player),
        )
        for week, when in ((ALL_TIME, "ever"), (WEEK, "week")):
            for of in ("wins", "pearls"):
                yield sums(f"{of} {called} {when}", of, Place(home, week))
    yield sums(f"wins world ever but {LEFT_OUT}", "wins", Place(), range(1, LEFT_OUT + 1))


def sums(name: str, of: str, place: Place, without: Collection[int] = ()) -> Listed:
    """A list of what is summed up."""
    return Listed(
        name,
        lambda conn, at, many: standings.most(conn, of, place, at, many, without),
        lambda conn, player: standings.place_of(conn, of, place, player, without),
    )


async def took(database: Database, read: Read) -> float:
    """The median of some readings, in milliseconds of this process: what others do meanwhile is no part of it."""
    times = []
    for _ in range(ROUNDS):
        begun = time.process_time()
        async with database.read() as conn:
            await read(conn)
        times.append((time.process_time() - begun) * 1e3)
    return round(statistics.median(times), 2)


async def measured(database: Database, listed: Listed) -> dict[str, float]:
    """One list's figures; a page that nobody stands on is not asked for."""
    async with database.read() as conn:
        everybody = await listed.page(conn, 0, PLAYERS)
    middle, last = everybody[len(everybody) // 2].player, everybody[-1].player
    asked: dict[str, Read] = {
        "page_1": lambda conn: listed.page(conn, 0, PAGE + 1),
        "own": lambda conn: listed.own(conn, middle),
        "last": lambda conn: listed.own(conn, last),
    }
    if len(everybody) > THOUSANDTH:
        asked["page_1000"] = lambda conn: listed.page(conn, THOUSANDTH, PAGE + 1)
    return {name: await took(database, read) for name, read in asked.items()}


async def measure(folder: Path) -> dict[str, object]:
    """All figures."""
    file = folder / "lists.db"
    url = f"sqlite:///{file}"
    await (await open_database(url, now=NOW)).close()
    await asyncio.to_thread(furnish, file)
    database = await open_database(url, now=NOW)
    name = sa.select(schema.players.c.name).where(schema.players.c.id == sa.bindparam("id"))
    figures: dict[str, object] = {
        "floor_ms": await took(database, lambda conn: conn.execute(name, {"id": PLAYERS // 2}))
    }
    for listed in lists():
        figures[listed.name] = await measured(database, listed)
    await database.close()
    return figures


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        print(json.dumps(asyncio.run(measure(Path(scratch)))))

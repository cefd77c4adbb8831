"""SQLite's driver: one trip to its thread for a statement, and what must not go wrong by it."""

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest

from storage.driver import AHEAD, Connection

pytestmark = pytest.mark.sqlite


async def connected(file: Path, begin: str = "BEGIN IMMEDIATE") -> Connection:
    return await Connection(partial(sqlite3.connect, file, isolation_level=None, timeout=0.05), begin)


@pytest.fixture
async def conn(tmp_path: Path) -> AsyncIterator[Connection]:
    opened = await connected(tmp_path / "majlis.db")
    await opened.cursor().execute("CREATE TABLE shells (n INTEGER PRIMARY KEY)")
    yield opened
    await opened.close()


async def all_of(conn: Connection) -> list[int]:
    cursor = await conn.cursor().execute("SELECT n FROM shells ORDER BY n")
    return [n for (n,) in await cursor.fetchall()]


async def put(conn: Connection, *numbers: int) -> None:
    await conn.cursor().executemany("INSERT INTO shells VALUES (?)", [(n,) for n in numbers])


async def test_a_statement_is_one_trip(conn: Connection, monkeypatch: pytest.MonkeyPatch):
    trips = []
    execute = conn._execute
    monkeypatch.setattr(conn, "_execute", lambda *args: (trips.append(args), execute(*args))[1])
    conn.begin()
    await put(conn, 1, 2)
    assert await all_of(conn) == [1, 2]
    await conn.commit()
    assert len(trips) == 3
    await conn.rollback()
    conn.begin()
    await conn.commit()
    assert len(trips) == 3


async def test_it_says_what_a_statement_did(conn: Connection):
    cursor = await conn.cursor().execute("INSERT INTO shells VALUES (?), (?) RETURNING n", (3, 4))
    assert [column[0] for column in cursor.description] == ["n"]
    assert await cursor.fetchmany(1) == [(3,)]
    assert await cursor.fetchall() == [(4,)]
    assert await cursor.fetchall() == []
    cursor = await conn.cursor().execute("UPDATE shells SET n = n + 10")
    assert (cursor.description, cursor.rowcount) == (None, 2)


@pytest.mark.parametrize("at_a_time", [1, AHEAD, 7 * AHEAD])
async def test_many_rows_come_by_and_by(conn: Connection, at_a_time: int):
    await put(conn, *range(2 * AHEAD + 5))
    cursor = await conn.cursor().execute("SELECT n FROM shells ORDER BY n")
    came = []
    while rows := await cursor.fetchmany(at_a_time):
        assert len(rows) <= at_a_time
        came += rows
    assert [n for (n,) in came] == list(range(2 * AHEAD + 5))


async def test_many_rows_come_all_at_once_where_all_are_asked_for(conn: Connection):
    await put(conn, *range(3 * AHEAD))
    assert await all_of(conn) == list(range(3 * AHEAD))


async def test_rows_that_nobody_fetches_keep_nothing_open(conn: Connection):
    await put(conn, *range(AHEAD + 1))
    cursor = await conn.cursor().execute("SELECT n FROM shells")
    await cursor.close()
    conn.begin()
    await conn.cursor().execute("DROP TABLE shells")  # SQLite refuses that while a statement reads from it
    await conn.commit()


async def test_what_is_rolled_back_is_gone(conn: Connection):
    conn.begin()
    await put(conn, 1)
    await conn.rollback()
    assert await all_of(conn) == []


async def test_a_statement_that_fails_leaves_its_transaction_to_be_rolled_back(conn: Connection):
    conn.begin()
    await put(conn, 1)
    with pytest.raises(sqlite3.IntegrityError):
        await put(conn, 2, 1)
    await conn.rollback()
    assert await all_of(conn) == []


@pytest.fixture
async def other(conn: Connection, tmp_path: Path) -> AsyncIterator[Connection]:
    """A second connection that could not begin, since the first one has put 1 and not committed yet."""
    opened = await connected(tmp_path / "majlis.db")
    conn.begin()
    await put(conn, 1)
    opened.begin()
    with pytest.raises(sqlite3.OperationalError, match="locked"):
        await put(opened, 2)
    yield opened
    await opened.close()


async def test_one_that_cannot_begin_says_so_and_may_begin_later(conn: Connection, other: Connection):
    await other.rollback()
    await conn.commit()
    other.begin()
    await put(other, 2)
    await other.commit()
    assert await all_of(conn) == [1, 2]


async def test_what_follows_a_statement_that_could_not_begin_is_in_the_transaction(
    conn: Connection, other: Connection
):
    await conn.commit()
    await put(other, 3)
    await other.rollback()
    assert await all_of(conn) == [1]


async def test_whoever_gives_up_waiting_for_a_statement_still_rolls_it_back(conn: Connection):
    """The thread may come to the statement only after it was cancelled, and after the rollback was asked for."""
    held = threading.Event()
    blocked = asyncio.create_task(conn.trip(lambda _conn: held.wait()))
    await asyncio.sleep(0)
    conn.begin()
    writing = asyncio.create_task(put(conn, 1))
    await asyncio.sleep(0)
    writing.cancel()
    await asyncio.gather(writing, return_exceptions=True)
    rolling = asyncio.create_task(conn.rollback())
    await asyncio.sleep(0)
    held.set()
    await asyncio.gather(blocked, rolling)
    assert await all_of(conn) == []
    conn.begin()
    await put(conn, 2)
    await conn.commit()
    assert await all_of(conn) == [2]

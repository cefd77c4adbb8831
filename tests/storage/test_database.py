import asyncio

import pytest
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import facts, locks
from storage.database import Database


async def count(conn: AsyncConnection) -> int:
    return int(await facts.fact(conn, "count") or 0)


async def put(conn: AsyncConnection, n: int) -> None:
    await facts.keep(conn, "count", str(n))


async def count_up(database: Database) -> None:
    async with database.write() as conn:
        await locks.queue(conn)
        n = await count(conn)
        await asyncio.sleep(0)
        await put(conn, n + 1)


async def stored(database: Database) -> int:
    async with database.read() as conn:
        return await count(conn)


async def test_a_hundred_writers_lose_nothing(database: Database):
    await asyncio.gather(*(count_up(database) for _ in range(100)))
    assert await stored(database) == 100


async def test_a_failed_write_leaves_nothing(database: Database):
    async def fail() -> None:
        async with database.write() as conn:
            await put(conn, 9)
            raise ZeroDivisionError

    await count_up(database)
    with pytest.raises(ZeroDivisionError):
        await fail()
    assert await stored(database) == 1
    await count_up(database)
    assert await stored(database) == 2


async def test_a_statement_that_fails_leaves_nothing(database: Database):
    async def fail() -> None:
        async with database.write() as conn:
            await put(conn, 9)
            await conn.exec_driver_sql("SELECT nonsense")

    with pytest.raises(DBAPIError, match="nonsense"):
        await fail()
    assert await stored(database) == 0


async def test_a_write_cancelled_anywhere_is_whole_or_nothing(database: Database):
    """Cancelled after each possible number of turns of the loop: before, between and within statements."""
    written = outcomes = 0
    for turns in range(400):
        task = asyncio.create_task(count_up(database))
        for _ in range(turns):
            await asyncio.sleep(0)
        done = not task.cancel()
        try:
            await task
        except asyncio.CancelledError:
            outcomes += 1
            assert await stored(database) in (written, written + 1)  # cancelled while it committed: it did
            written = await stored(database)
        else:
            written += 1
            assert await stored(database) == written
        if done:
            break
    assert outcomes > 5
    await asyncio.gather(*(count_up(database) for _ in range(3)))  # and nobody waits for the dead
    assert await stored(database) == written + 3


async def test_a_write_cancelled_in_its_middle_is_undone(database: Database):
    inside = asyncio.Event()

    async def linger() -> None:
        async with database.write() as conn:
            await put(conn, 9)
            inside.set()
            await asyncio.sleep(60)

    task = asyncio.create_task(linger())
    await inside.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await count_up(database)
    assert await stored(database) == 1


async def test_a_commit_is_finished_before_cancellation_is_passed_on(
    database: Database, monkeypatch: pytest.MonkeyPatch
):
    committing = asyncio.Event()
    commit = AsyncConnection.commit

    async def slowly(conn: AsyncConnection) -> None:
        committing.set()
        await asyncio.sleep(0.01)
        await commit(conn)

    monkeypatch.setattr(AsyncConnection, "commit", slowly)
    task = asyncio.create_task(count_up(database))
    await committing.wait()
    task.cancel()
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await stored(database) == 1


async def test_a_commit_that_fails_says_so(database: Database, monkeypatch: pytest.MonkeyPatch):
    async def fail(_conn: AsyncConnection) -> None:
        raise OSError("no space left")

    with monkeypatch.context() as patch:
        patch.setattr(AsyncConnection, "commit", fail)
        with pytest.raises(OSError, match="no space left"):
            await count_up(database)
    assert await stored(database) == 0
    await count_up(database)
    assert await stored(database) == 1


async def test_a_reader_sees_one_moment_and_holds_nobody_up(database: Database):
    async with database.read() as conn:
        assert await count(conn) == 0
        await asyncio.create_task(count_up(database))
        assert await count(conn) == 0
    assert await stored(database) == 1


async def test_a_reader_sees_nothing_unfinished(database: Database):
    async with database.write() as conn:
        await put(conn, 9)
        assert await asyncio.create_task(stored(database)) == 0
    assert await stored(database) == 9


async def test_a_reader_cannot_write(database: Database):
    with pytest.raises(DBAPIError, match=r"read-?only"):
        async with database.read() as conn:
            await put(conn, 1)


async def test_many_readers_take_turns(database: Database):
    await count_up(database)
    assert await asyncio.gather(*(stored(database) for _ in range(50))) == [1] * 50


@pytest.mark.parametrize("outer", ["read", "write"])
@pytest.mark.parametrize("inner", ["read", "write"])
async def test_transactions_do_not_nest(database: Database, outer: str, inner: str):
    with pytest.raises(RuntimeError, match="inside another"):
        async with getattr(database, outer)(), getattr(database, inner)():
            pass
    async with getattr(database, inner)():  # and the refusal leaves nothing locked
        pass

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import facts
from storage.database import Database, Unusable, open_database
from tests.storage.conftest import NOW, files


async def count(conn: AsyncConnection) -> int:
    return int(await facts.fact(conn, "count") or 0)


async def put(conn: AsyncConnection, n: int) -> None:
    await conn.exec_driver_sql(
        "INSERT INTO meta VALUES ('count', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        (str(n),),
    )


async def count_up(database: Database) -> None:
    async with database.write() as conn:
        n = await count(conn)
        await asyncio.sleep(0)
        await put(conn, n + 1)


async def stored(database: Database) -> int:
    async with database.read() as conn:
        return await count(conn)


async def test_a_hundred_writers_lose_nothing(database: Database):
    await asyncio.gather(*(count_up(database) for _ in range(100)))
    assert await stored(database) == 100


async def test_two_programs_on_one_file_lose_nothing(tmp_path: Path):
    url = f"sqlite:///{tmp_path}/majlis.db"
    one, other = await open_database(url, now=NOW), await open_database(url, now=NOW)
    await asyncio.gather(*(count_up(program) for program in (one, other) * 20))
    assert await stored(one) == await stored(other) == 40
    await one.close()
    await other.close()


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

    with pytest.raises(OperationalError, match="nonsense"):
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
    with pytest.raises(OperationalError, match="readonly"):
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


async def test_what_is_committed_is_on_the_disk_and_checked(tmp_path: Path):
    database = await open_database(f"sqlite:///{tmp_path}/majlis.db", now=NOW)
    for transaction in (database.write, database.read):
        async with transaction() as conn:
            pragmas = [
                (await conn.exec_driver_sql(f"PRAGMA {name}")).scalar_one()
                for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
            ]
        assert pragmas == ["wal", 2, 1, 5000]
    await database.close()


async def test_what_was_committed_is_there_after_the_program_died(tmp_path: Path):
    file, copy = tmp_path / "majlis.db", tmp_path / "after.db"
    database = await open_database(f"sqlite:///{file}", now=NOW)
    await count_up(database)
    for suffix in ("", "-wal"):  # what a killed program leaves behind
        shutil.copyfile(f"{file}{suffix}", f"{copy}{suffix}")
    await database.close()
    again = await open_database(f"sqlite:///{copy}", now=NOW)
    assert await stored(again) == 1
    await again.close()


async def test_the_birth_is_noted_once(tmp_path: Path):
    for now in (NOW, NOW + 5):
        database = await open_database(f"sqlite:///{tmp_path}/majlis.db", now=now)
        async with database.read() as conn:
            assert await facts.fact(conn, "created_at") == str(NOW)
        await database.close()


async def test_only_the_host_may_read_the_file(tmp_path: Path):
    database = await open_database(f"sqlite:///{tmp_path}/majlis.db", now=NOW)
    await count_up(database)
    assert files(tmp_path) == dict.fromkeys(("majlis.db", "majlis.db-wal", "majlis.db-shm"), 0o600)
    await database.close()
    assert files(tmp_path) == {"majlis.db": 0o600}


async def test_a_memory_database_vanishes():
    database = await open_database("sqlite:///:memory:", now=NOW)
    await count_up(database)
    await database.close()
    assert not database.file.parent.exists()


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("majlis.db", "looks like sqlite:///majlis.db"),
        ("", "looks like"),
        ("mysql://root:s3cret@host/db", "mysql:// is no database Majlis knows"),
        ("sqlite+pysqlite:///majlis.db", "sqlite+pysqlite:// is no database Majlis knows"),
        ("sqlite://majlis.db", "three slashes"),
        ("sqlite://", "three slashes"),
        ("sqlite:///", "three slashes"),
        ("sqlite:///majlis.db?mode=ro", "no options"),
        ("sqlite://root:s3cret@host:port/x", "looks like"),
        ("sqlite:////", "is not a file"),
        ("sqlite:////dev/null", "is not a file"),
        ("sqlite:////no/such/folder/majlis.db", "the folder /no/such/folder does not exist"),
        ("sqlite:////proc/majlis.db", "cannot use /proc/majlis.db: No such file or directory"),
        (f"sqlite:////tmp/{'x' * 300}.db", "name too long"),
        ("sqlite:////tmp/a\0b", "null byte"),
    ],
)
async def test_an_address_that_cannot_be_used_is_one_clear_line(url: str, says: str):
    with pytest.raises(Unusable) as refused:
        await open_database(url, now=NOW)
    line = str(refused.value)
    assert says in line
    assert "\n" not in line
    assert "s3cret" not in line


async def refusal(file: Path) -> str:
    with pytest.raises(Unusable) as refused:
        await open_database(f"sqlite:///{file}", now=NOW)
    line = str(refused.value)
    assert str(file) in line
    assert "\n" not in line
    return line


async def test_a_database_that_is_not_to_be_made_is_not(tmp_path: Path):
    url = f"sqlite:///{tmp_path}/majlis.db"
    with pytest.raises(Unusable, match=r"majlis\.db"):
        await open_database(url, now=NOW, create=False)
    assert files(tmp_path) == {}
    await (await open_database(url, now=NOW)).close()
    await (await open_database(url, now=NOW, create=False)).close()


async def test_a_folder_is_no_database(tmp_path: Path):
    assert "is not a file" in await refusal(tmp_path)


async def test_a_text_is_no_database(tmp_path: Path):
    file = tmp_path / "notes.txt"
    file.write_text("Buy cardamom. " * 100)
    assert "file is not a database" in await refusal(file)
    assert file.read_text() == "Buy cardamom. " * 100


async def test_a_damaged_database_is_refused(tmp_path: Path):
    file = tmp_path / "majlis.db"
    await (await open_database(f"sqlite:///{file}", now=NOW)).close()
    whole = file.read_bytes()
    file.write_bytes(whole[:100] + b"\xff" * 4000 + whole[4100:])
    assert "malformed" in await refusal(file)


async def test_a_database_cut_short_is_refused(tmp_path: Path):
    file = tmp_path / "majlis.db"
    await (await open_database(f"sqlite:///{file}", now=NOW)).close()
    file.write_bytes(file.read_bytes()[:5000])
    assert "malformed" in await refusal(file)


async def test_another_programs_database_is_left_alone(tmp_path: Path):
    file = tmp_path / "other.db"
    with closing(sqlite3.connect(file)) as conn, conn:
        conn.execute("CREATE TABLE recipes (name TEXT)")
    assert "another program's database" in await refusal(file)
    with closing(sqlite3.connect(file)) as conn:
        assert conn.execute("SELECT name FROM sqlite_master").fetchall() == [("recipes",)]


async def test_a_file_somebody_holds_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    file = tmp_path / "majlis.db"
    await (await open_database(f"sqlite:///{file}", now=NOW)).close()
    monkeypatch.setattr("storage.database._BUSY_S", 0.01)
    with closing(sqlite3.connect(file, isolation_level=None)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        assert "database is locked" in await refusal(file)

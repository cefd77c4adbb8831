"""What only a database in a file does."""

import asyncio
import gc
import shutil
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from storage import facts
from storage.database import Database, Unusable, open_database
from tests.storage.conftest import NOW, files
from tests.storage.test_database import count_up, stored

pytestmark = pytest.mark.sqlite


async def test_two_programs_on_one_file_lose_nothing(tmp_path: Path):
    url = f"sqlite:///{tmp_path}/majlis.db"
    one, other = await open_database(url, now=NOW), await open_database(url, now=NOW)
    await asyncio.gather(*(count_up(program) for program in (one, other) * 20))
    assert await stored(one) == await stored(other) == 40
    await one.close()
    await other.close()


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
    assert not database.place.file.parent.exists()


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
    monkeypatch.setattr("storage.sqlite._BUSY_S", 0.01)
    with closing(sqlite3.connect(file, isolation_level=None)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        assert "database is locked" in await refusal(file)


async def test_a_reader_cancelled_anywhere_leaves_no_connection_open():
    for steps in range(60):
        database = await open_database("sqlite:///:memory:", now=0)
        reading = asyncio.create_task(_read(database))
        for _ in range(steps):
            await asyncio.sleep(0)
        reading.cancel()
        await asyncio.wait({reading})
        await database.close()
    while any("_connection_worker" in thread.name for thread in threading.enumerate()):  # noqa: ASYNC110
        await asyncio.sleep(0.01)  # one whose opening was cancelled may still be at it
    gc.collect()  # one that nobody has closed says so, which is an error here


async def test_closing_waits_for_who_still_reads():
    database = await open_database("sqlite:///:memory:", now=0)
    inside = asyncio.Event()
    reading = asyncio.create_task(_read(database, inside))
    await inside.wait()
    closing = asyncio.create_task(database.close())
    await asyncio.sleep(0)
    assert not closing.done()
    inside.clear()
    await closing
    await reading
    del reading
    gc.collect()


async def test_a_closing_that_is_cancelled_lets_go_all_the_same(monkeypatch: pytest.MonkeyPatch):
    database = await open_database("sqlite:///:memory:", now=0)
    inside, let_go = asyncio.Event(), asyncio.Event()

    async def noted() -> None:
        let_go.set()

    reading = asyncio.create_task(_read(database, inside))
    await inside.wait()
    with monkeypatch.context() as patch:
        patch.setattr(database.place, "close", noted)
        closing = asyncio.create_task(database.close())
        await asyncio.sleep(0)
        closing.cancel()
        await asyncio.wait({closing})
    assert let_go.is_set()
    inside.clear()
    await reading
    await database.close()


async def _read(database: Database, inside: asyncio.Event | None = None) -> None:
    async with database.read() as conn:
        await facts.fact(conn, "count")
        if inside:
            inside.set()
        while inside and inside.is_set():  # noqa: ASYNC110 the test says when
            await asyncio.sleep(0)
        await facts.fact(conn, "count")

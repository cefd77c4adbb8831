"""A backup put back: whole, alone, with nothing stale beside it, and what stood there before kept."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from storage import ledger, players, restoring
from storage.database import Database, backup, open_database
from storage.restoring import restore
from storage.unusable import Unusable
from tests.storage.conftest import NOW, files

pytestmark = pytest.mark.sqlite

LATER = NOW + 1_000


async def people(file: Path) -> list[str]:
    """Who is known there."""
    database = await open_database(f"sqlite:///{file}", now=LATER, create=False)
    async with database.read() as conn:
        names = list((await conn.exec_driver_sql("SELECT name FROM players ORDER BY id")).scalars())
        assert (await ledger.audit(conn)).sound
    await database.close()
    return names


async def add(file: Path, name: str) -> Database:
    """One more person, in a database that is left open: the file is not the whole of it."""
    database = await open_database(f"sqlite:///{file}", now=NOW)
    async with database.write() as conn:
        row = await players.create(conn, "web", name, name, "en", NOW)
        account = await ledger.player_account(conn, row.id)
        await ledger.transfer(conn, f"welcome:{row.id}", ledger.HOUSE, account, 50, NOW)
    return database


@pytest.fixture
async def house(tmp_path: Path) -> Path:
    """A folder: Huda was backed up, Omar came later."""
    file = tmp_path / "majlis.db"
    database = await add(file, "Huda")
    await backup(database, tmp_path / "backup.db")
    await database.close()
    await (await add(file, "Omar")).close()
    return tmp_path


def address(folder: Path) -> str:
    return f"sqlite:///{folder / 'majlis.db'}"


async def test_it_is_as_it_was_and_what_stood_there_is_kept(house: Path):
    before = (house / "backup.db").read_bytes()
    done = await restore(address(house), house / "backup.db", LATER)
    assert await people(done.file) == ["Huda"]
    assert await people(done.aside) == ["Huda", "Omar"]
    assert (house / "backup.db").read_bytes() == before
    assert set(files(house)) == {"majlis.db", "majlis.db.lock", "backup.db", done.aside.name}
    assert files(house)["majlis.db"] == 0o600
    assert done.books.transfers == 1


async def test_what_sqlite_left_beside_the_old_file_does_not_get_into_the_new_one(house: Path):
    """As after a power cut: the last changes are in the journal, not yet in the file."""
    lively = await add(house / "majlis.db", "Sara")
    crashed = house / "crashed"
    crashed.mkdir()
    for name in ("majlis.db", "majlis.db-wal", "majlis.db-shm"):
        shutil.copy(house / name, crashed / name)
    await lively.close()
    assert (crashed / "majlis.db-wal").stat().st_size > 0
    done = await restore(address(crashed), house / "backup.db", LATER)
    assert not (crashed / "majlis.db-wal").exists()
    assert await people(done.file) == ["Huda"]
    assert await people(done.aside) == ["Huda", "Omar", "Sara"], "the journal went with its file"


async def test_a_journal_without_its_file_is_taken_away_too(house: Path):
    lively = await add(house / "majlis.db", "Sara")
    shutil.copy(house / "majlis.db-wal", house / "kept-wal")
    await lively.close()
    (house / "majlis.db").unlink()
    (house / "kept-wal").rename(house / "majlis.db-wal")
    done = await restore(address(house), house / "backup.db", LATER)
    assert done.aside is None
    assert await people(done.file) == ["Huda"]


async def test_a_backup_with_its_journal_is_read_with_it(house: Path):
    """Somebody has copied the files of a program that was running."""
    lively = await add(house / "majlis.db", "Sara")
    for end in ("", "-wal"):
        shutil.copy(house / f"majlis.db{end}", house / f"copied.db{end}")
    await lively.close()
    done = await restore(address(house), house / "copied.db", LATER)
    assert await people(done.file) == ["Huda", "Omar", "Sara"]


async def test_not_while_majlis_runs(house: Path):
    database = await open_database(address(house), now=NOW)
    await database.hold()
    with pytest.raises(Unusable, match="stop it first"):
        await restore(address(house), house / "backup.db", LATER)
    await database.close()
    assert await people(house / "majlis.db") == ["Huda", "Omar"]


def spoil_pages(file: Path) -> None:
    data = bytearray(file.read_bytes())
    data[4096 * 3 :] = bytes(len(data) - 4096 * 3)
    file.write_bytes(data)


def spoil_books(file: Path) -> None:
    with closing(sqlite3.connect(file)) as conn, conn:
        conn.execute("UPDATE accounts SET balance = 1000 WHERE kind = 'player'")


def come_from_the_future(file: Path) -> None:
    with closing(sqlite3.connect(file)) as conn, conn:
        conn.execute("UPDATE alembic_version SET version_num = '9999'")


def be_a_letter(file: Path) -> None:
    file.write_text("this is a letter, not a database" * 100)


def be_somebody_elses(file: Path) -> None:
    file.unlink()
    with closing(sqlite3.connect(file)) as conn, conn:
        conn.execute("CREATE TABLE photos (id INTEGER)")


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (spoil_pages, "is not whole"),
        (spoil_books, "books"),
        (come_from_the_future, "newer version"),
        (be_a_letter, "is not whole"),
        (be_somebody_elses, "another program"),
        (lambda file: file.write_bytes(b""), "is empty"),
        (Path.unlink, "there is no backup"),
    ],
)
async def test_what_is_no_good_backup_changes_nothing(house: Path, spoil, why: str):
    before = {name: (house / name).read_bytes() for name in ("majlis.db",)}
    spoil(house / "backup.db")
    with pytest.raises(Unusable, match=why) as caught:
        await restore(address(house), house / "backup.db", LATER)
    assert "restoring" not in str(caught.value), "the host knows the backup, not our copy of it"
    assert {name: (house / name).read_bytes() for name in before} == before
    assert set(files(house)) <= {"majlis.db", "majlis.db.lock", "backup.db"}


async def test_a_full_disk_changes_nothing(house: Path, monkeypatch: pytest.MonkeyPatch):
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(restoring.shutil, "copyfile", full)
    with pytest.raises(Unusable, match="No space left"):
        await restore(address(house), house / "backup.db", LATER)
    assert await people(house / "majlis.db") == ["Huda", "Omar"]
    assert set(files(house)) == {"majlis.db", "majlis.db.lock", "backup.db"}


async def test_a_link_stays_a_link(house: Path):
    (house / "elsewhere").mkdir()
    (house / "majlis.db").rename(house / "elsewhere" / "real.db")
    (house / "majlis.db").symlink_to(house / "elsewhere" / "real.db")
    await restore(address(house), house / "backup.db", LATER)
    assert (house / "majlis.db").is_symlink()
    assert await people(house / "elsewhere" / "real.db") == ["Huda"]


@pytest.mark.parametrize("url", ["postgresql://me:secret@host/db", "sqlite:///:memory:", "nonsense"])
async def test_only_files_are_restored_so(url: str, tmp_path: Path):
    with pytest.raises(Unusable, match="pg_restore") as caught:
        await restore(url, tmp_path / "backup.db", LATER)
    assert "secret" not in str(caught.value)

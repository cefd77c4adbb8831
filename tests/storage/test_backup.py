import asyncio
from pathlib import Path

import pytest

from storage import ledger
from storage.database import Database, Unusable, backup, open_database
from tests.storage.conftest import NOW, files

pytestmark = pytest.mark.sqlite


async def pay_on(database: Database, player_id: int, stop: asyncio.Event, one_more: asyncio.Event) -> int:
    """Pay one pearl after another until told to stop, telling of each; how many were paid."""
    paid = 0
    while not stop.is_set():
        async with database.write() as conn:
            purse = await ledger.player_account(conn, player_id)
            await ledger.transfer(conn, f"result:{paid}", ledger.HOUSE, purse, 1, NOW)
        paid += 1
        one_more.set()
    return paid


async def test_a_backup_made_while_others_write_is_sound(database: Database, huda: int, tmp_path: Path):
    stop, one_more = asyncio.Event(), asyncio.Event()
    writer = asyncio.create_task(pay_on(database, huda, stop, one_more))
    copies = [tmp_path / f"{n}.db" for n in range(5)]
    for copy in copies:
        one_more.clear()
        await one_more.wait()
        await backup(database, copy)
    stop.set()
    paid = await writer

    held = []
    for copy in copies:
        copied = await open_database(f"sqlite:///{copy}", now=NOW)
        async with copied.read() as conn:
            audit = await ledger.audit(conn)
            held.append(await ledger.balance(conn, huda))
        await copied.close()
        assert audit.sound
        assert audit.transfers == audit.circulating == held[-1]
    assert held == sorted(held)
    assert 0 < held[0] < held[-1] <= paid


async def test_a_backup_is_private_and_leaves_nothing_else(database: Database, tmp_path: Path):
    await backup(database, tmp_path / "copy.db")
    assert files(tmp_path) == {"copy.db": 0o600}


async def test_a_backup_overwrites_nothing(database: Database, tmp_path: Path):
    (tmp_path / "empty.db").touch()
    (tmp_path / "last.db").write_text("yesterday's")
    (tmp_path / "dangling.db").symlink_to(tmp_path / "nowhere")
    for name in ("empty.db", "last.db", "dangling.db"):
        with pytest.raises(Unusable, match="is there already"):
            await backup(database, tmp_path / name)
    assert (tmp_path / "empty.db").read_text() == ""
    assert (tmp_path / "last.db").read_text() == "yesterday's"
    assert not (tmp_path / "nowhere").exists()


async def test_a_backup_nowhere_is_one_clear_line(database: Database, tmp_path: Path):
    with pytest.raises(Unusable, match=r"cannot use .*missing/copy\.db: No such file or directory"):
        await backup(database, tmp_path / "missing" / "copy.db")


async def test_a_backup_that_fails_leaves_nothing(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def fail(_file: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("storage.sqlite.sync", fail)
    with pytest.raises(Unusable, match="No space left on device"):
        await backup(database, tmp_path / "copy.db")
    assert files(tmp_path) == {}

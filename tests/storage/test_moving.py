"""From a file to a server, whole or not at all."""

import pytest
import sqlalchemy as sa

from bot.play import Person
from bot.table import Against, Setup
from bot.tables import Tables
from rules.ruleset import PRESETS
from storage import ledger, moving, players, schema
from storage.database import Database, Unusable, open_database
from storage.sqlite import SQLite
from tests.storage.conftest import NOW

pytestmark = pytest.mark.postgres


async def inhabited(tmp_path) -> Database:
    """A file with people, a table and pearls."""
    place = await SQLite.at(str(tmp_path / "majlis.db"), create=True)
    await place.close()
    database = await open_database(f"sqlite+aiosqlite:///{tmp_path}/majlis.db", now=NOW)
    async with database.write() as conn:
        for name in ("Huda", "هدى \u2066😀\u2069", "Omar"):
            await players.create(conn, "web", name, name, "ar", NOW)
        await ledger.transfer(conn, "gift", ledger.HOUSE, 2, 2**40, NOW)
        await conn.execute(
            sa.insert(schema.ratings).values(
                player_id=1,
                game="mahbusa",
                rating=1523.1234567890123,
                deviation=0.1,
                matches=3,
                updated_at=NOW,
                settled=True,
            )
        )
    tables = Tables(database)
    setup = Setup(PRESETS["mahbusa"], "mahbusa", Against.COMPUTER)
    for at in range(3):
        await tables.open(Person(1, "Huda"), setup, NOW + at, key=f"k{at}")
    return database


@pytest.mark.sqlite
async def test_everything_is_moved_and_numbers_go_on(tmp_path, shared_url: str):
    source, target = await inhabited(tmp_path), await open_database(shared_url, now=NOW + 9)
    moved = {each.table: each for each in await moving.move(source, target)}
    assert (moved["players"].rows, moved["tables"].rows, moved["accounts"].rows) == (3, 3, 4)
    for table in schema.metadata.sorted_tables:
        async with source.read() as old, target.read() as new:
            rows = [sorted(map(tuple, await conn.execute(sa.select(table))), key=repr) for conn in (old, new)]
        assert rows[0] == rows[1], table.name
    async with target.write() as conn:
        assert (await players.create(conn, "web", "new", "New", "en", NOW)).id == 4
        await ledger.transfer(conn, "more", ledger.HOUSE, 1, 5, NOW)
        assert (await ledger.audit(conn)).sound
    await source.close()
    await target.close()


@pytest.mark.sqlite
async def test_a_target_with_anything_in_it_is_refused(tmp_path, shared_url: str):
    source, target = await inhabited(tmp_path), await open_database(shared_url, now=NOW)
    async with target.write() as conn:
        await players.create(conn, "web", "somebody", "Somebody", "en", NOW)
    with pytest.raises(Unusable, match="is not empty"):
        await moving.move(source, target)
    async with target.read() as conn:
        assert await conn.scalar(sa.select(sa.func.count()).select_from(schema.players)) == 1
    await source.close()
    await target.close()


@pytest.mark.sqlite
async def test_wrong_books_are_not_moved(tmp_path, shared_url: str):
    source, target = await inhabited(tmp_path), await open_database(shared_url, now=NOW)
    async with source.write() as conn:
        await conn.execute(sa.update(schema.accounts).where(schema.accounts.c.id == 2).values(balance=7))
    with pytest.raises(Unusable, match="books"):
        await moving.move(source, target)
    async with target.read() as conn:
        assert await conn.scalar(sa.select(sa.func.count()).select_from(schema.accounts)) == 1
    await source.close()
    await target.close()


async def test_nothing_is_moved_onto_a_running_program(shared_url: str):
    running, one, other = [await open_database(shared_url, now=NOW) for _ in range(3)]
    await running.hold()
    with pytest.raises(Unusable, match="another Majlis is running"):
        await moving.move(one, other)
    for database in (running, one, other):
        await database.close()

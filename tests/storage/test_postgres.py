"""What only a database on a server does: many programs write to it at the same time."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import asyncpg
import pytest
from sqlalchemy import Connection, inspect, text
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import create_async_engine

from storage import facts, ledger, locks, players, schema, tries
from storage.database import Database, Unusable, backup, open_database
from storage.news import About, Line
from storage.postgres import Postgres
from tests import postgres
from tests.storage.conftest import NOW
from tests.storage.test_database import count_up, stored  # the same on a server

pytestmark = pytest.mark.postgres

PATIENCE_S = 60.0


@pytest.fixture
async def one(shared_url: str) -> AsyncIterator[Database]:
    database = await open_database(shared_url, now=NOW)
    yield database
    await database.close()


@pytest.fixture
async def other(one: Database) -> AsyncIterator[Database]:
    database = Database(Postgres(one.place._address))
    yield database
    await database.close()


def described(conn: Connection) -> dict[str, object]:
    """Every table with its columns, keys, indexes and conditions."""
    seen, found = inspect(conn), {}
    for name in sorted({*seen.get_table_names()} - {"alembic_version"}):
        found[name] = {
            "columns": {
                column["name"]: (str(column["type"]), column["nullable"], column["default"])
                for column in seen.get_columns(name)
            },
            "key": seen.get_pk_constraint(name),
            "indexes": sorted(map(str, seen.get_indexes(name))),
            "foreign": sorted(map(str, seen.get_foreign_keys(name))),
            "unique": sorted(map(str, seen.get_unique_constraints(name))),
            "checks": sorted(map(str, seen.get_check_constraints(name))),
        }
    return found


async def test_the_steps_build_the_schema(one: Database, postgres_folder: Path):
    async with one.read() as conn:
        migrated = await conn.run_sync(described)
    plain = await postgres.create(f"plain{os.getpid()}", postgres_folder)
    engine = create_async_engine(plain.replace("postgresql://", "postgresql+asyncpg://"))
    async with engine.begin() as conn:
        await conn.run_sync(schema.metadata.create_all)
        assert migrated == await conn.run_sync(described)
    await engine.dispose()
    assert migrated.keys() == schema.metadata.tables.keys()


async def test_programs_that_start_together_migrate_once(shared_url: str):
    opened = await asyncio.gather(*(open_database(shared_url, now=NOW + at) for at in range(4)))
    births = set()
    for database in opened:
        async with database.read() as conn:
            births.add(await facts.fact(conn, "created_at"))
            assert await conn.scalar(text("SELECT count(*) FROM accounts")) == 1
        await database.close()
    assert len(births) == 1


async def test_the_numbers_begin_after_the_house(one: Database):
    async with one.write() as conn:
        assert (await players.create(conn, "web", "huda", "هدى", "ar", NOW)).id == 1
        assert await ledger.player_account(conn, 1) == 1


async def test_two_programs_lose_nothing(one: Database, other: Database):
    await asyncio.gather(*(count_up(program) for program in (one, other) * 20))
    assert await stored(one) == await stored(other) == 40


async def test_two_programs_never_spend_the_same_pearls(one: Database, other: Database):
    async with one.write() as conn:
        for name in ("huda", "omar"):
            await players.create(conn, "web", name, name, "en", NOW)
        await ledger.transfer(conn, "begin", ledger.HOUSE, 1, 10, NOW)

    async def spend(database: Database, at: int) -> bool:
        with suppress(ledger.InsufficientPearls):
            async with database.write() as conn:
                await ledger.transfer(conn, f"spent:{at}", 1, 2, 3, NOW)
                return True
        return False

    spent = await asyncio.gather(*(spend((one, other)[at % 2], at) for at in range(20)))
    assert sum(spent) == 3
    async with one.read() as conn:
        assert [await ledger.balance(conn, player) for player in (1, 2)] == [1, 9]
        assert (await ledger.audit(conn)).sound


async def test_players_are_taken_in_one_order(one: Database, other: Database):
    async with one.write() as conn:
        for name in ("huda", "omar"):
            await players.create(conn, "web", name, name, "en", NOW)

    async def take(database: Database, ids: list[int]) -> None:
        async with database.write() as conn:
            await locks.players(conn, ids)
            await asyncio.sleep(0.01)

    await asyncio.gather(*(take((one, other)[at % 2], [1, 2] if at % 2 else [2, 1]) for at in range(10)))


async def test_two_that_wait_for_each_other_may_try_again(one: Database, other: Database):
    async with one.write() as conn:
        for name in ("huda", "omar"):
            await players.create(conn, "web", name, name, "en", NOW)
    both = asyncio.Barrier(2)

    async def cross(database: Database, first: int, second: int) -> None:
        async with database.write() as conn:
            await locks.players(conn, [first])
            await both.wait()
            await locks.players(conn, [second])

    ends = await asyncio.gather(cross(one, 1, 2), cross(other, 2, 1), return_exceptions=True)
    (failed,) = (end for end in ends if end)
    assert isinstance(failed, DBAPIError)
    assert tries.may_succeed(failed)


async def test_what_is_wrong_in_itself_is_not_tried_again(one: Database):
    async with one.write() as conn:
        await players.create(conn, "web", "huda", "Huda", "en", NOW)
        with pytest.raises(IntegrityError) as error:
            await players.create(conn, "web", "huda", "Huda", "en", NOW)
    assert not tries.may_succeed(error.value)


async def hears(database: Database) -> tuple[asyncio.Queue[Line], asyncio.Queue[bool], asyncio.Task[None]]:
    lines, gaps = asyncio.Queue(), asyncio.Queue()
    task = asyncio.create_task(database.listen(lines.put_nowait, gaps.put_nowait))
    assert await asyncio.wait_for(gaps.get(), PATIENCE_S) is True
    return lines, gaps, task


async def test_what_one_announces_the_other_hears_once_it_is_committed(one: Database, other: Database):
    own, _, first = await hears(one)
    lines, _, second = await hears(other)
    with suppress(ZeroDivisionError):
        async with one.write() as conn:
            await one.announce(conn, Line(About.PLAYER, (8,)))
            raise ZeroDivisionError
    async with one.write() as conn:
        await one.announce(conn, Line(About.TABLE, (7, "KAHWA", 3)))
    assert await asyncio.wait_for(lines.get(), PATIENCE_S) == Line(About.TABLE, (7, "KAHWA", 3))
    await asyncio.sleep(0.1)
    assert own.empty()
    assert lines.empty()
    for task in (first, second):
        task.cancel()
    await asyncio.gather(first, second, return_exceptions=True)


async def test_a_line_of_another_version_is_passed_over(one: Database, shared_url: str):
    lines, _, task = await hears(one)
    conn = await asyncpg.connect(shared_url)
    await conn.execute("""SELECT pg_notify('majlis', 'abcd ["news of tomorrow", 1]')""")
    await conn.execute("""SELECT pg_notify('majlis', 'abcd ["bans"]')""")
    await conn.close()
    assert await asyncio.wait_for(lines.get(), PATIENCE_S) == Line(About.BANS)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_only_one_does_it_and_the_next_takes_over(one: Database, other: Database):
    begun = asyncio.Queue()

    async def do(database: Database, name: str) -> None:
        async with database.only_one("something"):
            begun.put_nowait(name)
            await asyncio.Event().wait()

    first = asyncio.create_task(do(one, "one"))
    assert await asyncio.wait_for(begun.get(), PATIENCE_S) == "one"
    second = asyncio.create_task(do(other, "other"))
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(begun.get(), 1.5)
    first.cancel()
    await asyncio.gather(first, return_exceptions=True)
    assert await asyncio.wait_for(begun.get(), PATIENCE_S) == "other"
    second.cancel()
    await asyncio.gather(second, return_exceptions=True)


@pytest.mark.parametrize("asked", ["before", "after"])
async def test_whoever_is_cancelled_while_asking_lets_go_at_once(
    one: Database, other: Database, monkeypatch, asked: str
):
    """Whether or not the server has given the lock by then."""
    fetchval, asking = asyncpg.Connection.fetchval, asyncio.Event()

    async def slow(conn, *arguments):
        if asked == "after":
            await fetchval(conn, *arguments)
        asking.set()
        await asyncio.Event().wait()

    with monkeypatch.context() as patch:
        patch.setattr(asyncpg.Connection, "fetchval", slow)
        task = asyncio.create_task(one.only_one("something").__aenter__())
        await asyncio.wait_for(asking.wait(), PATIENCE_S)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    async with asyncio.timeout(PATIENCE_S), other.only_one("something"):
        assert await is_alone(other)


async def test_whoever_has_done_it_at_once_lets_go_at_once(one: Database, other: Database):
    async with one.only_one("something"):
        pass
    async with asyncio.timeout(PATIENCE_S), other.only_one("something"):
        assert await is_alone(other)


async def is_alone(database: Database) -> bool:
    """Once no other session holds an advisory lock, or waits to have one: the server hears a little later who has gone."""
    query = text(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%advisory_lock%' AND pid <> pg_backend_pid()"
    )
    while True:
        async with database.read() as conn:
            if await conn.scalar(query) == 1:
                return True
        await asyncio.sleep(0.05)


async def locked(database: Database) -> None:
    """Until somebody does again what only one does: whoever comes back first may."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            async with database.read() as conn:
                if await conn.scalar(text("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'")):
                    return
            await asyncio.sleep(0.05)


async def test_a_command_knows_whether_the_program_runs(one: Database, other: Database, shared_url: str):
    await one.hold()
    await other.hold()  # any number
    command = await open_database(shared_url, now=NOW)
    with pytest.raises(Unusable, match="another Majlis is running"):
        await command.hold(alone=True)
    await command.close()


async def test_while_a_command_is_alone_no_program_starts(one: Database, other: Database):
    await one.hold(alone=True)
    with pytest.raises(Unusable, match="another Majlis is alone"):
        await other.hold()


async def test_after_the_server_was_away_everything_goes_on():
    server = postgres.Server(["fsync=off"])  # what is committed is there after a crash
    server.start()
    database = await open_database(await postgres.create("own", server.folder), now=NOW)
    rival = Database(Postgres(database.place._address))
    _, gaps, task = await hears(database)
    await count_up(database)
    async with database.only_one("something") as lost:
        server.stop(signal.SIGQUIT)
        with pytest.raises((OSError, DBAPIError)):
            await count_up(database)
        server.start()
        for _ in range(12):  # more than the pool holds
            await count_up(database)
        assert await stored(database) == 13
        assert [await asyncio.wait_for(gaps.get(), PATIENCE_S) for _ in range(2)] == [False, True]
        await locked(database)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(rival.only_one("something").__aenter__(), 3)
        assert not lost.is_set()  # it has taken its place again
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    await database.close()
    await rival.close()
    server.remove()


async def test_the_password_is_nowhere(shared_url: str):
    _, _, tail = shared_url.partition("@")
    secret = f"postgresql://majlis:s3cret@{tail}"
    database = await open_database(secret, now=NOW)
    assert "s3cret" not in repr(database.place.writer)
    assert "s3cret" not in database.place.name
    assert "s3cret" not in database.place.reason(ValueError("s3cret"))
    await database.close()


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("postgresql://me:s3cret@127.0.0.1:1/majlis", "Connect call failed"),
        ("postgresql://me:s3cret@127.0.0.1:1/majlis?sslmode=s3cret", "cannot be read"),
        (
            "postgresql://me:s3cret@nowhere.invalid/majlis",
            "cannot use postgresql://me:***@nowhere.invalid/majlis",
        ),
    ],
)
async def test_a_server_that_cannot_be_used_is_one_clear_line(address: str, says: str):
    with pytest.raises(Unusable) as refused:
        await open_database(address, now=NOW)
    assert says in str(refused.value)
    assert "\n" not in str(refused.value)
    assert "s3cret" not in str(refused.value)


async def test_another_programs_database_is_left_alone(shared_url: str):
    conn = await asyncpg.connect(shared_url)
    await conn.execute("CREATE TABLE recipes (name TEXT)")
    await conn.close()
    with pytest.raises(Unusable, match="another program's database"):
        await open_database(shared_url, now=NOW)


async def test_a_database_of_a_newer_version_is_left_alone(one: Database, shared_url: str):
    async with one.write() as conn:
        await conn.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(Unusable, match="newer version of Majlis"):
        await open_database(shared_url, now=NOW)


async def test_a_backup_is_the_servers_own_work(one: Database, tmp_path):
    with pytest.raises(Unusable, match="pg_dump"):
        await backup(one, tmp_path / "copy.db")
    assert not list(tmp_path.iterdir())

"""`majlis move` as a host types it: all of a file on a server, or nothing and one clear line."""

import asyncio
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import asyncpg
import pytest

from bot.__main__ import main
from storage.database import open_database
from tests.running.program import HOME, PATIENCE_S, Program, environment, guest, payloads
from tests.running.test_commands import majlis
from tests.running.test_kill import open_table
from tests.storage.conftest import NOW
from tests.storage.test_moving import inhabited

pytestmark = [pytest.mark.postgres, pytest.mark.sqlite]


@pytest.fixture
async def source(tmp_path: Path) -> str:
    """The address of a file with people, tables and pearls, which nobody uses."""
    await (await inhabited(tmp_path)).close()
    return f"sqlite:///{tmp_path}/majlis.db"


@pytest.fixture
def refused(
    capsys, tmp_path: Path, shared_url: str, free_port: Callable[[], int]
) -> Callable[..., Awaitable[str]]:
    """The command in this process, which has loaded all it needs: moves nothing, and tells why in one line."""

    async def move(*addresses: str) -> str:
        before = await rows(shared_url)
        assert await asyncio.to_thread(main, ["move", *(fill(address) for address in addresses)]) == 2
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err.startswith("majlis: ")
        assert said.err.count("\n") == 1
        assert "secret" not in said.err
        assert await rows(shared_url) == before
        return said.err

    def fill(address: str) -> str:
        (tmp_path / "letter.db").write_bytes(b"this is a letter, not a database" * 100)
        return address.format(
            here=tmp_path, closed=free_port(), unknown=shared_url.replace("/own", "/unknown")
        )

    return move


async def rows(url: str) -> int:
    """How many rows a server's database holds besides those that a new one has."""
    conn = await asyncpg.connect(url)
    tables = await conn.fetch("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
    born_with = {"accounts", "meta", "alembic_version"}
    counts = [
        await conn.fetchval(f'SELECT count(*) FROM "{name}"') - (name in born_with) for (name,) in tables
    ]
    await conn.close()
    return sum(counts)


async def migrated(url: str) -> None:
    """Let the tables be there, with nothing in them."""
    await (await open_database(url, now=NOW)).close()


async def test_a_house_moves_with_its_people_and_goes_on(tmp_path, shared_url: str):
    program = Program(tmp_path / "majlis.db")
    await program.start()
    async with guest() as first, guest() as second:
        code = await open_table(program, first, second)
        assert await program.stop() == 0
        before = majlis("export", code, database=program.database)

        done = majlis("move", program.url, shared_url)
        assert (done.returncode, done.stderr) == (0, b"")
        told = done.stdout.decode().splitlines()
        assert any(line.startswith("players: 2 rows, ") for line in told)
        assert told[-1].endswith("holds the same; the books are right")

        assert majlis("export", code, database=shared_url).stdout == before.stdout
        assert majlis("ledger", "check", database=shared_url).returncode == 0
        moved = Program(shared_url)
        await moved.start()
        guests = [(one, payloads(await one.state(moved.address, code), code)) for one in (first, second)]
        mover, buttons = next((one, found) for one, found in guests if found)
        await mover.read(f"{moved.address}/t/{code}")
        await mover.press(moved.address, code, buttons[0], "afterwards")
        assert payloads(await mover.state(moved.address, code), code) != buttons
        assert await moved.stop() == 0


async def test_without_a_second_address_it_is_that_of_the_settings(
    source: str, shared_url: str, refused, monkeypatch
):
    done = majlis("move", source, database=shared_url)
    assert (done.returncode, done.stderr) == (0, b"")
    assert await rows(shared_url) > 3
    monkeypatch.setenv("MAJLIS_DATABASE", source)
    assert "both addresses are the same" in await refused(source)


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ("sqlite:///{here}/none.db", "there is no database"),
        ("sqlite:///{here}/letter.db", "letter.db: file is not a database"),
        ("mysql://me:secret@host/db", "mysql:// is no database Majlis knows"),
        ("majlis.db", "a database address looks like"),
        ("postgresql://me:secret@127.0.0.1:{closed}/majlis", "Connect call failed"),
    ],
)
async def test_a_source_that_cannot_be(tmp_path, shared_url: str, refused, wrong: str, why: str):
    assert why in await refused(wrong, shared_url)
    assert not (tmp_path / "none.db").exists()


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ("sqlite:///{here}/no/folder/majlis.db", "folder"),
        ("sqlite:///{here}/letter.db", "letter.db: file is not a database"),
        ("sqlite:///{here}/majlis.db", "both addresses are the same"),
        ("mysql://me:secret@host/db", "mysql:// is no database Majlis knows"),
        ("postgresql://me:secret@127.0.0.1:{closed}/majlis", "Connect call failed"),
        ("postgresql://me:secret@127.0.0.1:port/majlis", "a database address looks like"),
        ("{unknown}", "does not exist"),
    ],
)
async def test_a_target_that_cannot_be(tmp_path, source: str, refused, wrong: str, why: str):
    before = (tmp_path / "majlis.db").read_bytes()
    assert why in await refused(source, wrong)
    assert (tmp_path / "majlis.db").read_bytes() == before


async def test_a_target_that_is_not_empty_stays_as_it_is(source: str, shared_url: str, refused):
    assert majlis("move", source, shared_url).returncode == 0
    why = await refused(source, shared_url)
    assert " is not empty: " in why
    assert why.endswith("; nothing was moved\n")


async def test_another_programs_database_is_left_alone(source: str, shared_url: str, refused):
    conn = await asyncpg.connect(shared_url)
    await conn.execute("CREATE TABLE cats (name text)")
    await conn.close()
    assert "is another program's database" in await refused(source, shared_url)


@pytest.mark.parametrize("used", ["source", "target"])
async def test_neither_side_may_be_in_use(source: str, shared_url: str, refused, used: str):
    program = Program(source if used == "source" else shared_url)
    await program.start()
    assert "another Majlis is running on" in await refused(source, shared_url)
    assert await program.stop() == 0


async def test_wrong_books_are_not_moved(tmp_path, source: str, shared_url: str, refused):
    with sqlite3.connect(tmp_path / "majlis.db") as conn:
        conn.execute("UPDATE accounts SET balance = 7 WHERE id = 2")
    conn.close()
    assert "majlis ledger check says how" in await refused(source, shared_url)


@pytest.mark.parametrize(
    ("table", "does", "why"),
    [
        ("ratings", "RETURN NULL;", "ratings is not the same on both sides: 1 and 0 rows"),
        ("ratings", "NEW.matches := 4; RETURN NEW;", "ratings is not the same on both sides: 1 and 1 rows"),
        ("players", "RETURN NULL;", "violates foreign key"),
    ],
)
async def test_what_the_server_does_not_keep_as_it_was_is_found(refused, meddled: str, source: str, why: str):
    assert why in await refused(source, meddled)


@pytest.fixture
async def meddled(shared_url: str, table: str, does: str) -> str:
    """A target with the tables, and something of its own that changes what comes into one."""
    await migrated(shared_url)
    conn = await asyncpg.connect(shared_url)
    await conn.execute(
        f"CREATE FUNCTION meddle() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {does} END $$;"
        f"CREATE TRIGGER meddle BEFORE INSERT ON {table} FOR EACH ROW EXECUTE FUNCTION meddle()"
    )
    await conn.close()
    return shared_url


@asynccontextmanager
async def half_way(
    source: str, url: str
) -> AsyncIterator[tuple[asyncio.subprocess.Process, asyncpg.Connection]]:
    """A move that waits in its middle, and the connection it waits for."""
    await migrated(url)
    conn = await asyncpg.connect(url)
    await conn.execute("BEGIN; LOCK TABLE tables IN EXCLUSIVE MODE")
    process = await asyncio.create_subprocess_exec(
        # What a shell starts in the background would not hear of Ctrl-C.
        "env", "--default-signal=INT", sys.executable, "-m", "bot", "move", source, url,
        cwd=HOME, env=environment("/nonexistent/majlis.db"), stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    async with asyncio.timeout(PATIENCE_S):
        while not await conn.fetchval("SELECT count(*) FROM pg_locks WHERE NOT granted"):
            assert process.returncode is None, await process.communicate()
            await asyncio.sleep(0.05)
    yield process, conn
    await conn.close()


@pytest.mark.parametrize(
    ("number", "code"),
    [(signal.SIGINT, 130), (signal.SIGKILL, -signal.SIGKILL)],
)
async def test_interrupted_half_way_nothing_has_moved(
    source: str, shared_url: str, number: signal.Signals, code: int
):
    async with half_way(source, shared_url) as (process, _):
        process.send_signal(number)
        assert await process.communicate() == (b"", b"")
        assert process.returncode == code
    assert await rows(shared_url) == 0
    assert majlis("move", source, shared_url).returncode == 0


async def test_a_server_that_breaks_off_half_way(source: str, shared_url: str):
    async with half_way(source, shared_url) as (process, conn):
        await conn.execute("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE NOT granted")
        said, complaint = await process.communicate()
        assert (process.returncode, said) == (2, b"")
        assert len(complaint.splitlines()) == 1, complaint.decode()
        assert complaint.startswith(b"majlis: cannot use postgresql://")
    assert await rows(shared_url) == 0
    assert majlis("move", source, shared_url).returncode == 0

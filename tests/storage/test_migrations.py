import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection, create_engine, text

import storage
from storage import schema
from storage.database import Unusable, open_database
from tests.storage.conftest import NOW

pytestmark = pytest.mark.sqlite

ADDED = re.compile(r", (?=\w+ [A-Z]+,)")
"""Where SQLite puts a column that a later step adds: on the line of the one before."""
NAMES = "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name <> 'alembic_version'"


def described(conn: Connection) -> dict[str, set[str]]:
    """Each table's and index's own lines: order is no part of the schema, names and conditions are."""
    return {
        name: {line.strip(", \t") for line in ADDED.sub("\n", sql.removesuffix(")")).splitlines()}
        for name, sql in conn.execute(text(NAMES))
    }


async def test_the_steps_build_the_schema(tmp_path: Path):
    database = await open_database(f"sqlite:///{tmp_path}/majlis.db", now=NOW)
    async with database.read() as conn:
        migrated = await conn.run_sync(described)
    await database.close()

    engine = create_engine("sqlite://")
    with engine.begin() as conn:
        schema.metadata.create_all(conn)
        assert migrated == described(conn)
    engine.dispose()
    assert len(migrated) > len(schema.metadata.tables)  # the indexes were compared too


async def test_an_empty_file_is_a_new_database(tmp_path: Path):
    file = tmp_path / "majlis.db"
    file.touch()
    await (await open_database(f"sqlite:///{file}", now=NOW)).close()
    with closing(sqlite3.connect(file)) as conn:
        assert conn.execute("SELECT id, kind, owner_id, balance FROM accounts").fetchall() == [
            (0, "house", 0, 0)
        ]


async def test_a_database_of_a_newer_version_is_left_alone(tmp_path: Path):
    file = tmp_path / "majlis.db"
    await (await open_database(f"sqlite:///{file}", now=NOW)).close()
    with closing(sqlite3.connect(file)) as conn, conn:
        conn.execute("UPDATE alembic_version SET version_num = '9999'")
    before = file.read_bytes()
    with pytest.raises(Unusable, match="newer version of Majlis"):
        await open_database(f"sqlite:///{file}", now=NOW)
    assert file.read_bytes() == before


async def test_a_step_that_fails_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr("alembic.operations.Operations.bulk_insert", fail)
        with pytest.raises(ZeroDivisionError):
            await open_database(f"sqlite:///{tmp_path}/majlis.db", now=NOW)
    with closing(sqlite3.connect(tmp_path / "majlis.db")) as conn:
        assert conn.execute("SELECT * FROM sqlite_master").fetchall() == []
    await (await open_database(f"sqlite:///{tmp_path}/majlis.db", now=NOW)).close()


def test_every_step_is_installed():
    """Only folders with an __init__.py go into the wheel."""
    for source in Path(storage.__path__[0]).rglob("*.py"):
        assert (source.parent / "__init__.py").exists(), source

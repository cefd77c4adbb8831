from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from storage import players, tables
from storage.database import Database, open_database
from storage.tables import Status, TableRow

NOW = 1_000_000


def files(folder: Path) -> dict[str, int]:
    """Each file's name and who may do what with it."""
    return {file.name: file.stat().st_mode & 0o777 for file in folder.iterdir()}


@pytest.fixture
async def database() -> AsyncIterator[Database]:
    opened = await open_database("sqlite:///:memory:", now=NOW)
    yield opened
    await opened.close()


@pytest.fixture
async def huda(database: Database) -> int:
    async with database.write() as conn:
        return (await players.create(conn, "web", "huda", "هدى", "ar", NOW)).id


@pytest.fixture
async def omar(database: Database) -> int:
    async with database.write() as conn:
        return (await players.create(conn, "web", "omar", "Omar", "en", NOW)).id


@pytest.fixture
def a_table(huda: int) -> Callable[..., TableRow]:
    """A new table of Huda's with some fields changed."""
    row = TableRow(0, "KAHWA", 1, Status.OPEN, '{"v":1}', "5eed", None, 30_000, huda, NOW, NOW)
    return lambda **changes: replace(row, **changes)


@pytest.fixture
async def table(database: Database, a_table: Callable[..., TableRow]) -> TableRow:
    row = a_table()
    async with database.write() as conn:
        return replace(row, id=await tables.insert(conn, row))

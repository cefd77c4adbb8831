"""Databases as earlier versions filled them, brought up to this one: nothing is lost, the books are right, matches go on."""

import json
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory

from bot import shelf
from bot.intents import Sit
from bot.play import Person
from bot.table import Stage, Table
from bot.tables import Tables
from rules import record
from storage import ledger, players, tables
from storage.database import Database, open_database
from tests.bot.conftest import T0, Coffeehouse

pytestmark = pytest.mark.sqlite

ERAS = sorted((Path(__file__).parent / "eras").glob("*.sql"))
LATER = T0 + 3_600_000

Rows = dict[str, Counter[tuple[tuple[str, object], ...]]]


def rows_of(file: Path, like: Rows | None = None) -> Rows:
    """Every row of every table; of those in `like`, with the columns that it has."""
    with closing(sqlite3.connect(file)) as conn:
        conn.row_factory = sqlite3.Row
        names = [row[0] for row in conn.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        found: Rows = {}
        for name in names:
            kept = {column for row in (like or {}).get(name, ()) for column, _ in row}
            found[name] = Counter(
                tuple((column, row[column]) for column in sorted(row.keys()) if not like or column in kept)
                for row in conn.execute(f"SELECT * FROM {name}")
            )
    return found


def steps() -> list[str]:
    """Every step of the schema, the oldest first."""
    config = Config()
    config.set_main_option("script_location", "storage:migrations")
    return sorted(step.revision for step in ScriptDirectory.from_config(config).walk_revisions())


def test_every_earlier_step_has_its_era():
    """`python -m tests.storage.eras` writes the newest; it must be run before a step is added."""
    assert [era.stem for era in ERAS][: len(steps()) - 1] == steps()[:-1]


@pytest.fixture(params=ERAS, ids=lambda era: era.stem)
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A database file of an earlier version."""
    file = tmp_path / "majlis.db"
    with closing(sqlite3.connect(file)) as conn:
        conn.executescript(request.param.read_text(encoding="utf-8"))
    return file


async def everything(database: Database) -> dict[str, Table]:
    """All tables by what they are; each holds what its log says."""
    found = {}
    async with database.read() as conn:
        codes = list((await conn.exec_driver_sql("SELECT code FROM tables")).scalars())
        for code in codes:
            row = await tables.load_by_code(conn, code)
            table = shelf.read(row)
            log = [json.loads(event.data) for event in await tables.events(conn, row.id)]
            if table.match:
                assert record.replay(table.setup.ruleset, log) == table.match
            alone = table.setup.against.value if table.setup.against != "friend" else ""
            found[f"{table.stage.value} {table.setup.preset} {alone}".strip()] = table
    return found


async def test_nothing_is_lost(old: Path):
    before = rows_of(old)
    await (await open_database(f"sqlite:///{old}", now=LATER)).close()
    after = rows_of(old, like=before)
    for name in before.keys() - {"alembic_version"}:
        assert not before[name] - after[name], name
    with closing(sqlite3.connect(old)) as conn:
        assert conn.execute("PRAGMA foreign_key_check").fetchall() == []
        assert conn.execute("SELECT version_num FROM alembic_version").fetchall() == [(steps()[-1],)]
        assert conn.execute("PRAGMA integrity_check").fetchone() == ("ok",)


async def test_matches_go_on_and_the_books_are_right(old: Path):
    database = await open_database(f"sqlite:///{old}", now=LATER)
    async with database.read() as conn:
        found = [
            await players.find(conn, platform, name)
            for platform, name in (("telegram", "1001"), ("discord", "2002"), ("web", "3f9c2b7d"))
        ]
        pearls = [await ledger.balance(conn, player.id) for player in found if player]
    house = Coffeehouse(
        database, Tables(database), *(Person(player.id, player.name) for player in found), now=LATER
    )
    assert pearls[2] == 300
    known = await everything(database)

    running = known["playing majlis_sheesh_besh"]
    assert running.match.game.taken, "in mid-turn"
    assert (await house.finish(running)).stage is Stage.FINISHED
    begun = await house.wish(known["open mahbusa"], house.sara, Sit())
    assert (begun.refused, begun.table.stage) == (None, Stage.PLAYING)
    assert (await house.finish(known["playing mahbusa computer"])).stage is Stage.FINISHED
    for name in ("finished mahbusa", "finished race31", "closed race31"):
        assert (await house.tables.get(known[name].code)) == known[name]
    assert (await house.audit()).sound
    await database.close()

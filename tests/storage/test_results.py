"""Results of matches that were over before results were kept."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, text

from storage import results
from storage.database import open_database

pytestmark = pytest.mark.sqlite

BEFORE = "0003"
NOW = 2_947 * 7 * 24 * 3600 * 1000
"""A Thursday; the weeks begin on Mondays."""

SETUP = {
    "ruleset": {"game": "mahbusa", "target": 3},
    "preset": "mahbusa",
    "against": "friend",
    "level": "hard",
    "stake": 5,
}
GAME = {"outcome": [0, "borne_off", 2, True], "turns": [20, 19]}
MATCH = {
    "game": GAME,
    "number": 3,
    "score": [3, 2],
    "outcomes": [[1, "mother", 2, True], [0, "resigned", 1, False], [0, "borne_off", 2, True]],
    "verdict": [0, "target"],
}


def old_database(file: Path, snapshots: dict[str, object]) -> None:
    """A database of the step before, with two players and a table for each snapshot."""
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as conn:
        config = Config()
        config.set_main_option("script_location", "storage:migrations")
        config.attributes["connection"] = conn
        command.upgrade(config, BEFORE)
    engine.dispose()
    with closing(sqlite3.connect(file)) as conn, conn:
        conn.executemany("INSERT INTO players VALUES (?, ?, 'en', '{}', 0)", [(1, "Ali"), (2, "Sara")])
        for at, (code, snapshot) in enumerate(snapshots.items(), 1):
            row = (at, code, 9, "finished", json.dumps(snapshot), "5eed", None, 0, 1, NOW, NOW + 5)
            conn.execute(f"INSERT INTO tables VALUES ({', '.join('?' * len(row))})", row)
            log = [
                (at, n, NOW + n, n, entry) for n, entry in enumerate(['[null,"roll",6,5]', '[0,"confirm"]'])
            ]
            conn.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?)", log)
        shown = [
            (1, "telegram", "7", 1, 9, "{}"),
            (1, "telegram", "-100", None, 9, "{}"),
            (2, "discord", "55", None, 9, '{"guild":77}'),
        ]
        conn.executemany("INSERT INTO screens VALUES (?, ?, ?, ?, ?, ?)", shown)


def table(against: str = "friend", second: int = 2, **match: object) -> dict[str, object]:
    seats = [[1, "Ali", True, ""], [second, "Sara", True, ""]]
    return {
        "setup": {**SETUP, "against": against},
        "match": {**MATCH, **match},
        "seats": seats,
        "paid": [9, 0],
    }


async def test_finished_matches_of_before_have_their_rows(tmp_path: Path):
    file = tmp_path / "majlis.db"
    left = {**GAME, "outcome": None, "turns": [4, 4]}
    old_database(
        file,
        {
            "AAAAAA": table(),
            "BBBBBB": table(game=left, verdict=[1, "left"], outcomes=[]),
            "CCCCCC": table("computer", 0),
            "DDDDDD": table("local", 1),
        },
    )
    database = await open_database(f"sqlite:///{file}", now=NOW)
    async with database.read() as conn:
        whole, left_early, practice, local = [await results.of_table(conn, at) for at in (1, 2, 3, 4)]
        sums = [tuple(row) for row in await conn.execute(text("SELECT * FROM standings ORDER BY 1, 2, 3"))]
    await database.close()
    assert sums == [
        (home, week, player, wins, pearls)
        for home, played in [
            ("", {1: (1, 12), 2: (0, 0)}),
            ("discord:77", {1: (0, 4), 2: (0, 0)}),
            ("telegram:-100", {1: (1, 4), 2: (0, 0)}),
        ]
        for week in (0, 2_947)
        for player, (wins, pearls) in played.items()
    ]
    assert whole.finished_at == NOW + 1
    assert whole.players == (1, 2)
    assert (whole.winner, whole.score, whole.games, whole.turns, whole.biggest) == (0, (3, 2), 3, 1, 2)
    assert (whole.mars, whole.mothers, whole.resigned, whole.late) == ((1, 0), (0, 1), (0, 1), (0, 0))
    assert (whole.stake, whole.home, whole.level, whole.rated) == (5, "telegram:-100", None, True)
    assert (left_early.winner, left_early.ended, left_early.rated) == (1, "left", False)
    assert left_early.home == "discord:77"
    assert practice.players == (1, None)
    assert (practice.level, practice.rated) == ("hard", False)
    assert local is None

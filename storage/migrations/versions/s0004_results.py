"""What came of every finished match, those that are over already among them.

A step is a record of its day: it repeats what storage/schema.py said then, and never changes. It reads snapshots as
they were written then.
"""

import json
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

Id = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

COUNTED = ("score", "mars", "mothers", "pins", "escapes", "resigned", "late")
QUICK_TURNS = 5
COMPUTER = 0

FINISHED = sa.text("""
    SELECT id, snapshot,
        COALESCE((SELECT MAX(at) FROM events WHERE table_id = tables.id), updated_at) AS finished_at,
        (SELECT COUNT(*) FROM events WHERE table_id = tables.id AND data LIKE '%"confirm"%') AS turns
    FROM tables WHERE status = 'finished' ORDER BY id
""")
SHOWN = sa.text("SELECT platform, place, data FROM screens WHERE table_id = :table ORDER BY platform, place")


def upgrade() -> None:
    """Add the table and fill it."""
    results = op.create_table(
        "results",
        sa.Column("table_id", Id, sa.ForeignKey("tables.id"), primary_key=True, autoincrement=False),
        sa.Column("finished_at", sa.BigInteger, nullable=False),
        sa.Column("preset", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("target", sa.Integer, nullable=False),
        sa.Column("against", sa.Text, nullable=False),
        sa.Column("level", sa.Text),
        sa.Column("first_id", Id, sa.ForeignKey("players.id")),
        sa.Column("second_id", Id, sa.ForeignKey("players.id")),
        sa.Column("winner", sa.Integer, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("turns", sa.Integer, nullable=False),
        sa.Column("biggest", sa.Integer, nullable=False),
        *(
            sa.Column(f"{seat}_{counted}", sa.Integer, nullable=False)
            for counted in COUNTED
            for seat in ("first", "second")
        ),
        sa.Column("ended", sa.Text, nullable=False),
        sa.Column("stake", sa.BigInteger, nullable=False),
        sa.Column("home", sa.Text),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.CheckConstraint("winner IN (0, 1)", name="winner"),
        sa.Index(None, "first_id", "finished_at"),
        sa.Index(None, "second_id", "finished_at"),
        sa.Index(None, "home", "finished_at"),
    )
    bind = op.get_bind()
    for table, snapshot, finished_at, turns in bind.execute(FINISHED).all():
        row = _result(json.loads(snapshot))
        if row:
            shown = [tuple(screen) for screen in bind.execute(SHOWN, {"table": table})]
            home = next(_homes(shown), None)
            row |= {"table_id": table, "finished_at": finished_at, "turns": turns, "home": home}
            bind.execute(sa.insert(results), row)


def _result(table: dict[str, Any]) -> dict[str, Any] | None:
    """The row of a finished table's snapshot; None for a shared screen's."""
    setup, match, seats = table["setup"], table["match"], table["seats"]
    if setup["against"] == "local" or not match or not match["verdict"] or None in seats:
        return None
    outcomes = match["outcomes"]
    winner, ended = match["verdict"]
    counts = {
        "score": match["score"],
        "mars": _won(outcomes, "borne_off", mars=True),
        "mothers": _won(outcomes, "mother"),
        "pins": _won(outcomes, "mother"),  # other pins had not been counted
        "escapes": (0, 0),
        "resigned": _won(outcomes, "resigned")[::-1],
        "late": _won(outcomes, "out_of_time")[::-1],
    }
    people = [seated[0] or None for seated in seats]
    return {
        "preset": setup["preset"],
        "game": setup["ruleset"]["game"],
        "target": setup["ruleset"]["target"],
        "against": setup["against"],
        "level": setup["level"] if setup["against"] == "computer" else None,
        "first_id": people[0],
        "second_id": people[1],
        "winner": winner,
        "games": match["number"],
        "biggest": max((points for _, _, points, _ in outcomes), default=0),
        "ended": ended,
        "stake": setup["stake"],
        "rated": None not in people and people[0] != people[1] and not _given_up_early(match),
        **{f"first_{name}": pair[0] for name, pair in counts.items()},
        **{f"second_{name}": pair[1] for name, pair in counts.items()},
    }


def _won(outcomes: list[Any], why: str, *, mars: bool = False) -> tuple[int, int]:
    """Games won by each seat for this reason, with mars where asked for."""
    found = [winner for winner, because, _, was_mars in outcomes if because == why and (was_mars or not mars)]
    return found.count(0), found.count(1)


def _given_up_early(match: dict[str, Any]) -> bool:
    game = match["game"]
    resigned = game["outcome"] is not None and game["outcome"][1] == "resigned"
    return (match["verdict"][1] != "target" or resigned) and min(game["turns"]) < QUICK_TURNS


def _homes(shown: list[Any]) -> Iterator[str]:
    """The groups and servers that show a table, by their screens."""
    for platform, place, data in shown:
        if platform == "telegram" and place.startswith("-"):
            yield f"telegram:{place}"
        guild = json.loads(data).get("guild") if platform == "discord" else None
        if guild:
            yield f"discord:{guild}"

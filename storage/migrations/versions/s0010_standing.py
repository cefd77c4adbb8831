"""Ratings, sums of wins and pearls, and achievements; the sums count the matches that are over already.

A step is a record of its day: it repeats what storage/schema.py said then, and never changes. It reads snapshots as
they were written then.
"""

import json
from collections import Counter

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

Id = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

WEEK_MS = 7 * 24 * 3600 * 1000
MONDAY_MS = 4 * 24 * 3600 * 1000

OVER = sa.text(
    "SELECT results.first_id, results.second_id, results.winner, results.rated, results.stake, results.home,"
    " results.finished_at, tables.snapshot FROM results JOIN tables ON tables.id = results.table_id"
)


def upgrade() -> None:
    """Add the tables and fill the sums."""
    op.create_table(
        "ratings",
        sa.Column("player_id", Id, sa.ForeignKey("players.id"), nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.Column("updated_at", sa.BigInteger, nullable=False),
        sa.Column("settled", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("player_id", "game"),
        sa.Index("ix_ratings_list", "game", "settled", "rating", "player_id", "updated_at"),
    )
    standings = op.create_table(
        "standings",
        sa.Column("home", sa.Text, nullable=False),
        sa.Column("week", sa.Integer, nullable=False),
        sa.Column("player_id", Id, sa.ForeignKey("players.id"), nullable=False),
        sa.Column("wins", sa.Integer, nullable=False),
        sa.Column("pearls", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("home", "week", "player_id"),
        sa.Index("ix_standings_wins", "home", "week", "wins", "player_id"),
        sa.Index("ix_standings_pearls", "home", "week", "pearls", "player_id"),
    )
    op.create_table(
        "achievements",
        sa.Column("player_id", Id, sa.ForeignKey("players.id"), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("table_id", Id, sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("player_id", "name"),
    )
    wins: Counter[tuple[str, int, int]] = Counter()
    pearls: Counter[tuple[str, int, int]] = Counter()
    for first, second, winner, rated, stake, home, finished_at, snapshot in op.get_bind().execute(OVER):
        week = (finished_at - MONDAY_MS) // WEEK_MS + 1
        paid = json.loads(snapshot)["paid"]
        for seat, player in enumerate((first, second)):
            if player is not None:
                places = {(where, when, player) for where in ("", home or "") for when in (0, week)}
                for place in places:
                    wins[place] += bool(rated) and winner == seat
                    pearls[place] += max(0, paid[seat] - stake)
    rows = [
        {"home": home, "week": week, "player_id": player, "wins": wins[place], "pearls": pearls[place]}
        for place in wins
        for home, week, player in [place]
    ]
    if rows:
        op.get_bind().execute(sa.insert(standings), rows)

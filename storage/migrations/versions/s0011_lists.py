"""Indexes in the order in which lists are read: most first, then who came earlier.

A step is a record of its day: it repeats what storage/schema.py said then, and never changes.
"""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Build them anew; no row changes."""
    for name, table in (
        ("ix_standings_wins", "standings"),
        ("ix_standings_pearls", "standings"),
        ("ix_ratings_list", "ratings"),
    ):
        op.drop_index(name, table)
    op.create_index("ix_standings_wins", "standings", ["home", "week", sa.text("wins DESC"), "player_id"])
    op.create_index("ix_standings_pearls", "standings", ["home", "week", sa.text("pearls DESC"), "player_id"])
    op.create_index("ix_ratings_list", "ratings", ["game", "settled", sa.text("rating DESC"), "player_id"])
    op.create_index("ix_accounts_list", "accounts", ["kind", sa.text("balance DESC"), "owner_id"])

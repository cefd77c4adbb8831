"""What people say and give to each other, and how they keep others away.

A step is a record of its day: it repeats what storage/schema.py said then, and never changes.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

Id = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add it all; nothing that was there changes."""
    _keeping_away()
    _talk()
    op.create_table(
        "gifts",
        sa.Column("id", Id, primary_key=True),
        sa.Column("giver_id", Id, sa.ForeignKey("players.id"), nullable=False, index=True),
        sa.Column("taker_id", Id, sa.ForeignKey("players.id"), nullable=False, index=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("table_id", Id, sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )


def _keeping_away() -> None:
    op.create_table(
        "blocks",
        sa.Column("player_id", Id, sa.ForeignKey("players.id"), nullable=False),
        sa.Column("blocked_id", Id, sa.ForeignKey("players.id"), nullable=False, index=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("player_id", "blocked_id"),
        sa.CheckConstraint("player_id <> blocked_id", name="sides"),
    )
    op.create_table(
        "mutes",
        sa.Column("player_id", Id, sa.ForeignKey("players.id"), nullable=False),
        sa.Column("muted_id", Id, sa.ForeignKey("players.id"), nullable=False, index=True),
        sa.PrimaryKeyConstraint("player_id", "muted_id"),
    )


def _talk() -> None:
    op.create_table(
        "said",
        sa.Column("id", Id, primary_key=True),
        sa.Column("table_id", Id, sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("player_id", Id, sa.ForeignKey("players.id"), nullable=False, index=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False, index=True),
        sa.Index(None, "table_id", "at"),
    )
    op.create_table(
        "reports",
        sa.Column("id", Id, primary_key=True),
        sa.Column("table_id", Id, sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("player_id", Id, sa.ForeignKey("players.id"), nullable=False, index=True),
        sa.Column("accused_id", Id, sa.ForeignKey("players.id"), nullable=False, index=True),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("lines", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False, index=True),
        sa.UniqueConstraint("table_id", "player_id"),
    )

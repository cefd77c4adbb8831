"""Who waits for a rival in quick play.

A step is a record of its day: it repeats what storage/schema.py said then, and never changes.
"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

Id = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add the queue; nothing that was there changes."""
    op.create_table(
        "waiting",
        sa.Column("player_id", Id, sa.ForeignKey("players.id"), primary_key=True),
        sa.Column("preset", sa.Text, nullable=False),
        sa.Column("target", sa.Integer, nullable=False),
        sa.Column("stake", sa.BigInteger, nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("rating", sa.Integer, nullable=False),
        sa.Column("platform", sa.Text, nullable=False),
        sa.Column("place", sa.Text, nullable=False),
        sa.Column("offered", sa.Integer, nullable=False),
        sa.Index(None, "preset", "target", "stake"),
    )

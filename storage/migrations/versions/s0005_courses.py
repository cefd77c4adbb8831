"""How far people are in the lessons.

A step is a record of its day: it repeats what storage/schema.py said then, and never changes.
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

Id = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add it; nothing that was there changes."""
    op.create_table(
        "courses",
        sa.Column("player_id", Id, sa.ForeignKey("players.id"), nullable=False),
        sa.Column("course", sa.Text, nullable=False),
        sa.Column("reached", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("player_id", "course"),
    )

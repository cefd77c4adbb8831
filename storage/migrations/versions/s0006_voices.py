"""Where the people of a table speak: a voice channel that goes away again.

A step is a record of its day: it repeats what storage/schema.py said then, and never changes.
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

Id = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add it; nothing that was there changes."""
    op.create_table(
        "voices",
        sa.Column("table_id", Id, sa.ForeignKey("tables.id"), primary_key=True, autoincrement=False),
        sa.Column("guild_id", sa.Text, nullable=False),
        sa.Column("channel_id", sa.Text, nullable=False, unique=True),
        sa.Column("seen_at", sa.BigInteger, nullable=False),
    )

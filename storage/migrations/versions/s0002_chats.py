"""What chats need: each group's own settings, and the pictures a platform keeps for us.

A step is a record of its day: it repeats what storage/schema.py said then, and never changes.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add both; nothing that was there changes."""
    op.create_table(
        "chats",
        sa.Column("platform", sa.Text, nullable=False),
        sa.Column("chat_id", sa.Text, nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("platform", "chat_id"),
    )
    op.create_table(
        "pictures",
        sa.Column("platform", sa.Text, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("file_id", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("platform", "digest"),
        sa.Index(None, "platform", "at"),
    )

"""An index by which tables are counted and found by their status: figures are asked for every few seconds.

A step is a record of its day: it repeats what storage/schema said then, and never changes.
"""

from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Build it; no row changes."""
    op.create_index("ix_tables_status", "tables", ["status"])

"""Which program is about to do what is due at a table, for as long as it may take.

A step is a record of its day: it repeats what storage/schema.py said then, and never changes.
"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; nobody has claimed anything."""
    op.add_column("tables", sa.Column("claimed_until", sa.BigInteger))

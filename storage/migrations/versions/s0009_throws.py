"""How often each roll fell, by table and seat; filled when somebody asks for it.

A step is a record of its day: it repeats what storage/schema.py said then, and never changes.
"""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

Id = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add it; nothing that was there changes."""
    op.create_table(
        "throws",
        sa.Column("table_id", Id, sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("counts", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat"),
        sa.CheckConstraint("seat IN (0, 1)", name="seat"),
    )

"""The first schema: players, tables, logs, pearls, screens.

A step is a record of its day: it repeats what storage/schema.py said then, and never changes.
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

Id = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Build everything, and open the house's account."""
    _people()
    _tables()
    _pearls()
    _surroundings()


def _people() -> None:
    op.create_table(
        "players",
        sa.Column("id", Id, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("language", sa.Text, nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "identities",
        sa.Column("platform", sa.Text, nullable=False),
        sa.Column("external_id", sa.Text, nullable=False),
        sa.Column("player_id", Id, sa.ForeignKey("players.id"), nullable=False, index=True),
        sa.PrimaryKeyConstraint("platform", "external_id"),
    )


def _tables() -> None:
    op.create_table(
        "tables",
        sa.Column("id", Id, primary_key=True),
        sa.Column("code", sa.Text, nullable=False, unique=True),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("snapshot", sa.Text, nullable=False),
        sa.Column("seed", sa.Text, nullable=False),
        sa.Column("wake_at", sa.BigInteger, index=True),
        sa.Column("grace_ms", sa.BigInteger, nullable=False),
        sa.Column("host_id", Id, sa.ForeignKey("players.id"), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("updated_at", sa.BigInteger, nullable=False),
        sa.CheckConstraint("status IN ('open', 'playing', 'finished', 'closed')", name="status"),
    )
    op.create_table(
        "seats",
        sa.Column("table_id", Id, sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("player_id", Id, sa.ForeignKey("players.id"), nullable=False, index=True),
        sa.PrimaryKeyConstraint("table_id", "seat"),
        sa.CheckConstraint("seat IN (0, 1)", name="seat"),
    )
    op.create_table(
        "events",
        sa.Column("table_id", Id, sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seq"),
    )
    op.create_table(
        "presses",
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("table_id", Id, sa.ForeignKey("tables.id")),
        sa.Column("at", sa.BigInteger, nullable=False, index=True),
    )


def _pearls() -> None:
    accounts = op.create_table(
        "accounts",
        sa.Column("id", Id, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("owner_id", sa.BigInteger, nullable=False),
        sa.Column("balance", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("kind", "owner_id"),
        sa.CheckConstraint("kind IN ('player', 'house', 'table')", name="kind"),
        sa.CheckConstraint("balance >= 0 OR kind = 'house'", name="balance"),
    )
    # Number 0 by hand: databases count up from 1, so it stands in nobody's way.
    op.bulk_insert(accounts, [{"id": 0, "kind": "house", "owner_id": 0, "balance": 0}])
    op.create_table(
        "transfers",
        sa.Column("id", Id, primary_key=True),
        sa.Column("cause", sa.Text, nullable=False, unique=True),
        sa.Column("debit", Id, sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column("credit", Id, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("amount", sa.BigInteger, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.CheckConstraint("amount > 0", name="amount"),
        sa.CheckConstraint("debit <> credit", name="sides"),
        sa.Index(None, "credit", "at"),
    )


def _surroundings() -> None:
    op.create_table(
        "screens",
        sa.Column("table_id", Id, sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("platform", sa.Text, nullable=False),
        sa.Column("place", sa.Text, nullable=False),
        sa.Column("player_id", Id, sa.ForeignKey("players.id")),
        sa.Column("shown_version", sa.BigInteger, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "platform", "place"),
    )
    op.create_table(
        "meta",
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )

"""The double-entry ledger."""

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Table,
    Text,
    UniqueConstraint,
    text,
)

from storage.schema.base import Id, metadata

accounts = Table(
    "accounts",
    metadata,
    Column("id", Id, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("owner_id", BigInteger, nullable=False),
    Column("balance", BigInteger, nullable=False),
    UniqueConstraint("kind", "owner_id"),
    CheckConstraint("kind IN ('player', 'house', 'table')", name="kind"),
    CheckConstraint("balance >= 0 OR kind = 'house'", name="balance"),  # the house issues the pearls
    Index("ix_accounts_list", "kind", text("balance DESC"), "owner_id"),
)

transfers = Table(
    "transfers",
    metadata,
    Column("id", Id, primary_key=True),
    Column("cause", Text, nullable=False, unique=True),
    Column("debit", ForeignKey(accounts.c.id), nullable=False, index=True),
    Column("credit", ForeignKey(accounts.c.id), nullable=False),
    Column("amount", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
    CheckConstraint("amount > 0", name="amount"),
    CheckConstraint("debit <> credit", name="sides"),
    Index(None, "credit", "at"),
)

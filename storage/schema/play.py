"""Tables being played, what happens at them, and who waits for one."""

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    PrimaryKeyConstraint,
    Table,
    Text,
)

from storage.schema.base import Id, metadata
from storage.schema.people import players

tables = Table(
    "tables",
    metadata,
    Column("id", Id, primary_key=True),
    Column("code", Text, nullable=False, unique=True),
    Column("version", BigInteger, nullable=False),
    Column("status", Text, nullable=False, index=True),
    Column("snapshot", Text, nullable=False),
    Column("seed", Text, nullable=False),  # not in the snapshot: only the process may read it before the end
    Column("wake_at", BigInteger, index=True),
    Column("grace_ms", BigInteger, nullable=False),
    Column("host_id", ForeignKey(players.c.id), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("updated_at", BigInteger, nullable=False),
    Column("claimed_until", BigInteger),  # until then one program does what is due there; null: none does
    CheckConstraint("status IN ('open', 'playing', 'finished', 'closed')", name="status"),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", ForeignKey(tables.c.id), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("player_id", ForeignKey(players.c.id), nullable=False, index=True),
    PrimaryKeyConstraint("table_id", "seat"),
    CheckConstraint("seat IN (0, 1)", name="seat"),
)

events = Table(
    "events",
    metadata,
    Column("table_id", ForeignKey(tables.c.id), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("data", Text, nullable=False),
    PrimaryKeyConstraint("table_id", "seq"),
)

presses = Table(
    "presses",
    metadata,
    Column("key", Text, primary_key=True),
    Column("table_id", ForeignKey(tables.c.id)),  # null for a press that concerns no table yet
    Column("at", BigInteger, nullable=False, index=True),
)

waiting = Table(
    "waiting",
    metadata,
    Column("player_id", ForeignKey(players.c.id), primary_key=True),  # nobody waits twice
    Column("preset", Text, nullable=False),
    Column("target", Integer, nullable=False),
    Column("stake", BigInteger, nullable=False),
    Column("since", BigInteger, nullable=False),
    Column("rating", Integer, nullable=False),
    Column("platform", Text, nullable=False),
    Column("place", Text, nullable=False),
    Column("offered", Integer, nullable=False),
    Index(None, "preset", "target", "stake"),
)

"""What people have said and given to each other at tables, and what they have complained of."""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Table, Text, UniqueConstraint

from storage.schema.base import Id, metadata
from storage.schema.people import players
from storage.schema.play import tables

said = Table(
    "said",
    metadata,
    Column("id", Id, primary_key=True),
    Column("table_id", ForeignKey(tables.c.id), nullable=False),
    Column("player_id", ForeignKey(players.c.id), nullable=False, index=True),
    Column("kind", Text, nullable=False),
    Column("data", Text, nullable=False),
    Column("at", BigInteger, nullable=False, index=True),
    Index(None, "table_id", "at"),
)

gifts = Table(
    "gifts",
    metadata,
    Column("id", Id, primary_key=True),
    Column("giver_id", ForeignKey(players.c.id), nullable=False, index=True),
    Column("taker_id", ForeignKey(players.c.id), nullable=False, index=True),
    Column("kind", Text, nullable=False),
    Column("table_id", ForeignKey(tables.c.id), nullable=False),
    Column("at", BigInteger, nullable=False),
)

reports = Table(
    "reports",
    metadata,
    Column("id", Id, primary_key=True),
    Column("table_id", ForeignKey(tables.c.id), nullable=False),
    Column("player_id", ForeignKey(players.c.id), nullable=False, index=True),
    Column("accused_id", ForeignKey(players.c.id), nullable=False, index=True),
    Column("reason", Text, nullable=False),
    Column("lines", Text, nullable=False),
    Column("at", BigInteger, nullable=False, index=True),
    UniqueConstraint("table_id", "player_id"),
)

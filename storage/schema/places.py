"""Where tables are shown and heard."""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, PrimaryKeyConstraint, Table, Text

from storage.schema.base import metadata
from storage.schema.people import players
from storage.schema.play import tables

screens = Table(
    "screens",
    metadata,
    Column("table_id", ForeignKey(tables.c.id), nullable=False),
    Column("platform", Text, nullable=False),
    Column("place", Text, nullable=False),
    Column("player_id", ForeignKey(players.c.id)),
    Column("shown_version", BigInteger, nullable=False),
    Column("data", Text, nullable=False),
    PrimaryKeyConstraint("table_id", "platform", "place"),
)

chats = Table(
    "chats",
    metadata,
    Column("platform", Text, nullable=False),
    Column("chat_id", Text, nullable=False),
    Column("settings", Text, nullable=False),
    PrimaryKeyConstraint("platform", "chat_id"),
)

pictures = Table(
    "pictures",
    metadata,
    Column("platform", Text, nullable=False),
    Column("digest", Text, nullable=False),
    Column("file_id", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    PrimaryKeyConstraint("platform", "digest"),
    Index(None, "platform", "at"),
)

voices = Table(
    "voices",
    metadata,
    Column("table_id", ForeignKey(tables.c.id), primary_key=True, autoincrement=False),
    Column("guild_id", Text, nullable=False),
    Column("channel_id", Text, nullable=False, unique=True),
    Column("seen_at", BigInteger, nullable=False),
)

"""Who people are, and with whom they will have nothing to do."""

from sqlalchemy import BigInteger, CheckConstraint, Column, ForeignKey, PrimaryKeyConstraint, Table, Text

from storage.schema.base import Id, metadata

players = Table(
    "players",
    metadata,
    Column("id", Id, primary_key=True),
    Column("name", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("settings", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
)

identities = Table(
    "identities",
    metadata,
    Column("platform", Text, nullable=False),
    Column("external_id", Text, nullable=False),
    Column("player_id", ForeignKey(players.c.id), nullable=False, index=True),
    PrimaryKeyConstraint("platform", "external_id"),
)

bans = Table(
    "bans",
    metadata,
    Column("subject", Text, primary_key=True),  # such as telegram:123, discord:456, player:7
    Column("until", BigInteger),  # null: for good
    Column("why", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
)

blocks = Table(
    "blocks",
    metadata,
    Column("player_id", ForeignKey(players.c.id), nullable=False),
    Column("blocked_id", ForeignKey(players.c.id), nullable=False, index=True),
    Column("at", BigInteger, nullable=False),
    PrimaryKeyConstraint("player_id", "blocked_id"),
    CheckConstraint("player_id <> blocked_id", name="sides"),
)

mutes = Table(
    "mutes",
    metadata,
    Column("player_id", ForeignKey(players.c.id), nullable=False),
    Column("muted_id", ForeignKey(players.c.id), nullable=False, index=True),
    PrimaryKeyConstraint("player_id", "muted_id"),
)

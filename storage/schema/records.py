"""What remains of finished matches, and what people have come to by them."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    PrimaryKeyConstraint,
    Table,
    Text,
    text,
)

from storage.schema.base import metadata
from storage.schema.people import players
from storage.schema.play import tables

results = Table(
    "results",
    metadata,
    Column("table_id", ForeignKey(tables.c.id), primary_key=True, autoincrement=False),
    Column("finished_at", BigInteger, nullable=False),
    Column("preset", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("target", Integer, nullable=False),
    Column("against", Text, nullable=False),
    Column("level", Text),
    Column("first_id", ForeignKey(players.c.id)),  # null for the computer, as second_id
    Column("second_id", ForeignKey(players.c.id)),
    Column("winner", Integer, nullable=False),
    Column("games", Integer, nullable=False),
    Column("turns", Integer, nullable=False),
    Column("biggest", Integer, nullable=False),
    *(
        Column(f"{seat}_{counted}", Integer, nullable=False)
        for counted in ("score", "mars", "mothers", "pins", "escapes", "resigned", "late")
        for seat in ("first", "second")
    ),
    Column("ended", Text, nullable=False),
    Column("stake", BigInteger, nullable=False),
    Column("home", Text),
    Column("rated", Boolean, nullable=False),
    CheckConstraint("winner IN (0, 1)", name="winner"),
    Index(None, "first_id", "finished_at"),
    Index(None, "second_id", "finished_at"),
    Index(None, "home", "finished_at"),
)

throws = Table(
    "throws",
    metadata,
    Column("table_id", ForeignKey(tables.c.id), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("counts", Text, nullable=False),
    PrimaryKeyConstraint("table_id", "seat"),
    CheckConstraint("seat IN (0, 1)", name="seat"),
)

ratings = Table(
    "ratings",
    metadata,
    Column("player_id", ForeignKey(players.c.id), nullable=False),
    Column("game", Text, nullable=False),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("updated_at", BigInteger, nullable=False),
    Column("settled", Boolean, nullable=False),
    PrimaryKeyConstraint("player_id", "game"),
    Index("ix_ratings_list", "game", "settled", text("rating DESC"), "player_id"),
)

standings = Table(
    "standings",
    metadata,
    Column("home", Text, nullable=False),  # empty for the whole world
    Column("week", Integer, nullable=False),  # 0 for all time
    Column("player_id", ForeignKey(players.c.id), nullable=False),
    Column("wins", Integer, nullable=False),
    Column("pearls", BigInteger, nullable=False),
    PrimaryKeyConstraint("home", "week", "player_id"),
    Index("ix_standings_wins", "home", "week", text("wins DESC"), "player_id"),
    Index("ix_standings_pearls", "home", "week", text("pearls DESC"), "player_id"),
)

achievements = Table(
    "achievements",
    metadata,
    Column("player_id", ForeignKey(players.c.id), nullable=False),
    Column("name", Text, nullable=False),
    Column("table_id", ForeignKey(tables.c.id), nullable=False),
    Column("at", BigInteger, nullable=False),
    PrimaryKeyConstraint("player_id", "name"),
)

courses = Table(
    "courses",
    metadata,
    Column("player_id", ForeignKey(players.c.id), nullable=False),
    Column("course", Text, nullable=False),
    Column("reached", Integer, nullable=False),
    PrimaryKeyConstraint("player_id", "course"),
)

"""Every table of the database, as SQLAlchemy Core values.

Times are integer milliseconds since the epoch, amounts whole pearls, JSON columns compact text written
by whoever owns its shape. The migrations build exactly this (tests/storage/test_migrations.py).
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
    text,
)

# SQLite numbers rows by itself only where the key's type is exactly INTEGER.
Id = BigInteger().with_variant(Integer(), "sqlite")

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

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

tables = Table(
    "tables",
    metadata,
    Column("id", Id, primary_key=True),
    Column("code", Text, nullable=False, unique=True),
    Column("version", BigInteger, nullable=False),
    Column("status", Text, nullable=False),
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

voices = Table(
    "voices",
    metadata,
    Column("table_id", ForeignKey(tables.c.id), primary_key=True, autoincrement=False),
    Column("guild_id", Text, nullable=False),
    Column("channel_id", Text, nullable=False, unique=True),
    Column("seen_at", BigInteger, nullable=False),
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

courses = Table(
    "courses",
    metadata,
    Column("player_id", ForeignKey(players.c.id), nullable=False),
    Column("course", Text, nullable=False),
    Column("reached", Integer, nullable=False),
    PrimaryKeyConstraint("player_id", "course"),
)

bans = Table(
    "bans",
    metadata,
    Column("subject", Text, primary_key=True),  # such as telegram:123, discord:456, player:7
    Column("until", BigInteger),  # null: for good
    Column("why", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
)

errands = Table(
    "errands",
    metadata,
    Column("id", Id, primary_key=True),
    Column("what", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("answer", Text),  # null until the running program has done it
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

meta = Table(
    "meta",
    metadata,
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
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

"""What the house notes for itself."""

from sqlalchemy import BigInteger, Column, Table, Text

from storage.schema.base import Id, metadata

meta = Table(
    "meta",
    metadata,
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
)

errands = Table(
    "errands",
    metadata,
    Column("id", Id, primary_key=True),
    Column("what", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("answer", Text),  # null until the running program has done it
)

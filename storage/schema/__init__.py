"""Every table of the database, as SQLAlchemy Core values.

Times are integer milliseconds since the epoch, amounts whole pearls, JSON columns compact text written
by whoever owns its shape. The migrations build exactly this (tests/storage/test_migrations.py).
"""

from storage.schema.base import metadata
from storage.schema.house import errands, meta
from storage.schema.pearls import accounts, transfers
from storage.schema.people import bans, blocks, identities, mutes, players
from storage.schema.places import chats, pictures, screens, voices
from storage.schema.play import events, presses, seats, tables, waiting
from storage.schema.records import achievements, courses, ratings, results, standings, throws
from storage.schema.talk import gifts, reports, said

__all__ = [
    "accounts",
    "achievements",
    "bans",
    "blocks",
    "chats",
    "courses",
    "errands",
    "events",
    "gifts",
    "identities",
    "meta",
    "metadata",
    "mutes",
    "pictures",
    "players",
    "presses",
    "ratings",
    "reports",
    "results",
    "said",
    "screens",
    "seats",
    "standings",
    "tables",
    "throws",
    "transfers",
    "voices",
    "waiting",
]

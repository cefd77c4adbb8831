"""Everything the database holds about one person, table by table."""

from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import schema

OWN: tuple[tuple[str, str], ...] = (
    ("players", "id"),
    ("identities", "player_id"),
    ("seats", "player_id"),
    ("screens", "player_id"),
    ("results", "first_id"),
    ("results", "second_id"),
    ("said", "player_id"),
    ("gifts", "giver_id"),
    ("gifts", "taker_id"),
    ("blocks", "player_id"),
    ("mutes", "player_id"),
    ("reports", "player_id"),
    ("courses", "player_id"),
    ("waiting", "player_id"),
    ("ratings", "player_id"),
    ("standings", "player_id"),
    ("achievements", "player_id"),
)
"""Columns that make a row somebody's own."""

OTHERS: tuple[tuple[str, str], ...] = (
    ("tables", "host_id"),  # seats say where somebody sits; a table's seed is nobody's before its end
    ("blocks", "blocked_id"),  # whom others keep away is theirs to know
    ("mutes", "muted_id"),
    ("reports", "accused_id"),
)
"""Columns that name somebody in what belongs to others."""


async def everything(conn: AsyncConnection, player: int) -> dict[str, list[dict[str, Any]]]:
    """The rows that are this player's own, by table; columns by their names."""
    found: dict[str, list[dict[str, Any]]] = {}
    for name, column in OWN:
        table = schema.metadata.tables[name]
        rows = await conn.execute(sa.select(table).where(table.c[column] == player))
        found.setdefault(name, []).extend(dict(row) for row in rows.mappings())
    return found

"""What players tell the host about each other."""

from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import schema


@dataclass(frozen=True, slots=True)
class Report:
    """One report: at which table, by whom and about whom, with the lines that had been said there (JSON text)."""

    id: int
    code: str
    player_id: int
    player: str
    accused_id: int
    accused: str
    reason: str
    lines: str
    at: int


_reports = schema.reports.c
_by = schema.players.alias("by")
_about = schema.players.alias("about")
_NEWEST = (
    sa.select(
        _reports.id,
        schema.tables.c.code,
        _reports.player_id,
        _by.c.name,
        _reports.accused_id,
        _about.c.name,
        _reports.reason,
        _reports.lines,
        _reports.at,
    )
    .join_from(schema.reports, schema.tables, _reports.table_id == schema.tables.c.id)
    .join(_by, _reports.player_id == _by.c.id)
    .join(_about, _reports.accused_id == _about.c.id)
    .where(_reports.at >= sa.bindparam("since"))
    .order_by(_reports.at.desc(), _reports.id.desc())
    .limit(sa.bindparam("limit"))
)

# Written out because Core's own ON CONFLICT belongs to one dialect at a time; both databases read this.
_FILE = sa.text(
    "INSERT INTO reports (table_id, player_id, accused_id, reason, lines, at)"
    " VALUES (:table_id, :player_id, :accused_id, :reason, :lines, :at)"
    " ON CONFLICT (table_id, player_id) DO UPDATE SET reason = excluded.reason, lines = excluded.lines,"
    " at = excluded.at"
)


async def file(  # noqa: PLR0917 the order is that of the columns
    conn: AsyncConnection, table_id: int, player: int, accused: int, reason: str, lines: str, at: int
) -> None:
    """Keep a report; a second one by the same player at the same table takes the place of the first."""
    asked = {
        "table_id": table_id,
        "player_id": player,
        "accused_id": accused,
        "reason": reason,
        "lines": lines,
        "at": at,
    }
    await conn.execute(_FILE, asked)


async def at_tables_of(conn: AsyncConnection, player: int) -> list[tuple[int, str]]:
    """The reports from tables where somebody has sat: their numbers, and the lines (JSON text) that go with them."""
    seats = schema.seats.c
    query = sa.select(_reports.id, _reports.lines).where(
        _reports.table_id.in_(sa.select(seats.table_id).where(seats.player_id == player))
    )
    return [(row.id, row.lines) for row in await conn.execute(query)]


async def set_lines(conn: AsyncConnection, report: int, lines: str) -> None:
    """Keep other lines (JSON text) with a report."""
    await conn.execute(sa.update(schema.reports).where(_reports.id == report).values(lines=lines))


async def newest(conn: AsyncConnection, limit: int = 100, since: int = 0) -> list[Report]:
    """The reports since a moment, newest first."""
    return [Report(*row) for row in await conn.execute(_NEWEST, {"since": since, "limit": limit})]

"""Where each table is shown, and up to which version."""

from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import schema


@dataclass(frozen=True, slots=True)
class ScreenRow:
    """One place that shows a table: `place` is the platform's own name for it, `data` JSON text of the adapter."""

    table_id: int
    platform: str
    place: str
    player_id: int | None
    shown_version: int
    data: str


async def place(conn: AsyncConnection, row: ScreenRow) -> None:
    """Show the table in a place, or change what is known of a place that shows it already."""
    raise NotImplementedError


async def shown(conn: AsyncConnection, table_id: int, platform: str, place: str, version: int) -> None:
    """Note that the place shows this version; an older one than noted changes nothing."""
    raise NotImplementedError


async def remove(conn: AsyncConnection, table_id: int, platform: str, place: str) -> None:
    """Show the table there no more."""
    raise NotImplementedError


async def of_table(conn: AsyncConnection, table_id: int) -> list[ScreenRow]:
    """Every place that shows the table."""
    raise NotImplementedError


async def stale(conn: AsyncConnection, limit: int) -> list[ScreenRow]:
    """Places that show less than their table's version, last touched tables first."""
    raise NotImplementedError

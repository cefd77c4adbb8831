"""Where each table is shown, and up to which version."""

from dataclasses import asdict, dataclass

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


_screens = schema.screens.c
_HERE = sa.and_(
    _screens.table_id == sa.bindparam("table"),
    _screens.platform == sa.bindparam("on"),
    _screens.place == sa.bindparam("at"),
)
# Written out because Core's own ON CONFLICT belongs to one dialect at a time; both databases read this.
_PLACE = sa.text(
    "INSERT INTO screens (table_id, platform, place, player_id, shown_version, data)"
    " VALUES (:table_id, :platform, :place, :player_id, :shown_version, :data)"
    " ON CONFLICT (table_id, platform, place) DO UPDATE SET player_id = excluded.player_id,"
    " shown_version = excluded.shown_version, data = excluded.data"
)
_FIRST = sa.text(
    "INSERT INTO screens (table_id, platform, place, player_id, shown_version, data)"
    " VALUES (:table_id, :platform, :place, :player_id, :shown_version, :data)"
    " ON CONFLICT (table_id, platform, place) DO NOTHING"
)
_SHOWN = (
    sa.update(schema.screens)
    .where(_HERE, _screens.shown_version < sa.bindparam("new_version"))
    .values(shown_version=sa.bindparam("new_version"))
)
_REMOVE = sa.delete(schema.screens).where(_HERE)
_OF_TABLE = sa.select(schema.screens).where(_screens.table_id == sa.bindparam("table"))
_LOOKERS = (
    sa.select(_screens.player_id)
    .where(_screens.table_id == sa.bindparam("table"), _screens.player_id.is_not(None))
    .distinct()
)
_ONE = sa.select(schema.screens).where(_HERE)
_HELD = _ONE.with_for_update()
_AT = (
    sa.select(schema.screens)
    .where(_screens.platform == sa.bindparam("on"), _screens.place == sa.bindparam("at"))
    .order_by(_screens.table_id.desc())
)
_CLEAR = sa.delete(schema.screens).where(
    _screens.platform == sa.bindparam("on"), _screens.place == sa.bindparam("at")
)
_MOVE = (
    sa.update(schema.screens)
    .where(_screens.platform == sa.bindparam("on"), _screens.place == sa.bindparam("at"))
    .values(place=sa.bindparam("elsewhere"))
)
_STALE = (
    sa.select(schema.screens)
    .join(schema.tables)
    .where(_screens.platform == sa.bindparam("on"), _screens.shown_version < schema.tables.c.version)
    .order_by(schema.tables.c.updated_at.desc(), _screens.table_id, _screens.place)
    .limit(sa.bindparam("limit"))
)


async def place(conn: AsyncConnection, row: ScreenRow) -> None:
    """Show the table in a place, or change what is known of a place that shows it already."""
    await conn.execute(_PLACE, asdict(row))


async def first(conn: AsyncConnection, row: ScreenRow) -> ScreenRow | None:
    """Show the table in a place unless it is shown there already; gives what is known of that place then."""
    if (await conn.execute(_FIRST, asdict(row))).rowcount:
        return None
    return await held(conn, row.table_id, row.platform, row.place)


async def shown(conn: AsyncConnection, table_id: int, platform: str, place: str, version: int) -> None:
    """Note that the place shows this version; an older one than noted changes nothing."""
    await conn.execute(_SHOWN, {**_key(table_id, platform, place), "new_version": version})


async def remove(conn: AsyncConnection, table_id: int, platform: str, place: str) -> None:
    """Show the table there no more."""
    await conn.execute(_REMOVE, _key(table_id, platform, place))


async def of_table(conn: AsyncConnection, table_id: int) -> list[ScreenRow]:
    """Every place that shows the table."""
    found = await conn.execute(_OF_TABLE, {"table": table_id})
    return [ScreenRow(*row) for row in found]


async def lookers(conn: AsyncConnection, table_id: int) -> set[int]:
    """The players who have the table in a place of their own."""
    found = await conn.scalars(_LOOKERS, {"table": table_id})
    return set(found)


async def one(conn: AsyncConnection, table_id: int, platform: str, place: str) -> ScreenRow | None:
    """What is known of a place that shows the table."""
    found = (await conn.execute(_ONE, _key(table_id, platform, place))).first()
    return ScreenRow(*found) if found else None


async def held(conn: AsyncConnection, table_id: int, platform: str, place: str) -> ScreenRow | None:
    """The same, to be written again in this transaction: nobody else writes it before the end."""
    found = (await conn.execute(_HELD, _key(table_id, platform, place))).first()
    return ScreenRow(*found) if found else None


async def at(conn: AsyncConnection, platform: str, place: str) -> list[ScreenRow]:
    """Every table shown in a place, newest tables first."""
    found = await conn.execute(_AT, {"on": platform, "at": place})
    return [ScreenRow(*row) for row in found]


async def clear(conn: AsyncConnection, platform: str, place: str) -> None:
    """Show nothing there any more."""
    await conn.execute(_CLEAR, {"on": platform, "at": place})


async def move(conn: AsyncConnection, platform: str, old: str, new: str) -> None:
    """The place is called otherwise now."""
    await conn.execute(_MOVE, {"on": platform, "at": old, "elsewhere": new})


async def stale(conn: AsyncConnection, platform: str, limit: int) -> list[ScreenRow]:
    """A platform's places that show less than their table's version, last touched tables first."""
    found = await conn.execute(_STALE, {"on": platform, "limit": limit})
    return [ScreenRow(*row) for row in found]


def _key(table_id: int, platform: str, place: str) -> dict[str, int | str]:
    return {"table": table_id, "on": platform, "at": place}

"""How far people are in the lessons."""

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import schema

_courses = schema.courses.c
_OF = sa.select(_courses.course, _courses.reached).where(_courses.player_id == sa.bindparam("player"))

# Written out because Core's own ON CONFLICT belongs to one dialect at a time; both databases read this.
_REACH = sa.text(
    "INSERT INTO courses (player_id, course, reached) VALUES (:player, :course, :reached)"
    " ON CONFLICT (player_id, course) DO UPDATE SET reached = excluded.reached"
    " WHERE courses.reached < excluded.reached"
)


async def of_player(conn: AsyncConnection, player: int) -> dict[str, int]:
    """How many exercises a player has solved, by course; courses not begun are missing."""
    found = await conn.execute(_OF, {"player": player})
    return {row.course: row.reached for row in found}


async def reach(conn: AsyncConnection, player: int, course: str, reached: int) -> None:
    """Note that a player has solved so many exercises of a course; nobody falls back."""
    await conn.execute(_REACH, {"player": player, "course": course, "reached": reached})

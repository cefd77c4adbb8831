"""What people have achieved, each thing once, with the table where it happened."""

from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import schema


@dataclass(frozen=True, slots=True)
class AchievementRow:
    """One thing achieved; what its name means is the caller's affair (bot.achievements)."""

    name: str
    table_id: int
    at: int


_achievements = schema.achievements.c
_OF_PLAYER = (
    sa.select(_achievements.name, _achievements.table_id, _achievements.at)
    .where(_achievements.player_id == sa.bindparam("player"))
    .order_by(_achievements.at, _achievements.name)
)

# Written out because Core's own ON CONFLICT belongs to one dialect at a time; both databases read this.
_AWARD = sa.text(
    "INSERT INTO achievements (player_id, name, table_id, at) VALUES (:player, :name, :table, :at)"
    " ON CONFLICT DO NOTHING"
)


async def award(conn: AsyncConnection, player: int, name: str, table_id: int, at: int) -> bool:
    """Note that somebody has achieved something; False where they had before."""
    asked = {"player": player, "name": name, "table": table_id, "at": at}
    return bool((await conn.execute(_AWARD, asked)).rowcount)


async def of_player(conn: AsyncConnection, player: int) -> list[AchievementRow]:
    """What somebody has achieved, oldest first."""
    return [AchievementRow(*row) for row in await conn.execute(_OF_PLAYER, {"player": player})]

"""Who waits for a rival in quick play. A player has one row at most, so nobody can wait in two queues."""

from dataclasses import dataclass
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import schema


class Choice(NamedTuple):
    """What somebody would play: only those with the same choice are paired."""

    preset: str
    target: int
    stake: int


@dataclass(frozen=True, slots=True)
class WaitingRow:
    """Somebody who waits; `offered`: the computer has been offered to them."""

    player_id: int
    choice: Choice
    since: int
    rating: int
    platform: str
    place: str
    offered: bool = False


_waiting = schema.waiting.c
_ALL = sa.select(schema.waiting).order_by(_waiting.since, _waiting.player_id)
_OF_PLAYER = _ALL.where(_waiting.player_id == sa.bindparam("player"))
_OF_CHOICE = _ALL.where(
    _waiting.preset == sa.bindparam("preset"),
    _waiting.target == sa.bindparam("target"),
    _waiting.stake == sa.bindparam("stake"),
)
_LEAVE = sa.delete(schema.waiting).where(_waiting.player_id == sa.bindparam("player"))
_LEAVE_PLACE = sa.delete(schema.waiting).where(
    _waiting.platform == sa.bindparam("platform"), _waiting.place == sa.bindparam("place")
)
_OFFERED = sa.update(schema.waiting).where(_waiting.player_id == sa.bindparam("player")).values(offered=1)
_COUNTS = sa.select(
    _waiting.preset, _waiting.target, _waiting.stake, sa.func.count().label("people")
).group_by(_waiting.preset, _waiting.target, _waiting.stake)

# Written out because Core's own ON CONFLICT belongs to one dialect at a time; both databases read this.
_PUT = (
    "INSERT INTO waiting (player_id, preset, target, stake, since, rating, platform, place, offered)"
    " VALUES (:player_id, :preset, :target, :stake, :since, :rating, :platform, :place, :offered)"
    " ON CONFLICT (player_id) DO "
)
_JOIN = sa.text(
    _PUT + "UPDATE SET preset = excluded.preset, target = excluded.target, stake = excluded.stake,"
    " since = excluded.since, rating = excluded.rating, platform = excluded.platform,"
    " place = excluded.place, offered = excluded.offered"
)
_PUT_BACK = sa.text(_PUT + "NOTHING")


async def join(conn: AsyncConnection, row: WaitingRow) -> None:
    """Wait; whoever waits for something else leaves that queue."""
    await conn.execute(_JOIN, _values(row))


async def put_back(conn: AsyncConnection, row: WaitingRow) -> None:
    """Wait again, unless they wait already."""
    await conn.execute(_PUT_BACK, _values(row))


async def leave(conn: AsyncConnection, player: int) -> bool:
    """Wait no more; False where they did not wait."""
    return bool((await conn.execute(_LEAVE, {"player": player})).rowcount)


async def leave_place(conn: AsyncConnection, platform: str, place: str) -> None:
    """Nobody waits there any more."""
    await conn.execute(_LEAVE_PLACE, {"platform": platform, "place": place})


async def of_player(conn: AsyncConnection, player: int) -> WaitingRow | None:
    """What a player waits for."""
    found = (await conn.execute(_OF_PLAYER, {"player": player})).mappings().first()
    return _row(found) if found else None


async def of_choice(conn: AsyncConnection, choice: Choice) -> list[WaitingRow]:
    """Everybody with this choice, the longest waiting first."""
    return [_row(found) for found in (await conn.execute(_OF_CHOICE, choice._asdict())).mappings()]


async def everybody(conn: AsyncConnection) -> list[WaitingRow]:
    """Everybody who waits, the longest waiting first."""
    return [_row(found) for found in (await conn.execute(_ALL)).mappings()]


async def counts(conn: AsyncConnection) -> dict[Choice, int]:
    """How many wait for what."""
    found = await conn.execute(_COUNTS)
    return {Choice(row.preset, row.target, row.stake): row.people for row in found}


async def note_offer(conn: AsyncConnection, player: int) -> bool:
    """The computer has been offered to somebody who waits; False where they do not."""
    return bool((await conn.execute(_OFFERED, {"player": player})).rowcount)


def _values(row: WaitingRow) -> dict[str, object]:
    return {
        "player_id": row.player_id,
        **row.choice._asdict(),
        "since": row.since,
        "rating": row.rating,
        "platform": row.platform,
        "place": row.place,
        "offered": int(row.offered),
    }


def _row(found: sa.RowMapping) -> WaitingRow:
    return WaitingRow(
        found["player_id"],
        Choice(found["preset"], found["target"], found["stake"]),
        found["since"],
        found["rating"],
        found["platform"],
        found["place"],
        bool(found["offered"]),
    )

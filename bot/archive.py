"""A match taken out of the database, for `majlis export`, `majlis verify` and whoever wants to keep it."""

import json
from typing import Any

from bot import shelf, tools
from bot.table import Table
from rules.errors import Malformed
from rules.seat import Seat
from storage import tables as stored
from storage.database import Database


async def exported(database: Database, code: str) -> dict[str, Any]:
    """The match of a table, with its seed once it is over. Raises Malformed where there is none yet."""
    async with database.read() as conn:
        row = await stored.load_by_code(conn, code)
        events = await stored.events(conn, row.id) if row else []
    table: Table | None = shelf.read(row) if row else None
    if row is None or table is None:
        raise Malformed(f"there is no table {code}")
    if table.match is None:
        raise Malformed(f"the match of table {code} has not begun")
    return tools.export(
        table.match,
        [json.loads(event.data) for event in events],
        commitment=table.commitment,
        seed=bytes.fromhex(row.seed),
        words=table.words,
        players=(table.name_of(Seat.FIRST), table.name_of(Seat.SECOND)),
        code=table.code,
    )

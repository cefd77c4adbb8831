"""A match taken out of the database, for `majlis export`, `majlis verify` and whoever wants to keep it."""

import json
from datetime import UTC, datetime
from typing import Any, NamedTuple

from bot import shelf, tools
from bot.table import Table
from rules.errors import Malformed
from rules.mat import Pages, mat
from rules.ruleset import from_json
from rules.seat import Seat
from storage import tables as stored
from storage.database import Database
from storage.tables import EventRow


class Kept(NamedTuple):
    """A table whose match has begun, and everything that happened in it, oldest first."""

    table: Table
    events: tuple[EventRow, ...]
    seed: str

    @property
    def log(self) -> list[Any]:
        """The match's log."""
        return [json.loads(event.data) for event in self.events]


async def kept(database: Database, code: str) -> Kept:
    """The match of a table. Raises Malformed where there is none yet."""
    async with database.read() as conn:
        row = await stored.load_by_code(conn, code)
        events = await stored.events(conn, row.id) if row else []
    if row is None:
        raise Malformed(f"there is no table {code}")
    table = shelf.read(row)
    if table.match is None:
        raise Malformed(f"the match of table {code} has not begun")
    return Kept(table, tuple(events), row.seed)


async def exported(database: Database, code: str) -> dict[str, Any]:
    """The match of a table, with its seed once it is over. Raises Malformed where there is none yet."""
    return as_json(await kept(database, code))


def as_json(kept: Kept) -> dict[str, Any]:
    """A match as `majlis verify` checks it."""
    table = kept.table
    if table.match is None:
        raise Malformed(f"the match of table {table.code} has not begun")
    return tools.export(
        table.match,
        kept.log,
        commitment=table.commitment,
        seed=bytes.fromhex(kept.seed),
        words=table.words,
        players=(table.name_of(Seat.FIRST), table.name_of(Seat.SECOND)),
        code=table.code,
    )


def as_mat(kept: Kept) -> str:
    """A match of Sheesh Besh as other programs read it. Raises Malformed for another game."""
    table = kept.table
    first, second = ("Computer" if table.is_computer(seat) else table.name_of(seat) for seat in Seat)
    date = f"{datetime.fromtimestamp(kept.events[0].at / 1000, UTC):%Y.%m.%d}" if kept.events else ""
    return mat(table.setup.ruleset, kept.log, Pages((first, second), table.code, date))


def file_as_mat(text: str) -> str:
    """The same of an exported match. Raises Malformed for a text that is none."""
    try:
        data = json.loads(text)
        (first, second), log, code = data["players"], list(data["log"]), data.get("code", "")
        ruleset = data["ruleset"]
    except (LookupError, TypeError, AttributeError, ValueError, RecursionError) as error:
        raise Malformed("this is no exported match") from error
    return mat(from_json(ruleset), log, Pages((str(first), str(second)), str(code)))

"""What is kept of somebody, for them to have: `export`."""

import json
from dataclasses import asdict
from typing import Any

from bot.company.desk import Asker, Company
from bot.company.panel import File, Panel
from rules.errors import Malformed
from storage import ledger, persons

FORMAT = "majlis-person"
VERSION = 1
"""Of the file; rises when a field changes its meaning."""

_ALL = 1_000_000


async def export(company: Company, asker: Asker, arguments: tuple[str, ...]) -> Panel:
    """All that is kept of whoever asks, as a JSON file: `export`."""
    if arguments:
        raise Malformed("only one's own data is given")
    data = await _everything(company, asker.id)
    content = json.dumps(data, ensure_ascii=False, indent=1).encode()
    said = asker.words.t("All that is kept of you, as a file.")
    return Panel(heading=said, file=File(f"majlis-{asker.id}.json", content))


async def _everything(company: Company, player: int) -> dict[str, Any]:
    async with company.database.read() as conn:
        rows = await persons.everything(conn, player)
        pearls = await ledger.balance(conn, player)
        entries = await ledger.statement(conn, player, _ALL)
    return {
        "format": FORMAT,
        "version": VERSION,
        "at": company.now(),
        "pearls": pearls,
        "ledger": [asdict(entry) for entry in entries],
        **rows,
    }

"""Reaching people through other programs: what is to be told goes out as a line, and whoever has reached them says so."""

import asyncio
import secrets
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.buttons import Look
from bot.company.panel import Field, Link, Panel, Tap
from storage.database import Database
from storage.news import About, Line

ANSWER_S = 2.0
"""How long the others may take to reach somebody."""

LONGEST = 7_000
"""Bytes of a line; a database takes no longer ones. What does not fit loses its words, not its buttons."""


class Relay:
    """What this program asks of the others that share its database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._asked: dict[str, asyncio.Future[None]] = {}

    async def ask(self, what: str, *whom: Any, wait: bool) -> bool:
        """Ask the others to `tell`, `seat` or `show`, or tell a `colleague` something; whether one of them has, False unless to wait for that."""
        if not self._database.shared:
            return False
        number = secrets.token_hex(8)
        answer = self._asked[number] = asyncio.get_running_loop().create_future()
        try:
            await self._database.say(Line(About.TELL, (number, what, *whom)))
            if wait:
                async with asyncio.timeout(ANSWER_S):
                    await answer
        except TimeoutError:
            return False
        finally:
            del self._asked[number]
        return wait

    async def answer(self, number: str) -> None:
        """Say that somebody was reached."""
        await self._database.say(Line(About.TOLD, (number,)))

    def answered(self, number: str) -> None:
        """Somebody was reached by another program."""
        answer = self._asked.get(number)
        if answer and not answer.done():
            answer.set_result(None)


def packed(panel: Panel) -> dict[str, Any]:
    """A panel as plain values, without pictures and files; `unpacked` is its other half.

    One too long for a line of news loses its lines, and then its buttons.
    """
    values = _plain(panel)
    for less in (replace(panel, lines=()), replace(panel, lines=(), rows=())):
        if len(Line(About.TELL, (values,)).written()) <= LONGEST:
            break
        values = _plain(less)
    return values


def _plain(panel: Panel) -> dict[str, Any]:
    return {
        "heading": panel.heading,
        "lines": panel.lines,
        "rows": [
            [["link" if isinstance(each, Link) else "tap", *each] for each in row] for row in panel.rows
        ],
        "field": panel.field,
        "table": panel.table,
        "said": panel.said,
    }


def unpacked(values: dict[str, Any]) -> Panel:
    """The panel of plain values."""
    return Panel(
        heading=values["heading"],
        lines=tuple(values["lines"]),
        rows=tuple(tuple(_button(each) for each in row) for row in values["rows"]),
        field=Field(*values["field"]) if values["field"] else None,
        table=values["table"],
        said=values["said"],
    )


def _button(packed_button: Sequence[str]) -> Tap | Link:
    kind, *values = packed_button
    if kind == "link":
        return Link(*values)
    label, act, look = values
    return Tap(label, act, Look(look))

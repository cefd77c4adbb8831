"""What is still to be shown in one place, and which of it comes first."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field

from sqlalchemy.exc import SQLAlchemyError

from bot.table import Stage, Table
from bot.tables import Tables
from rules.errors import Refused

LONGEST_WAIT_S = 30.0


async def wait_longer(patience_s: float, failures: int) -> None:
    """Wait before another try: the more have failed in a row, the longer."""
    await asyncio.sleep(min(patience_s * 2 ** min(failures - 1, 10), LONGEST_WAIT_S))


@dataclass(slots=True)
class Wish:
    """What is to be done with one table's screen: shown, posted `anew`, or first found to be the message `adopt`.

    `unsure`: what stands there may be newer than what was noted, since a call was made and nobody lived to note it.
    `ticket` is the press or command that may be answered with the board itself, as the platform knows it.
    """

    code: str
    anew: bool = False
    adopt: int | None = None
    unsure: bool = False
    ticket: object | None = None

    def doubts(self, shown: int, table: Table) -> bool:
        """Whether a message noted to show this version may look otherwise. What shows the table as it is was noted last."""
        return self.unsure and shown != table.version


@dataclass(slots=True)
class Place:
    """A place with something to show, and the task that does it. `failures` counts those in a row.

    `hurry` is set while somebody waits whose press can be answered with the board.
    """

    wishes: dict[int, Wish] = field(default_factory=dict)
    task: asyncio.Task[None] | None = None
    failures: int = 0
    hurry: asyncio.Event = field(default_factory=asyncio.Event)

    async def choose(self, tables: Tables) -> tuple[int, Wish] | None:
        """Take out what comes next; None where the chat has moved meanwhile. Who plays comes before who waits.

        After a failure it goes in the order of asking: a board that never succeeds must not hold up the others.
        """
        for table, wish in () if self.failures else tuple(self.wishes.items()):
            if wish.ticket is not None:
                return self._taken(table)
        for table, wish in () if self.failures else tuple(self.wishes.items()):
            with suppress(Refused, SQLAlchemyError):
                if (await tables.get(wish.code)).stage in (Stage.PLAYING, Stage.FINISHED):
                    return self._taken(table)
        return self._taken(next(iter(self.wishes), 0))

    def _taken(self, table: int) -> tuple[int, Wish] | None:
        wish = self.wishes.pop(table, None)
        if all(waiting.ticket is None for waiting in self.wishes.values()):
            self.hurry.clear()
        return None if wish is None else (table, wish)

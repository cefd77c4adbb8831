"""Finished matches looked at again, one at a time, each by a process of its own; what was found is kept.

The process is this module run as a program: an exported match as JSON on its standard input, its Analysis pickled on
the standard output.
"""

import asyncio
import json
import pickle
import sys
from collections.abc import Awaitable, Callable, Hashable
from concurrent.futures import Executor
from typing import Any

from bot import archive
from bot.computer import thinking
from bot.computer.analysis import Analysis, Progress, analyse
from bot.lessons import Lesson, class_of, lesson
from bot.phrases import Phrases
from bot.picture import Style
from bot.table import No, Stage, Table
from bot.workshop import Busy, TookTooLong, Workshop, apart, step_aside
from rules.errors import Malformed, Refused
from rules.ruleset import from_json
from rules.seat import Seat
from storage.database import Database

PLIES = 2
"""How far an analysis looks that people ask for with a button."""

AT_ONCE = 8
"""Matches that are being looked at or wait for it; whoever wants another has to come back."""

KEPT = 64
"""Finished analyses kept, of some 300 kB each."""

PATIENCE_S = 120.0
"""How long one may take."""

Log = dict[str, Any]
"""A match as bot.archive.exported gives it."""

Look = Callable[[Log], Awaitable[Analysis]]


def analysed(exported: Any, plies: int = PLIES, progress: Progress | None = None) -> Analysis:
    """Look at an exported match again. Raises Malformed where it is none; no rolls: nothing has been played in it."""
    if not isinstance(exported, dict) or not isinstance(exported.get("log"), list):
        raise Malformed("this is no exported match (it has no log)")
    thinking.compile_now()
    return analyse(from_json(exported.get("ruleset")), exported["log"], plies=plies, progress=progress)


async def look_apart(log: Log) -> Analysis:
    """Let another process look. Raises RuntimeError where it fails, TimeoutError where it does not end."""
    found = await apart("bot.school", json.dumps(log).encode(), PATIENCE_S)
    analysis: Analysis = pickle.loads(found)  # noqa: S301 from our own process, through a pipe nobody else has
    return analysis


def teaches(table: Table) -> bool:
    """Whether there may be a lesson in a table: its match is over, and more than one game was begun or dice fell in it."""
    match = table.match
    if table.stage is not Stage.FINISHED or match is None:
        return False
    return match.number > 1 or any(match.game.turns) or match.game.dice is not None


class School:
    """Looks at one match at a time; everybody who asks for the same one shares what is found.

    `executor` makes lessons off the event loop.
    """

    def __init__(self, database: Database, executor: Executor, look: Look = look_apart) -> None:
        self._database, self._executor, self._look = database, executor, look
        self._workshop: Workshop[str, Analysis] = Workshop(AT_ONCE, KEPT)
        self._lessons: Workshop[Hashable, Lesson] = Workshop(AT_ONCE, KEPT)

    async def lesson(self, table: Table, seat: Seat | None, words: Phrases, style: Style) -> Lesson:
        """What a reader is told of a finished match.

        Raises Refused(NOT_FINISHED or NOTHING_PLAYED), Busy and TookTooLong.
        Takes seconds the first time. `seat` is where the reader sits; None: outside.
        """
        if not teaches(table):
            raise Refused(No.NOT_FINISHED)
        taught = class_of(table, seat, words)
        analysis = await self._workshop.get(table.code, lambda: self._analysis(table.code))
        if not analysis.rolls:
            raise Refused(No.NOTHING_PLAYED)

        async def made() -> Lesson:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._executor, lesson, analysis, taught, words, style)

        return await self._lessons.get((table.code, taught, words.language, style), made)

    async def _analysis(self, code: str) -> Analysis:
        return await self._look(await archive.exported(self._database, code))

    async def end(self) -> None:
        """Stop looking: the program ends."""
        await self._workshop.end()
        await self._lessons.end()


def main() -> None:
    """Look at what standard input holds."""
    step_aside()
    found = analysed(json.load(sys.stdin))
    sys.stdout.buffer.write(pickle.dumps(found))


__all__ = ["Busy", "School", "TookTooLong", "analysed"]

if __name__ == "__main__":
    main()

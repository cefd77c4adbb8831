"""Finished matches looked at again, one at a time, each by a process of its own; what was found is kept.

The process is this module run as a program: an exported match as JSON on its standard input, its Analysis pickled on
the standard output.
"""

import json
import pickle
import sys
from collections.abc import Awaitable, Callable
from typing import Any

from bot.computer.analysis import Analysis, Progress, analyse
from bot.workshop import Busy, Workshop, apart, step_aside
from rules.errors import Malformed
from rules.ruleset import from_json

PLIES = 1
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
    """Look at an exported match again. Raises Malformed where it is none, or nothing has been played in it."""
    if not isinstance(exported, dict) or not isinstance(exported.get("log"), list):
        raise Malformed("this is no exported match (it has no log)")
    found = analyse(from_json(exported.get("ruleset")), exported["log"], plies=plies, progress=progress)
    if not found.rolls:
        raise Malformed("nothing has been played yet in this match")
    return found


async def look_apart(log: Log) -> Analysis:
    """Let another process look. Raises RuntimeError where it fails, TimeoutError where it does not end."""
    found = await apart("bot.school", json.dumps(log).encode(), PATIENCE_S)
    analysis: Analysis = pickle.loads(found)  # noqa: S301 from our own process, through a pipe nobody else has
    return analysis


class School:
    """Looks at one match at a time; everybody who asks for the same one shares what is found."""

    def __init__(self, look: Look = look_apart) -> None:
        self._look = look
        self.workshop: Workshop[str, Analysis] = Workshop(AT_ONCE, KEPT)

    async def analysis(self, code: str, log: Callable[[], Awaitable[Log]]) -> Analysis:
        """What is found in a finished match; `log` is asked for only if it has to be looked at. Raises Busy."""

        async def looked() -> Analysis:
            return await self._look(await log())

        return await self.workshop.get(code, looked)

    async def end(self) -> None:
        """Stop looking: the program ends."""
        await self.workshop.end()


def main() -> None:
    """Look at what standard input holds."""
    step_aside()
    found = analysed(json.load(sys.stdin))
    sys.stdout.buffer.write(pickle.dumps(found))


__all__ = ["Busy", "School", "analysed"]

if __name__ == "__main__":
    main()

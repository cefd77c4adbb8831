"""Matches as moving pictures, one at a time, each drawn by a process of its own.

The process is this module run as a program: an order as JSON on its standard input, the GIF on its standard output.
"""

import json
import sys
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from bot import replays, tastes
from bot.phrases import phrases
from bot.picture import Style
from bot.workshop import Busy, Workshop, apart, step_aside
from render import replay
from render.replay import Frame

LONGEST = 1_000
"""Entries of a log that is shown whole, about three games; of a longer one the last game is shown."""

AT_ONCE = 4
"""Moving pictures that are being drawn or wait for it; whoever wants another has to come back."""

KEPT = 8
"""Finished moving pictures kept, of at most some 3 MB each."""

PATIENCE_S = 60.0
"""How long one may take to be drawn."""


class Wish(NamedTuple):
    """Which match, in which language and style."""

    code: str
    language: str
    style: Style


Log = dict[str, Any]
"""A match as bot.archive.exported gives it."""

Draw = Callable[[Wish, Log], Awaitable[bytes]]


async def draw_apart(wish: Wish, log: Log) -> bytes:
    """Let another process draw. Raises RuntimeError where it fails, TimeoutError where it does not end."""
    order = {"log": log, "language": wish.language, "style": wish.style._asdict()}
    return await apart("bot.projector", json.dumps(order).encode(), PATIENCE_S)


class Projector:
    """Draws one moving picture at a time; everybody who wants the same one shares it."""

    def __init__(self, draw: Draw = draw_apart) -> None:
        self._draw = draw
        self.workshop: Workshop[Wish, bytes] = Workshop(AT_ONCE, KEPT)

    async def film(self, wish: Wish, log: Callable[[], Awaitable[Log]]) -> bytes:
        """The GIF; `log` is asked for only if it has to be drawn. Raises Busy and TookTooLong."""

        async def drawn() -> bytes:
            return await self._draw(wish, await log())

        return await self.workshop.get(wish, drawn)

    async def end(self) -> None:
        """Stop drawing: the program ends."""
        await self.workshop.end()


def is_whole(entries: int) -> bool:
    """Whether a match with so many entries in its log is shown from its beginning."""
    return entries <= LONGEST


def frames(log: Log, language: str, style: Style) -> tuple[Frame, ...]:
    """What is shown of a match. Raises Malformed."""
    shown = replays.frames(log, phrases(language), style)
    return shown if is_whole(len(log["log"])) else _last_game(shown)[-LONGEST:]


def _last_game(shown: tuple[Frame, ...]) -> tuple[Frame, ...]:
    """Everything after the last result but one; a match left between games ends with two results in a row."""
    begins = [at for at, frame in enumerate(shown[:-2], 1) if frame.milliseconds == replays.RESULT_MS]
    return shown[begins[-1] :] if begins else shown


def main() -> None:
    """Draw what standard input asks for."""
    step_aside()
    order = json.load(sys.stdin)
    style = tastes.style(order["style"])._replace(width=order["style"]["width"])
    shown = frames(order["log"], order["language"], style)
    sys.stdout.buffer.write(replay.gif(shown))


__all__ = ["Busy", "Projector", "Wish"]

if __name__ == "__main__":
    main()

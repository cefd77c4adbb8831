"""Matches as moving pictures, one at a time, each drawn by a process of its own.

Drawing one takes seconds; in a thread it would hold the interpreter's lock against everybody's boards. The process
is this module run as a program: an order as JSON on its standard input, the GIF on its standard output.
"""

import asyncio
import json
import os
import sys
from asyncio.subprocess import PIPE
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, NamedTuple

from bot import replays, tastes
from bot.phrases import phrases
from bot.picture import Style
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

_NICENESS = 10
_ROOT = Path(__file__).parents[1]


class Busy(Exception):
    """Too many wait already."""


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
    order = json.dumps({"log": log, "language": wish.language, "style": wish.style._asdict()}).encode()
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot.projector", stdin=PIPE, stdout=PIPE, cwd=_ROOT
    )
    try:
        async with asyncio.timeout(PATIENCE_S):
            film, _ = await process.communicate(order)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode:
        raise RuntimeError(f"the moving picture of {wish.code} failed, exit code {process.returncode}")
    return film


class Projector:
    """Draws one moving picture at a time; everybody who wants the same one shares it."""

    def __init__(self, draw: Draw = draw_apart) -> None:
        self._draw = draw
        self._slot = asyncio.Semaphore(1)
        self._drawing: dict[Wish, asyncio.Task[bytes]] = {}
        self._kept: OrderedDict[Wish, bytes] = OrderedDict()

    async def film(self, wish: Wish, log: Callable[[], Awaitable[Log]]) -> bytes:
        """The GIF; `log` is asked for only if it has to be drawn. Raises Busy."""
        if wish in self._kept:
            self._kept.move_to_end(wish)
            return self._kept[wish]
        if wish not in self._drawing:
            if len(self._drawing) >= AT_ONCE:
                raise Busy
            task = self._drawing[wish] = asyncio.create_task(self._drawn(wish, log))
            task.add_done_callback(lambda done: self._keep(wish, done))
        # Whoever goes away leaves the picture to the others.
        return await asyncio.shield(self._drawing[wish])

    async def _drawn(self, wish: Wish, log: Callable[[], Awaitable[Log]]) -> bytes:
        async with self._slot:
            return await self._draw(wish, await log())

    def _keep(self, wish: Wish, done: asyncio.Task[bytes]) -> None:
        del self._drawing[wish]
        if done.cancelled() or done.exception():
            return
        self._kept[wish] = done.result()
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    async def end(self) -> None:
        """Stop drawing: the program ends."""
        tasks = tuple(self._drawing.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


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
    if hasattr(os, "nice"):
        os.nice(_NICENESS)  # people at their boards come first
    order = json.load(sys.stdin)
    style = tastes.style(order["style"])._replace(width=order["style"]["width"])
    shown = frames(order["log"], order["language"], style)
    sys.stdout.buffer.write(replay.gif(shown))


if __name__ == "__main__":
    main()

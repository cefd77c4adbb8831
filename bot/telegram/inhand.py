"""Each update once: while it is under way by what is in memory, afterwards by what is noted.

It is noted when it has been done, and not when it is begun: what a killed program was in the middle of is done when Telegram
brings it again. What it had changed until then counts once by a key of its own in the same transaction; what it had said may
be said again.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, NamedTuple, TypeVar

from telegram import Update

from bot import deeds
from bot.telegram.desk import Desk
from storage import presses
from storage.tries import is_away

log = logging.getLogger(__name__)

HANDLED_S = 2.0
"""After so long whoever has brought an update need not wait for its answer, which may wait for its chat's budget."""

LATEST_S = 20.0
"""After so long without anything to show for it, Telegram is to bring it again."""

Handle = Callable[[Update], Coroutine[Any, Any, bool]]
"""Do what an update asks for; whether that was possible."""

Start = Callable[[Coroutine[Any, Any, bool], Update], "asyncio.Task[bool]"]

Done = TypeVar("Done")


class _Work(NamedTuple):
    task: "asyncio.Task[bool]"
    safe: asyncio.Event
    """Set once only its answer is left."""


class InHand:
    """Updates under way: one that comes again meanwhile is waited for, and not done beside itself."""

    def __init__(self, handle: Handle, start: Start) -> None:
        self._handle, self._start = handle, start
        self._works: dict[int, _Work] = {}

    async def done(self, update: Update) -> None:
        """Do it to its end."""
        await asyncio.wait({self._work(update).task})

    async def taken(self, update: Update) -> bool:
        """Do it; whether it is safe: should we die now, nothing of it is lost but perhaps its answer."""
        task, safe = self._work(update)
        await asyncio.wait({task}, timeout=HANDLED_S)
        if not task.done():
            settled = asyncio.ensure_future(safe.wait())
            await asyncio.wait(
                {task, settled}, timeout=LATEST_S - HANDLED_S, return_when=asyncio.FIRST_COMPLETED
            )
            settled.cancel()
        if task.done():
            return not (task.cancelled() or task.exception()) and task.result()
        return safe.is_set()

    def _work(self, update: Update) -> _Work:
        number = update.update_id
        if number not in self._works:
            safe = deeds.begun()
            task = self._start(self._handle(update), update)
            self._works[number] = _Work(task, safe)
            task.add_done_callback(lambda _: self._works.pop(number))
        return self._works[number]


async def once(desk: Desk, update: int, work: Callable[[], Awaitable[Done]]) -> Done | None:
    """Do what an update asks for and note that; None where it has been done before. Raises whatever `work` raises."""
    key = f"tg:{update}:said"
    async with desk.database.read() as conn:
        if await presses.known(conn, key):
            return None
    try:
        said = await work()
    except Exception as error:
        if not is_away(error):
            await _note(desk, key)
        raise
    try:
        await _note(desk, key)
    except Exception:  # it is done: whoever were told otherwise would ask for it again
        log.exception("update %s was done, which could not be noted", update)
    return said


async def _note(desk: Desk, key: str) -> None:
    async with desk.database.write() as conn:
        await presses.remember(conn, key, None, desk.now())

"""Work that takes seconds: done by a process of its own, one piece at a time, and kept for whoever asks again.

In a thread it would hold the interpreter's lock against everybody's boards.
"""

import asyncio
import os
import sys
import threading
import time
from asyncio.subprocess import PIPE
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from pathlib import Path
from typing import Generic, TypeVar

from bot import deeds

UNTOLD_S = 15.0
"""How long a failure waits for somebody who asks again."""

_NICENESS = 10
_GLANCE_S = 1.0
_ROOT = Path(__file__).parents[1]

Wish = TypeVar("Wish", bound=Hashable)
Made = TypeVar("Made")


class Busy(Exception):
    """Too many wait already."""


class TookTooLong(Exception):
    """It was not there in the time it has."""


class Workshop(Generic[Wish, Made]):
    """Makes one thing at a time; everybody who wants the same one shares it.

    `at_once` may be made or wait for it, whoever wants another has to come back; the last `kept` are remembered.
    """

    def __init__(self, at_once: int, kept: int) -> None:
        self.at_once, self.kept = at_once, kept
        self._slot = asyncio.Semaphore(1)
        self._making: dict[Wish, asyncio.Task[Made]] = {}
        self._made: OrderedDict[Wish, Made] = OrderedDict()
        self._untold: dict[Wish, BaseException] = {}

    async def get(self, wish: Wish, make: Callable[[], Awaitable[Made]]) -> Made:
        """What is wished for; it is made only if it is not there.

        Raises Busy, TookTooLong where `make` raises TimeoutError, and what else it raises.
        """
        if wish in self._made:
            self._made.move_to_end(wish)
            return self._made[wish]
        if wish in self._untold:
            raise self._untold.pop(wish)
        deeds.done()  # it can be made again for whoever asks again
        if wish not in self._making:
            if len(self._making) >= self.at_once:
                raise Busy
            task = self._making[wish] = asyncio.create_task(self._in_turn(make))
            task.add_done_callback(lambda done: self._keep(wish, done))
        # Whoever goes away leaves it to the others.
        try:
            return await asyncio.shield(self._making[wish])
        except Exception:
            self._untold.pop(wish, None)
            raise

    async def _in_turn(self, make: Callable[[], Awaitable[Made]]) -> Made:
        async with self._slot:
            try:
                return await make()
            except TimeoutError:  # not to be taken for the impatience of whoever waits for it
                raise TookTooLong from None

    def _keep(self, wish: Wish, done: asyncio.Task[Made]) -> None:
        del self._making[wish]
        if done.cancelled():
            return
        if error := done.exception():
            # Who asks now and then would have it made again for ever, never there at the moment at which it fails.
            self._untold[wish] = error
            asyncio.get_running_loop().call_later(UNTOLD_S, self._untold.pop, wish, None)
            return
        self._made[wish] = done.result()
        while len(self._made) > self.kept:
            self._made.popitem(last=False)

    async def end(self) -> None:
        """Stop working: the program ends."""
        tasks = tuple(self._making.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def apart(module: str, order: bytes, patience_s: float) -> bytes:
    """Let one of our modules work as a program: an order on its standard input, what it made on its standard output.

    Raises RuntimeError where it fails, TimeoutError where it does not end; cancelled, it is ended too.
    """
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", module, str(os.getpid()), stdin=PIPE, stdout=PIPE, cwd=_ROOT
    )
    try:
        async with asyncio.timeout(patience_s):
            made, _ = await process.communicate(order)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode:
        raise RuntimeError(f"{module} failed, exit code {process.returncode}")
    return made


def step_aside() -> None:
    """Let people at their boards come first, and work no longer than whoever ordered it lives (see `apart`)."""
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    if len(sys.argv) > 1:
        threading.Thread(target=_end_with, args=(int(sys.argv[1]),), daemon=True).start()


def _end_with(parent: int) -> None:
    """End once the parent has: killed, it could not end us itself."""
    while os.getppid() == parent:
        time.sleep(_GLANCE_S)
    os._exit(1)

"""How the program ends: told once, in good order and soon; told twice, at once.

Whatever was committed is safe at any moment, so nothing is lost where the end is cut short.
"""

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Iterable
from typing import Any, NoReturn

LONGEST_S = 4.0
"""After so long the process ends, whatever still keeps it: a thread in the middle of something, a network that hangs."""

_AGAIN_S = 0.5

_SIGNALLED = 128
"""Shells' exit codes for what a signal has ended are beyond this."""


def told_to_stop() -> asyncio.Event:
    """Set once the program is told to stop; told again, it ends at once."""
    stop = asyncio.Event()

    def told(number: int) -> None:
        if stop.is_set():
            leave(_SIGNALLED + number)
        stop.set()
        in_time = threading.Timer(LONGEST_S, leave, (0,))
        in_time.daemon = True
        in_time.start()

    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, told, number)
    return stop


async def ended(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """End tasks, however often it has to be said: one that mends its own failures may take a cancellation for one."""
    waiting = {task for task in tasks if not task.done()}
    while waiting:
        for task in waiting:
            task.cancel()
        _, waiting = await asyncio.wait(waiting, timeout=_AGAIN_S)


def leave(code: int) -> NoReturn:
    """End the process now: no handlers, no waiting for threads; helpers in processes of their own see that we are gone.

    Taking a program of this size apart piece by piece takes seconds on a busy machine, and nobody needs the pieces.
    """
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    os._exit(code)

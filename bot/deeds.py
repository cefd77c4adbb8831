"""How far what somebody asked for is: from some point on nothing can be lost of it any more but its answer.

Whoever brought it need wait no longer than until then.
"""

import asyncio
from contextvars import ContextVar

_safe: ContextVar[asyncio.Event | None] = ContextVar("safe", default=None)


def begun() -> asyncio.Event:
    """Begin something here and in the tasks started from here; the event is set once only its answer is left."""
    event = asyncio.Event()
    _safe.set(event)
    return event


def done() -> None:
    """What was asked for here is in the database, or changes nothing: what follows is the answer."""
    if event := _safe.get():
        event.set()

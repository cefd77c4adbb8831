"""What one program alone may do: it begins as soon as no other one does it, and ends where another has taken over."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import NamedTuple

from storage.database import Database

log = logging.getLogger(__name__)

FIRST_TRY_S = 5.0
"""How long the start waits to say whether a platform was reached; the trying itself goes on."""

STANDS_BY = "another program is there; this one stands by"

STANDING_BY_S = FIRST_TRY_S + 1.0
"""How long the start waits to say whether another program is there."""


class Opened(NamedTuple):
    """An open platform: what the host is told of it, and how it is closed."""

    told: str
    close: Callable[[], Awaitable[None]]


Start = Callable[[], Awaitable[Opened]]
GiveUp = Callable[[], None]


async def alone(
    what: str, start: Start, give_up: GiveUp, database: Database, patience_s: float = STANDING_BY_S
) -> Opened:
    """Start something as soon as no other program does it; the host is told where that is not yet so."""
    started: asyncio.Future[Opened] = asyncio.get_running_loop().create_future()

    async def be_there() -> None:
        async with database.only_one(what) as lost:
            try:
                started.set_result(await start())
            except Exception as error:  # noqa: BLE001 whoever waits for the start is to know
                started.set_exception(error)
                return
            await lost.wait()
            log.error("%s: another program has taken over", what)
            give_up()
            await asyncio.Event().wait()

    keeping = asyncio.create_task(be_there())

    async def close() -> None:
        if started.done() and not started.exception():
            await started.result().close()
        keeping.cancel()
        await asyncio.gather(keeping, return_exceptions=True)

    await asyncio.wait({started}, timeout=patience_s if database.shared else None)
    if not started.done():
        started.add_done_callback(partial(_tell_late, what))
        return Opened(STANDS_BY, close)
    if started.exception():
        await close()
    return Opened(started.result().told, close)


def _tell_late(what: str, started: asyncio.Future[Opened]) -> None:
    """By now nobody waits for the start any more who could tell the host why it failed."""
    if not started.cancelled() and (error := started.exception()):
        log.error("%s cannot start: %s", what, error)

"""Work that is done again and again for as long as the program runs."""

import asyncio
from collections.abc import Awaitable, Callable
from logging import Logger


async def for_ever(work: Callable[[], Awaitable[object]], every_s: float, log: Logger, failed: str) -> None:
    """Do it now and again every so many seconds; where it goes wrong the log says `failed`, and the next time may help."""
    while True:
        try:
            await work()
        except Exception:
            log.exception(failed)
        await asyncio.sleep(every_s)

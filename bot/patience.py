"""What a platform may be out of reach or too busy for is tried again, and again, later each time."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator

AGAIN_S = 5.0
LONGEST_WAIT_S = 300.0


def waits(patience_s: float = 1.0) -> Iterator[float]:
    """How many seconds to wait after each try, for ever; `patience_s` stretches the shorter ones."""
    wait = AGAIN_S * patience_s
    while True:
        yield wait
        wait = min(2 * wait, LONGEST_WAIT_S)


async def until_done(
    work: Callable[[], Awaitable[object]],
    refusals: type[Exception] | tuple[type[Exception], ...],
    tell: Callable[[Exception], None],
    patience_s: float = 1.0,
) -> None:
    """Do something until it is done: `tell` hears of each refusal."""
    for wait in waits(patience_s):
        try:
            await work()
        except refusals as error:
            tell(error)
            await asyncio.sleep(wait)
        else:
            return

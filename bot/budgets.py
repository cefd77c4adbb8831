"""How fast a platform lets us call: buckets of tokens, one for each place and one for all of them together.

Whoever shows boards takes the place's `turn` first and decides what to send only then, so that people see the newest
state and not the oldest that is still waiting.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import NamedTuple
from weakref import WeakValueDictionary

MANY = 5_000
"""Places whose recent calls are remembered before the idle ones are forgotten."""

Place = int | str


class Budget(NamedTuple):
    """So many calls at once, and one more after each so many seconds: a bucket of tokens.

    Within t seconds that makes `calls` + t / `seconds` at most, and nobody waits longer than `seconds` for the next.
    """

    calls: int
    seconds: float


class Buckets:
    """The budgets, kept; times are seconds of `clock`. A bucket is kept as the one time at which it is full again."""

    def __init__(
        self,
        overall: Budget,
        budget: Callable[[Place], Budget],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._all = overall
        self._budget = budget
        self._clock = clock
        self._overall = float("-inf")
        self._full: dict[Place, float] = {}
        self._closed: dict[Place, float] = {}
        self._turns: WeakValueDictionary[Place, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def turn(self, place: Place) -> AsyncIterator[None]:
        """Wait until a call for this place fits into the budgets; nobody else calls there before the block's end."""
        turn = self._turns.setdefault(place, asyncio.Lock())
        async with turn:
            await self.ready(place)
            yield

    async def ready(self, place: Place) -> None:
        """Wait until a call for this place fits into the budgets."""
        while (wait := self.wait(place)) > 0:  # noqa: ASYNC110 only time opens the next slot
            await asyncio.sleep(wait)

    def wait(self, place: Place, calls: int = 1) -> float:
        """How many seconds until so many calls for this place fit into the budgets."""
        now = self._clock()
        return max(
            self._closed.get(place, now) - now,
            _wait(self._full.get(place, now), self._budget(place), now, calls),
            _wait(self._overall, self._all, now, calls),
        )

    def note(self, place: Place) -> None:
        """A call for this place is on its way."""
        now = self._clock()
        self._overall = max(self._overall, now) + self._all.seconds
        self._full[place] = max(self._full.get(place, now), now) + self._budget(place).seconds
        if len(self._full) > MANY:
            self._full = {key: full for key, full in self._full.items() if full > now}
            self._closed = {key: until for key, until in self._closed.items() if until > now}

    def close(self, place: Place, seconds: float) -> None:
        """The platform asks us to call there no more for so long."""
        self._closed[place] = self._clock() + seconds


def _wait(full: float, budget: Budget, now: float, calls: int) -> float:
    """A bucket lacks a token for each `budget.seconds` until it is full."""
    spared = max(budget.calls - calls, 0) * budget.seconds
    return max(round(full - now - spared, 6), 0.0)  # a wait too short to move the clock would never end

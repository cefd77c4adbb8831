"""How fast we may send and edit. Each chat waits by itself; answers to taps wait for nobody.

Whoever shows boards takes the place's `turn` first and decides what to send only then, so that people see the newest
state and not the oldest that is still waiting. Everything else that is sent to a place keeps its order.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

from telegram.error import RetryAfter
from telegram.ext import BaseRateLimiter


class Budget(NamedTuple):
    """So many calls at once, and one more after each so many seconds: a bucket of tokens.

    Within t seconds that makes `calls` + t / `seconds` at most, and nobody waits longer than `seconds` for the next.
    """

    calls: int
    seconds: float


class Budgets(NamedTuple):
    """What Telegram lets a bot send and edit; it publishes no exact figures, so these stay a little below."""

    group: Budget = Budget(5, 5.0)  # 17 in the worst minute
    private: Budget = Budget(5, 1.0)
    overall: Budget = Budget(5, 0.05)  # 25 in the worst second; what leaves evenly may arrive in a bunch


NEWEST = "newest"
"""As rate_limit_args: the caller has the place's turn. After a 429 raise instead of sending the same again, since
there may be something newer."""

TRIES = 5
"""How often a message that is not about a board is tried where Telegram asks us to wait."""

MARGIN_S = 0.2
"""Beyond what Telegram asks for."""

MANY = 5_000
"""Chats whose recent calls are remembered before the idle ones are forgotten."""

Place = int | str
"""A chat's id, or the id of a message sent through inline mode."""

Callback = Callable[..., Coroutine[Any, Any, Any]]


class Pace(BaseRateLimiter[str]):
    """The budgets, kept; times are seconds of `clock`.

    A bucket is kept as the one time at which it is full again.
    """

    def __init__(self, budgets: Budgets | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._budgets = budgets or Budgets()
        self._clock = clock
        self._overall = float("-inf")
        self._full: dict[Place, float] = {}
        self._closed: dict[Place, float] = {}
        self._turns: WeakValueDictionary[Place, asyncio.Lock] = WeakValueDictionary()
        self._lines: WeakValueDictionary[Place, asyncio.Lock] = WeakValueDictionary()

    async def initialize(self) -> None:
        """Nothing to prepare."""

    async def shutdown(self) -> None:
        """Nothing to put away."""

    @asynccontextmanager
    async def turn(self, place: Place) -> AsyncIterator[None]:
        """Wait until a call for this place fits into the budgets; nobody else calls there before the block's end."""
        turn = self._turns.setdefault(place, asyncio.Lock())
        async with turn:
            await self._ready(place)
            yield

    async def _ready(self, place: Place) -> None:
        while (wait := self.wait(place)) > 0:  # noqa: ASYNC110 only time opens the next slot
            await asyncio.sleep(wait)

    def wait(self, place: Place, calls: int = 1) -> float:
        """How many seconds until so many calls for this place fit into the budgets."""
        now = self._clock()
        return max(
            self._closed.get(place, now) - now,
            _wait(self._full.get(place, now), self._budget(place), now, calls),
            _wait(self._overall, self._budgets.overall, now, calls),
        )

    def _budget(self, place: Place) -> Budget:
        return self._budgets.group if isinstance(place, int) and place < 0 else self._budgets.private

    async def process_request(  # noqa: PLR0917 python-telegram-bot's signature
        self,
        callback: Callback,
        args: Any,
        kwargs: dict[str, Any],
        endpoint: str,
        data: dict[str, Any],
        rate_limit_args: str | None,
    ) -> Any:
        """Let a call through once it fits; everything that neither sends nor edits goes at once."""
        place = data.get("inline_message_id") or data.get("chat_id")
        if place is None or not endpoint.startswith(("send", "editMessage")) or endpoint == "sendChatAction":
            return await callback(*args, **kwargs)
        for tried in range(1, TRIES + 1):
            if rate_limit_args == NEWEST:
                await self._ready(place)
                self._note(place)
            else:
                await self._queue(place)
            try:
                return await callback(*args, **kwargs)
            except RetryAfter as flood:
                self._closed[place] = self._clock() + seconds(flood) + MARGIN_S
                if rate_limit_args == NEWEST or tried == TRIES:
                    raise
        raise AssertionError("the last try either returns or raises")

    async def _queue(self, place: Place) -> None:
        """Stand in line. Only the first of a line is after the turn, so a board waits for one of them at most."""
        line = self._lines.setdefault(place, asyncio.Lock())
        async with line, self.turn(place):
            self._note(place)

    def _note(self, place: Place) -> None:
        now = self._clock()
        self._overall = max(self._overall, now) + self._budgets.overall.seconds
        self._full[place] = max(self._full.get(place, now), now) + self._budget(place).seconds
        if len(self._full) > MANY:
            self._full = {key: full for key, full in self._full.items() if full > now}
            self._closed = {key: until for key, until in self._closed.items() if until > now}


def seconds(flood: RetryAfter) -> float:
    """How long Telegram asks us to wait."""
    wait = flood.retry_after
    return wait.total_seconds() if isinstance(wait, timedelta) else float(wait)


def _wait(full: float, budget: Budget, now: float, calls: int) -> float:
    """A bucket lacks a token for each `budget.seconds` until it is full."""
    spared = max(budget.calls - calls, 0) * budget.seconds
    return max(round(full - now - spared, 6), 0.0)  # a wait too short to move the clock would never end

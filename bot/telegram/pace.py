"""How fast we may send and edit. Each chat waits by itself; answers to taps wait for nobody.

Nothing is queued here: whoever shows boards asks `ready` first and decides what to send only then, so that
people see the newest state and not the oldest that is still waiting.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Coroutine
from datetime import timedelta
from typing import Any, NamedTuple

from telegram.error import RetryAfter
from telegram.ext import BaseRateLimiter


class Budget(NamedTuple):
    """So many calls within any so many seconds."""

    calls: int
    seconds: float


class Budgets(NamedTuple):
    """What Telegram lets a bot send and edit; it publishes no exact figures, so these stay a little below."""

    group: Budget = Budget(15, 60.0)
    private: Budget = Budget(5, 5.0)
    overall: Budget = Budget(25, 1.0)  # what leaves evenly may arrive in a bunch


NEWEST = "newest"
"""As rate_limit_args: after a 429 raise instead of sending the same again, since there may be something newer."""

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
    """The budgets, kept; times are seconds of `clock`."""

    def __init__(self, budgets: Budgets | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._budgets = budgets or Budgets()
        self._clock = clock
        self._overall: deque[float] = deque()
        self._calls: dict[Place, deque[float]] = {}
        self._closed: dict[Place, float] = {}

    async def initialize(self) -> None:
        """Nothing to prepare."""

    async def shutdown(self) -> None:
        """Nothing to put away."""

    async def ready(self, place: Place) -> None:
        """Wait until a call for this place fits into the budgets."""
        while (wait := self.wait(place)) > 0:  # noqa: ASYNC110 only time opens the next slot
            await asyncio.sleep(wait)

    def wait(self, place: Place, calls: int = 1) -> float:
        """How many seconds until so many calls for this place fit into the budgets."""
        now = self._clock()
        budget = self._budgets.group if isinstance(place, int) and place < 0 else self._budgets.private
        return max(
            self._closed.get(place, now) - now,
            _wait(self._calls.get(place, deque()), budget, now, calls),
            _wait(self._overall, self._budgets.overall, now, calls),
        )

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
            await self.ready(place)
            self._note(place)
            try:
                return await callback(*args, **kwargs)
            except RetryAfter as flood:
                self._closed[place] = self._clock() + seconds(flood) + MARGIN_S
                if rate_limit_args == NEWEST or tried == TRIES:
                    raise
        raise AssertionError("the last try either returns or raises")

    def _note(self, place: Place) -> None:
        now = self._clock()
        self._overall.append(now)
        self._calls.setdefault(place, deque()).append(now)
        if len(self._calls) > MANY:
            idle = now - max(self._budgets.group.seconds, self._budgets.private.seconds)
            self._calls = {key: calls for key, calls in self._calls.items() if calls[-1] > idle}
            self._closed = {key: until for key, until in self._closed.items() if until > now}


def seconds(flood: RetryAfter) -> float:
    """How long Telegram asks us to wait."""
    wait = flood.retry_after
    return wait.total_seconds() if isinstance(wait, timedelta) else float(wait)


def _wait(calls: deque[float], budget: Budget, now: float, more: int) -> float:
    while calls and calls[0] <= now - budget.seconds:
        calls.popleft()
    over = len(calls) + more - budget.calls
    if over <= 0 or not calls:
        return 0.0
    return calls[min(over, len(calls)) - 1] + budget.seconds - now

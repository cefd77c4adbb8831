"""How fast we may send and edit. Each chat waits by itself; answers to taps wait for nobody.

Boards are sent in their place's turn (bot.budgets). Everything else that is sent to a place keeps its order.
"""

import asyncio
import time
from collections.abc import Callable, Coroutine
from contextlib import AbstractAsyncContextManager
from datetime import timedelta
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

from telegram.error import NetworkError, RetryAfter
from telegram.ext import BaseRateLimiter

from bot import deeds
from bot.budgets import Buckets, Budget, Place
from bot.telegram.errors import Meaning, meaning
from bot.wishes import wait_longer


class Budgets(NamedTuple):
    """What Telegram lets a bot send and edit; it publishes no exact figures, so these stay a little below."""

    group: Budget = Budget(5, 5.0)  # 17 in the worst minute
    private: Budget = Budget(5, 1.0)
    overall: Budget = Budget(5, 0.05)  # 25 in the worst second; what leaves evenly may arrive in a bunch


NEWEST = "newest"
"""As rate_limit_args: the caller has the place's turn. After a 429 raise instead of sending the same again, since
there may be something newer."""

TRIES = 5
"""How often a message that is not about a board is tried where Telegram asks us to wait, or has surely not heard of it."""

MARGIN_S = 0.2
"""Beyond what Telegram asks for."""

Callback = Callable[..., Coroutine[Any, Any, Any]]


class Pace(BaseRateLimiter[str]):
    """The budgets of chats (by their ids) and of messages sent through inline mode (by theirs)."""

    def __init__(
        self,
        budgets: Budgets | None = None,
        clock: Callable[[], float] = time.monotonic,
        patience_s: float = 1.0,
    ) -> None:
        self._patience_s = patience_s
        kept = budgets or Budgets()

        def budget(place: Place) -> Budget:
            return kept.group if isinstance(place, int) and place < 0 else kept.private

        self._buckets = Buckets(kept.overall, budget, clock)
        self._lines: WeakValueDictionary[Place, asyncio.Lock] = WeakValueDictionary()

    async def initialize(self) -> None:
        """Nothing to prepare."""

    async def shutdown(self) -> None:
        """Nothing to put away."""

    def turn(self, place: Place) -> AbstractAsyncContextManager[None]:
        """Wait until a call for this place fits into the budgets; nobody else calls there before the block's end."""
        return self._buckets.turn(place)

    def wait(self, place: Place, calls: int = 1) -> float:
        """How many seconds until so many calls for this place fit into the budgets."""
        return self._buckets.wait(place, calls)

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
        if rate_limit_args != NEWEST:  # boards are shown beside, and are nobody's answer
            deeds.done()  # what is committed is told, and nothing else
        messages = len(data["media"]) if endpoint == "sendMediaGroup" else 1
        for tried in range(1, TRIES + 1):
            if rate_limit_args == NEWEST:
                await self._buckets.ready(place)
                self._buckets.note(place)
            else:
                await self._queue(place, messages)
            try:
                return await callback(*args, **kwargs)
            except RetryAfter as flood:
                self._buckets.close(place, seconds(flood) + MARGIN_S)
                if rate_limit_args == NEWEST or tried == TRIES:
                    raise
            except NetworkError as error:
                if rate_limit_args == NEWEST or tried == TRIES or not _may_repeat(endpoint, error):
                    raise
                await wait_longer(self._patience_s, tried)
        raise AssertionError("the last try either returns or raises")

    async def _queue(self, place: Place, messages: int) -> None:
        """Stand in line. Only the first of a line is after the turn, so a board waits for one of them at most."""
        line = self._lines.setdefault(place, asyncio.Lock())
        async with line, self.turn(place):
            for _ in range(messages):
                self._buckets.note(place)


def _may_repeat(endpoint: str, error: NetworkError) -> bool:
    """Whether a call does no harm when it is made again: an edit comes to the same."""
    what = meaning(error)
    return what is Meaning.UNSENT or (what is Meaning.UNKNOWN_FATE and endpoint.startswith("edit"))


def seconds(flood: RetryAfter) -> float:
    """How long Telegram asks us to wait."""
    wait = flood.retry_after
    return wait.total_seconds() if isinstance(wait, timedelta) else float(wait)

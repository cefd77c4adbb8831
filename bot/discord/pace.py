"""How fast we may send and edit: a budget for each channel, so that its newest state can be chosen when its turn comes.

Answers to presses go another way at Discord and wait for nobody. The library is told not to wait itself where Discord
refuses a call as one too many, since it would then send what was the newest before the wait: it raises, and the place is
closed for so long.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import NamedTuple, TypeVar

from discord import RateLimited

from bot.budgets import Buckets, Budget
from bot.discord.errors import AGED_S, Aged, Meaning, meaning, pause
from bot.wishes import Place

Found = TypeVar("Found")

NO_WAIT_S = 0.001
"""As the library's longest wait after a call too many."""

MARGIN_S = 0.2
"""Beyond what Discord asks for."""

TRIES = 5
"""How often a call that is not about a board is tried where Discord asks us to wait."""

CALL_S = 20.0
"""After so long a call is given up."""


class Budgets(NamedTuple):
    """What Discord has been seen to allow: five edits a channel in five seconds, and fifty calls a second in all."""

    channel: Budget = Budget(3, 2.5)  # five in the worst five seconds
    overall: Budget = Budget(10, 0.025)  # fifty in the worst second


class Pace:
    """The budgets, kept."""

    def __init__(self, budgets: Budgets | None = None) -> None:
        kept = budgets or Budgets()
        self._buckets = Buckets(kept.overall, lambda _: kept.channel)

    @asynccontextmanager
    async def turn(self, channel: int, there: Place) -> AsyncIterator[None]:
        """Wait until a call fits into the budgets, or somebody's press can be answered, which costs nothing."""
        while (wait := self._buckets.wait(channel)) > 0 and not there.hurry.is_set():
            with suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await there.hurry.wait()
        yield

    def wait(self, channel: int, calls: int = 1) -> float:
        """How many seconds until so many calls fit into the budgets."""
        return self._buckets.wait(channel, calls)

    async def once(self, channel: int, call: Callable[[], Awaitable[Found]], *, edits: bool = False) -> Found:
        """Make a call about a board, noted in the channel's budget; after a flood the channel is closed, and it raises.

        An edit that Discord puts off for long is refused for the message's age, which concerns no other.
        """
        self._buckets.note(channel)
        try:
            async with asyncio.timeout(CALL_S):
                return await call()
        except Exception as error:
            if edits and isinstance(error, RateLimited) and error.retry_after > AGED_S:
                raise Aged from error
            if meaning(error) is Meaning.FLOOD:
                self._buckets.close(channel, pause(error) + MARGIN_S)
            raise

    async def patiently(self, call: Callable[[], Awaitable[Found]]) -> Found:
        """Make any other call; where Discord asks us to wait, we do, and try again."""
        for tried in range(1, TRIES + 1):
            try:
                async with asyncio.timeout(CALL_S):
                    return await call()
            except Exception as error:
                if meaning(error) is not Meaning.FLOOD or tried == TRIES:
                    raise
                await asyncio.sleep(pause(error) + MARGIN_S)
        raise AssertionError("the last try either returns or raises")

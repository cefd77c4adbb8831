"""Doing anew what failed only because somebody else did something at the same time."""

import asyncio
from collections.abc import Awaitable, Callable
from random import uniform
from typing import TypeVar

from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection

from storage.tables import StaleVersion

TRIES = 8
PAUSE_S = 0.02
"""Before another try, up to so long: two programs must not stumble over each other in step."""

_PASSING = {"40001", "40P01", "55P03"}
"""Serialization failure, deadlock, and a lock that took too long."""

Done = TypeVar("Done")


async def again(work: Callable[[], Awaitable[Done]]) -> Done:
    """Do `work`, which leaves nothing behind where it fails, until others are not in its way; the last failure is raised."""
    for _ in range(TRIES - 1):
        try:
            return await work()
        except Exception as error:
            if not may_succeed(error):
                raise
        await asyncio.sleep(uniform(0, PAUSE_S))  # noqa: S311 no secret
    return await work()


def may_succeed(error: Exception) -> bool:
    """Whether something has failed only because of others at the same time."""
    if isinstance(error, DBAPIError):
        return getattr(error.orig, "sqlstate", None) in _PASSING
    return isinstance(error, StaleVersion)


def is_away(error: Exception) -> bool:
    """Whether something has failed since the database's server could not be reached, or in time, or went away meanwhile."""
    return isinstance(error, OperationalError | NoConnection) or (
        isinstance(error, DBAPIError) and error.connection_invalidated
    )

"""How fast the bot may send and edit, and how long a question stays open; every figure may be set by a test."""

import math
from collections import defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass

from tests.servers.telegram.errors import too_many_requests
from tests.servers.telegram.world import Chat

MINUTE_S = 60.0


@dataclass
class Limits:
    """Telegram publishes the first three roughly and the times not at all: these are the usual observations."""

    group_per_minute: int = 20
    private_per_second: float = 1.0
    private_burst: int = 10
    overall_per_second: int = 30
    callback_seconds: float = 15.0
    inline_seconds: float = 10.0


class Pace:
    """Counts sends and edits; a call over a limit is refused with the seconds to wait and does not count."""

    def __init__(self, limits: Limits, clock: Callable[[], float]) -> None:
        self._limits, self._clock = limits, clock
        self._overall: deque[float] = deque()
        self._groups: dict[int | str, deque[float]] = defaultdict(deque)
        self._private: dict[int | str, tuple[float, float]] = {}
        self.own: dict[int | str, int] = {}
        """What groups with a limit of their own take in a minute."""

    def spend(self, place: Chat | str) -> None:
        """One send or edit in a chat, or of the inline message with that id."""
        now = self._clock()
        waits = [_wait(self._overall, now, self._limits.overall_per_second, 1.0)]
        group = isinstance(place, Chat) and not place.is_private
        key = place.id if isinstance(place, Chat) else place
        if group:
            calls = self._groups[key]
            most = self.own.get(key, self._limits.group_per_minute)
            waits.append(_wait(calls, now, most, MINUTE_S))
        else:
            tokens = self._tokens(key, now)
            waits.append((1 - tokens) / self._limits.private_per_second)
        if max(waits) > 0:
            raise too_many_requests(max(1, math.ceil(max(waits))))
        self._overall.append(now)
        if group:
            calls.append(now)
        else:
            self._private[key] = (tokens - 1, now)

    def _tokens(self, key: int | str, now: float) -> float:
        tokens, then = self._private.get(key, (float(self._limits.private_burst), now))
        return min(self._limits.private_burst, tokens + (now - then) * self._limits.private_per_second)


def _wait(calls: deque[float], now: float, most: int, window: float) -> float:
    while calls and calls[0] <= now - window:
        calls.popleft()
    return 0.0 if len(calls) < most else calls[len(calls) - most] + window - now

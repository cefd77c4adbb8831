"""How much the bot may ask, and how long what it was given stays good; every figure may be set by a test."""

from collections import defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import md5
from typing import NamedTuple

from tests.servers.discord.errors import Refusal, rate_limited, too_old_to_edit

HOUR_S = 3600.0
NO_BUCKET = frozenset({"create_interaction_response", "get_gateway", "get_bot_gateway"})
"""Operations without headers of a bucket."""


class Window(NamedTuple):
    """So many requests in so many seconds."""

    most: int
    seconds: float


_WINDOWS = {
    "create_message": Window(5, 5.0),
    "update_message": Window(5, 5.0),
    "delete_message": Window(5, 1.0),
    "execute_webhook": Window(5, 2.0),
    "update_original_webhook_message": Window(5, 2.0),
    "update_webhook_message": Window(5, 2.0),
    "create_dm": Window(10, 10.0),
    "create_thread": Window(5, 5.0),
    "create_thread_from_message": Window(5, 5.0),
}
_OTHER, _OLD_EDITS = Window(50, 5.0), Window(3, HOUR_S)
_WIDE = Window(1_000_000, 1.0)


@dataclass
class Limits:
    """Discord publishes no figures but the times and the global limit: the windows are the usual observations."""

    windows: dict[str, Window] = field(default_factory=lambda: dict(_WINDOWS))
    other: Window = _OTHER
    overall_per_second: int = 50
    old_edits: Window = _OLD_EDITS
    acknowledge_seconds: float = 3.0
    token_seconds: float = 15 * 60.0
    old_after_seconds: float = HOUR_S
    user_install_followups: int = 5
    heartbeat_seconds: float = 41.25
    heartbeats_missed: float = 1.5
    """After so many intervals without a beat a connection is closed."""
    identifies_at_once: int = 16

    def window(self, operation: str, most: int, seconds: float) -> None:
        """Let that operation have so many requests in so many seconds."""
        self.windows[operation] = Window(most, seconds)

    def lift(self) -> None:
        """No limit on requests, for tests of other things; times and old messages stay as they are."""
        self.windows, self.other, self.overall_per_second = {}, _WIDE, _WIDE.most


class Buckets:
    """Counts requests in fixed windows, as Discord's headers describe them."""

    def __init__(self, limits: Limits, clock: Callable[[], float]) -> None:
        self._limits, self._clock = limits, clock
        self._used: dict[tuple[str, str], tuple[float, int]] = {}  # when the window ends, how many it has had
        self._overall: deque[float] = deque()
        self._old_edits: dict[int, deque[float]] = defaultdict(deque)

    def spend(self, operation: str, major: str, *, counts_overall: bool) -> dict[str, str]:
        """One request: the headers of its bucket. Raises Refusal 429 if there is none left."""
        now = self._clock()
        if counts_overall and (wait := _spend(self._overall, now, self._limits.overall_per_second, 1.0)):
            raise rate_limited(wait, everywhere=True)
        if operation in NO_BUCKET:
            return {}
        window = self._limits.windows.get(operation, self._limits.other)
        ends, used = self._used.get((operation, major), (0.0, 0))
        if ends <= now:
            ends, used = now + window.seconds, 0
        headers = self._headers(operation, window, max(0, window.most - used - 1), ends)
        if used >= window.most:
            refusal = rate_limited(ends - now)
            raise Refusal(429, 0, refusal.words, refusal.more, headers | refusal.headers)
        self._used[operation, major] = (ends, used + 1)
        return headers

    def _headers(self, operation: str, window: Window, left: int, ends: float) -> dict[str, str]:
        return {
            "X-RateLimit-Limit": str(window.most),
            "X-RateLimit-Remaining": str(left),
            "X-RateLimit-Reset": f"{ends:.3f}",
            "X-RateLimit-Reset-After": f"{max(0.0, ends - self._clock()):.3f}",
            "X-RateLimit-Bucket": md5(operation.encode(), usedforsecurity=False).hexdigest(),
        }

    def edit_old(self, channel_id: int) -> None:
        """One edit of a message older than an hour. Raises Refusal 30046 if there were too many in the channel."""
        window = self._limits.old_edits
        if wait := _spend(self._old_edits[channel_id], self._clock(), window.most, window.seconds):
            raise too_old_to_edit(wait)


def _spend(spent: deque[float], now: float, most: int, seconds: float) -> float:
    """Note one more, or give the seconds until there is room."""
    while spent and spent[0] <= now - seconds:
        spent.popleft()
    if len(spent) >= most:
        return spent[0] + seconds - now
    spent.append(now)
    return 0.0

"""What is counted and timed while the program runs, for Prometheus (bot/watching.py serves it).

No label holds anything of a person or a table: each has a handful of values. Times are seconds.
"""

import time
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Any, ParamSpec, Protocol, TypeVar

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector

from bot import logs

REGISTRY = CollectorRegistry()
ProcessCollector(registry=REGISTRY)

_FINE = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)

PRESSES = Counter(
    "majlis_presses",
    "Wishes at tables, by platform and by what came of them.",
    ("platform", "outcome"),
    registry=REGISTRY,
)
PRESS_SECONDS = Histogram(
    "majlis_press_seconds",
    "From a wish at a table to its commit.",
    ("platform",),
    buckets=_FINE,
    registry=REGISTRY,
)
ANSWER_SECONDS = Histogram(
    "majlis_answer_seconds",
    "From a press, command or form to the end of its answer.",
    ("platform",),
    buckets=_FINE,
    registry=REGISTRY,
)
DRAWING_SECONDS = Histogram(
    "majlis_drawing_seconds",
    "Work in the drawers' threads: pictures, and hints.",
    buckets=_FINE,
    registry=REGISTRY,
)
DRAWINGS_WAITING = Gauge(
    "majlis_drawings_waiting", "What waits for a drawer, or is being drawn.", registry=REGISTRY
)
BOARDS_SKIPPED = Counter(
    "majlis_boards_skipped",
    "Boards that were not shown since a newer one came before their turn.",
    ("platform",),
    registry=REGISTRY,
)
PLATFORM_CALLS = Counter(
    "majlis_platform_calls",
    "Calls of a chat platform's API: ok, flood (429), refused (4xx), broken (5xx), lost (no answer).",
    ("platform", "outcome"),
    registry=REGISTRY,
)
THINKING_SECONDS = Histogram(
    "majlis_thinking_seconds",
    "The computer's turns, from the question to the answer.",
    ("level",),
    buckets=_FINE,
    registry=REGISTRY,
)
TRANSACTION_SECONDS = Histogram(
    "majlis_transaction_seconds",
    "Database transactions from their beginning; those that read are rolled back.",
    ("end",),
    buckets=_FINE,
    registry=REGISTRY,
)
LOOP_LAG_SECONDS = Histogram(
    "majlis_loop_lag_seconds", "How late the event loop is.", buckets=_FINE, registry=REGISTRY
)
TABLES = Gauge("majlis_tables", "Tables by their status.", ("status",), registry=REGISTRY)
LATE_DEADLINES = Gauge("majlis_deadlines_late", "Tables that should have gone on by now.", registry=REGISTRY)
QUEUE = Gauge("majlis_queue", "People waiting in quick play.", registry=REGISTRY)
PEARLS = Gauge("majlis_pearls", "Pearls with players and tables.", registry=REGISTRY)

P = ParamSpec("P")
Result = TypeVar("Result")

_platform: ContextVar[str] = ContextVar("platform", default="other")


@contextmanager
def attending(platform: str) -> Iterator[None]:
    """Time an answer to somebody; what they do at tables meanwhile counts as this platform's."""
    token = _platform.set(platform)
    began = time.perf_counter()
    try:
        yield
    finally:
        ANSWER_SECONDS.labels(platform).observe(time.perf_counter() - began)
        _platform.reset(token)


def called(platform: str, status: int | None) -> None:
    """Count a call of a platform's API by its HTTP status; None: there was no answer."""
    match status:
        case None:
            outcome = "lost"
        case 429:
            outcome = "flood"
        case _:
            outcome = "broken" if status >= 500 else "refused" if status >= 400 else "ok"  # noqa: PLR2004 HTTP
    PLATFORM_CALLS.labels(platform, outcome).inc()


class _Reply(Protocol):
    """What bot.tables.Tables.handle gives."""

    @property
    def refused(self) -> str | None:
        """Why not, if not."""

    @property
    def repeated(self) -> bool:
        """Whether it had been handled before."""


Handled = TypeVar("Handled", bound=_Reply)


def press(handle: Callable[P, Awaitable[Handled]]) -> Callable[P, Awaitable[Handled]]:
    """Count and time what `handle` (a method with a table's code as its first argument) does; the log knows the table."""

    @wraps(handle)
    async def counted(*args: P.args, **kwargs: P.kwargs) -> Handled:
        platform, outcome = _platform.get(), "failed"
        began = time.perf_counter()
        try:
            with logs.about(str(args[1])):
                reply = await handle(*args, **kwargs)
            outcome = "repeated" if reply.repeated else "refused" if reply.refused else "done"
        finally:
            PRESSES.labels(platform, outcome).inc()
            PRESS_SECONDS.labels(platform).observe(time.perf_counter() - began)
        return reply

    return counted


class Drawers(ThreadPoolExecutor):
    """Threads that draw, timed."""

    def submit(self, fn: Callable[P, Result], /, *args: P.args, **kwargs: P.kwargs) -> Future[Result]:
        """Let a thread do it."""
        DRAWINGS_WAITING.inc()
        try:
            future = super().submit(_timed(fn), *args, **kwargs)
        except BaseException:
            DRAWINGS_WAITING.dec()
            raise
        future.add_done_callback(_drawn)
        return future


def _timed(fn: Callable[P, Result]) -> Callable[P, Result]:
    def timed(*args: P.args, **kwargs: P.kwargs) -> Result:
        with DRAWING_SECONDS.time():
            return fn(*args, **kwargs)

    return timed


def _drawn(_future: Future[Any]) -> None:
    DRAWINGS_WAITING.dec()

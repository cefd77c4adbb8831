"""The server's time: the world's, or a test's, and however much further it was put."""

from collections.abc import Callable


class Clock:
    """Seconds since 1970; `advance` puts it forward, so that tokens and messages grow old."""

    def __init__(self, source: Callable[[], float]) -> None:
        self._source, self._ahead = source, 0.0

    def __call__(self) -> float:
        return self._source() + self._ahead

    def advance(self, seconds: float) -> None:
        self._ahead += seconds

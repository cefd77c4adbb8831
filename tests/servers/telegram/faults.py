"""What goes wrong on demand: calls lost on the way, answers of a broken server, updates twice or out of order."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Fault(StrEnum):
    """One thing that can happen to a call."""

    DROP_BEFORE = "drop_before"  # the connection ends, nothing was done
    DROP_AFTER = "drop_after"  # it was done, but the answer is lost
    SERVER_ERROR = "server_error"  # 500 with a page of HTML, nothing was done
    BAD_GATEWAY = "bad_gateway"  # 502 likewise
    FLOOD = "flood"  # 429, to be tried again after `seconds`
    DELAY = "delay"  # done `seconds` late


@dataclass
class Planned:
    """A fault for the next `times` calls of a method ("" is every method but the polling)."""

    fault: Fault
    method: str = ""
    seconds: float = 1.0
    times: int = 1


class Faults:
    """Planned faults come first, then random ones; without either nothing goes wrong."""

    def __init__(self) -> None:
        self._planned: list[Planned] = []
        self._share = 0.0
        self._random = random.Random(0)
        self._kinds: Sequence[Fault] = tuple(Fault)
        self._spare: Sequence[str] = ()
        self._seconds = 0.2
        self._twice = 0
        self.shuffle = False

    def plan(self, fault: Fault, method: str = "", *, seconds: float = 1.0, times: int = 1) -> None:
        """Let the next calls of the method fail so."""
        self._planned.append(Planned(fault, method, seconds, times))

    def at_random(
        self,
        share: float,
        seed: int,
        *,
        kinds: Sequence[Fault] = tuple(Fault),
        spare: Sequence[str] = (),
        seconds: float = 0.2,
    ) -> None:
        """From now on this share of all calls fails, and as many updates come twice; `spare` are methods left in peace."""
        self._share, self._random = share, random.Random(seed)
        self._kinds, self._spare, self._seconds = kinds, spare, seconds

    def duplicate(self, times: int = 1) -> None:
        """Deliver the next updates twice."""
        self._twice += times

    def stop(self) -> None:
        """Nothing goes wrong any more."""
        self._planned.clear()
        self._share, self._twice, self.shuffle = 0.0, 0, False

    def draw(self, method: str) -> Planned | None:
        """What happens to this call."""
        for planned in self._planned:
            if planned.method == method or (not planned.method and method != "getUpdates"):
                planned.times -= 1
                if not planned.times:
                    self._planned.remove(planned)
                return planned
        if method in self._spare or self._random.random() >= self._share:
            return None
        return Planned(self._random.choice(self._kinds), method, self._seconds)

    def delivered(self, updates: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """The updates as they arrive."""
        arriving = [copy for update in updates for copy in [update] * (2 if self._comes_twice() else 1)]
        if self.shuffle:
            self._random.shuffle(arriving)
        return arriving

    def _comes_twice(self) -> bool:
        if self._twice:
            self._twice -= 1
            return True
        return self._share > 0 and self._random.random() < self._share

"""What the bot asked of the server, when, and what it was told."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.servers.discord.faults import Fault

DROPPED = 0
FIRST_ERROR = 400


@dataclass
class Call:
    """One request; `status` is 0 where it was lost; `code` is Discord's own; uploads are noted by their size."""

    operation: str
    path: str
    given: Any
    at: float
    status: int = DROPPED
    code: int = 0
    words: str = ""
    result: Any = None
    fault: Fault | None = None
    took: float | None = None  # seconds; None while it is under way
    uploads: dict[str, int] = field(default_factory=dict)
    done: bool = False  # carried out, whatever the bot was told


class Journal:
    """All requests in order of arrival, and everything the bot should never have sent."""

    def __init__(self) -> None:
        self._calls: list[Call] = []
        self.violations: list[str] = []
        """Requests and gateway messages that could never be right: tests hold this to be empty."""

    def note(self, call: Call) -> None:
        self._calls.append(call)

    def __iter__(self) -> Iterator[Call]:
        return iter(self._calls)

    def __len__(self) -> int:
        return len(self._calls)

    def of(self, *operations: str) -> list[Call]:
        """The requests of these operations (Discord's names: create_message, update_message, …)."""
        return [call for call in self._calls if call.operation in operations]

    def under_way(self) -> list[Call]:
        """The requests not answered yet."""
        return [call for call in self._calls if call.took is None]

    def refused(self, *, but: tuple[int, ...] = ()) -> list[Call]:
        """Requests the server refused by itself, injected faults aside; `but` lists Discord's codes to pass over."""
        return [
            call
            for call in self._calls
            if call.status >= FIRST_ERROR
            and call.fault not in (Fault.SERVER_ERROR, Fault.BAD_GATEWAY, Fault.FLOOD)
            and call.code not in but
        ]

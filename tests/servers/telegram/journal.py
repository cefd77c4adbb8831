"""What the bot asked of the server, when, and what it was told."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.servers.telegram.faults import Fault

OK = 200
DROPPED = 0


@dataclass
class Call:
    """One call; `code` is 200, the error's code, or 0 where the call was lost; uploads are noted by their size."""

    method: str
    given: dict[str, Any]
    at: float
    code: int = DROPPED
    description: str = ""
    result: Any = None
    fault: Fault | None = None
    took: float | None = None  # seconds; None while it is under way
    uploads: dict[str, int] = field(default_factory=dict)
    done: bool = False  # carried out, whatever the bot was told


class Journal:
    """All calls in order of arrival."""

    def __init__(self) -> None:
        self._calls: list[Call] = []

    def note(self, call: Call) -> None:
        self._calls.append(call)

    def __iter__(self) -> Iterator[Call]:
        return iter(self._calls)

    def __len__(self) -> int:
        return len(self._calls)

    def of(self, *methods: str) -> list[Call]:
        """The calls of these methods."""
        return [call for call in self._calls if call.method in methods]

    def under_way(self) -> list[Call]:
        """The calls not answered yet, polling aside."""
        return [call for call in self._calls if call.took is None and call.method != "getUpdates"]

    def refused(self, *, but: tuple[str, ...] = ()) -> list[Call]:
        """Calls the server refused by itself, injected faults aside; `but` lists parts of descriptions to pass over."""
        return [
            call
            for call in self._calls
            if call.code not in (OK, DROPPED)
            and call.fault not in (Fault.SERVER_ERROR, Fault.BAD_GATEWAY, Fault.FLOOD)
            and not any(part in call.description for part in but)
        ]

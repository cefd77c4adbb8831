"""What the gateway remembers of one session, so that it can be taken up again."""

from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.servers.discord.gateway.connection import Connection

REMEMBERED = 1000


@dataclass(eq=False)
class Session:
    """One shard of one run of the bot; `events` are the last ones, numbered."""

    id: str
    shard: int
    shards: int
    intents: int
    sequence: int = 0
    events: deque[tuple[int, dict[str, Any]]] = field(default_factory=lambda: deque(maxlen=REMEMBERED))
    connection: "Connection | None" = None

    def told(self, event: str, data: Any) -> dict[str, Any]:
        """The event as the next message of the session."""
        self.sequence += 1
        message = {"op": 0, "t": event, "s": self.sequence, "d": data}
        self.events.append((self.sequence, message))
        return message

    def after(self, sequence: int) -> list[dict[str, Any]] | None:
        """What came after that number; None if it cannot be told any more."""
        if sequence > self.sequence or (self.events and self.events[0][0] > sequence + 1):
            return None
        return [message for number, message in self.events if number > sequence]

"""One thing a person did that asks the bot for an answer."""

import asyncio
import time
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from tests.servers.discord.world import Channel, Context, Message, User


class Kind(IntEnum):
    """What it was; the numbers are Discord's."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class Reply(IntEnum):
    """How it was acknowledged; the numbers are Discord's."""

    PONG = 1
    MESSAGE = 4
    DEFERRED = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


@dataclass(frozen=True)
class Acknowledged:
    """How and after how many seconds; `data` is what came with it."""

    reply: Reply
    seconds: float
    data: dict[str, Any] = field(default_factory=dict)


@dataclass(eq=False)
class Interaction:
    """`created` is by the server's clock; `message` is the one whose component was used."""

    id: int
    token: str
    kind: Kind
    user: User
    channel: Channel
    context: Context
    data: dict[str, Any]
    created: float
    bot_present: bool
    message: Message | None = None
    name: str = ""
    sent: float = field(default_factory=time.monotonic)
    acknowledged: "asyncio.Future[Acknowledged]" = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )
    original: Message | None = None
    messages: dict[int, Message] = field(default_factory=dict)
    """Every message answered with this token, the original among them."""
    followups: int = 0
    delivered: bool = False

    def acknowledge(self, reply: Reply, data: dict[str, Any]) -> None:
        self.acknowledged.set_result(Acknowledged(reply, time.monotonic() - self.sent, data))

    @property
    def from_message(self) -> bool:
        """Whether there is a message that an answer can update."""
        return self.message is not None

"""Who is named in a text so that they hear of it."""

import re
from typing import Any

from tests.servers.discord.world import User, World

_MENTION = re.compile(r"<@!?(\d+)>")


def mentioned(world: World, text: str, allowed: dict[str, Any] | None = None) -> tuple[User, ...]:
    """The users named, as far as the sender lets them hear of it."""
    named = list(dict.fromkeys(map(int, _MENTION.findall(text))))
    if allowed is not None and "users" not in (allowed.get("parse") or []):
        named = [number for number in named if number in map(int, allowed.get("users") or [])]
    return tuple(world.users[number] for number in named if number in world.users)

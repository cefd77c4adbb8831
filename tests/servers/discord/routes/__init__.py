"""What the server can be asked for, by the name of the operation in Discord's description."""

from collections.abc import Callable
from typing import Any

from tests.servers.discord.routes import about, channels, commands, interactions, messages
from tests.servers.discord.routes.asked import Asked

ROUTES: dict[str, Callable[[Asked], Any]] = {
    **about.ROUTES, **channels.ROUTES, **commands.ROUTES, **interactions.ROUTES, **messages.ROUTES,
}  # fmt: skip

__all__ = ["ROUTES", "Asked"]

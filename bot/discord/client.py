"""discord.py's client, told to keep little: no messages, no members, no privileged intents."""

from collections.abc import Sequence
from typing import Any, Protocol

import discord
from aiohttp import TraceConfig, TraceRequestEndParams
from discord import AllowedMentions, AutoShardedClient, Intents, MemberCacheFlags, VoiceClient
from discord.http import Ratelimit

from bot.discord.buttons import CLASSES, Handler
from bot.discord.pace import NO_WAIT_S
from bot.discord.screen import PLATFORM
from bot.metrics import called

# We raise no voice; the host need not hear what it would take.
VoiceClient.warn_nacl = VoiceClient.warn_dave = False


class World(Protocol):
    """Whoever is told of servers and channels that come and go."""

    async def left(self, guild: discord.Guild) -> None:
        """We were shut out of a server."""

    async def joined(self, guild: discord.Guild) -> None:
        """We were let into a server."""

    async def lost(self, channel: int) -> None:
        """A channel is no more."""

    async def lost_thread(self, thread: int, parent: int) -> None:
        """A thread is no more."""


def _counting() -> TraceConfig:
    """Counts every call of Discord's API."""
    trace = TraceConfig()

    async def ended(_session: object, _context: object, end: TraceRequestEndParams) -> None:
        called(PLATFORM, end.response.status)

    async def failed(*_: object) -> None:
        called(PLATFORM, None)

    trace.on_request_end.append(ended)
    trace.on_request_exception.append(failed)
    return trace


class Client(AutoShardedClient):
    """The connection. `handler` is told of presses, `world` of servers and channels that come and go."""

    def __init__(self, handler: Handler, world: World, shards: int | None, shard_ids: Sequence[int]) -> None:
        intents = Intents.none()
        intents.guilds = True  # where we are a member, and which channels are gone; it is not privileged
        super().__init__(
            intents=intents,
            shard_count=shards,
            shard_ids=list(shard_ids) or None,  # type: ignore[arg-type]  # None is the library's own default
            max_messages=None,
            member_cache_flags=MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            allowed_mentions=AllowedMentions.none(),
            enable_debug_events=False,
            http_trace=_counting(),
        )
        self.http.max_ratelimit_timeout = NO_WAIT_S
        self.http.get_ratelimit = self._bucket  # type: ignore[method-assign]  # see there
        self.handler = handler
        self.offers: Any = None
        """What completes what people type; set before the first command comes."""
        self._world = world
        self.add_dynamic_items(*CLASSES)

    def _bucket(self, key: str) -> Ratelimit:
        """What the library knows of a limit.

        Its own would carry the longest wait from above, and then refuse every call until its window is over, though
        there be room in it.
        """
        # The library keeps its buckets in an attribute that it calls its own.
        return self.http._buckets.setdefault(key, Ratelimit(None))  # noqa: SLF001

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """We were shut out of a server."""
        await self._world.left(guild)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """We were let into a server."""
        await self._world.joined(guild)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A channel is no more."""
        await self._world.lost(channel.id)

    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        """A thread is no more."""
        await self._world.lost_thread(thread.thread_id, thread.parent_id)

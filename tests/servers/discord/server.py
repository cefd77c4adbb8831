"""The server itself: one application's token, answered on a loopback port, and the world people live in."""

import asyncio
import time
from collections.abc import Callable
from typing import Self

from aiohttp import web

from tests.servers.discord.calls import BASE, Calls
from tests.servers.discord.clock import Clock
from tests.servers.discord.interaction import Interaction
from tests.servers.discord.journal import Call
from tests.servers.discord.limits import Limits
from tests.servers.discord.people import Person
from tests.servers.discord.permissions import USUAL, May, named
from tests.servers.discord.state import State
from tests.servers.discord.wire import wire_member, wire_role, wire_user, wire_whole_guild
from tests.servers.discord.world import (
    CATEGORY,
    GROUP_DM,
    PRIVATE_THREAD,
    PUBLIC_THREAD,
    TEXT,
    VOICE,
    Channel,
    Guild,
    Member,
    Overwrite,
    Role,
    Thread,
)

TOKEN = "MTE5MDAwMDAwMDAwMDAwMDAwMA.Gm4jL1.for-the-tests-of-Majlis-only-000001"
LARGEST_BODY = 60_000_000
LOOKS = 10
PAIR = 2


class DiscordServer:
    """Discord for one bot; use it as an async context manager, or `start` and `stop` it.

    `base_url` is for `discord.http.Route.BASE`, `gateway_url` for `DiscordWebSocket.DEFAULT_GATEWAY`. `limits` may be
    changed at any time; `clock` gives seconds since 1970, and `advance` puts it forward.
    """

    def __init__(self, *, limits: Limits | None = None, clock: Callable[[], float] = time.time) -> None:
        self.token = TOKEN
        self.limits = limits or Limits()
        self.clock = Clock(clock)
        self.state = State(self.limits, self.clock, TOKEN)
        self.faults, self.journal, self.gateway = self.state.faults, self.state.journal, self.state.hub
        self.bot, self.application_id = self.state.bot, self.state.application_id
        self._runner: web.AppRunner | None = None
        self._people: dict[int, Person] = {}

    @property
    def root(self) -> str:
        return self.state.root

    @property
    def base_url(self) -> str:
        return f"{self.root}{BASE}"

    @property
    def gateway_url(self) -> str:
        return self.gateway.url

    # --- its life -----------------------------------------------------------------------------------------------

    async def start(self, port: int = 0, *, more: Callable[[web.Application], None] | None = None) -> None:
        """Listen on 127.0.0.1; `more` may add routes of its own."""
        calls = Calls(self.state)
        application = web.Application(client_max_size=LARGEST_BODY)
        application.router.add_route("*", f"{BASE}/{{path:.+}}", calls.called)
        application.router.add_get(r"/attachments/{id:\d+}/{name}", calls.file)
        application.router.add_get("/gateway/", self.gateway.connected)
        if more is not None:
            more(application)
        self._runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", port)
        await site.start()
        self.state.root = f"http://127.0.0.1:{self._runner.addresses[0][1]}"

    async def stop(self) -> None:
        self.gateway.drop()
        if self._runner is not None:
            await self._runner.cleanup()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    def advance(self, seconds: float) -> None:
        """Put the server's clock forward."""
        self.clock.advance(seconds)

    # --- the world ----------------------------------------------------------------------------------------------

    def user(self, name: str, *, locale: str = "en-US", installed: bool = False) -> Person:
        """One more person; `installed` says they added the application to their account."""
        user = self.state.world.add_user(name, locale=locale)
        user.installed = installed
        self._people[user.id] = Person(self.state, user)
        return self._people[user.id]

    def person(self, user_id: int) -> Person:
        """The person with that id."""
        return self._people[user_id]

    def guild(
        self,
        name: str,
        *people: Person,
        bot: bool = True,
        locale: str = "en-US",
        shard: int | None = None,
        shards: int = 1,
    ) -> Guild:
        """A server owned by the first person, with a channel `general`; with `shard` one that falls to that shard."""
        world = self.state.world
        guild = Guild(world.new_id(shard=shard, shards=shards), name, people[0].user, locale)
        guild.roles[guild.id] = Role(guild.id, "@everyone", int(USUAL))
        world.guilds[guild.id] = guild
        for person in people:
            guild.members[person.id] = Member(person.user, self.clock())
        world.add_channel(Channel(world.new_id(), TEXT, "general", guild))
        if bot:
            self.invite(guild)
        return guild

    def invite(self, guild: Guild) -> None:
        """Add the bot to the guild, with the role that Discord makes for it."""
        role = Role(self.state.world.new_id(), self.bot.global_name, int(USUAL), 1)
        guild.roles[role.id] = role
        guild.members[self.bot.id] = Member(self.bot, self.clock(), [role])
        self.gateway.tell("GUILD_CREATE", wire_whole_guild(guild, self.bot), guild)

    def kick(self, guild: Guild) -> None:
        """Remove the bot from the guild."""
        self.state.remove_bot(guild)

    def join(self, guild: Guild, person: Person) -> None:
        """Somebody becomes a member."""
        member = guild.members[person.id] = Member(person.user, self.clock())
        self.gateway.tell("GUILD_MEMBER_ADD", {"guild_id": str(guild.id)} | wire_member(member), guild)

    def leave(self, guild: Guild, person: Person) -> None:
        """Somebody is a member no longer."""
        gone = guild.members.pop(person.id)
        told = {"guild_id": str(guild.id), "user": wire_user(gone.user)}
        self.gateway.tell("GUILD_MEMBER_REMOVE", told, guild)

    def outage(self, guild: Guild, *, over: bool = False) -> None:
        """Discord itself loses the guild for a while, and (`over`) has it again."""
        told = wire_whole_guild(guild, self.bot) if over else {"id": str(guild.id), "unavailable": True}
        self.gateway.tell("GUILD_CREATE" if over else "GUILD_DELETE", told, guild)

    def general(self, guild: Guild) -> Channel:
        """The first channel of the guild."""
        return next(iter(guild.channels.values()))

    def channel(self, guild: Guild, name: str) -> Channel:
        """One more text channel."""
        channel = self.state.world.add_channel(Channel(self.state.world.new_id(), TEXT, name, guild))
        self.state.tell_channel("CHANNEL_CREATE", channel)
        return channel

    def category(self, guild: Guild, name: str, *channels: Channel) -> Channel:
        """A category, with these channels under it."""
        category = self.state.world.add_channel(Channel(self.state.world.new_id(), CATEGORY, name, guild))
        self.state.tell_channel("CHANNEL_CREATE", category)
        for channel in channels:
            channel.category = category
            self.state.tell_channel("CHANNEL_UPDATE", channel)
        return category

    def voice(self, guild: Guild, name: str) -> Channel:
        """One more voice channel."""
        channel = self.state.world.add_channel(Channel(self.state.world.new_id(), VOICE, name, guild))
        self.state.tell_channel("CHANNEL_CREATE", channel)
        return channel

    def thread(self, parent: Channel, name: str, owner: Person, *, private: bool = False) -> Channel:
        """A thread somebody opened."""
        kind = PRIVATE_THREAD if private else PUBLIC_THREAD
        thread = Thread(parent, owner.user, self.clock())
        channel = Channel(self.state.world.new_id(), kind, name, parent.guild, thread=thread)
        self.state.open_thread(channel, owner.user)
        return channel

    def private(self, *people: Person) -> Channel:
        """Direct messages of people among themselves: of two, or a group."""
        users = tuple(person.user for person in people)
        if len(users) <= PAIR:
            return self.state.world.dm(*users)
        return self.state.world.add_channel(Channel(self.state.world.new_id(), GROUP_DM, recipients=users))

    def delete(self, channel: Channel) -> None:
        """Delete a channel or thread."""
        self.state.drop_channel(channel)

    def archive(self, thread: Channel, *, locked: bool = False, archived: bool = True) -> None:
        """Archive a thread (or bring it back), perhaps locking it."""
        assert thread.thread is not None
        thread.thread.archived, thread.thread.locked = archived, locked
        self.state.tell_channel("THREAD_UPDATE", thread)

    # --- permissions --------------------------------------------------------------------------------------------

    def deny(self, channel: Channel, *names: str, person: Person | None = None) -> None:
        """The bot (or the person) may not do that there: "send_messages", "view_channel", …"""
        self._overwrite(channel, person, May.NOTHING, named(*names))

    def allow(self, channel: Channel, *names: str, person: Person | None = None) -> None:
        """The opposite."""
        self._overwrite(channel, person, named(*names), May.NOTHING)

    def _overwrite(self, channel: Channel, person: Person | None, more: May, less: May) -> None:
        channel = channel.thread.parent if channel.thread else channel
        overwrite = channel.overwrites.setdefault(person.id if person else self.bot.id, Overwrite())
        overwrite.allow = overwrite.allow & ~int(less) | int(more)
        overwrite.deny = overwrite.deny & ~int(more) | int(less)
        self.state.tell_channel("CHANNEL_UPDATE", channel)

    def empower(self, guild: Guild, *names: str, person: Person | None = None) -> Role:
        """Give the bot (or the person) a role with these permissions."""
        role = Role(self.state.world.new_id(), ", ".join(names), int(named(*names)), 1)
        guild.roles[role.id] = role
        member = guild.members[person.id if person else self.bot.id]
        member.roles.append(role)
        place = {"guild_id": str(guild.id)}
        self.gateway.tell("GUILD_ROLE_CREATE", place | {"role": wire_role(role)}, guild)
        self.gateway.tell("GUILD_MEMBER_UPDATE", place | wire_member(member), guild)
        return role

    # --- what was seen of the bot -------------------------------------------------------------------------------

    async def ready(self, *, sessions: int = 1, patience: float = 60.0) -> None:
        """Wait until that many sessions of the gateway listen."""
        async with asyncio.timeout(patience):
            while self.gateway.listening < sessions:  # noqa: ASYNC110 - what is waited for has no event to set
                await asyncio.sleep(0.005)

    async def settles(self, *, quiet: float = 0.1, patience: float = 60.0) -> None:
        """Wait until the bot has asked nothing for `quiet` seconds.

        They are counted in looks: a machine that stood still meanwhile was not quiet.
        """
        deadline, calm, known = time.monotonic() + patience, 0, -1
        while calm < LOOKS:
            is_calm = not self.journal.under_way() and len(self.journal) == known
            calm, known = calm + 1 if is_calm else 0, len(self.journal)
            if time.monotonic() > deadline:
                raise TimeoutError(f"no quiet within {patience} s: {self.journal.under_way()}")
            await asyncio.sleep(quiet / LOOKS)

    @property
    def violations(self) -> list[str]:
        """Everything the bot should never have sent."""
        return self.journal.violations

    def refused(self, *, but: tuple[int, ...] = ()) -> list[Call]:
        """Requests refused by the server itself, injected faults aside; `but` lists Discord's codes to pass over."""
        return self.journal.refused(but=but)

    def unanswered(self) -> list[Interaction]:
        """Every interaction that was never acknowledged."""
        return [item for item in self.state.interactions.values() if not item.acknowledged.done()]

    @property
    def commands(self) -> list[str]:
        """The names of all registered commands."""
        return sorted(item["name"] for item in self.state.commands.values())

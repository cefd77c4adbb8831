"""What a route is given, and how it finds what is meant."""

from dataclasses import dataclass
from typing import Any

from tests.servers.discord import errors
from tests.servers.discord.composing import Files
from tests.servers.discord.permissions import May, permissions
from tests.servers.discord.state import State
from tests.servers.discord.world import DM, Channel, Guild, Message, User


@dataclass(frozen=True)
class Asked:
    """One well-formed request; `named` is what stands in the braces of its path."""

    state: State
    named: dict[str, str]
    query: dict[str, str]
    body: Any
    files: Files

    def id(self, name: str) -> int:
        return int(self.named[name]) if self.named[name].isdigit() else 0

    # --- things by their id, as the bot may see them -----------------------------------------------------------------

    def guild(self) -> Guild:
        guild = self.state.world.guilds.get(self.id("guild_id"))
        if guild is None:
            raise errors.unknown_guild()
        if self.state.bot.id not in guild.members:
            raise errors.missing_access()
        return guild

    def user(self) -> User:
        user = self.state.world.users.get(self.id("user_id"))
        if user is None:
            raise errors.unknown_user()
        return user

    def channel(self) -> Channel:
        """The channel, if the bot can see it."""
        channel = self.state.world.channels.get(self.id("channel_id"))
        if channel is None:
            raise errors.unknown_channel()
        if May.VIEW_CHANNEL not in self.may(channel):
            raise errors.missing_access()
        return channel

    def message(self, channel: Channel) -> Message:
        """The message, unless only one person sees it: such are reached by their interaction alone."""
        message = channel.messages.get(self.id("message_id"))
        if message is None or message.reader is not None:
            raise errors.unknown_message()
        return message

    # --- what the bot may do -----------------------------------------------------------------------------------------

    def may(self, channel: Channel) -> May:
        return permissions(channel, self.state.bot)

    def demand(self, channel: Channel, *flags: May) -> None:
        if any(flag not in self.may(channel) for flag in flags):
            raise errors.missing_permissions()

    def demand_writing(self, channel: Channel) -> None:
        """Whether the bot may write there at all; a thread that is only archived comes back by itself."""
        if channel.kind == DM:
            self._demand_open(channel)
            return
        thread = channel.thread
        if thread is not None and thread.locked and May.MANAGE_THREADS not in self.may(channel):
            raise errors.thread_archived() if thread.archived else errors.thread_locked()
        self.demand(channel, May.SEND_MESSAGES_IN_THREADS if thread else May.SEND_MESSAGES)
        if thread is not None and thread.archived:
            thread.archived = False
            self.state.tell_channel("THREAD_UPDATE", channel)

    def _demand_open(self, channel: Channel) -> None:
        [user] = [user for user in channel.recipients if user is not self.state.bot]
        guilds = self.state.world.guilds.values()
        shared = any({user.id, self.state.bot.id} <= guild.members.keys() for guild in guilds)
        if not user.dms_open or not (shared or user.installed):
            raise errors.closed_to_you()

    def demand_contents(self, channel: Channel) -> None:
        """Whether what the body brings may be brought."""
        if self.files:
            self.demand(channel, May.ATTACH_FILES)
        if self.body.get("embeds"):
            self.demand(channel, May.EMBED_LINKS)

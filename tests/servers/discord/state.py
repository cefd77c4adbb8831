"""All the parts of the server that its routes, its gateway and its people share."""

import itertools
from collections.abc import Callable
from typing import Any

from tests.servers.discord.faults import Faults
from tests.servers.discord.gateway.hub import Hub
from tests.servers.discord.interaction import Interaction
from tests.servers.discord.journal import Journal
from tests.servers.discord.limits import Buckets, Limits
from tests.servers.discord.permissions import May, permissions
from tests.servers.discord.wire import wire_channel, wire_event_message
from tests.servers.discord.world import Channel, Content, Context, Guild, Message, User, World


class State:
    """One application with its bot, and the world around it."""

    def __init__(self, limits: Limits, clock: Callable[[], float], token: str) -> None:
        self.clock, self.limits, self.token = clock, limits, token
        self.world = World(clock)
        self.bot = self.world.add_user("Majlis", is_bot=True)
        self.application_id = self.bot.id
        self.journal, self.faults = Journal(), Faults()
        self.buckets = Buckets(limits, clock)
        self.hub = Hub(self)
        self.commands: dict[int, dict[str, Any]] = {}
        self.interactions: dict[str, Interaction] = {}
        self.numbers = itertools.count(1)
        self.root = ""
        self.interaction_delay = 0.0
        """So many seconds late interactions reach the bot."""

    def owners(self, interaction: Interaction) -> dict[str, str]:
        """By whose installation the application is there: 0 is the guild's (or the bot's own messages), 1 the person's."""
        if interaction.message is not None and interaction.message.interaction is not None:
            inherited: dict[str, str] = interaction.message.interaction["authorizing_integration_owners"]
            return inherited
        guild = interaction.channel.guild
        told = {"1": str(interaction.user.id)} if interaction.user.installed else {}
        if guild is not None and interaction.bot_present:
            told["0"] = str(guild.id)
        elif interaction.context is Context.BOT_DM:
            told["0"] = "0"
        return told

    # --- what happens, and who is told ----------------------------------------------------------------------------

    def post(self, channel: Channel, author: User, content: Content, **more: Any) -> Message:
        """A new message; the bot is told unless only somebody else may see it."""
        message = Message(self.world.new_id(), channel, author, self.clock(), content, **more)
        channel.messages[message.id] = message
        self._tell_message("MESSAGE_CREATE", message)
        return message

    def change(self, message: Message, content: Content) -> None:
        message.change(content, self.clock())
        self._tell_message("MESSAGE_UPDATE", message)

    def remove(self, message: Message) -> None:
        del message.channel.messages[message.id]
        if message.reader is None:
            gone = {"id": str(message.id), "channel_id": str(message.channel.id)}
            self.tell("MESSAGE_DELETE", message.channel, gone | self.place(message.channel))

    def _tell_message(self, event: str, message: Message) -> None:
        if message.reader is None:
            self.tell(event, message.channel, wire_event_message(message, self.application_id))

    def tell_channel(self, event: str, channel: Channel) -> None:
        """CHANNEL_CREATE, THREAD_UPDATE and the like."""
        self.tell(event, channel, wire_channel(channel, self.bot))

    def open_thread(self, channel: Channel, user: User) -> None:
        """A new thread with its first member."""
        assert channel.thread is not None
        channel.thread.members[user.id] = self.clock()
        self.world.add_channel(channel)
        told = wire_channel(channel, self.bot) | {"newly_created": True}
        self.tell("THREAD_CREATE", channel, told)

    def drop_channel(self, channel: Channel) -> None:
        """A channel is deleted, its threads with it."""
        for thread in [
            other for other in self.world.channels.values() if other.thread and other.thread.parent is channel
        ]:
            self.world.drop_channel(thread)
        if channel.guild is not None:
            for user in [user for user, there in channel.guild.speaking.items() if there is channel]:
                del channel.guild.speaking[user]
        self.tell_channel("THREAD_DELETE" if channel.thread else "CHANNEL_DELETE", channel)
        self.world.drop_channel(channel)

    def remove_bot(self, guild: Guild) -> None:
        """The bot is in the guild no longer."""
        del guild.members[self.bot.id]
        self.hub.tell("GUILD_DELETE", {"id": str(guild.id)}, guild)

    def tell(self, event: str, channel: Channel, data: dict[str, Any]) -> None:
        """Tell the bot of something in a channel it can see; of the channels themselves it knows all in its guilds."""
        member = channel.guild is not None and self.bot.id in channel.guild.members
        if (member and event.startswith("CHANNEL_")) or May.VIEW_CHANNEL in permissions(channel, self.bot):
            self.hub.tell(event, data, channel.guild)

    @staticmethod
    def place(channel: Channel) -> dict[str, str]:
        return {"guild_id": str(channel.guild.id)} if channel.guild else {}

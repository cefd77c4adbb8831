"""One person's word or press, with all that an answer needs."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from discord import Interaction, Thread

from bot.discord.buttons import Row, view
from bot.discord.desk import Desk, language_of
from bot.discord.posted import MAX_TEXT
from bot.discord.screen import PLATFORM, place_of
from bot.discord.ticket import Ticket
from bot.people import Player
from bot.phrases import Phrases, phrases
from bot.play import Person
from storage.results import home


class Spot(NamedTuple):
    """Where something was said or pressed.

    `member`: we can reach the channel by ourselves. `private`: it is this person's chat with us. `parent` is the
    channel a thread hangs on, `pictures` whether we may send them.
    """

    channel: int
    guild: int
    parent: int
    member: bool
    private: bool
    pictures: bool

    @property
    def place(self) -> str:
        """Where boards are shown here."""
        return place_of(self.channel, member=self.member)

    @property
    def chat(self) -> str:
        """Whose settings count here."""
        return str(self.guild or self.channel)

    @property
    def home(self) -> str | None:
        """The server, or group of people, where tables opened here are at home."""
        return None if self.private else home(PLATFORM, self.chat)


def spot_of(interaction: Interaction[Any]) -> Spot:
    """Where an interaction comes from."""
    guild = interaction.guild_id or 0
    private = not guild and interaction.context.dm_channel is True
    channel = interaction.channel
    return Spot(
        interaction.channel_id or 0,
        guild,
        channel.parent_id if isinstance(channel, Thread) else 0,
        private or bool(guild and interaction.client.get_guild(guild)),
        private,
        private or interaction.app_permissions.attach_files,
    )


def may_send(interaction: Interaction[Any], *, in_thread: bool) -> bool:
    """Whether we may write by ourselves where an interaction comes from."""
    may = interaction.app_permissions
    return may.send_messages_in_threads if in_thread else may.send_messages


@dataclass(frozen=True, slots=True)
class Here:
    """Who said something, where, and in which language they are answered.

    `words` are theirs, since answers are for their eyes; what everybody reads is in the place's language.
    """

    desk: Desk
    ticket: Ticket
    player: Player
    words: Phrases
    spot: Spot

    @property
    def person(self) -> Person:
        """Who they are at a table."""
        return Person(self.player.id, self.player.name)

    @property
    def looker(self) -> int | None:
        """Who looks at boards shown here: this player, or everybody."""
        return self.player.id if self.spot.private else None

    @property
    def key(self) -> str:
        """The name of this very interaction."""
        return f"dc:{self.ticket.interaction.id}"

    @property
    def administers(self) -> bool:
        """Whether they may manage the server they write in."""
        return bool(self.spot.guild) and self.ticket.interaction.permissions.manage_guild

    @property
    def alone(self) -> bool:
        """Whether nobody else sees what we send: a server may keep the answers of apps from outside to their callers."""
        outside = bool(self.spot.guild) and not self.spot.member
        return outside and not self.ticket.interaction.permissions.use_external_apps

    async def say(self, text: str, *shown: Row, **more: Any) -> None:
        """Answer for their eyes alone."""
        await self.ticket.say(text[:MAX_TEXT], view(shown) if shown else None, **more)

    async def change(self, text: str, shown: Sequence[Row], **more: Any) -> None:
        """Change our own answer that was pressed."""
        await self.ticket.change(text[:MAX_TEXT], view(shown), **more)


async def here(desk: Desk, ticket: Ticket) -> Here:
    """Look around where an interaction comes from."""
    interaction = ticket.interaction
    player = await desk.player(interaction.user, language_of(interaction.locale))
    return Here(desk, ticket, player, phrases(player.language), spot_of(interaction))

"""Interactions on their way to the bot: as JSON, once or twice, now or late."""

import asyncio
import secrets
from typing import Any

from tests.servers.discord.interaction import Interaction, Kind
from tests.servers.discord.permissions import IN_DM, May, permissions
from tests.servers.discord.state import State
from tests.servers.discord.wire import bits, wire_caller, wire_channel, wire_message
from tests.servers.discord.world import DM, Channel, Context, Message, User

LARGEST_FILE = 10 * 1024 * 1024


def context_of(state: State, channel: Channel) -> Context:
    """Where that is, seen by the bot."""
    if channel.guild is not None:
        return Context.GUILD
    with_bot = channel.kind == DM and state.bot in channel.recipients
    return Context.BOT_DM if with_bot else Context.PRIVATE_CHANNEL


def begin(
    state: State,
    kind: Kind,
    user: User,
    channel: Channel,
    data: dict[str, Any],
    *,
    message: Message | None = None,
    name: str = "",
) -> Interaction:
    """Make the interaction and send it to the bot; whether it was there to hear shows in `delivered`."""
    interaction = Interaction(
        state.world.new_id(),
        secrets.token_urlsafe(48),
        kind,
        user,
        channel,
        context_of(state, channel),
        data,
        state.clock(),
        channel.guild is None or state.bot.id in channel.guild.members,
        message,
        name,
    )
    state.interactions[interaction.token] = interaction
    told = wire_interaction(state, interaction)
    for _ in state.faults.delivered([told]):
        _deliver(state, interaction, told)
    return interaction


def _deliver(state: State, interaction: Interaction, told: dict[str, Any]) -> None:
    def now() -> None:
        interaction.delivered = bool(state.hub.tell("INTERACTION_CREATE", told, interaction.channel.guild))

    if state.interaction_delay:
        asyncio.get_running_loop().call_later(state.interaction_delay, now)
    else:
        now()


def wire_interaction(state: State, interaction: Interaction) -> dict[str, Any]:
    """INTERACTION_CREATE."""
    channel = interaction.channel
    told = {
        "id": str(interaction.id),
        "application_id": str(state.application_id),
        "type": int(interaction.kind),
        "token": interaction.token,
        "version": 1,
        "data": interaction.data,
        "channel_id": str(channel.id),
        "channel": wire_channel(channel, state.bot)
        | {"permissions": bits(permissions(channel, interaction.user))},
        "locale": interaction.user.locale,
        "app_permissions": bits(app_permissions(state, channel, interaction.user)),
        "entitlements": [],
        "authorizing_integration_owners": state.owners(interaction),
        "context": int(interaction.context),
        "attachment_size_limit": LARGEST_FILE,
        **wire_caller(interaction.user, channel),
    }
    if channel.guild is not None:
        guild = channel.guild
        told |= {"guild_id": str(guild.id), "guild_locale": guild.locale}
        told["guild"] = {"id": str(guild.id), "locale": guild.locale, "features": []}
    if interaction.message is not None:
        told["message"] = wire_message(interaction.message, state.application_id)
    return told


def app_permissions(state: State, channel: Channel, user: User) -> May:
    """What the application may do there: as the bot where it is a member, else what the person lends it.

    Its answers may always show pictures and embeds, member or not; as Discord does, only the second is said here.
    """
    if channel.guild is None:
        return IN_DM
    if state.bot.id in channel.guild.members:
        return permissions(channel, state.bot)
    lent = May.SEND_MESSAGES | May.SEND_MESSAGES_IN_THREADS | May.USE_EXTERNAL_EMOJIS
    return permissions(channel, user) & lent | May.EMBED_LINKS | May.ATTACH_FILES

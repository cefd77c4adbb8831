"""The gateway's address, the application, users and guilds."""

from typing import Any

from tests.servers.discord import errors
from tests.servers.discord.permissions import in_guild
from tests.servers.discord.routes.asked import Asked
from tests.servers.discord.wire import (
    bits,
    wire_channel,
    wire_guild,
    wire_member,
    wire_role,
    wire_user,
    wire_voice_state,
)


def get_gateway(asked: Asked) -> Any:
    return {"url": asked.state.hub.url}


def get_bot_gateway(asked: Asked) -> Any:
    limit = {
        "total": 1000,
        "remaining": 999,
        "reset_after": 0,
        "max_concurrency": asked.state.limits.identifies_at_once,
    }
    return {"url": asked.state.hub.url, "shards": asked.state.hub.shards, "session_start_limit": limit}


def get_my_user(asked: Asked) -> Any:
    more = {"verified": True, "mfa_enabled": True, "email": None, "flags": 0, "locale": "en-US"}
    return wire_user(asked.state.bot) | more


def get_user(asked: Asked) -> Any:
    return wire_user(asked.user())


def get_my_application(asked: Asked) -> Any:
    """The application, with whom it may be installed by: 0 guilds, 1 users."""
    bot = asked.state.bot
    return {
        "id": str(asked.state.application_id),
        "name": bot.global_name,
        "icon": None,
        "description": "",
        "rpc_origins": [],
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "owner": wire_user(bot),
        "team": None,
        "flags": 0,
        "bot": wire_user(bot),
        "integration_types_config": {"0": {}, "1": {}},
        "approximate_guild_count": len(asked.state.world.guilds),
        "redirect_uris": [],
        "tags": [],
    }


def list_my_guilds(asked: Asked) -> Any:
    bot, guilds = asked.state.bot, asked.state.world.guilds.values()
    return [
        {
            "id": str(guild.id),
            "name": guild.name,
            "icon": None,
            "banner": None,
            "owner": guild.owner is bot,
            "permissions": bits(in_guild(guild, bot)),
            "features": [],
        }
        for guild in guilds
        if bot.id in guild.members
    ]


def leave_guild(asked: Asked) -> None:
    asked.state.remove_bot(asked.guild())


def get_guild(asked: Asked) -> Any:
    guild = asked.guild()
    counts = {"approximate_member_count": len(guild.members), "approximate_presence_count": 0}
    return wire_guild(guild) | (counts if asked.query.get("with_counts", "").lower() in ("1", "true") else {})


def list_guild_channels(asked: Asked) -> Any:
    return [wire_channel(channel) for channel in asked.guild().channels.values() if channel.thread is None]


def list_guild_roles(asked: Asked) -> Any:
    return [wire_role(role) for role in asked.guild().roles.values()]


def get_guild_member(asked: Asked) -> Any:
    member = asked.guild().members.get(asked.id("user_id"))
    if member is None:
        raise errors.unknown_member()
    return wire_member(member)


def get_voice_state(asked: Asked) -> Any:
    """Where somebody speaks; the bot need not see the channel."""
    guild = asked.guild()
    channel, member = guild.speaking.get(asked.id("user_id")), guild.members.get(asked.id("user_id"))
    if channel is None or member is None:
        raise errors.unknown_voice_state()
    return wire_voice_state(member, channel)


def get_active_guild_threads(asked: Asked) -> Any:
    threads = [
        channel
        for channel in asked.guild().channels.values()
        if channel.thread and not channel.thread.archived
    ]
    return {"threads": [wire_channel(channel) for channel in threads], "members": []}


ROUTES = {
    "get_my_oauth2_application": get_my_application,
    "update_my_application": get_my_application,
} | {
    route.__name__: route
    for route in (
        get_gateway, get_bot_gateway, get_my_user, get_user, get_my_application, list_my_guilds, leave_guild, get_guild,
        list_guild_channels, list_guild_roles, get_guild_member, get_active_guild_threads, get_voice_state,
    )
}  # fmt: skip

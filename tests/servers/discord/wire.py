"""World values as the JSON of Discord's API."""

from datetime import UTC, datetime
from typing import Any

from tests.servers.discord.permissions import May, in_guild, permissions
from tests.servers.discord.world import (
    COMPONENTS_V2,
    VOICE,
    Attachment,
    Channel,
    Content,
    Guild,
    Member,
    Message,
    Overwrite,
    Role,
    User,
)

WHOLE = (1 << 53) - 1


def wire_time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat()


def bits(flags: May) -> str:
    """Permissions are text; whoever may everything has every bit."""
    return str(int(flags) & WHOLE)


def wire_user(user: User) -> dict[str, Any]:
    return {
        "id": str(user.id),
        "username": user.name,
        "discriminator": "0",
        "global_name": None if user.is_bot else user.global_name,
        "avatar": None,
        "bot": user.is_bot,
        "public_flags": 0,
    }


def wire_member(member: Member, *, user: bool = True) -> dict[str, Any]:
    """A guild member; inside a message without the user."""
    told = {
        "roles": [str(role.id) for role in member.roles],
        "nick": member.nick,
        "avatar": None,
        "joined_at": wire_time(member.joined),
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "flags": 0,
    }
    return told | {"user": wire_user(member.user)} if user else told


def wire_voice_state(member: Member, channel: Channel) -> dict[str, Any]:
    """Somebody in a voice channel."""
    silent = ("deaf", "mute", "suppress", "self_stream", "self_deaf", "self_mute", "self_video")
    return {
        "guild_id": str(channel.guild.id) if channel.guild else None,
        "channel_id": str(channel.id),
        "user_id": str(member.user.id),
        "member": wire_member(member),
        "session_id": f"voice-{member.user.id}",
        "request_to_speak_timestamp": None,
        **dict.fromkeys(silent, False),
    }


def wire_role(role: Role) -> dict[str, Any]:
    return {
        "id": str(role.id),
        "name": role.name,
        "permissions": str(role.permissions),
        "position": role.position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }


def wire_guild(guild: Guild) -> dict[str, Any]:
    """A guild as GET tells it."""
    return {
        "id": str(guild.id),
        "name": guild.name,
        "icon": None,
        "splash": None,
        "banner": None,
        "description": None,
        "owner_id": str(guild.owner.id),
        "preferred_locale": guild.locale,
        "features": ["COMMUNITY"],
        "roles": [wire_role(role) for role in guild.roles.values()],
        "emojis": [],
        "stickers": [],
        "afk_timeout": 300,
        "afk_channel_id": None,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "verification_level": 1,
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "premium_tier": 0,
        "premium_progress_bar_enabled": False,
        "rules_channel_id": None,
        "public_updates_channel_id": None,
        "vanity_url_code": None,
    }


def wire_whole_guild(guild: Guild, bot: User) -> dict[str, Any]:
    """A guild as GUILD_CREATE tells it: with its channels, but of the people only the bot."""
    visible = [
        channel for channel in guild.channels.values() if May.VIEW_CHANNEL in permissions(channel, bot)
    ]
    return wire_guild(guild) | {
        "joined_at": wire_time(guild.members[bot.id].joined),
        "large": False,
        "unavailable": False,
        "member_count": len(guild.members),
        "members": [wire_member(guild.members[bot.id])],
        "channels": [wire_channel(channel) for channel in guild.channels.values() if channel.thread is None],
        "threads": [
            wire_channel(channel) for channel in visible if channel.thread and not channel.thread.archived
        ],
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def wire_channel(channel: Channel, seer: User | None = None) -> dict[str, Any]:
    """A channel; in direct messages `seer` does not count among the recipients."""
    last = max(channel.messages, default=None)
    told: dict[str, Any] = {
        "id": str(channel.id),
        "type": channel.kind,
        "last_message_id": str(last) if last else None,
        "flags": 0,
    }
    if channel.guild is None:
        return told | {"recipients": [wire_user(user) for user in channel.recipients if user is not seer]}
    told |= {
        "guild_id": str(channel.guild.id),
        "name": channel.name,
        "rate_limit_per_user": channel.slowmode,
        "nsfw": False,
    }
    if channel.thread is not None:
        return told | _wire_thread(channel)
    overwrites = [_wire_overwrite(key, item, channel.guild) for key, item in channel.overwrites.items()]
    if channel.kind == VOICE:
        told |= {"bitrate": 64_000, "user_limit": 0, "rtc_region": None}
    return told | {
        "position": 0,
        "parent_id": str(channel.category.id) if channel.category else None,
        "topic": channel.topic,
        "permission_overwrites": overwrites,
        "default_auto_archive_duration": 1440,
    }


def _wire_overwrite(key: int, overwrite: Overwrite, guild: Guild) -> dict[str, Any]:
    kind = 0 if key in guild.roles else 1
    return {"id": str(key), "type": kind, "allow": str(overwrite.allow), "deny": str(overwrite.deny)}


def _wire_thread(channel: Channel) -> dict[str, Any]:
    thread = channel.thread
    assert thread is not None
    return {
        "parent_id": str(thread.parent.id),
        "owner_id": str(thread.owner.id),
        "message_count": len(channel.messages),
        "total_message_sent": len(channel.messages),
        "member_count": len(thread.members),
        "applied_tags": [],
        "thread_metadata": {
            "archived": thread.archived,
            "locked": thread.locked,
            "auto_archive_duration": thread.auto_archive_minutes,
            "archive_timestamp": wire_time(thread.created),
            "create_timestamp": wire_time(thread.created),
            "invitable": True,
        },
    }


def wire_attachment(file: Attachment) -> dict[str, Any]:
    told = {
        "id": str(file.id),
        "filename": file.filename,
        "size": len(file.content),
        "url": file.url,
        "proxy_url": file.url,
        "content_type": file.content_type,
        "flags": 0,
    }
    more = {"description": file.description, "width": file.width, "height": file.height}
    return told | {name: value for name, value in more.items() if value is not None}


def wire_message(message: Message, application_id: int) -> dict[str, Any]:
    """A message with the one it replies to, but not further."""
    told = _wire_alone(message, application_id)
    if message.reference is not None:
        answered = message.reference
        told["message_reference"] = {
            "type": 0,
            "message_id": str(answered.id),
            "channel_id": str(answered.channel.id),
        }
        alive = answered.id in answered.channel.messages
        told["referenced_message"] = _wire_alone(answered, application_id) if alive else None
    return told


def _wire_alone(message: Message, application_id: int) -> dict[str, Any]:
    content = message.content
    told: dict[str, Any] = {
        "id": str(message.id),
        "channel_id": str(message.channel.id),
        "type": message.kind,
        "author": wire_user(message.author),
        "content": content.text,
        "timestamp": wire_time(message.created),
        "edited_timestamp": wire_time(message.edited) if message.edited else None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [wire_user(user) for user in message.mentions],
        "mention_roles": [],
        "attachments": [
            wire_attachment(file) for file in content.attachments if not _embedded(file, content)
        ],
        "embeds": list(content.embeds),
        "components": list(content.components),
        "pinned": False,
        "flags": content.flags,
    }
    if message.nonce is not None:
        told["nonce"] = message.nonce
    if message.author.is_bot:
        told["application_id"] = str(application_id)
    if message.interaction is not None:
        told |= {"webhook_id": str(application_id), "interaction_metadata": message.interaction}
    if message.thread is not None:
        told["thread"] = wire_channel(message.thread)
    return told


def _embedded(file: Attachment, content: Content) -> bool:
    """A file that an embed or a component shows is not listed beside it."""
    if content.flags & COMPONENTS_V2:
        return False
    shown = [embed.get(part, {}).get("url") for embed in content.embeds for part in ("image", "thumbnail")]
    return file.url in shown


def wire_event_message(message: Message, application_id: int) -> dict[str, Any]:
    """A message as the gateway tells it: with the guild, and the author as its member."""
    told = wire_message(message, application_id)
    guild = message.channel.guild
    if guild is None:
        return told
    told["guild_id"] = str(guild.id)
    member = guild.members.get(message.author.id)
    return told if member is None else told | {"member": wire_member(member, user=False)}


def wire_caller(user: User, channel: Channel) -> dict[str, Any]:
    """Who began an interaction: a member with permissions in a guild, else a user."""
    guild = channel.guild
    if guild is None:
        return {"user": wire_user(user)}
    member = wire_member(guild.members[user.id]) | {"permissions": bits(permissions(channel, user))}
    return {"member": member}


def wire_partial_member(member: Member, guild: Guild) -> dict[str, Any]:
    """A member as interactions resolve it."""
    return wire_member(member, user=False) | {"permissions": bits(in_guild(guild, member.user))}

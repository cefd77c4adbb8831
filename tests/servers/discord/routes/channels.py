"""Channels and threads, and the direct messages the bot begins."""

from dataclasses import replace
from typing import Any

from tests.servers.discord import errors
from tests.servers.discord.permissions import May, in_guild
from tests.servers.discord.routes.asked import Asked
from tests.servers.discord.wire import wire_channel
from tests.servers.discord.world import (
    CATEGORY,
    PUBLIC_THREAD,
    TEXT,
    THREADS,
    Channel,
    Content,
    Message,
    Thread,
)

DEFAULT_AUTO_ARCHIVE_MINUTES = 1440
THREAD_CREATED = 18


def get_channel(asked: Asked) -> Any:
    return wire_channel(asked.channel(), asked.state.bot)


def update_channel(asked: Asked) -> Any:
    channel = asked.channel()
    if channel.guild is None:
        raise errors.wrong_channel_type()
    if channel.thread is None:
        asked.demand(channel, May.MANAGE_CHANNELS)
        channel.name, channel.topic = (
            asked.body.get("name", channel.name),
            asked.body.get("topic", channel.topic),
        )
        asked.state.tell_channel("CHANNEL_UPDATE", channel)
        return wire_channel(channel, asked.state.bot)
    _update_thread(asked, channel, channel.thread)
    asked.state.tell_channel("THREAD_UPDATE", channel)
    return wire_channel(channel, asked.state.bot)


def _update_thread(asked: Asked, channel: Channel, thread: Thread) -> None:
    """Its owner may rename and archive it; locking is for who manages threads."""
    body, manages = asked.body, May.MANAGE_THREADS in asked.may(channel)
    if thread.archived and body.get("archived") is not False:
        raise errors.thread_archived()
    own = thread.owner is asked.state.bot and not thread.locked and "locked" not in body
    if not manages and not own:
        raise errors.missing_permissions()
    channel.name = body.get("name", channel.name)
    thread.archived = body.get("archived", thread.archived)
    thread.locked = body.get("locked", thread.locked)
    thread.auto_archive_minutes = body.get("auto_archive_duration", thread.auto_archive_minutes)


def create_guild_channel(asked: Asked) -> Any:
    """Under a category it is for who may manage that one; it takes over the category's overwrites."""
    state, guild, body = asked.state, asked.guild(), asked.body
    category = state.world.channels.get(int(body.get("parent_id") or 0))
    if category is not None and (category.guild is not guild or category.kind != CATEGORY):
        raise errors.wrong_channel_type()
    may = asked.may(category) if category else in_guild(guild, state.bot)
    if May.MANAGE_CHANNELS not in may:
        raise errors.missing_permissions()
    channel = Channel(
        state.world.new_id(),
        body.get("type", TEXT),
        body["name"],
        guild,
        overwrites={key: replace(item) for key, item in category.overwrites.items()} if category else {},
        topic=body.get("topic"),
        category=category,
    )
    state.world.add_channel(channel)
    state.tell_channel("CHANNEL_CREATE", channel)
    return wire_channel(channel, state.bot)


def delete_channel(asked: Asked) -> Any:
    channel = asked.channel()
    if channel.guild is not None:
        asked.demand(channel, May.MANAGE_THREADS if channel.thread else May.MANAGE_CHANNELS)
        asked.state.drop_channel(channel)
    return wire_channel(channel, asked.state.bot)


def create_thread_from_message(asked: Asked) -> Any:
    channel = asked.channel()
    message = asked.message(channel)
    if channel.kind != TEXT:
        raise errors.wrong_channel_type()
    asked.demand(channel, May.CREATE_PUBLIC_THREADS, May.READ_MESSAGE_HISTORY)
    if message.thread is not None:
        raise errors.thread_exists()
    thread = _opened(asked, channel, PUBLIC_THREAD, message)
    return wire_channel(thread, asked.state.bot)


def create_thread(asked: Asked) -> Any:
    channel = asked.channel()
    if channel.kind != TEXT:
        raise errors.wrong_channel_type()
    kind = asked.body.get("type", PUBLIC_THREAD + 1)
    asked.demand(channel, May.CREATE_PUBLIC_THREADS if kind == PUBLIC_THREAD else May.CREATE_PRIVATE_THREADS)
    return wire_channel(_opened(asked, channel, kind, None), asked.state.bot)


def _opened(asked: Asked, parent: Channel, kind: int, message: Message | None) -> Channel:
    """A thread begun at a message has the message's id."""
    state = asked.state
    minutes = asked.body.get("auto_archive_duration") or DEFAULT_AUTO_ARCHIVE_MINUTES
    thread = Thread(parent, state.bot, state.clock(), auto_archive_minutes=minutes)
    number = message.id if message else state.world.new_id()
    channel = Channel(number, kind, asked.body["name"], parent.guild, thread=thread)
    state.open_thread(channel, state.bot)
    if message is None and kind == PUBLIC_THREAD:
        state.post(parent, state.bot, Content(channel.name), kind=THREAD_CREATED)
    elif message is not None:
        message.thread = channel
    return channel


def join_thread(asked: Asked) -> None:
    _add(asked, asked.state.bot.id)


def add_thread_member(asked: Asked) -> None:
    channel = asked.channel()
    asked.demand(channel, May.SEND_MESSAGES_IN_THREADS)
    if channel.guild is None or asked.user().id not in channel.guild.members:
        raise errors.unknown_member()
    _add(asked, asked.user().id)


def _add(asked: Asked, user_id: int) -> None:
    thread = _thread(asked)
    if thread.archived:
        raise errors.thread_archived()
    thread.members[user_id] = asked.state.clock()


def leave_thread(asked: Asked) -> None:
    _thread(asked).members.pop(asked.state.bot.id, None)


def delete_thread_member(asked: Asked) -> None:
    asked.demand(asked.channel(), May.MANAGE_THREADS)
    _thread(asked).members.pop(asked.id("user_id"), None)


def _thread(asked: Asked) -> Thread:
    channel = asked.channel()
    if channel.thread is None or channel.kind not in THREADS:
        raise errors.wrong_channel_type()
    return channel.thread


def create_dm(asked: Asked) -> Any:
    """The channel is always given; whether the person takes messages shows when one is sent."""
    user = asked.state.world.users.get(int(asked.body.get("recipient_id") or 0))
    if user is None or user.is_bot:
        raise errors.unknown_user()
    return wire_channel(asked.state.world.dm(asked.state.bot, user), asked.state.bot)


ROUTES = {
    route.__name__: route
    for route in (
        get_channel, update_channel, create_guild_channel, delete_channel, create_thread_from_message, create_thread, join_thread,
        add_thread_member, leave_thread, delete_thread_member, create_dm,
    )
}  # fmt: skip

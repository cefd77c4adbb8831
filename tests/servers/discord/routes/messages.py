"""Messages of channels, threads and direct messages."""

from typing import Any

from tests.servers.discord import errors
from tests.servers.discord.composing import composed
from tests.servers.discord.errors import Problem, invalid_form
from tests.servers.discord.mentions import mentioned
from tests.servers.discord.permissions import May
from tests.servers.discord.routes.asked import Asked
from tests.servers.discord.wire import wire_message
from tests.servers.discord.world import EPHEMERAL, Channel, Message

USUAL_PAGE = 50


def create_message(asked: Asked) -> Any:
    channel, state = asked.channel(), asked.state
    asked.demand_writing(channel)
    asked.demand_contents(channel)
    if (asked.body.get("flags") or 0) & EPHEMERAL:
        raise invalid_form(
            Problem(("flags",), "MESSAGE_FLAGS_INVALID", "Only an interaction's answer is ephemeral.")
        )
    nonce = asked.body.get("nonce")
    if asked.body.get("enforce_nonce") and (again := _with_nonce(asked, channel, str(nonce))):
        return wire_message(again, state.application_id)
    content = composed(state, asked.body, asked.files)
    message = state.post(
        channel,
        state.bot,
        content,
        mentions=mentioned(state.world, content.text, asked.body.get("allowed_mentions")),
        reference=_reference(asked, channel),
        nonce=None if nonce is None else str(nonce),
    )
    return wire_message(message, state.application_id)


def _with_nonce(asked: Asked, channel: Channel, nonce: str) -> Message | None:
    mine = [message for message in channel.messages.values() if message.author is asked.state.bot]
    return next((message for message in mine if message.nonce == nonce), None)


def _reference(asked: Asked, channel: Channel) -> Message | None:
    given = asked.body.get("message_reference")
    if not given:
        return None
    asked.demand(channel, May.READ_MESSAGE_HISTORY)
    message = channel.messages.get(int(given["message_id"]))
    if message is None and given.get("fail_if_not_exists", True):
        words = "Unknown message"
        raise invalid_form(Problem(("message_reference",), "MESSAGE_REFERENCE_UNKNOWN_MESSAGE", words))
    return message


def update_message(asked: Asked) -> Any:
    channel, state = asked.channel(), asked.state
    message = asked.message(channel)
    if message.author is not state.bot:
        raise errors.not_yours()
    demand_editable(channel)
    asked.demand_contents(channel)
    content = composed(state, asked.body, asked.files, message.content)
    if state.clock() - message.created > state.limits.old_after_seconds:
        state.buckets.edit_old(channel.id)
    state.change(message, content)
    return wire_message(message, state.application_id)


def demand_editable(channel: Channel) -> None:
    if channel.thread is not None and channel.thread.archived:
        raise errors.thread_archived()


def delete_message(asked: Asked) -> None:
    channel = asked.channel()
    message = asked.message(channel)
    if message.author is not asked.state.bot:
        asked.demand(channel, May.MANAGE_MESSAGES)
    demand_editable(channel)
    asked.state.remove(message)


def get_message(asked: Asked) -> Any:
    channel = asked.channel()
    asked.demand(channel, May.READ_MESSAGE_HISTORY)
    return wire_message(asked.message(channel), asked.state.application_id)


def list_messages(asked: Asked) -> Any:
    """Newest first; without the right to read what was, nothing."""
    channel = asked.channel()
    if May.READ_MESSAGE_HISTORY not in asked.may(channel):
        return []
    query, found = asked.query, [item for item in channel.messages.values() if item.reader is None]
    if "before" in query:
        found = [item for item in found if item.id < int(query["before"])]
    if "after" in query:
        found = [item for item in found if item.id > int(query["after"])]
    limit = int(query.get("limit", USUAL_PAGE))
    found = found[:limit] if "after" in query else found[-limit:]
    return [wire_message(item, asked.state.application_id) for item in reversed(found)]


def trigger_typing_indicator(asked: Asked) -> None:
    asked.demand_writing(asked.channel())


ROUTES = {
    route.__name__: route
    for route in (
        create_message, update_message, delete_message, get_message, list_messages, trigger_typing_indicator,
    )
}  # fmt: skip

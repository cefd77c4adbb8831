"""Answers to interactions: the first one, and what its token allows for fifteen minutes."""

from dataclasses import replace
from typing import Any

from tests.servers.discord import errors
from tests.servers.discord.components import modal_problems, numbered
from tests.servers.discord.composing import composed
from tests.servers.discord.errors import Problem, invalid_form
from tests.servers.discord.interaction import Interaction, Kind, Reply
from tests.servers.discord.mentions import mentioned
from tests.servers.discord.permissions import May, permissions
from tests.servers.discord.routes.asked import Asked
from tests.servers.discord.wire import wire_message, wire_user
from tests.servers.discord.world import EPHEMERAL, LOADING, Content, Message

ALLOWED = {
    Kind.COMMAND: (Reply.MESSAGE, Reply.DEFERRED, Reply.MODAL),
    Kind.COMPONENT: (Reply.MESSAGE, Reply.DEFERRED, Reply.DEFERRED_UPDATE, Reply.UPDATE, Reply.MODAL),
    Kind.AUTOCOMPLETE: (Reply.CHOICES,),
    Kind.MODAL: (Reply.MESSAGE, Reply.DEFERRED, Reply.DEFERRED_UPDATE, Reply.UPDATE),
}
CALLED, ANSWER = 20, 19  # kinds of message: the answer to a command, the reply to a message


def create_interaction_response(asked: Asked) -> Any:
    interaction = asked.state.interactions.get(asked.named["interaction_token"])
    if interaction is None or interaction.id != asked.id("interaction_id"):
        raise errors.unknown_interaction()
    if interaction.acknowledged.done():
        raise errors.already_acknowledged()
    if asked.state.clock() - interaction.created > asked.state.limits.acknowledge_seconds:
        raise errors.unknown_interaction()
    reply, data = Reply(asked.body["type"]), asked.body.get("data") or {}
    _demand_fitting(interaction, reply)
    message = _replied(replace(asked, body=data), interaction, reply)
    interaction.acknowledge(reply, data)
    if asked.query.get("with_response", "").lower() not in ("1", "true"):
        return None
    told = {"id": str(interaction.id), "type": int(interaction.kind)}
    if message is not None:
        told |= {
            "response_message_id": str(message.id),
            "response_message_loading": bool(message.content.flags & LOADING),
            "response_message_ephemeral": message.reader is not None,
        }
    resource: dict[str, Any] = {"type": int(reply)}
    if message is not None:
        resource["message"] = wire_message(message, asked.state.application_id)
    return {"interaction": told, "resource": resource}


def _demand_fitting(interaction: Interaction, reply: Reply) -> None:
    fits = reply in ALLOWED[interaction.kind]
    if reply in (Reply.DEFERRED_UPDATE, Reply.UPDATE) and not interaction.from_message:
        fits = False
    if not fits:
        words = f"{reply.name} does not answer {interaction.kind.name}."
        raise invalid_form(Problem(("type",), "INTERACTION_RESPONSE_TYPE_INVALID", words))


def _replied(asked: Asked, interaction: Interaction, reply: Reply) -> Message | None:
    """Do what the answer says; the message it made or changed."""
    match reply:
        case Reply.MESSAGE:
            return _answered(asked, interaction)
        case Reply.DEFERRED:
            content = Content(flags=LOADING | (asked.body.get("flags") or 0) & EPHEMERAL)
            interaction.original = _posted(asked, interaction, content)
        case Reply.DEFERRED_UPDATE:
            interaction.original = interaction.message
        case Reply.UPDATE:
            message = interaction.original = interaction.message
            assert message is not None
            _demand_there(message)
            asked.state.change(message, composed(asked.state, asked.body, asked.files, message.content))
        case Reply.MODAL:
            if problems := list(modal_problems(asked.body["components"])):
                raise invalid_form(*problems)
            asked.body["components"] = numbered(asked.body["components"])
    return interaction.original


def _demand_there(message: Message) -> None:
    if message.id not in message.channel.messages:
        raise errors.unknown_message()


def _answered(asked: Asked, interaction: Interaction) -> Message:
    interaction.original = _posted(asked, interaction, composed(asked.state, asked.body, asked.files))
    return interaction.original


def _posted(asked: Asked, interaction: Interaction, content: Content, *, followup: bool = False) -> Message:
    """A message with the interaction's token; for people who may not use foreign applications aloud only to them."""
    state, channel = asked.state, interaction.channel
    if channel.id not in state.world.channels:
        raise errors.unknown_channel()
    quiet = channel.guild and not interaction.bot_present
    if quiet and May.USE_EXTERNAL_APPS not in permissions(channel, interaction.user):
        content = replace(content, flags=content.flags | EPHEMERAL)
    message = state.post(
        channel,
        state.bot,
        content,
        mentions=mentioned(state.world, content.text, asked.body.get("allowed_mentions")),
        reader=interaction.user if content.flags & EPHEMERAL else None,
        kind=CALLED
        if interaction.kind is Kind.COMMAND and not followup
        else ANSWER
        if interaction.message
        else 0,
        reference=interaction.message or interaction.original if followup else interaction.message,
        interaction={
            "id": str(interaction.id),
            "type": int(interaction.kind),
            "user": wire_user(interaction.user),
            "authorizing_integration_owners": state.owners(interaction),
            **_origin(interaction),
        },
    )
    interaction.messages[message.id] = message
    return message


def _origin(interaction: Interaction) -> dict[str, str]:
    """What it came from: the message pressed on, the answer followed up."""
    told = {}
    if interaction.message is not None:
        told["interacted_message_id"] = str(interaction.message.id)
    if interaction.original is not None:
        told["original_response_message_id"] = str(interaction.original.id)
    return told


# --- with the token ---------------------------------------------------------------------------------------------------


def _by_token(asked: Asked) -> Interaction:
    interaction = asked.state.interactions.get(asked.named["webhook_token"])
    if asked.id("webhook_id") != asked.state.application_id:
        raise errors.unknown_webhook()
    if interaction is None or asked.state.clock() - interaction.created > asked.state.limits.token_seconds:
        raise errors.invalid_token()
    if not interaction.acknowledged.done():
        raise errors.unknown_webhook()
    return interaction


def execute_webhook(asked: Asked) -> Any:
    """A follow-up; the first one after a bare acknowledgement takes the place of the waiting original."""
    interaction, state = _by_token(asked), asked.state
    original = interaction.original
    if original is not None and original.content.flags & LOADING and original.id in original.channel.messages:
        return _filled(asked, original)
    if not interaction.bot_present:
        if interaction.followups >= state.limits.user_install_followups:
            raise errors.too_many_followups()
        interaction.followups += 1
    message = _posted(asked, interaction, composed(state, asked.body, asked.files), followup=True)
    return wire_message(message, state.application_id)


def _filled(asked: Asked, message: Message) -> Any:
    """What waited is there: with the first answer it counts as new, not as edited."""
    flags = message.content.flags & EPHEMERAL
    asked.body["flags"] = (asked.body.get("flags") or 0) & ~EPHEMERAL | flags
    content = composed(asked.state, asked.body, asked.files)
    asked.state.change(message, content)
    message.edited = None
    message.history.clear()
    return wire_message(message, asked.state.application_id)


def _message(asked: Asked) -> Message:
    interaction = _by_token(asked)
    if "message_id" not in asked.named:
        found = interaction.original
    else:
        used = [interaction.message] if interaction.message else []
        every = interaction.messages | {message.id: message for message in used}
        found = every.get(asked.id("message_id"))
    if found is None or found.id not in found.channel.messages:
        raise errors.unknown_message()
    return found


def get_original_webhook_message(asked: Asked) -> Any:
    return wire_message(_message(asked), asked.state.application_id)


def update_original_webhook_message(asked: Asked) -> Any:
    message, state = _message(asked), asked.state
    if message.content.flags & LOADING:
        return _filled(asked, message)
    content = composed(state, asked.body, asked.files, message.content)
    if state.clock() - message.created > state.limits.old_after_seconds:
        state.buckets.edit_old(message.channel.id)
    state.change(message, content)
    return wire_message(message, state.application_id)


def delete_original_webhook_message(asked: Asked) -> None:
    asked.state.remove(_message(asked))


ROUTES = {
    "create_interaction_response": create_interaction_response,
    "execute_webhook": execute_webhook,
    "get_original_webhook_message": get_original_webhook_message,
    "get_webhook_message": get_original_webhook_message,
    "update_original_webhook_message": update_original_webhook_message,
    "update_webhook_message": update_original_webhook_message,
    "delete_original_webhook_message": delete_original_webhook_message,
    "delete_webhook_message": delete_original_webhook_message,
}

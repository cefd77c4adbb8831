"""Which chat, topic and message a call means, and whether the bot may act there."""

from collections.abc import Callable
from typing import Any

from tests.servers.telegram.entities import CAPTION_UNITS, TEXT_UNITS, Marked, read, units
from tests.servers.telegram.errors import bad_request, forbidden
from tests.servers.telegram.keyboards import checked_keyboard
from tests.servers.telegram.state import State
from tests.servers.telegram.world import ADMINS, Chat, Content, Message

Method = Callable[[State, dict[str, Any]], Any]
"""What a method does with its checked parameters; it gives the result as JSON."""


def known_chat(state: State, chat_id: int | str) -> Chat:
    """The chat, if the bot has ever met it and it has not moved."""
    chat = state.world.chat(chat_id)
    if chat is None or not _met(state, chat):
        raise bad_request("chat not found")
    if chat.migrated_to is not None:
        raise bad_request(
            "group chat was upgraded to a supergroup chat", migrate_to_chat_id=chat.migrated_to.id
        )
    return chat


def _met(state: State, chat: Chat) -> bool:
    """A person wrote or shares a group with the bot; a chat had the bot in it once or is public."""
    if not chat.is_private:
        return state.bot.id in chat.members or bool(chat.username)
    common = (other for other in state.world.chats.values() if other.has(state.bot.id))
    return chat.bot_met or any(other.has(chat.id) for other in common)


def open_chat(state: State, chat_id: int | str) -> Chat:
    """The chat, if the bot is in it and is not shut out."""
    chat = known_chat(state, chat_id)
    if chat.is_private:
        if chat.blocked:
            raise forbidden("bot was blocked by the user")
        if not chat.bot_met:
            raise forbidden("bot can't initiate conversation with a user")
        return chat
    if chat.status(state.bot.id) == "kicked":
        raise forbidden(f"bot was kicked from the {chat.kind} chat")
    if not chat.has(state.bot.id):
        raise forbidden(f"bot is not a member of the {chat.kind} chat")
    if chat.kind == "channel" and chat.status(state.bot.id) not in ADMINS:
        raise bad_request("need administrator rights in the channel chat")
    return chat


def may_send(state: State, chat: Chat, what: str) -> None:
    """`what` is text messages, photos, animations or documents; administrators may always."""
    if what in chat.forbidden and chat.status(state.bot.id) not in ADMINS:
        raise bad_request(f"not enough rights to send {what} to the chat")


def thread_of(chat: Chat, thread: int | None) -> int | None:
    """The topic; the ids that replies carry in groups without topics are none, nor is the General topic."""
    if thread is not None and not (chat.forum and thread in chat.topics):
        raise bad_request("message thread not found")
    return thread


def replied(chat: Chat, values: dict[str, Any]) -> Message | None:
    """The message that reply_parameters name."""
    reply = values.get("reply_parameters")
    if reply is None:
        return None
    found = chat.messages.get(reply["message_id"])
    if found is None and not reply.get("allow_sending_without_reply"):
        raise bad_request("message to be replied not found")
    return found


def text_content(values: dict[str, Any], *, too_long: str) -> Content:
    """The content of a text message, for sending and editing alike."""
    marked = read(values["text"], values.get("parse_mode"), values.get("entities"))
    if not marked.text:
        raise bad_request("message text is empty")
    if units(marked.text) > TEXT_UNITS:
        raise bad_request(too_long)
    disabled = (values.get("link_preview_options") or {}).get("is_disabled", False)
    return Content(
        marked, None, checked_keyboard(values.get("reply_markup")), marked.has_link and not disabled
    )


def caption(values: dict[str, Any], *, too_long: str) -> Marked:
    """The caption of a picture, maybe empty."""
    marked = read(values.get("caption") or "", values.get("parse_mode"), values.get("caption_entities"))
    if units(marked.text) > CAPTION_UNITS:
        raise bad_request(too_long)
    return marked

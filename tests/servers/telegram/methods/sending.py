"""New messages: text, photo, animation, document, and the line that says the bot is at it."""

from functools import partial
from typing import Any

from tests.servers.telegram.errors import bad_request
from tests.servers.telegram.keyboards import checked_keyboard
from tests.servers.telegram.methods.reach import (
    Method,
    caption,
    may_send,
    open_chat,
    replied,
    text_content,
    thread_of,
)
from tests.servers.telegram.state import State
from tests.servers.telegram.world import Content, thread_place

ACTIONS = (
    "typing", "upload_photo", "record_video", "upload_video", "record_voice", "upload_voice", "upload_document",
    "choose_sticker", "find_location", "record_video_note", "upload_video_note",
)  # fmt: skip


def send_message(state: State, values: dict[str, Any]) -> dict[str, Any]:
    chat = open_chat(state, values["chat_id"])
    may_send(state, chat, "text messages")
    content = text_content(values, too_long="message is too long")
    return _posted(state, values, content)


def send_file(kind: str, state: State, values: dict[str, Any]) -> dict[str, Any]:
    """sendPhoto, sendAnimation and sendDocument."""
    chat = open_chat(state, values["chat_id"])
    may_send(state, chat, f"{kind}s")
    marked = caption(values, too_long="message caption is too long")
    media = state.files.taken(kind, values[kind])
    return _posted(state, values, Content(marked, media, checked_keyboard(values.get("reply_markup"))))


def _posted(state: State, values: dict[str, Any], content: Content) -> dict[str, Any]:
    chat = open_chat(state, values["chat_id"])
    thread = thread_of(chat, values.get("message_thread_id"))
    answered = replied(chat, values)
    if chat.kind == "channel":
        return state.wire(state.world.post(chat, content, sender_chat=chat, reply_to=answered))
    place = thread_place(chat, answered, thread)
    return state.wire(state.world.post(chat, content, sender=state.bot, **place))


def send_chat_action(state: State, values: dict[str, Any]) -> bool:
    chat = open_chat(state, values["chat_id"])
    thread_of(chat, values.get("message_thread_id"))
    if values["action"] not in ACTIONS:
        raise bad_request("wrong parameter action in request")
    return True


METHODS: dict[str, Method] = {
    "sendMessage": send_message,
    "sendPhoto": partial(send_file, "photo"),
    "sendAnimation": partial(send_file, "animation"),
    "sendDocument": partial(send_file, "document"),
    "sendChatAction": send_chat_action,
}

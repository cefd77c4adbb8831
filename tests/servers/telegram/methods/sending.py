"""New messages: text, photo, animation, document, albums, and the line that says the bot is at it."""

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

ALBUM = (2, 10)
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


def send_media_group(state: State, values: dict[str, Any]) -> list[dict[str, Any]]:
    """An album: all of one kind, two to ten; where one picture is refused none is sent."""
    chat = open_chat(state, values["chat_id"])
    kinds = {item["type"] for item in values["media"]}
    if not ALBUM[0] <= len(values["media"]) <= ALBUM[1] or len(kinds) != 1:
        raise bad_request("an album is 2 to 10 media of one kind")
    (kind,) = kinds
    may_send(state, chat, f"{kind}s")
    contents = [
        Content(caption(item, too_long="message caption is too long"), state.files.taken(kind, item["media"]))
        for item in values["media"]
    ]
    album = str(next(state.albums))
    return [_posted(state, values, content, album=album) for content in contents]


def _posted(state: State, values: dict[str, Any], content: Content, **more: Any) -> dict[str, Any]:
    chat = open_chat(state, values["chat_id"])
    thread = thread_of(chat, values.get("message_thread_id"))
    answered = replied(chat, values)
    if chat.kind == "channel":
        return state.wire(state.world.post(chat, content, sender_chat=chat, reply_to=answered, **more))
    place = thread_place(chat, answered, thread)
    return state.wire(state.world.post(chat, content, sender=state.bot, **place, **more))


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
    "sendMediaGroup": send_media_group,
    "sendDocument": partial(send_file, "document"),
    "sendChatAction": send_chat_action,
}

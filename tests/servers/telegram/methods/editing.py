"""Messages changed, taken away and pinned."""

import time
from dataclasses import replace
from typing import Any

from tests.servers.telegram.errors import NOT_MODIFIED, bad_request
from tests.servers.telegram.keyboards import checked_keyboard
from tests.servers.telegram.methods.reach import Method, caption, may_send, open_chat, text_content
from tests.servers.telegram.state import State
from tests.servers.telegram.world import ADMINS, Content, Message

DELETABLE_S = 48 * 3600


def _edited(state: State, values: dict[str, Any]) -> Message:
    """The message an edit means: one of the bot's own, or one sent through its inline mode."""
    if inline_id := values.get("inline_message_id"):
        if inline_id not in state.world.inline:
            raise bad_request("MESSAGE_ID_INVALID")
        return state.world.inline[inline_id]
    if "chat_id" not in values:
        raise bad_request("chat_id is empty")
    chat = open_chat(state, values["chat_id"])
    if "message_id" not in values:
        raise bad_request("message identifier is not specified")
    message = chat.messages.get(values["message_id"])
    if message is None:
        raise bad_request("message to edit not found")
    own = message.sender is state.bot or (chat.kind == "channel" and message.sender_chat is chat)
    if not own or message.service:
        raise bad_request("message can't be edited")
    return message


def _changed(
    state: State, message: Message, content: Content, *, uploaded: bool = False
) -> dict[str, Any] | bool:
    """A fresh upload is a new picture to Telegram, even if it is the same to the eye."""
    if content == message.content and not uploaded:
        raise bad_request(NOT_MODIFIED)
    message.change(content)
    return True if message.inline_id else state.wire(message)


def edit_text(state: State, values: dict[str, Any]) -> dict[str, Any] | bool:
    message = _edited(state, values)
    if message.content.media is not None:
        raise bad_request("there is no text in the message to edit")
    return _changed(state, message, text_content(values, too_long="MESSAGE_TOO_LONG"))


def edit_caption(state: State, values: dict[str, Any]) -> dict[str, Any] | bool:
    message = _edited(state, values)
    if message.content.media is None:
        raise bad_request("there is no caption in the message to edit")
    marked = caption(values, too_long="MEDIA_CAPTION_TOO_LONG")
    keyboard = checked_keyboard(values.get("reply_markup"))
    return _changed(state, message, replace(message.content, marked=marked, keyboard=keyboard))


def edit_media(state: State, values: dict[str, Any]) -> dict[str, Any] | bool:
    message, media = _edited(state, values), values["media"]
    uploaded = isinstance(media["media"], bytes)
    if message.inline_id and uploaded:
        raise bad_request("invalid message content specified")
    if not message.inline_id:
        may_send(state, message.chat, f"{media['type']}s")
    file = state.files.taken(media["type"], media["media"])
    marked = caption(media, too_long="MEDIA_CAPTION_TOO_LONG")
    content = Content(marked, file, checked_keyboard(values.get("reply_markup")))
    return _changed(state, message, content, uploaded=uploaded)


def edit_markup(state: State, values: dict[str, Any]) -> dict[str, Any] | bool:
    message = _edited(state, values)
    keyboard = checked_keyboard(values.get("reply_markup"))
    return _changed(state, message, replace(message.content, keyboard=keyboard))


def delete_message(state: State, values: dict[str, Any]) -> bool:
    chat = open_chat(state, values["chat_id"])
    message = chat.messages.get(values["message_id"])
    if message is None:
        raise bad_request("message to delete not found")
    membership = chat.members.get(state.bot.id)
    admin = membership is not None and "can_delete_messages" in membership.rights
    if not (message.sender is state.bot or chat.is_private or admin):
        raise bad_request("message can't be deleted")
    if time.time() - message.date > DELETABLE_S and not admin:
        raise bad_request("message can't be deleted for everyone")
    del chat.messages[message.id]
    return True


def delete_messages(state: State, values: dict[str, Any]) -> bool:
    """Those that cannot be found are skipped."""
    chat = open_chat(state, values["chat_id"])
    for message_id in values["message_ids"]:
        if message_id in chat.messages:
            delete_message(state, {"chat_id": chat.id, "message_id": message_id})
    return True


def pin(state: State, values: dict[str, Any]) -> bool:
    chat = open_chat(state, values["chat_id"])
    _may_pin(state, chat.id)
    message = chat.messages.get(values["message_id"])
    if message is None:
        raise bad_request("message to pin not found")
    chat.pinned.append(message.id)
    state.serve(chat, state.bot, {"pinned_message": state.wire(message)})
    return True


def unpin(state: State, values: dict[str, Any]) -> bool:
    chat = open_chat(state, values["chat_id"])
    _may_pin(state, chat.id)
    unwanted = values.get("message_id", chat.pinned[-1] if chat.pinned else None)
    if unwanted not in chat.pinned:
        raise bad_request("message to unpin not found")
    chat.pinned.remove(unwanted)
    return True


def unpin_all(state: State, values: dict[str, Any]) -> bool:
    chat = open_chat(state, values["chat_id"])
    _may_pin(state, chat.id)
    chat.pinned.clear()
    return True


def _may_pin(state: State, chat_id: int) -> None:
    chat = state.world.chats[chat_id]
    membership = chat.members.get(state.bot.id)
    if chat.is_private or (
        membership and membership.status in ADMINS and "can_pin_messages" in membership.rights
    ):
        return
    raise bad_request("not enough rights to manage pinned messages in the chat")


METHODS: dict[str, Method] = {
    "editMessageText": edit_text,
    "editMessageCaption": edit_caption,
    "editMessageMedia": edit_media,
    "editMessageReplyMarkup": edit_markup,
    "deleteMessage": delete_message,
    "deleteMessages": delete_messages,
    "pinChatMessage": pin,
    "unpinChatMessage": unpin,
    "unpinAllChatMessages": unpin_all,
}

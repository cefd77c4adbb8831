"""Inline mode as clients use it: a query becomes cards, a card becomes a message in any chat."""

import base64
import time
from typing import Any

from tests.servers.telegram.entities import read
from tests.servers.telegram.files import StoredFile
from tests.servers.telegram.keyboards import checked_keyboard
from tests.servers.telegram.state import InlineAnswer, State
from tests.servers.telegram.wire import wire_user
from tests.servers.telegram.world import Chat, Content, Message, User


async def cards_for(state: State, user: User, text: str, offset: str, chat: Chat | None) -> InlineAnswer:
    """The cards for a query: from Telegram's cache while they are good, else from the bot."""
    if not state.switches.inline:
        raise AssertionError("inline mode is switched off")
    for who in (user.id, None):
        good_until, answer = state.inline_cache.get((text, offset, who), (0.0, None))
        if answer is not None and state.clock() < good_until:
            return answer
    query = state.new_query(user, f"{text}\0{offset}")
    state.inline_queries[query.id] = query
    told = {"id": query.id, "from": wire_user(user), "query": text, "offset": offset}
    state.updates.add("inline_query", told | _chat_type(chat, user))
    answer = await query.answer
    assert isinstance(answer, InlineAnswer)
    return answer


def _chat_type(chat: Chat | None, user: User) -> dict[str, str]:
    if chat is None or chat.kind == "elsewhere":
        return {}
    return {"chat_type": "sender" if chat.id == user.id else chat.kind}


def posted_card(state: State, user: User, result: dict[str, Any], chat: Chat, query: str) -> Message:
    """The card as a message of that person; with buttons the bot may edit it under its inline_message_id."""
    message = state.world.post(chat, _content(state, result), sender=user, via_bot=True)
    chosen = {"result_id": result["id"], "from": wire_user(user), "query": query}
    if message.content.keyboard:
        seed = f"{chat.id}:{message.id}:{time.time_ns()}".encode()
        message.inline_id = base64.urlsafe_b64encode(seed).decode().rstrip("=")
        state.world.inline[message.inline_id] = message
        chosen["inline_message_id"] = message.inline_id
    if state.switches.inline_feedback:
        state.updates.add("chosen_inline_result", chosen)
    if chat.id in state.world.chats:
        state.tell(message)
    return message


def _content(state: State, result: dict[str, Any]) -> Content:
    keyboard = checked_keyboard(result.get("reply_markup"))
    if words := result.get("input_message_content"):
        marked = read(words["message_text"], words.get("parse_mode"), words.get("entities"))
        disabled = (words.get("link_preview_options") or {}).get("is_disabled", False)
        return Content(marked, None, keyboard, marked.has_link and not disabled)
    marked = read(result.get("caption", ""), result.get("parse_mode"), result.get("caption_entities"))
    return Content(marked, _picture(state, result), keyboard)


def _picture(state: State, result: dict[str, Any]) -> StoredFile:
    """An address is not fetched: such a picture is empty here."""
    if "photo_file_id" in result:
        return state.files.find(result["photo_file_id"])
    return StoredFile("photo", b"", 0, 0, result["photo_url"])

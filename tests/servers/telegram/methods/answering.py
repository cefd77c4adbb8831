"""The bot's word on taps and inline queries."""

from typing import Any

from tests.servers.telegram.entities import units
from tests.servers.telegram.errors import QUERY_TOO_OLD, bad_request
from tests.servers.telegram.keyboards import checked_keyboard
from tests.servers.telegram.methods.reach import Method, caption, text_content
from tests.servers.telegram.state import Answer, InlineAnswer, Query, State

TOAST_UNITS = 200
CARDS = 50
CARD_ID_BYTES = 64
START_PARAMETER = 64


def answer_tap(state: State, values: dict[str, Any]) -> bool:
    query = _open(state, state.taps, values["callback_query_id"], state.limits.callback_seconds)
    text = values.get("text", "")
    if units(text) > TOAST_UNITS:
        raise bad_request("MESSAGE_TOO_LONG")
    url = values.get("url", "")
    if url and not url.startswith(f"https://t.me/{state.bot.username}?start="):
        raise bad_request("URL_INVALID")
    query.answer.set_result(Answer(text, values.get("show_alert", False), url, state.clock() - query.at))
    return True


def answer_inline(state: State, values: dict[str, Any]) -> bool:
    query = _open(state, state.inline_queries, values["inline_query_id"], state.limits.inline_seconds)
    results = values["results"]
    if len(results) > CARDS:
        raise bad_request("RESULTS_TOO_MUCH")
    ids = [result["id"] for result in results]
    if len(set(ids)) < len(ids):
        raise bad_request("RESULT_ID_DUPLICATE")
    for result in results:
        _check_card(state, result)
    _check_button(values.get("button"))
    seconds = state.clock() - query.at
    answer = InlineAnswer(results, values.get("next_offset", ""), values.get("button"), seconds)
    personal = query.user.id if values.get("is_personal") else None
    keep = values.get("cache_time", 300)
    text, offset = query.asked.rsplit("\0", 1)
    state.inline_cache[text, offset, personal] = (state.clock() + keep, answer)
    query.answer.set_result(answer)
    return True


def _open(state: State, queries: dict[str, Query], query_id: str, seconds: float) -> Query:
    query = queries.get(query_id)
    if query is None or query.answer.done() or state.clock() - query.at > seconds:
        raise bad_request(QUERY_TOO_OLD)
    return query


def _check_card(state: State, result: dict[str, Any]) -> None:
    if not 1 <= len(result["id"].encode()) <= CARD_ID_BYTES:
        raise bad_request("RESULT_ID_INVALID")
    if result["type"] == "article" and not result["title"]:
        raise bad_request("ARTICLE_TITLE_EMPTY")
    if "photo_file_id" in result:
        state.files.taken("photo", result["photo_file_id"])
    checked_keyboard(result.get("reply_markup"))
    caption(result, too_long="MEDIA_CAPTION_TOO_LONG")
    if words := result.get("input_message_content"):
        text_content({**words, "text": words["message_text"]}, too_long="MESSAGE_TOO_LONG")


def _check_button(button: dict[str, Any] | None) -> None:
    """A button above the cards leads to the private chat with a start parameter."""
    if button is None:
        return
    parameter = button.get("start_parameter", "")
    plain = all(sign.isascii() and (sign.isalnum() or sign in "_-") for sign in parameter)
    if not (button["text"] and plain and 1 <= len(parameter) <= START_PARAMETER):
        raise bad_request("SWITCH_PM_TEXT_EMPTY" if not button["text"] else "START_PARAM_INVALID")


METHODS: dict[str, Method] = {"answerCallbackQuery": answer_tap, "answerInlineQuery": answer_inline}

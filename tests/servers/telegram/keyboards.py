"""Keyboards under messages: what Telegram accepts, and what a person sees of it."""

from typing import Any, NamedTuple

from tests.servers.telegram.errors import bad_request

DATA_BYTES = 64
BUTTONS = 100
BUTTONS_A_ROW = 8
Keyboard = tuple[tuple["Button", ...], ...]
_KINDS = (
    "callback_data", "url", "switch_inline_query", "switch_inline_query_current_chat",
    "switch_inline_query_chosen_chat", "copy_text", "web_app", "login_url",
)  # fmt: skip


class Button(NamedTuple):
    """One button; `kind` is the field of InlineKeyboardButton that says what it does, `data` its value."""

    label: str
    kind: str
    data: Any


def checked_keyboard(markup: dict[str, Any] | None) -> Keyboard:
    """The inline keyboard of a reply_markup; other markups (a reply keyboard, forced replies) show no buttons here."""
    rows = (markup or {}).get("inline_keyboard", [])
    keyboard = tuple(tuple(_button(button) for button in row) for row in rows if row)
    if sum(map(len, keyboard)) > BUTTONS or any(len(row) > BUTTONS_A_ROW for row in keyboard):
        raise bad_request("reply markup is too long")
    return keyboard


def _button(button: dict[str, Any]) -> Button:
    kinds = [kind for kind in _KINDS if kind in button]
    if not button["text"].strip():
        raise bad_request("can't parse inline keyboard button: Text is empty")
    if not kinds:
        raise bad_request(
            "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard"
        )
    if len(kinds) > 1:
        raise bad_request(f"inline keyboard button {button['text']!r} has several of {', '.join(kinds)}")
    if kinds[0] == "callback_data" and not 1 <= len(button["callback_data"].encode()) <= DATA_BYTES:
        raise bad_request("BUTTON_DATA_INVALID")
    if kinds[0] == "url" and not button["url"].startswith(("http://", "https://", "tg://")):
        raise bad_request("BUTTON_URL_INVALID")
    return Button(button["text"], kinds[0], button[kinds[0]])


def wire_keyboard(keyboard: Keyboard) -> dict[str, Any]:
    """The keyboard as InlineKeyboardMarkup."""
    return {
        "inline_keyboard": [
            [{"text": button.label, button.kind: button.data} for button in row] for row in keyboard
        ]
    }


def pick(keyboard: Keyboard, wanted: str) -> Button:
    """The button of that label or callback data; the whole label first, else the only one that contains it."""
    buttons = [button for row in keyboard for button in row]
    exact = [button for button in buttons if wanted in (button.label, button.data)]
    part = [button for button in buttons if wanted in button.label]
    found = exact[:1] or (part if len(part) == 1 else [])
    if not found:
        raise LookupError(f"no button {wanted!r} among {[button.label for button in buttons]}")
    return found[0]

"""Take what the tests need out of the whole description of the Bot API.

    python -m tests.servers.telegram.renew api.json

`api.json` is the machine-readable description published as PaulSonOfLars/telegram-bot-api-spec. A parameter
becomes one word: the types it may have, joined by `|`, `!` behind if it is required, `=word` where it has one value only.
"""

import json
import re
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
FACTS = HERE.parent / "telegram_facts.json"

METHODS = [
    "getMe",
    "getUpdates",
    "setWebhook",
    "deleteWebhook",
    "getWebhookInfo",
    "logOut",
    "close",
    "getFile",
    "sendMessage",
    "sendPhoto",
    "sendAnimation",
    "sendDocument",
    "sendMediaGroup",
    "sendChatAction",
    "editMessageText",
    "editMessageCaption",
    "editMessageMedia",
    "editMessageReplyMarkup",
    "deleteMessage",
    "deleteMessages",
    "pinChatMessage",
    "unpinChatMessage",
    "unpinAllChatMessages",
    "getChat",
    "getChatMember",
    "getChatAdministrators",
    "getChatMemberCount",
    "leaveChat",
    "answerCallbackQuery",
    "answerInlineQuery",
    "setMyCommands",
    "deleteMyCommands",
    "getMyCommands",
    "setMyName",
    "getMyName",
    "setMyDescription",
    "getMyDescription",
    "setMyShortDescription",
    "getMyShortDescription",
]

# Of the large families of types only the members that Majlis may use; a type outside is refused by the server.
MEMBERS = {
    "InputMedia": ["InputMediaPhoto", "InputMediaAnimation", "InputMediaDocument"],
    "InputMessageContent": ["InputTextMessageContent"],
    "InlineQueryResult": [
        "InlineQueryResultArticle",
        "InlineQueryResultPhoto",
        "InlineQueryResultCachedPhoto",
    ],
}
PLAIN = {"Integer", "String", "Boolean", "Float", "InputFile", "True"}
LIST = "Array of "


def main(description: Path) -> None:
    """Write the facts of every method above and of every type they mention."""
    api = json.loads(description.read_text())
    methods = {name: _fields(api["methods"][name]) for name in METHODS}
    types: dict[str, Any] = {}
    waiting = [word for fields in methods.values() for word in fields.values()]
    while waiting:
        for name in _names(waiting.pop()):
            if name in PLAIN or name in types:
                continue
            members = MEMBERS.get(name, api["types"][name].get("subtypes"))
            types[name] = {"any": members} if members else _fields(api["types"][name])
            waiting += members or types[name].values()
    facts = {"version": api["version"], "methods": methods, "types": dict(sorted(types.items()))}
    FACTS.write_text(json.dumps(facts, indent=1) + "\n")


def _fields(thing: dict[str, Any]) -> dict[str, str]:
    return {field["name"]: _word(field) for field in thing.get("fields", [])}


def _word(field: dict[str, Any]) -> str:
    fixed = re.search(r"must be (\w+)$", field["description"]) if field["name"] == "type" else None
    kinds = "=" + fixed[1] if fixed else "|".join(kind for kind in field["types"] if not _is_outside(kind))
    return f"{kinds}!" if field["required"] else kinds


def _is_outside(kind: str) -> bool:
    """Whether a type is one of a family that the tests leave out."""
    name = kind.replace(LIST, "")
    return any(name.startswith(family) and name not in (family, *MEMBERS[family]) for family in MEMBERS)


def _names(word: str) -> list[str]:
    return [] if word.startswith("=") else [kind.replace(LIST, "") for kind in word.rstrip("!").split("|")]


if __name__ == "__main__":
    main(Path(sys.argv[1]))

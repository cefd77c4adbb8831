"""What the bot is called, what it says of itself and which commands it offers, by scope and language."""

import json
import re
from functools import partial
from typing import Any

from tests.servers.telegram.errors import bad_request
from tests.servers.telegram.methods.reach import Method, known_chat
from tests.servers.telegram.state import State
from tests.servers.telegram.wire import wire_user

COMMANDS = 100
DESCRIPTION_OF_COMMAND = 256
LENGTHS = {"name": 64, "description": 512, "short_description": 120}


def get_me(state: State, _values: dict[str, Any]) -> dict[str, Any]:
    switches = state.switches
    return wire_user(state.bot) | {
        "can_join_groups": True,
        "can_read_all_group_messages": not switches.privacy,
        "supports_inline_queries": switches.inline,
        "can_connect_to_business": False,
        "has_main_web_app": False,
        "has_topics_enabled": False,
        "allows_users_to_create_topics": False,
        "can_manage_bots": False,
    }


def set_commands(state: State, values: dict[str, Any]) -> bool:
    key = _key(state, values)
    if len(values["commands"]) > COMMANDS:
        raise bad_request("BOT_COMMANDS_TOO_MUCH")
    for command in values["commands"]:
        if not re.fullmatch(r"[a-z0-9_]{1,32}", command["command"]):
            raise bad_request("BOT_COMMAND_INVALID")
        if not 1 <= len(command["description"]) <= DESCRIPTION_OF_COMMAND:
            raise bad_request("BOT_COMMAND_DESCRIPTION_INVALID")
    state.profile.commands[key] = values["commands"]
    return True


def delete_commands(state: State, values: dict[str, Any]) -> bool:
    state.profile.commands.pop(_key(state, values), None)
    return True


def get_commands(state: State, values: dict[str, Any]) -> list[dict[str, str]]:
    return state.profile.commands.get(_key(state, values), [])


def set_text(what: str, state: State, values: dict[str, Any]) -> bool:
    text = values.get(what, "")
    if len(text) > LENGTHS[what]:
        raise bad_request(f"{what} is too long")
    state.profile.texts[what, _language(values)] = text
    return True


def get_text(what: str, state: State, values: dict[str, Any]) -> dict[str, str]:
    texts = state.profile.texts
    return {what: texts.get((what, _language(values))) or texts.get((what, ""), "")}


def _key(state: State, values: dict[str, Any]) -> tuple[str, str]:
    scope = values.get("scope") or {"type": "default"}
    if "chat_id" in scope:
        known_chat(state, scope["chat_id"])
    return json.dumps(scope, sort_keys=True), _language(values)


def _language(values: dict[str, Any]) -> str:
    language: str = values.get("language_code", "")
    if not re.fullmatch(r"([a-z]{2})?", language):
        raise bad_request("LANG_CODE_INVALID")
    return language


def _yes(_state: State, _values: dict[str, Any]) -> bool:
    return True


METHODS: dict[str, Method] = {
    "getMe": get_me,
    "logOut": _yes,
    "close": _yes,
    "setMyCommands": set_commands,
    "deleteMyCommands": delete_commands,
    "getMyCommands": get_commands,
    "setMyName": partial(set_text, "name"),
    "getMyName": partial(get_text, "name"),
    "setMyDescription": partial(set_text, "description"),
    "getMyDescription": partial(get_text, "description"),
    "setMyShortDescription": partial(set_text, "short_description"),
    "getMyShortDescription": partial(get_text, "short_description"),
}

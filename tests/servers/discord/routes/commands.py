"""The application's commands: registered, replaced, told."""

from collections.abc import Iterator
from typing import Any

from tests.servers.discord import errors
from tests.servers.discord.commands import CHAT_INPUT, command_problems
from tests.servers.discord.errors import invalid_form
from tests.servers.discord.routes.asked import Asked

Command = dict[str, Any]
_DEFAULTS: Command = {
    "type": CHAT_INPUT,
    "description": "",
    "name_localizations": None,
    "description_localizations": None,
    "default_member_permissions": None,
    "contexts": None,
    "integration_types": [0, 1],
    "nsfw": False,
}


def list_application_commands(asked: Asked) -> Any:
    """Without being asked for it, Discord keeps the other languages to itself."""
    whole = asked.query.get("with_localizations", "").lower() in ("1", "true")
    return [item if whole else _in_one_language(item) for item in _of(asked)]


def _in_one_language(item: Any) -> Any:
    if isinstance(item, list):
        return [_in_one_language(inner) for inner in item]
    if not isinstance(item, dict):
        return item
    return {
        name: _in_one_language(inner) for name, inner in item.items() if not name.endswith("_localizations")
    }


def bulk_set_application_commands(asked: Asked) -> Any:
    """Replaces all; a command of the same name and type keeps its id."""
    given = [{**_DEFAULTS, **_said(item)} for item in asked.body or []]
    if problems := [
        problem for index, item in enumerate(given) for problem in command_problems(item, (index,), given)
    ]:
        raise invalid_form(*problems)
    old = {(item["type"], item["name"]): item["id"] for item in _of(asked)}
    for item in list(_of(asked)):
        del asked.state.commands[int(item["id"])]
    return [_kept(asked, item, old.get((item["type"], item["name"]))) for item in given]


def create_application_command(asked: Asked) -> Any:
    item = {**_DEFAULTS, **_said(asked.body)}
    if problems := list(command_problems(item, (), [item])):
        raise invalid_form(*problems)
    same = [old["id"] for old in _of(asked) if (old["type"], old["name"]) == (item["type"], item["name"])]
    return _kept(asked, item, same[0] if same else None)


def get_application_command(asked: Asked) -> Any:
    return _one(asked)


def update_application_command(asked: Asked) -> Any:
    item = _one(asked) | _said(asked.body)
    if problems := list(command_problems(item, (), [item])):
        raise invalid_form(*problems)
    return _kept(asked, item, item["id"])


def delete_application_command(asked: Asked) -> None:
    del asked.state.commands[int(_one(asked)["id"])]


def _guild(asked: Asked) -> dict[str, str]:
    return {"guild_id": str(asked.guild().id)} if "guild_id" in asked.named else {}


def _of(asked: Asked) -> Iterator[Command]:
    """The global ones, or those of the guild."""
    guild = _guild(asked).get("guild_id")
    return (item for item in asked.state.commands.values() if item.get("guild_id") == guild)


def _one(asked: Asked) -> Command:
    found = asked.state.commands.get(asked.id("command_id"))
    if found is None:
        raise errors.unknown_command()
    return found


def _kept(asked: Asked, item: Command, number: str | None) -> Command:
    new = asked.state.world.new_id()
    needed = item["default_member_permissions"]
    command = item | {
        "default_member_permissions": None if needed is None else str(needed),
        "id": number or str(new),
        "application_id": str(asked.state.application_id),
        "version": str(new),
        **_guild(asked),
    }
    asked.state.commands[int(command["id"])] = command
    return command


def _said(item: Command) -> Command:
    return {name: value for name, value in item.items() if value is not None and name != "id"}


ROUTES = {
    "list_guild_application_commands": list_application_commands,
    "bulk_set_guild_application_commands": bulk_set_application_commands,
    "create_guild_application_command": create_application_command,
} | {
    route.__name__: route
    for route in (
        list_application_commands, bulk_set_application_commands, create_application_command,
        get_application_command, update_application_command, delete_application_command,
    )
}  # fmt: skip

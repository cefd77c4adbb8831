"""What a client lets a person do with a command: only what its definition says."""

from typing import Any

from tests.servers.discord.asking import context_of
from tests.servers.discord.commands import CHAT_INPUT, GROUP, SUB_COMMAND
from tests.servers.discord.errors import Impossible
from tests.servers.discord.permissions import May, in_guild, permissions
from tests.servers.discord.state import State
from tests.servers.discord.wire import wire_channel, wire_partial_member, wire_role, wire_user
from tests.servers.discord.world import Channel, Context, Role, User

STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, NUMBER = 3, 4, 5, 6, 7, 8, 10
GUILD_INSTALL, USER_INSTALL = 0, 1
Command = dict[str, Any]
Values = dict[str, Any]
_PYTHON: dict[int, Any] = {STRING: str, INTEGER: int, BOOLEAN: bool, NUMBER: (int, float)}


def offered(state: State, user: User, channel: Channel, name: str, kind: int = CHAT_INPUT) -> Command:
    """The command of that name, if the person can use it there. Raises Impossible."""
    guild_id = str(channel.guild.id) if channel.guild else None
    every = [item for item in state.commands.values() if item["type"] == kind and item["name"] == name]
    found = [item for item in every if item.get("guild_id") in (None, guild_id)]
    if not found:
        known = sorted(item["name"] for item in state.commands.values() if item["type"] == kind)
        raise Impossible(f"there is no command {name!r}, but {known}")
    command, context = found[-1], context_of(state, channel)
    if command["contexts"] is not None and context not in command["contexts"]:
        raise Impossible(f"{name!r} is not for {context.name}")
    if not _installed(state, user, channel, command, context):
        raise Impossible(f"{name!r} is not installed for {user.name} in {channel}")
    _demand_permission(user, channel, command)
    return command


def _installed(state: State, user: User, channel: Channel, command: Command, context: Context) -> bool:
    by_user = user.installed and USER_INSTALL in command["integration_types"]
    if by_user or context is Context.PRIVATE_CHANNEL:
        return by_user
    if GUILD_INSTALL not in command["integration_types"]:
        return False
    return context is Context.BOT_DM or (channel.guild is not None and state.bot.id in channel.guild.members)


def _demand_permission(user: User, channel: Channel, command: Command) -> None:
    if channel.guild is None:
        return
    if May.USE_APPLICATION_COMMANDS not in permissions(channel, user):
        raise Impossible(f"{user.name} may not use commands in {channel}")
    needed = command["default_member_permissions"]
    if needed is not None and May(int(needed)) not in in_guild(channel.guild, user):
        raise Impossible(f"{user.name} lacks the permissions for {command['name']!r}")


def invoked(
    state: State, user: User, channel: Channel, line: str, values: Values, *, typing: str = ""
) -> dict[str, Any]:
    """The data of `/tawla play` with those options; with `typing` that option is still being typed."""
    first, *path = line.removeprefix("/").split()
    command = offered(state, user, channel, first)
    wrap, options = [], command.get("options") or []
    for step in path:
        found = [item for item in options if item["name"] == step and item["type"] in (SUB_COMMAND, GROUP)]
        if not found:
            raise Impossible(f"/{first} has no {step!r}, but {[item['name'] for item in options]}")
        wrap.append(found[0])
        options = found[0].get("options") or []
    if any(item["type"] in (SUB_COMMAND, GROUP) for item in options):
        raise Impossible(f"{line!r} is not a whole command")
    resolved: dict[str, Any] = {}
    given = [_option(channel, item, values, resolved, typing) for item in options if item["name"] in values]
    if unknown := values.keys() - {item["name"] for item in options}:
        raise Impossible(f"{line!r} has no option {sorted(unknown)}")
    missing = [item["name"] for item in options if item.get("required") and item["name"] not in values]
    if missing and not typing:
        raise Impossible(f"{line!r} needs {missing}")
    for step in reversed(wrap):
        given = [{"name": step["name"], "type": step["type"], "options": given}]
    return _data(command, options=given) | ({"resolved": resolved} if resolved else {})


def _data(command: Command, **more: Any) -> dict[str, Any]:
    told = {"id": command["id"], "name": command["name"], "type": command["type"]}
    return told | ({"guild_id": command["guild_id"]} if "guild_id" in command else {}) | more


def used_on(state: State, user: User, channel: Channel, name: str, target: User) -> dict[str, Any]:
    """The data of a command in the menu of a person."""
    command = offered(state, user, channel, name, kind=2)
    resolved: dict[str, Any] = {}
    _resolve_user(channel, target, resolved)
    return _data(command, target_id=str(target.id), resolved=resolved)


def _option(
    channel: Channel, item: Command, values: Values, resolved: dict[str, Any], typing: str
) -> dict[str, Any]:
    name, kind, value = item["name"], item["type"], values[item["name"]]
    told = {"name": name, "type": kind}
    if name == typing:
        if not item.get("autocomplete"):
            raise Impossible(f"{name!r} does not complete by itself")
        return told | {"value": str(value), "focused": True}
    if kind in (USER, CHANNEL, ROLE):
        return told | {"value": resolve(channel, kind, value, resolved)}
    if choices := item.get("choices"):
        value = _choice(name, choices, value)
    _demand_fit(item, value)
    return told | {"value": value}


def _choice(name: str, choices: list[Command], value: Any) -> Any:
    """The value of a choice, by its name or by itself."""
    for choice in choices:
        if value in (choice["value"], choice["name"]):
            return choice["value"]
    raise Impossible(f"{name!r} has no choice {value!r}, but {[choice['name'] for choice in choices]}")


def _demand_fit(item: Command, value: Any) -> None:
    name, kind = item["name"], item["type"]
    truth = isinstance(value, bool)
    if kind not in _PYTHON or not isinstance(value, _PYTHON[kind]) or truth is not (kind == BOOLEAN):
        raise Impossible(f"{name!r} takes no {value!r}")
    size, word = (len(value), "length") if isinstance(value, str) else (value, "value")
    least, most = item.get(f"min_{word}"), item.get(f"max_{word}")
    if (least is not None and size < least) or (most is not None and size > most):
        raise Impossible(f"{name!r} takes {least} to {most}, not {size}")


def resolve(channel: Channel, kind: int, value: Any, resolved: dict[str, Any]) -> str:
    """A person, channel or role as its id, and what it is among `resolved`."""
    if kind == USER and isinstance(value, User):
        _resolve_user(channel, value, resolved)
    elif kind == CHANNEL and isinstance(value, Channel):
        told = wire_channel(value) | {"permissions": "0"}
        resolved.setdefault("channels", {})[str(value.id)] = told
    elif kind == ROLE and isinstance(value, Role):
        resolved.setdefault("roles", {})[str(value.id)] = wire_role(value)
    else:
        raise Impossible(f"{value!r} cannot be chosen there")
    return str(value.id)


def _resolve_user(channel: Channel, user: User, resolved: dict[str, Any]) -> None:
    resolved.setdefault("users", {})[str(user.id)] = wire_user(user)
    guild = channel.guild
    if guild is not None and user.id in guild.members:
        resolved.setdefault("members", {})[str(user.id)] = wire_partial_member(guild.members[user.id], guild)

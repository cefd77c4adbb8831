"""Take what the tests need out of the whole description of Discord's HTTP API.

    python -m tests.servers.discord.renew openapi.json

`openapi.json` is the description published as discord/discord-api-spec (MIT, see
`discord_facts.LICENSE`). Kept are the routes below and the schemas their
requests mention, without words for people; a set of named constants becomes an `enum`.
"""

import json
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
FACTS = HERE.parent / "discord_facts.json"

ROUTES = {
    "/applications/@me": ["get", "patch"],
    "/applications/{application_id}/commands": ["get", "put", "post"],
    "/applications/{application_id}/commands/{command_id}": ["get", "delete", "patch"],
    "/applications/{application_id}/guilds/{guild_id}/commands": ["get", "put", "post"],
    "/channels/{channel_id}": ["get", "delete", "patch"],
    "/channels/{channel_id}/messages": ["get", "post"],
    "/channels/{channel_id}/messages/{message_id}": ["get", "delete", "patch"],
    "/channels/{channel_id}/messages/{message_id}/threads": ["post"],
    "/channels/{channel_id}/thread-members/@me": ["put", "delete"],
    "/channels/{channel_id}/thread-members/{user_id}": ["put", "delete"],
    "/channels/{channel_id}/threads": ["post"],
    "/channels/{channel_id}/typing": ["post"],
    "/gateway": ["get"],
    "/gateway/bot": ["get"],
    "/guilds/{guild_id}": ["get"],
    "/guilds/{guild_id}/channels": ["get", "post"],
    "/guilds/{guild_id}/members/{user_id}": ["get"],
    "/guilds/{guild_id}/roles": ["get"],
    "/guilds/{guild_id}/threads/active": ["get"],
    "/guilds/{guild_id}/voice-states/{user_id}": ["get"],
    "/interactions/{interaction_id}/{interaction_token}/callback": ["post"],
    "/oauth2/applications/@me": ["get"],
    "/users/@me": ["get"],
    "/users/@me/channels": ["post"],
    "/users/@me/guilds": ["get"],
    "/users/@me/guilds/{guild_id}": ["delete"],
    "/users/{user_id}": ["get"],
    "/webhooks/{webhook_id}/{webhook_token}": ["post"],
    "/webhooks/{webhook_id}/{webhook_token}/messages/@original": ["get", "delete", "patch"],
    "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}": ["get", "delete", "patch"],
}
# Fields that Majlis has no use for; without them their schemas stay out, and whoever sends one is told so.
LEFT_OUT = ("PollCreateRequest", "CustomClientThemeShareRequest", "BaseCreateMessageCreateRequest")
KEPT = (
    "required", "enum", "minLength", "maxLength", "minItems", "maxItems", "minimum", "maximum", "pattern",
    "uniqueItems", "maxProperties",
)  # fmt: skip


def main(description: Path) -> None:
    """Write the facts of every route above and of every schema its requests mention."""
    api = json.loads(description.read_text())
    known = api["components"]["schemas"]
    routes = {
        f"{method.upper()} {path}": _route(api["paths"][path][method])
        for path, methods in ROUTES.items()
        for method in methods
    }
    schemas: dict[str, Any] = {}
    waiting = _references(routes)
    while waiting:
        name = waiting.pop()
        if name not in schemas:
            schemas[name] = _condensed(known[name])
            waiting |= _references(schemas[name])
    locales = sorted(item["const"] for item in known["AvailableLocalesEnum"]["oneOf"])
    parts = {"routes": _lines(routes), "schemas": _lines(dict(sorted(schemas.items())))}
    text = ",\n".join(f'"{name}": {{\n{lines}\n}}' for name, lines in parts.items())
    version, licence = json.dumps(api["info"]["version"]), json.dumps("MIT License, Copyright 2023 Discord")
    FACTS.write_text(
        f'{{\n"version": {version},\n"licence": {licence},\n"locales": {json.dumps(locales)},\n{text}\n}}\n'
    )


def _lines(things: dict[str, Any]) -> str:
    """One thing a line, so that a renewal reads well as a change."""
    return ",\n".join(
        f" {json.dumps(name)}: {json.dumps(thing, separators=(',', ':'))}" for name, thing in things.items()
    )


def _route(operation: dict[str, Any]) -> dict[str, Any]:
    contents = operation.get("requestBody", {}).get("content", {})
    query = {
        given["name"]: _condensed(given["schema"])
        for given in operation.get("parameters", [])
        if given["in"] == "query"
    }
    told: dict[str, Any] = {"operation": operation["operationId"]}
    if query:
        told["query"] = query
    if "application/json" in contents:
        told["body"] = _condensed(contents["application/json"]["schema"])
    if "multipart/form-data" in contents:
        told["files"] = True
    return told


def _condensed(schema: dict[str, Any]) -> dict[str, Any]:
    if "$ref" in schema:
        return {"ref": schema["$ref"].rpartition("/")[2]}
    members = schema.get("oneOf", schema.get("anyOf", []))
    if members and all("const" in member for member in members):
        return {"enum": [member["const"] for member in members]}
    told: dict[str, Any] = {name: schema[name] for name in KEPT if name in schema}
    if "enum" not in told and "type" in schema:
        told["type"] = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    if members:
        told["any"] = [_condensed(member) for member in members if not _left_out(member)]
    if "items" in schema:
        told["items"] = _condensed(schema["items"])
    if isinstance(schema.get("additionalProperties"), dict):
        told["values"] = _condensed(schema["additionalProperties"])
    if "properties" in schema:
        fields = schema["properties"].items()
        told["fields"] = {name: _condensed(field) for name, field in fields if not _left_out(field)}
    return told


def _left_out(schema: dict[str, Any]) -> bool:
    members = [schema, *schema.get("oneOf", [])]
    return any(member.get("$ref", "").endswith(LEFT_OUT) for member in members)


def _references(thing: Any) -> set[str]:
    if isinstance(thing, list):
        return set().union(*map(_references, thing))
    if not isinstance(thing, dict):
        return set()
    own = {thing["ref"]} if isinstance(thing.get("ref"), str) else set()
    return own.union(*map(_references, thing.values()))


if __name__ == "__main__":
    main(Path(sys.argv[1]))

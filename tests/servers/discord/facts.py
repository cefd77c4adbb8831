"""The facts of Discord's HTTP API, and whether a request holds to them.

The facts are `tests/servers/discord_facts.json`; `python -m tests.servers.discord.renew openapi.json` renews them.
Stricter than Discord in one thing: a field nobody knows is refused, where Discord would pass over it.
"""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tests.servers.discord.errors import Path as Place
from tests.servers.discord.errors import Problem

FACTS = json.loads((Path(__file__).parent.parent / "discord_facts.json").read_text())
LOCALES = frozenset(FACTS["locales"])
SCHEMAS: dict[str, dict[str, Any]] = FACTS["schemas"]
_TRUTH, _TEXT = {"type": ["boolean", "null"]}, {"type": ["string", "null"]}
# What Discord takes though its description does not say so (the developers' documentation does, or its own libraries send it).
for _name in ("ApplicationCommandUpdateRequest", "ApplicationCommandCreateRequest"):
    SCHEMAS[_name]["fields"] |= {"nsfw": _TRUTH}
for _name in ("MessageEditRequestPartial", "IncomingWebhookUpdateRequestPartial"):
    SCHEMAS[_name]["fields"] |= {"tts": _TRUTH}
SCHEMAS["IncomingWebhookUpdateForInteractionCallbackRequestPartial"]["fields"] |= {"tts": _TRUTH}
SCHEMAS["RichEmbed"]["fields"] |= {"flags": {"type": ["integer"]}}
for _name in ("RichEmbedImage", "RichEmbedThumbnail"):  # an embed that is sent again as it came
    SCHEMAS[_name]["fields"] |= {"proxy_url": _TEXT, "content_type": _TEXT, "flags": {"type": ["integer"]}}
# discord.py tells an attachment that stays by everything it knows of it.
SCHEMAS["MessageAttachmentRequest"]["fields"] |= {"content_type": _TEXT, "url": _TEXT, "proxy_url": _TEXT}
SCHEMAS["MessageAttachmentRequest"]["fields"] |= {"spoiler": _TRUTH, "size": {}, "width": {}, "height": {}}


class Route(NamedTuple):
    """One thing that can be asked for; `operation` is its name in Discord's description."""

    operation: str
    method: str
    template: str
    pattern: re.Pattern[str]
    facts: dict[str, Any]


def _routes() -> Iterator[Route]:
    for name, facts in FACTS["routes"].items():
        method, template = name.split(" ")
        pattern = re.sub(r"\\{(\w+)\\}", r"(?P<\1>[^/]+)", re.escape(template))
        yield Route(facts["operation"], method, template, re.compile(pattern), facts)


ROUTES = sorted(_routes(), key=lambda route: route.template.count("{"))  # `@me` before any id
OPERATIONS = frozenset(route.operation for route in ROUTES)


def find_route(method: str, path: str) -> tuple[Route, dict[str, str]] | None:
    """The route and what stands in its braces."""
    for route in ROUTES:
        if route.method == method and (found := route.pattern.fullmatch(path)):
            return route, found.groupdict()
    return None


def query_problems(route: Route, query: dict[str, str]) -> list[Problem]:
    """What is wrong behind the question mark, where everything is text."""
    known = route.facts.get("query", {})
    unknown = query.keys() - known.keys()
    told = [Problem((name,), "UNKNOWN_FIELD", "Unknown query parameter.") for name in unknown]
    for name in query.keys() & known.keys():
        told += problems(known[name], _read(known[name], query[name]), (name,))
    return told


def _read(schema: dict[str, Any], text: str) -> Any:
    """What the text means; discord.py writes truths as 0, 1, true or false."""
    if "boolean" in schema.get("type", ()):
        return {"true": True, "false": False, "1": True, "0": False}.get(text.lower(), text)
    return int(text) if "integer" in schema.get("type", ()) and text.isdigit() else text


def body_problems(route: Route, body: Any) -> list[Problem]:
    """What is wrong with the JSON of a request."""
    schema = route.facts.get("body")
    if schema is None:
        empty = body is None or body == {}
        return [] if empty else [Problem((), "UNKNOWN_FIELD", "This route takes no body.")]
    return list(problems(schema, body, ()))


def problems(schema: dict[str, Any], value: Any, place: Place) -> Iterator[Problem]:
    """Everything in which the value does not fit."""
    if "ref" in schema:
        snowflake = schema["ref"] == "SnowflakeType"
        yield from _snowflake(value, place) if snowflake else problems(SCHEMAS[schema["ref"]], value, place)
    elif "any" in schema:
        yield from _any(schema["any"], value, place)
    elif "enum" in schema:
        if value not in schema["enum"] or isinstance(value, bool):
            words = f"Value must be one of {tuple(schema['enum'])}, not {value!r}."
            yield Problem(place, "BASE_TYPE_CHOICES", words)
    elif not _of_type(schema.get("type"), value):
        yield Problem(place, "BASE_TYPE", f"Could not interpret {value!r} as {' or '.join(schema['type'])}.")
    elif type(value) in _CHECKS:
        yield from _CHECKS[type(value)](schema, value, place)


def _snowflake(value: Any, place: Place) -> Iterator[Problem]:
    """Discord takes snowflakes as numbers too, and its libraries send them so."""
    if isinstance(value, bool) or not str(value).isdigit():
        yield Problem(place, "NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.')


_TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,), "integer": (int,), "number": (int, float), "boolean": (bool,), "array": (list,), "object": (dict,),
    "null": (type(None),),
}  # fmt: skip


def _of_type(names: list[str] | None, value: Any) -> bool:
    return names is None or any(type(value) in _TYPES[name] for name in names)


def _text(schema: dict[str, Any], value: str, place: Place) -> Iterator[Problem]:
    yield from _measured(schema, len(value), "Length", place)
    if "pattern" in schema and not re.search(schema["pattern"], value):
        yield Problem(place, "STRING_TYPE_REGEX", "String value did not match validation regex.")


def _number(schema: dict[str, Any], value: float, place: Place) -> Iterator[Problem]:
    if not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        yield Problem(place, "NUMBER_TYPE_RANGE", f"{value} is out of range.")


def _measured(schema: dict[str, Any], size: int, what: str, place: Place) -> Iterator[Problem]:
    least, most = schema.get(f"min{what}", size), schema.get(f"max{what}", size)
    if size < least:
        yield Problem(
            place,
            "BASE_TYPE_MIN_LENGTH" if size else "BASE_TYPE_REQUIRED",
            f"Must be {least} or more in length.",
        )
    if size > most:
        yield Problem(place, "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")


def _list(schema: dict[str, Any], value: list[Any], place: Place) -> Iterator[Problem]:
    yield from _measured(schema, len(value), "Items", place)
    if schema.get("uniqueItems") and len(set(map(str, value))) < len(value):
        yield Problem(place, "SET_TYPE_ALREADY_CONTAINS_VALUE", "The set already contains this value.")
    for index, item in enumerate(value):
        yield from problems(schema.get("items", {}), item, (*place, index))


def _object(schema: dict[str, Any], value: dict[str, Any], place: Place) -> Iterator[Problem]:
    fields = schema.get("fields", {})
    yield from _measured(schema, len(value), "Properties", place)
    for name, item in value.items():
        if name in fields:
            yield from problems(fields[name], item, (*place, name))
        elif "values" in schema:
            yield from problems(schema["values"], item, (*place, name))
        elif fields:
            yield Problem((*place, name), "UNKNOWN_FIELD", "Unknown field.")
        if name.endswith("_localizations"):
            yield from _locales(item or {}, (*place, name))
    for name in schema.get("required", ()):
        if name not in value:
            yield Problem((*place, name), "BASE_TYPE_REQUIRED", "This field is required")


def _locales(given: dict[str, Any], place: Place) -> Iterator[Problem]:
    for locale in given.keys() - LOCALES:
        yield Problem((*place, locale), "ENUM_TYPE_COERCE", f'Value "{locale}" is not a valid locale.')


_CHECKS: dict[type, Callable[[dict[str, Any], Any, Place], Iterator[Problem]]] = {
    str: _text, int: _number, float: _number, list: _list, dict: _object,
}  # fmt: skip


def _any(members: list[dict[str, Any]], value: Any, place: Place) -> Iterator[Problem]:
    """Of a family the member with the same `type` speaks; without one, the member with the fewest complaints."""
    found = [list(problems(member, value, place)) for member in members]
    if not all(found):
        return
    told = [complaints for complaints, member in zip(found, members, strict=True) if member != _NULL] or found
    if isinstance(value, dict) and "type" in value:
        same = [
            complaints for complaints in told if (*place, "type") not in {item.path for item in complaints}
        ]
        if not same:
            known = sorted({kind for member in members for kind in _kinds(member)})
            words = f'Value of field "type" must be one of {tuple(known)}.'
            yield Problem((*place, "type"), "UNION_TYPE_CHOICES", words)
            return
        told = same
    yield from min(told, key=len)


_NULL = {"type": ["null"]}


def _kinds(member: dict[str, Any]) -> list[int]:
    schema = SCHEMAS.get(member.get("ref", ""), member)
    kinds: list[int] = schema.get("fields", {}).get("type", {}).get("enum", [])
    return kinds

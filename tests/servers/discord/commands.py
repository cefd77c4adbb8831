"""What a command may look like beyond its schema."""

import re
import unicodedata
from collections.abc import Iterator
from typing import Any

from tests.servers.discord.errors import Path, Problem

CHAT_INPUT, USER, MESSAGE = 1, 2, 3
SUB_COMMAND, GROUP = 1, 2
LONGEST_COMMAND = 8000
Command = dict[str, Any]


def command_problems(item: Command, place: Path, every: list[Command]) -> Iterator[Problem]:
    """Everything Discord would refuse in the command."""
    twins = [other for other in every if (other["type"], other["name"]) == (item["type"], item["name"])]
    if len(twins) > 1:
        yield Problem(
            (*place, "name"),
            "APPLICATION_COMMANDS_DUPLICATE_NAME",
            "Application command names must be unique",
        )
    if item["type"] == CHAT_INPUT:
        yield from _naming(item, place)
        yield from _options(item.get("options", []), (*place, "options"))
        if _length(item) > LONGEST_COMMAND:
            words = f"Command exceeds maximum size of {LONGEST_COMMAND}"
            yield Problem(place, "APPLICATION_COMMAND_TOO_LARGE", words)
    elif item.get("options") or item.get("description"):
        yield Problem(
            place, "APPLICATION_COMMAND_CONTEXT_MENU", "A menu command has neither options nor description."
        )


def _naming(item: Command, place: Path) -> Iterator[Problem]:
    if not item.get("description"):
        yield Problem((*place, "description"), "BASE_TYPE_REQUIRED", "This field is required")
    names: dict[Path, str] = {("name",): item["name"]}
    names |= {
        ("name_localizations", locale): name
        for locale, name in (item.get("name_localizations") or {}).items()
    }
    for where, name in names.items():
        if not _well_named(name):
            yield Problem((*place, *where), "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def _well_named(name: str) -> bool:
    """Letters, digits, `-`, `_`, `'` and the marks of Devanagari and Thai; no capital letters."""
    return name == name.lower() and all(
        sign in "-_'"
        or unicodedata.category(sign)[0] in "LN"
        or re.fullmatch("[\u0900-\u097f\u0e00-\u0e7f]", sign)
        for sign in name
    )


def _options(options: list[Command], place: Path) -> Iterator[Problem]:
    names = [option["name"] for option in options]
    if len(set(names)) < len(names):
        yield Problem(place, "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATED", "Option names must be unique")
    kinds = {option["type"] in (SUB_COMMAND, GROUP) for option in options}
    if len(kinds) > 1:
        words = "Sub-command and sub-command group option types are mutually exclusive to all other types"
        yield Problem(place, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", words)
    optional = False
    for index, option in enumerate(options):
        here = (*place, index)
        yield from _naming(option, here)
        if option["type"] in (SUB_COMMAND, GROUP):
            yield from _options(option.get("options") or [], (*here, "options"))
            continue
        if option.get("required") and optional:
            words = "Required options must be placed before non-required options"
            yield Problem(here, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", words)
        optional = optional or not option.get("required")
        if option.get("autocomplete") and option.get("choices"):
            yield Problem(
                here, "APPLICATION_COMMAND_OPTIONS_CHOICES", "Choices and autocomplete exclude each other."
            )


def _length(item: Command) -> int:
    """Names, descriptions and choices, each in its longest language."""
    told = sum(
        max(map(len, [item.get(part) or "", *(item.get(f"{part}_localizations") or {}).values()]))
        for part in ("name", "description")
    )
    told += sum(len(choice["name"]) + len(str(choice["value"])) for choice in item.get("choices") or [])
    return told + sum(map(_length, item.get("options") or []))

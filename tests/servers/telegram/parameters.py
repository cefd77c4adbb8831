"""A call's parameters as they come over the wire, checked against the facts and turned into values.

The facts are `tests/servers/telegram_facts.json`; `python -m tests.servers.telegram.renew api.json` renews them.
Stricter than Telegram in one thing: a parameter or field nobody knows is refused, where Telegram would pass over it.
"""

import json
import re
from pathlib import Path
from typing import Any

from tests.servers.telegram.errors import Refusal, bad_request

FACTS = json.loads((Path(__file__).parent.parent / "telegram_facts.json").read_text())
METHODS: dict[str, dict[str, str]] = FACTS["methods"]
TYPES: dict[str, dict[str, Any]] = FACTS["types"]
_BY_LOWER_CASE = {name.lower(): name for name in METHODS}
_LIST = "Array of "
_ABSENT = {  # Telegram's own words where it has some; everything else is named plainly
    "chat_id": "chat_id is empty",
    "text": "message text is empty",
    "message_id": "message identifier is not specified",
    "photo": "there is no photo in the request",
    "animation": "there is no animation in the request",
    "document": "there is no document in the request",
    "user_id": "invalid user_id specified",
}

Uploads = dict[str, bytes]
"""The files of a multipart call, by the name of their part."""


def known_method(name: str) -> str:
    """The method of that name, in whatever case it is written."""
    if name.lower() not in _BY_LOWER_CASE:
        raise Refusal(404, "Not Found: method not found")
    return _BY_LOWER_CASE[name.lower()]


def checked(method: str, given: dict[str, Any], uploads: Uploads) -> dict[str, Any]:
    """The parameters as Python values; an uploaded file is its bytes, also behind `attach://`."""
    fields = METHODS[method]
    for name in given.keys() | {part for part in uploads if part in fields}:
        if name not in fields:
            raise bad_request(f"unknown parameter {name} in {method}")
    values = {name: _read(fields[name], text, name, uploads) for name, text in given.items()}
    values |= {part: content for part, content in uploads.items() if "InputFile" in fields.get(part, "")}
    for name, word in fields.items():
        if word.endswith("!") and name not in values:
            raise bad_request(_ABSENT.get(name, f"parameter {name} of {method} is missing"))
    if unused := uploads.keys() - fields.keys() - _attached(values):
        raise bad_request(f"uploaded but not used: {', '.join(sorted(unused))}")
    return {name: _with_files(value, uploads) for name, value in values.items()}


def _read(word: str, given: Any, name: str, uploads: Uploads) -> Any:
    """A form carries strings: whatever is no string by its type is JSON inside one."""
    kinds = word.rstrip("!").split("|")
    if isinstance(given, str):
        if "Integer" in kinds and re.fullmatch(r"-?\d+", given):
            return int(given)
        if "String" in kinds:
            return given
        try:
            given = json.loads(given)
        except ValueError:
            raise bad_request(f"can't parse {name}: it must be {word}, JSON-serialized") from None
    return fitting(word, given, name, uploads)


def fitting(word: str, value: Any, place: str, uploads: Uploads) -> Any:
    """The value if it is of one of the types; the refusal names the place where it is not."""
    problems = []
    for kind in word.rstrip("!").split("|"):
        try:
            _fit(kind, value, place, uploads)
        except Refusal as refusal:
            problems.append(refusal)
        else:
            return value
    raise problems[0] if len(problems) == 1 else _closest(problems, place)


def _closest(problems: list[Refusal], place: str) -> Refusal:
    deep = [problem for problem in problems if f"{place}." in problem.description]
    return deep[0] if deep else problems[0]


def _fit(kind: str, value: Any, place: str, uploads: Uploads) -> None:
    if kind.startswith(_LIST):
        _expect(isinstance(value, list), place, "an Array")
        for index, item in enumerate(value):
            fitting(kind.removeprefix(_LIST), item, f"{place}.{index}", uploads)
    elif kind.startswith("="):
        _expect(value == kind[1:], place, kind[1:])
    elif kind in _PLAIN:
        _expect(type(value) in _PLAIN[kind], place, kind)
    elif "any" in TYPES[kind]:
        fitting(_member(TYPES[kind]["any"], value, place), value, place, uploads)
    else:
        _expect(isinstance(value, dict), place, f"a {kind}")
        _fit_object(kind, value, place, uploads)


_PLAIN = {
    "Integer": (int,),
    "String": (str,),
    "Boolean": (bool,),
    "True": (bool,),
    "Float": (int, float),
    "InputFile": (bytes,),
}


def _member(members: list[str], value: Any, place: str) -> str:
    """Which member of a family is meant: that of the same `type`, else the one whose fields are all there."""
    _expect(isinstance(value, dict), place, "an Object")
    same = [name for name in members if TYPES[name].get("type", "").strip("=!") in ("", value.get("type"))]
    whole = [name for name in same if _required(name) <= value.keys()]
    if not same:
        raise bad_request(f"unknown type {value.get('type')!r} of {place}")
    return (whole or same)[0]


def _required(kind: str) -> set[str]:
    return {name for name, word in TYPES[kind].items() if word.endswith("!")}


def _fit_object(kind: str, value: dict[str, Any], place: str, uploads: Uploads) -> None:
    fields = TYPES[kind]
    for name, item in value.items():
        if name not in fields:
            raise bad_request(f"unknown field {place}.{name} in {kind}")
        fitting(fields[name], item, f"{place}.{name}", uploads)
    if missing := _required(kind) - value.keys():
        raise bad_request(f"field {place}.{min(missing)} of {kind} is missing")


def _expect(holds: bool, place: str, what: str) -> None:
    if not holds:
        raise bad_request(f"can't parse {place}: it must be {what}")


def _attached(value: Any) -> set[str]:
    if isinstance(value, str) and value.startswith("attach://"):
        return {value.removeprefix("attach://")}
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return set().union(*map(_attached, inner))


def _with_files(value: Any, uploads: Uploads) -> Any:
    if isinstance(value, str) and value.startswith("attach://"):
        name = value.removeprefix("attach://")
        if name not in uploads:
            raise bad_request(f"file {name} is attached, but was not uploaded")
        return uploads[name]
    if isinstance(value, dict):
        return {name: _with_files(item, uploads) for name, item in value.items()}
    return [_with_files(item, uploads) for item in value] if isinstance(value, list) else value

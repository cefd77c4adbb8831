"""Texts as Telegram counts and marks them: HTML in, plain text and entities out; lengths are UTF-16 units."""

import re
from dataclasses import dataclass
from typing import Any, NamedTuple

from tests.servers.telegram.errors import bad_request, unparsable

TEXT_UNITS = 4096
CAPTION_UNITS = 1024

_KINDS = {
    "b": "bold", "strong": "bold", "i": "italic", "em": "italic", "u": "underline", "ins": "underline",
    "s": "strikethrough", "strike": "strikethrough", "del": "strikethrough", "code": "code", "pre": "pre",
    "a": "text_link", "span": "spoiler", "tg-spoiler": "spoiler", "tg-emoji": "custom_emoji",
    "blockquote": "blockquote",
}  # fmt: skip
_NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}
_TOKEN = re.compile(
    r"<(?P<slash>/?)(?P<tag>[^\s<>/]*)(?P<rest>[^<>]*)>|(?P<stray><)|&(?P<entity>#x[0-9a-fA-F]+|#\d+|\w+);"
)
_ATTRIBUTE = re.compile(r"""\s+([\w-]+)(?:\s*=\s*("[^"]*"|'[^']*'|[\w.-]+))?""")
_COMMAND = re.compile(r"(?<![\w/@])/[A-Za-z0-9_]{1,64}(?:@\w{3,32})?(?!\w)")
_MENTION = re.compile(r"(?<![\w/@])@[A-Za-z]\w{3,31}")
_LINK = re.compile(r"https?://\S+|\b(?:[\w-]+\.)+(?:me|com|org|net|io|app)\b\S*")


class Marked(NamedTuple):
    """A text without markup and the entities over it, as the Bot API writes them."""

    text: str
    entities: tuple[dict[str, Any], ...] = ()

    @property
    def has_link(self) -> bool:
        """Would a client show a preview of a page under it?"""
        return bool(_LINK.search(self.text)) or any("url" in entity for entity in self.entities)


@dataclass
class _Open:
    tag: str
    start: int
    extra: dict[str, Any]


def units(text: str) -> int:
    """The length of the text as Telegram counts it."""
    return len(text.encode("utf-16-le")) // 2


def typed(text: str) -> Marked:
    """What a person typed: commands, mentions and links are found by Telegram itself."""
    found = [("bot_command", _COMMAND), ("mention", _MENTION), ("url", _LINK)]
    entities = [
        {"type": kind, "offset": units(text[: hit.start()]), "length": units(hit[0])}
        for kind, pattern in found
        for hit in pattern.finditer(text)
    ]
    return Marked(text, tuple(sorted(entities, key=lambda entity: entity["offset"])))


def named(marked: Marked, name: str, user_id: int) -> Marked:
    """The name in the text as a mention of that user."""
    mention = {"type": "text_mention", "user_id": user_id, "length": units(name)}
    mention["offset"] = units(marked.text[: marked.text.index(name)])
    return Marked(marked.text, (*marked.entities, mention))


def read(text: str, mode: str | None, entities: list[dict[str, Any]] | None) -> Marked:
    """What a bot sends: `mode` is HTML or nothing; Majlis uses no other, so others are refused here."""
    if mode and mode.lower() != "html":
        raise bad_request("unsupported parse_mode")
    marked = _html(text) if mode else Marked(text, tuple(entities or ()))
    if any(entity["offset"] + entity["length"] > units(marked.text) for entity in marked.entities):
        raise bad_request("entity ends beyond the end of the text")
    return _trimmed(marked)


def _trimmed(marked: Marked) -> Marked:
    left = units(marked.text) - units(marked.text.lstrip())
    text = marked.text.strip()
    kept = []
    for entity in marked.entities:
        start = max(entity["offset"] - left, 0)
        end = min(entity["offset"] + entity["length"] - left, units(text))
        if end > start:
            kept.append({**entity, "offset": start, "length": end - start})
    return Marked(text, tuple(sorted(kept, key=lambda entity: (entity["offset"], -entity["length"]))))


def _html(source: str) -> Marked:
    text, position = "", 0
    open_tags: list[_Open] = []
    entities: list[dict[str, Any]] = []
    for token in _TOKEN.finditer(source):
        text += source[position : token.start()]
        position = token.end()
        at = len(source[: token.start()].encode())
        if token["stray"]:
            raise unparsable(f"Unclosed start tag at byte offset {at}")
        if token["entity"]:
            text += _character(token)
        elif token["slash"]:
            entities += _closed(open_tags, token["tag"].lower(), units(text), at)
        else:
            open_tags.append(_opened(token, units(text), at))
    if open_tags:
        raise unparsable(f'Can\'t find end tag corresponding to start tag "{open_tags[-1].tag}"')
    return Marked(text + source[position:], tuple(entities))


def _character(token: re.Match[str]) -> str:
    name = token["entity"]
    if name.startswith("#"):
        return chr(int(f"0{name[1:]}", 16) if name[1] == "x" else int(name[1:]))
    return _NAMED.get(name, token[0])


def _opened(token: re.Match[str], start: int, at: int) -> _Open:
    tag = token["tag"].lower()
    if tag not in _KINDS:
        raise unparsable(f'Unsupported start tag "{tag}" at byte offset {at}')
    if _ATTRIBUTE.sub("", token["rest"]).strip():
        raise unparsable(f"Unclosed start tag at byte offset {at}")
    given = {name.lower(): value.strip("\"'") for name, value in _ATTRIBUTE.findall(token["rest"])}
    if tag == "span" and given.get("class") != "tg-spoiler":
        raise unparsable(f'Tag "span" must have class "tg-spoiler" at byte offset {at}')
    return _Open(tag, start, _extra(tag, given))


def _extra(tag: str, given: dict[str, str]) -> dict[str, Any]:
    if tag == "a" and given.get("href", "").startswith("tg://user?id="):
        return {"type": "text_mention", "user_id": int(given["href"].removeprefix("tg://user?id="))}
    if tag == "a":
        return {"url": _html(given["href"]).text} if given.get("href") else {"type": None}
    if tag == "blockquote" and "expandable" in given:
        return {"type": "expandable_blockquote"}
    return {"custom_emoji_id": given.get("emoji-id", "")} if tag == "tg-emoji" else {}


def _closed(open_tags: list[_Open], tag: str, end: int, at: int) -> list[dict[str, Any]]:
    if not open_tags:
        raise unparsable(f"Unexpected end tag at byte offset {at}")
    last = open_tags.pop()
    if tag not in ("", last.tag):
        raise unparsable(f'Unmatched end tag at byte offset {at}, expected "</{last.tag}>", found "</{tag}>"')
    entity = {"type": _KINDS[last.tag], "offset": last.start, "length": end - last.start, **last.extra}
    return [entity] if entity["length"] and entity["type"] else []

"""From the JSON and the files of a request to the content of a message."""

import io
from typing import Any

from PIL import Image, UnidentifiedImageError

from tests.servers.discord.components import component_problems, numbered, with_pictures
from tests.servers.discord.errors import Problem, empty_message, invalid_form, too_large
from tests.servers.discord.state import State
from tests.servers.discord.world import COMPONENTS_V2, Attachment, Content

LONGEST_TEXT, LONGEST_EMBEDS, MOST_FILES = 2000, 6000, 10
LARGEST_UPLOAD = 10 * 1024 * 1024
CHANGEABLE = 1 << 2  # suppressed embeds; every other flag of a message stays as it was sent
SENDABLE = (1 << 2) | (1 << 6) | (1 << 12) | COMPONENTS_V2
Body = dict[str, Any]


Files = dict[int, tuple[str, bytes]]
"""The files of a request by their number: name and bytes."""


def composed(state: State, body: Body, files: Files, old: Content | None = None) -> Content:
    """The content of a new message, or of `old` after an edit. Raises Malformed where Discord would refuse it."""
    before = old or Content()
    flags = _flags(body, old)
    attachments = _attachments(state, body, files, before)
    problems: list[Problem] = []

    def missing(name: str) -> None:
        problems.append(Problem(("attachments",), "ATTACHMENT_NOT_FOUND", f"No attachment is called {name}."))

    text = body["content"] or "" if "content" in body else before.text
    embeds = list(before.embeds)
    if "embeds" in body:
        embeds = with_pictures(
            [{"type": "rich"} | embed for embed in body["embeds"] or []], attachments, missing
        )
    components = list(before.components)
    if "components" in body:
        given = body["components"] or []
        problems += component_problems(given, flags)
        components = numbered(with_pictures(given, attachments, missing))
    problems += [*_text_problems(text, embeds, flags), *_mention_problems(body)]
    if problems:
        raise invalid_form(*problems)
    shown = components if flags & COMPONENTS_V2 else text.strip() or embeds or attachments or components
    if not shown:
        raise empty_message()
    return Content(text, tuple(embeds), tuple(components), attachments, flags)


def _flags(body: Body, old: Content | None) -> int:
    given: int = body.get("flags") or 0
    if given & ~SENDABLE:
        raise invalid_form(Problem(("flags",), "MESSAGE_FLAGS_INVALID", f"Flags {given} cannot be set."))
    if old is None:
        return given
    if "flags" not in body:
        return old.flags
    if old.flags & COMPONENTS_V2 and not given & COMPONENTS_V2:
        words = "The flag of components V2 cannot be taken away."
        raise invalid_form(Problem(("flags",), "MESSAGE_FLAGS_INVALID", words))
    return old.flags & ~CHANGEABLE | given & (CHANGEABLE | COMPONENTS_V2)


def _text_problems(text: str, embeds: list[Body], flags: int) -> list[Problem]:
    if flags & COMPONENTS_V2 and (text or embeds):
        words = "The 'content' and 'embeds' fields cannot be used with the flag of components V2."
        return [
            Problem(
                ("content" if text else "embeds",),
                "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                words,
            )
        ]
    told = []
    if len(text) > LONGEST_TEXT:
        told.append(
            Problem(("content",), "BASE_TYPE_MAX_LENGTH", f"Must be {LONGEST_TEXT} or fewer in length.")
        )
    if sum(map(_embed_length, embeds)) > LONGEST_EMBEDS:
        words = f"Embed size exceeds maximum size of {LONGEST_EMBEDS}"
        told.append(Problem(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", words))
    return told


def _mention_problems(body: Body) -> list[Problem]:
    """Everybody of a kind may be named, or some of them: not both."""
    allowed = body.get("allowed_mentions") or {}
    both = [kind for kind in ("users", "roles") if kind in (allowed.get("parse") or []) and allowed.get(kind)]
    words = "parse:{0} and {0}: [ids...] are mutually exclusive."
    place = ("allowed_mentions",)
    return [Problem(place, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", words.format(kind)) for kind in both]


def _embed_length(embed: Body) -> int:
    fields = embed.get("fields") or []
    parts = [embed.get("title"), embed.get("description"), (embed.get("footer") or {}).get("text")]
    parts += [
        (embed.get("author") or {}).get("name"),
        *(part for item in fields for part in (item["name"], item["value"])),
    ]
    return sum(len(part or "") for part in parts)


def _attachments(state: State, body: Body, files: Files, before: Content) -> tuple[Attachment, ...]:
    """What the list names stays or comes; without a list everything stays and every file comes."""
    if sum(len(content) for _, content in files.values()) > LARGEST_UPLOAD:
        raise too_large()
    listed = body.get("attachments")
    if listed is None:
        listed = [{"id": file.id} for file in before.attachments] if "attachments" not in body else []
        listed += [{"id": number} for number in files]
    kept = {file.id: file for file in before.attachments}
    told = []
    for index, item in enumerate(listed):
        number = int(item["id"])
        if number in files:
            told.append(_stored(state, item, *files[number]))
        elif number in kept:
            told.append(_described(kept[number], item))
        else:
            raise invalid_form(
                Problem(("attachments", index, "id"), "ATTACHMENT_NOT_FOUND", f"There is no file {number}.")
            )
    if unused := files.keys() - {int(item["id"]) for item in listed}:
        raise invalid_form(
            Problem(("attachments",), "ATTACHMENT_NOT_LISTED", f"Files {sorted(unused)} are not listed.")
        )
    if len(told) > MOST_FILES:
        raise invalid_form(
            Problem(("attachments",), "BASE_TYPE_MAX_LENGTH", f"Must be {MOST_FILES} or fewer in length.")
        )
    return tuple(told)


def _stored(state: State, item: Body, name: str, content: bytes) -> Attachment:
    number, filename = state.world.new_id(), item.get("filename") or name
    kind, width, height = _looked_at(content)
    url = f"{state.root}/attachments/{number}/{filename}"
    file = Attachment(number, filename, content, url, kind, item.get("description"), width, height)
    state.world.files[number] = file
    return file


def _looked_at(content: bytes) -> tuple[str, int | None, int | None]:
    """The kind of file; of a picture its size too."""
    try:
        with Image.open(io.BytesIO(content)) as picture:
            return Image.MIME[str(picture.format)], picture.width, picture.height
    except UnidentifiedImageError:
        return "application/octet-stream", None, None


def _described(file: Attachment, item: Body) -> Attachment:
    if "description" not in item or item["description"] == file.description:
        return file
    return Attachment(
        file.id,
        file.filename,
        file.content,
        file.url,
        file.content_type,
        item["description"],
        file.width,
        file.height,
    )

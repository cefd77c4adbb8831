"""Messages and forms as people see them."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from tests.servers.discord.components import BUTTON, SELECTS, TEXT_DISPLAY, walk
from tests.servers.discord.errors import Impossible
from tests.servers.discord.world import COMPONENTS_V2, LOADING, Attachment, Content, Message

MEDIA_GALLERY, THUMBNAIL = 12, 11


class Picture(NamedTuple):
    """A picture with its alternative text."""

    content: bytes
    alt: str
    name: str


class Button(NamedTuple):
    """A button; `custom_id` is "" on a link."""

    label: str
    custom_id: str
    url: str
    disabled: bool
    style: int
    emoji: str


class Select(NamedTuple):
    """A select; `options` maps labels to values (empty where people, roles or channels are chosen)."""

    custom_id: str
    placeholder: str
    options: dict[str, str]
    chosen: tuple[str, ...]
    least: int
    most: int
    disabled: bool
    kind: int


class Seen(NamedTuple):
    """A message as a person saw it at one moment; buttons are what was there then, even if pressed later."""

    id: int
    who: str
    text: str
    embeds: tuple[dict[str, Any], ...]
    pictures: tuple[Picture, ...]
    components: tuple[dict[str, Any], ...]
    ephemeral: bool
    loading: bool
    edits: int
    message: Message

    def __repr__(self) -> str:
        pictures = f"{len(self.pictures)} pictures, " if self.pictures else ""
        quiet = "ephemeral, " if self.ephemeral else ""
        return f"<{self.id} {self.who}: {quiet}{pictures}{self.text!r} {self.labels}>"

    @property
    def picture(self) -> bytes | None:
        return self.pictures[0].content if self.pictures else None

    @property
    def alt(self) -> str:
        """The alternative text of the first picture."""
        return self.pictures[0].alt if self.pictures else ""

    @property
    def rows(self) -> list[list[Button]]:
        """The buttons row by row."""
        rows = [item["components"] for _, item in walk(self.components) if item["type"] == 1]
        return [[_button(item) for item in row] for row in rows if row[0]["type"] == BUTTON]

    @property
    def buttons(self) -> list[Button]:
        return [_button(item) for _, item in walk(self.components) if item["type"] == BUTTON]

    @property
    def labels(self) -> list[str]:
        """The labels of all buttons (the emoji of those without one)."""
        return [button.label or button.emoji for button in self.buttons]

    @property
    def selects(self) -> list[Select]:
        return [select_of(item) for _, item in walk(self.components) if item["type"] in SELECTS]

    def button(self, wanted: str) -> Button:
        """The button of that label, emoji or custom_id."""
        found = [item for item in self.buttons if wanted in (item.label, item.custom_id, item.emoji)]
        if not found:
            raise Impossible(f"there is no button {wanted!r} in {self}")
        return found[0]

    def select(self, wanted: str = "") -> Select:
        """The select of that custom_id or placeholder; the only one if nothing is named."""
        found = [item for item in self.selects if wanted in ("", item.custom_id, item.placeholder)]
        if not found:
            raise Impossible(f"there is no select {wanted!r} in {self}")
        return found[0]


def _button(item: dict[str, Any]) -> Button:
    emoji = (item.get("emoji") or {}).get("name") or ""
    told = (item.get("label") or "", item.get("custom_id") or "", item.get("url") or "")
    return Button(*told, bool(item.get("disabled")), item["style"], emoji)


def select_of(item: dict[str, Any]) -> Select:
    """A select of a message or a form."""
    options = item.get("options") or []
    return Select(
        item["custom_id"],
        item.get("placeholder") or "",
        {option["label"]: option["value"] for option in options},
        tuple(option["value"] for option in options if option.get("default")),
        item.get("min_values", 1),
        item.get("max_values", 1),
        bool(item.get("disabled")),
        item["type"],
    )


def seen(message: Message) -> Seen:
    """The message as it looks now."""
    content = message.content
    return Seen(
        message.id,
        message.author.global_name,
        _text(content),
        content.embeds,
        tuple(_pictures(content)),
        content.components,
        message.reader is not None,
        bool(content.flags & LOADING),
        len(message.history),
        message,
    )


def _text(content: Content) -> str:
    """What stands above, and the texts among the components."""
    texts = [item["content"] for _, item in walk(content.components) if item["type"] == TEXT_DISPLAY]
    return "\n".join(filter(None, [content.text, *texts]))


def _pictures(content: Content) -> Iterator[Picture]:
    """With components V2 only what a component shows; else the files, in their order."""
    if not content.flags & COMPONENTS_V2:
        yield from (_picture(file, file.description) for file in content.attachments)
        return
    files = {file.url: file for file in content.attachments}
    for _, item in walk(content.components):
        shown = (
            item["items"] if item["type"] == MEDIA_GALLERY else [item] if item["type"] == THUMBNAIL else []
        )
        for media in shown:
            if (file := files.get(media["media"]["url"])) is not None:
                yield _picture(file, media.get("description") or file.description)


def _picture(file: Attachment, alt: str | None) -> Picture:
    return Picture(file.content, alt or "", file.filename)

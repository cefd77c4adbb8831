"""Messages as people see them."""

from typing import Any, NamedTuple

from tests.servers.telegram.keyboards import Button, Keyboard, pick
from tests.servers.telegram.world import Message


class Seen(NamedTuple):
    """A message as a person saw it at one moment; buttons are what was there then, even if tapped later."""

    id: int
    who: str
    text: str
    photo: bytes | None
    animation: bytes | None
    buttons: Keyboard
    edits: int
    preview: bool
    entities: tuple[dict[str, Any], ...]
    message: Message

    def __repr__(self) -> str:
        picture = "photo, " if self.photo is not None else "animation, " if self.animation is not None else ""
        return f"<{self.id} {self.who}: {picture}{self.text!r} {self.labels}>"

    @property
    def labels(self) -> list[str]:
        """The labels of all buttons, row by row."""
        return [button.label for row in self.buttons for button in row]

    def button(self, wanted: str) -> Button:
        """The button of that label or data."""
        return pick(self.buttons, wanted)


def seen(message: Message) -> Seen:
    """The message as it looks now."""
    content = message.content
    sender = (
        message.sender_chat.title
        if message.sender_chat
        else message.sender.first_name
        if message.sender
        else ""
    )
    bytes_of = {content.media.kind: content.media.content} if content.media else {}
    return Seen(
        message.id, sender, content.marked.text, bytes_of.get("photo"), bytes_of.get("animation"),
        content.keyboard, len(message.history), content.preview, content.marked.entities, message,
    )  # fmt: skip

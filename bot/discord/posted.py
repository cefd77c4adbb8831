"""What a message of ours holds, and how the library wants it for sending and for editing."""

from dataclasses import dataclass
from io import BytesIO
from typing import Any

from discord import AllowedMentions, File

from bot.discord.buttons import Row, view

FILE = "board.jpg"
MAX_TEXT = 2_000
MAX_ALT = 1_024

_NOBODY = AllowedMentions.none()
_PEOPLE = AllowedMentions(everyone=False, roles=False, users=True, replied_user=False)


@dataclass(frozen=True, slots=True)
class Posted:
    """A message: words, a picture with its text twin, buttons.

    `picture` None leaves the one that is there; empty takes it away.
    """

    text: str
    rows: tuple[Row, ...]
    picture: bytes | None = None
    alt: str = ""


MOVED = Posted("⤵", (), b"")
"""What is left of a board that went on further down."""


def sending(posted: Posted, *, silent: bool = False) -> dict[str, Any]:
    """For a new message. People mentioned in it hear of it."""
    shown: dict[str, Any] = {"content": posted.text, "view": view(posted.rows), "allowed_mentions": _PEOPLE}
    if posted.picture:
        shown["file"] = _file(posted)
    if silent:
        shown["silent"] = True
    return shown


def changing(posted: Posted) -> dict[str, Any]:
    """For a message that is there. The new picture replaces the old one, or they would pile up."""
    shown: dict[str, Any] = {"content": posted.text, "view": view(posted.rows), "allowed_mentions": _NOBODY}
    if posted.picture is not None:
        shown["attachments"] = [_file(posted)] if posted.picture else []
    return shown


def filling(posted: Posted) -> dict[str, Any]:
    """For a message that waits for its words: to people it is a new one, so whoever is mentioned hears of it."""
    return {**changing(posted), "allowed_mentions": _PEOPLE}


def _file(posted: Posted) -> File:
    return File(BytesIO(posted.picture or b""), filename=FILE, description=posted.alt[:MAX_ALT] or None)

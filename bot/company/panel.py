"""What a person sees of everything that is no board: words, buttons, perhaps a picture; the same on every platform."""

import re
from dataclasses import dataclass
from typing import NamedTuple

from bot.buttons import Look
from bot.easel import Picture
from rules.errors import Malformed

MAX_ACT = 60
"""Characters of an act, so that it fits a platform's button with the platform's own mark before it."""

_ACT = re.compile(r"[a-z]+(?:\.[A-Za-z0-9_-]+)*", re.ASCII)


class Tap(NamedTuple):
    """A button that does something; `act` as `act()` writes it."""

    label: str
    act: str
    look: Look = Look.PLAIN


class Link(NamedTuple):
    """A button that leads somewhere.

    `address` is a whole one, or a path of our page such as `/t/KM7QXR`; where the page has no public address, chats leave
    the button out.
    """

    label: str
    address: str


def whole(link: Link, page: str) -> str:
    """A link's whole address; empty where it leads to our page and `page`, its public address, is not known."""
    if link.address.startswith("/"):
        return page and page + link.address
    return link.address


class Field(NamedTuple):
    """Words asked of the person; what they write comes with `act`."""

    label: str
    act: str
    value: str = ""
    longest: int = 100


class Shown(NamedTuple):
    """A picture with its text twin: something that our easel draws, or a finished JPEG."""

    picture: Picture | bytes
    alt: str


class File(NamedTuple):
    """A file to keep, such as an exported match or a moving picture."""

    name: str
    content: bytes


Rows = tuple[tuple[Tap | Link, ...], ...]


@dataclass(frozen=True, slots=True)
class Panel:
    """One answer. `said` is a short word beside it, a toast; a panel of nothing else leaves the screen as it is.

    `table` is the code of a table that the platform shows where the person is. `open` panels may be read by everybody
    where they are asked for in company; the others are for whoever asked wherever the platform can keep them so.
    `again_s`: a page that shows it looks again after so many seconds, by doing `again`; chats are told by heralds.
    """

    heading: str = ""
    lines: tuple[str, ...] = ()
    rows: Rows = ()
    shown: Shown | None = None
    file: File | None = None
    field: Field | None = None
    table: str | None = None
    said: str = ""
    open: bool = False
    again: str = ""
    again_s: int = 0

    @property
    def is_said_only(self) -> bool:
        """Whether there is nothing to show but a short word."""
        return not (self.heading or self.lines or self.shown or self.file or self.table)


def act(verb: str, *arguments: object) -> str:
    """An act as buttons carry it. Raises ValueError for what could not be read back, which is a bug."""
    written = ".".join((verb, *map(str, arguments)))
    if len(written) > MAX_ACT or not _ACT.fullmatch(written):
        raise ValueError(f"{written!r} is no act")
    return written


def read_act(written: str) -> tuple[str, tuple[str, ...]]:
    """A verb and its arguments. Raises Malformed for anything that `act` does not write."""
    if len(written) > MAX_ACT or not _ACT.fullmatch(written):
        raise Malformed("this is no button of ours")
    verb, *arguments = written.split(".")
    return verb, tuple(arguments)

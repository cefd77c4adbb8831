"""What the processes that share a database tell each other: one line for each change that others keep a copy of.

A line goes out with the transaction it is about, and only if that commits. Nobody hears their own.
"""

import json
from collections.abc import Callable
from enum import StrEnum
from typing import Any, NamedTuple


class About(StrEnum):
    """What a line is about."""

    TABLE = "table"
    """A table has another version: its id, code and version."""
    PLAYER = "player"
    """Somebody likes it otherwise, or is called otherwise: their id."""
    CHAT = "chat"
    """A whole chat has chosen otherwise, or has another id: its platform and id."""
    BANS = "bans"
    """Somebody is kept out, or let in again."""
    SAID = "said"
    """Something was said at a table: its id and code."""
    UNHEARD = "unheard"
    """Others hear somebody no more, or again: their id, and the code of a table or nothing."""
    FORGOTTEN = "forgotten"
    """Somebody is forgotten: their id."""
    QUEUE = "queue"
    """Somebody waits for a rival, or does no more: their id, and when they were last seen."""
    TELL = "tell"
    """Somebody is to be told something by whoever can reach them (bot.company.relay)."""
    TOLD = "told"
    """They were: the number of what was asked."""


class Line(NamedTuple):
    """One thing told to the others; `what` are plain values, whose order About says."""

    about: About
    what: tuple[Any, ...] = ()

    def written(self) -> str:
        """As text; `read` is its other half."""
        return json.dumps([self.about, *self.what], separators=(",", ":"))


def read(text: str) -> Line | None:
    """A line as written; None for what only another version understands."""
    about, *what = json.loads(text)
    return Line(About(about), tuple(what)) if about in {*About} else None


Heard = Callable[[Line], None]
"""Told each line of the others; it returns at once."""

Hearing = Callable[[bool], None]
"""Told whether lines are heard from now on. Either way some may have been missed: every copy may be old. It returns at once."""

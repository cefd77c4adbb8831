"""A table as one person sees it: words, a picture and a grid of buttons, the same on every platform."""

from typing import NamedTuple

from bot.buttons import Grid
from bot.phrases import Phrases
from bot.table import Table
from render.scene import Scene
from rules.seat import Seat


class View(NamedTuple):
    """What a message or a page shows of a table.

    `headline` says whose turn it is or how it ended; `lines` what happened and what matters now; `warning`
    what to think about before confirming. `ends` is when the running clock runs out, in milliseconds.
    """

    headline: str
    lines: tuple[str, ...]
    warning: str
    scene: Scene
    buttons: Grid
    ends: int | None

    @property
    def text(self) -> str:
        """All of it as one text, a line each."""
        return "\n".join(part for part in (self.headline, *self.lines, self.warning) if part)


def view(table: Table, seat: Seat | None, words: Phrases, *, shared: bool = False) -> View:
    """The table seen from a seat (None: a spectator).

    In a `shared` place, such as a group's message, the buttons are those of whoever is to move.
    """
    raise NotImplementedError


def refusal(reason: str, words: Phrases) -> str:
    """The sentence for a refusal (rules.errors.Reason or bot.table.No)."""
    raise NotImplementedError

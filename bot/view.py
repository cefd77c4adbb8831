"""A table as one person sees it: words, a picture and a grid of buttons, the same on every platform."""

from collections.abc import Iterator
from typing import NamedTuple

from bot import hints, sentences
from bot.buttons import Grid
from bot.grid import grid
from bot.happenings import lines
from bot.phrases import Phrases, isolated
from bot.picture import Style, scene
from bot.refusals import refusal
from bot.table import Table
from render.scene import Scene
from rules.seat import Seat


class View(NamedTuple):
    """What a message or a page shows of a table.

    `title` names the game, `headline` says whose turn it is or how it ended, `lines` what happened and what
    matters now; `warning` what to think about before confirming. `ends` is when the running clock runs out,
    in milliseconds.
    """

    title: str
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


def view(
    table: Table, seat: Seat | None, words: Phrases, *, shared: bool = False, style: Style | None = None
) -> View:
    """The table seen from a seat (None: a spectator).

    In a `shared` place, such as a group's message, the buttons are those of whoever is to move. `style` is
    how the board should look.
    """
    told = _telling(table, seat, words, shared=shared)
    return View(
        title=sentences.title(told),
        headline=sentences.headline(told),
        lines=(*lines(told), *_coaching(table, seat, words, shared=shared)),
        warning=sentences.warning(told),
        scene=_board(told, style),
        buttons=grid(table, seat, words, shared=shared),
        ends=table.clock.ends,
    )


def board(
    table: Table, seat: Seat | None, words: Phrases, *, shared: bool = False, style: Style | None = None
) -> Scene:
    """The picture of `view` alone."""
    return _board(_telling(table, seat, words, shared=shared), style)


def _telling(table: Table, seat: Seat | None, words: Phrases, *, shared: bool) -> sentences.Telling:
    personal = sentences.is_personal(table, seat, shared=shared)
    return sentences.Telling(table, seat, words, personal=personal, presses=shared)


def _board(told: sentences.Telling, style: Style | None) -> Scene:
    low = sentences.bottom(told.table, told.seat)
    return scene(told.table, low, sentences.captions(told), told.words, style or Style())


def _coaching(table: Table, seat: Seat | None, words: Phrases, *, shared: bool) -> Iterator[str]:
    hint = hints.coaching(table, seat, words, shared=shared)
    if hint:
        yield hint


def in_a_line(table: Table, player: int, words: Phrases) -> str:
    """A table in a list of somebody's own: the game, the rival, whose turn it is."""
    seat = table.seat_of(player)
    seen = view(table, seat, words)
    rival = isolated(table.called(seat.other, words)) if seat is not None else ""
    return " · ".join(part for part in (seen.title, rival, seen.headline) if part)


__all__ = ["View", "in_a_line", "refusal", "view"]

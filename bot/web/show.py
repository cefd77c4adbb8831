"""A table as one visitor's browser gets it: the view in pieces, its picture's address, its hot spots.

A piece is HTML under a name; the script puts a new one in place only where it differs from what stands there, so
that nothing flickers and nobody loses the focus.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from aiohttp import web

from bot import customs, tastes
from bot.company import audience
from bot.company.beside import beside
from bot.easel import digest
from bot.names import in_groups
from bot.table import Against, Stage, Table
from bot.view import View, board, view
from bot.web import pages, spots, visitor
from bot.web.pages import COMPANY, SERVICES
from bot.web.visitor import Visitor
from render import geometry
from render.scene import Scene
from render.text import board_text
from rules.seat import Seat

PIECES = ("headline", "clock", "watching", "told", "talk", "before", "buttons", "spots", "around")
"""The templates under parts/ that make up a table; each stands in an element of this id."""


SMALL_WIDTH = 720
"""Pixels across a picture for a phone, half the bytes."""


class Picture(NamedTuple):
    """Where the picture is, what it shows in words, and its size in pixels."""

    src: str
    srcset: str
    alt: str
    width: int
    height: int


def seat_of(table: Table, who: Visitor) -> Seat | None:
    """The seat a visitor looks from; two at one screen look from the first seat all the time."""
    return Seat.FIRST if _is_shared(table, who) else table.seat_of(who.id)


def _is_shared(table: Table, who: Visitor) -> bool:
    return table.setup.against is Against.LOCAL and table.host == who.id


def seen(table: Table, who: Visitor) -> View:
    """The table as this visitor sees it."""
    return _to(who, view, table)


def board_of(table: Table, who: Visitor) -> Scene:
    """The picture of the table as this visitor sees it."""
    return _to(who, board, table)


_Seen = TypeVar("_Seen", View, Scene)


def _to(who: Visitor, show: Callable[..., _Seen], table: Table) -> _Seen:
    shared, style = _is_shared(table, who), tastes.style(who.settings)
    return show(table, seat_of(table, who), who.words, shared=shared, style=style)


def rival(table: Table, who: Visitor) -> str:
    """Whom the visitor plays there, as a name; empty while nobody has come."""
    seat = seat_of(table, who)
    if seat is None or table.seats[seat.other] is None:
        return ""
    return who.words.t("Computer") if table.is_computer(seat.other) else table.called(seat.other, who.words)


def is_awaited(table: Table, who: Visitor) -> bool:
    """Whether the table waits for this visitor."""
    seat = table.seat_of(who.id)
    game = table.match.game if table.match else None
    return seat is not None and game is not None and game.outcome is None and game.to_move is seat


def state(request: web.Request, table: Table, *, shown: View | None = None) -> dict[str, Any]:
    """Everything the page shows of a table, as JSON values."""
    who = visitor.of(request)
    shown = shown or seen(table, who)
    return {
        "version": table.version,
        "title": shown.headline,
        "ends": shown.ends,
        "now": request.app[SERVICES].now(),
        "next": next_table(table, who),
        "turn": turn(table),
        "picture": picture(table, shown.scene)._asdict(),
        "pieces": pieces(request, table, shown),
    }


def pieces(request: web.Request, table: Table, shown: View) -> dict[str, str]:
    """The pieces of HTML by their names."""
    who, talk = visitor.of(request), request.app[COMPANY].talk
    seat = seat_of(table, who)
    context = {
        "table": table,
        "view": shown,
        "seated": seat is not None,
        "host": table.host == who.id,
        "word": word(table, who),
        "Stage": Stage,
        "Against": Against,
        "invitation": invitation(request, table),
        "aloud": in_groups(table.invitation if table.host == who.id else table.code),
        "spots": spots.spots(table, who.id, shown.scene, who.words),
        "customs": customs.customs(table.setup.ruleset, who.words),
        "beside": beside(table, seat, who.words, watching=seat is None, invites=False),
        "watching": audience.told(request.app[COMPANY].audience.count(table), who.words),
        "heard": talk.heard(table, who.id, who.words),
        "heard_until": talk.until(table),
    }
    return {name: pages.part(request, f"parts/{name}.html", **context) for name in PIECES}


def word(table: Table, who: Visitor) -> str:
    """The visitor's own word for the dice."""
    seat = seat_of(table, who)
    seated = table.seats[seat] if seat is not None else None
    return seated.word if seated else ""


def here(request: web.Request) -> str:
    """The page's own address, without a slash at its end."""
    return request.app[SERVICES].public_url or f"{request.scheme}://{request.host}"


def invitation(request: web.Request, table: Table) -> str:
    """The link a host sends to a friend; for everybody else it leads to the table, and opens no seat kept for one person."""
    host = table.host == visitor.of(request).id
    return f"{here(request)}/j/{table.invitation if host else table.code}"


def turn(table: Table) -> str:
    """Which turn of the match is being played: another text for every other one, and once its game is over."""
    if table.match is None:
        return ""
    game = table.match.game
    return f"{table.match.number}.{sum(game.turns)}.{'on' if game.outcome is None else 'over'}"


def next_table(table: Table, who: Visitor) -> str | None:
    """Where the players go on after both wanted another match."""
    if table.next_code is None or table.seat_of(who.id) is None:
        return None
    return f"/t/{table.next_code}"


def picture(table: Table, scene: Scene) -> Picture:
    """The picture of a scene; its address changes whenever it would look different."""
    width, height = geometry.size(scene)
    src = f"/t/{table.code}/board.jpg?v={digest(scene)}"
    srcset = f"{src}&w={SMALL_WIDTH} {SMALL_WIDTH}w, {src} {width}w"
    return Picture(src, srcset, board_text(scene), width, height)

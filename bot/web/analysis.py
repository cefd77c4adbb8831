"""A finished match looked at again: a page with both sides' play, the plot, the worst mistakes and every loss."""

import asyncio
from functools import partial
from typing import NamedTuple

from aiohttp import web

from bot import easel, tastes
from bot.easel import Picture
from bot.lessons import Lesson, Shown
from bot.school import Busy, School, TookTooLong
from bot.table import No, Table
from bot.web import pages, show, visitor
from bot.web.pictures import PICTURES
from bot.web.room import shown_table
from bot.web.visitor import Visitor
from render import chart, comparison
from render.chart import Chart
from render.comparison import Comparison
from rules.errors import Refused

routes = web.RouteTableDef()

SCHOOL = web.AppKey("school", School)

PATIENCE_S = 2.0
"""How long a page waits for a lesson before it says that it is being made."""

AGAIN_S = 3
"""How soon that page asks again."""


class Plate(NamedTuple):
    """A picture on the page, with its words and its size in pixels."""

    src: str
    caption: str
    alt: str
    width: int
    height: int


@routes.get("/t/{code}/analysis")
async def analysis(request: web.Request) -> web.Response:
    """The lesson, or that it is being made: the page asks again by itself then."""
    table = await shown_table(request)
    try:
        async with asyncio.timeout(PATIENCE_S):
            made = await _lesson(request, table)
    except TimeoutError:
        return pages.page(request, "thinking.html", status=202, table=table, again_s=AGAIN_S)
    return pages.page(
        request,
        "analysis.html",
        table=table,
        view=show.seen(table, visitor.of(request)),
        lesson=made,
        plot=_plate(table, 0, made.plot),
        mistakes=[
            (number, corrected, _plate(table, number, shown))
            for number, (corrected, shown) in enumerate(zip(made.corrections, made.mistakes, strict=True), 1)
        ],
    )


@routes.get(r"/t/{code}/analysis/{number:\d}.jpg")
async def picture(request: web.Request) -> web.Response:
    """The plot (0), or the picture of a mistake (from 1)."""
    made = await _lesson(request, await shown_table(request))
    number = int(request.match_info["number"])
    if number >= len(made.pictures):
        raise web.HTTPNotFound
    shown = made.pictures[number].picture
    body = await request.app[PICTURES].drawn(partial(easel.drawn, shown))
    lasting = request.query.get("v") == easel.digest(shown)
    cache = "private, max-age=31536000, immutable" if lasting else "no-store"
    return web.Response(body=body, content_type="image/jpeg", headers={"Cache-Control": cache})


async def _lesson(request: web.Request, table: Table) -> Lesson:
    who: Visitor = visitor.of(request)
    style = tastes.style(who.settings)
    try:
        return await request.app[SCHOOL].lesson(table, table.seat_of(who.id), who.words, style)
    except Busy:
        raise web.HTTPServiceUnavailable from None
    except TookTooLong:
        raise Refused(No.TOOK_TOO_LONG) from None


def _plate(table: Table, number: int, shown: Shown) -> Plate:
    width, height = _size(shown.picture)
    src = f"/t/{table.code}/analysis/{number}.jpg?v={easel.digest(shown.picture)}"
    return Plate(src, shown.caption, shown.alt, width, height)


def _size(drawing: Picture) -> tuple[int, int]:
    match drawing:
        case Chart():
            return chart.size(drawing)
        case Comparison():
            return comparison.size(drawing)
    raise TypeError("a lesson has plots and comparisons")


async def end_school(app: web.Application) -> None:
    """Leave no process behind when the program stops."""
    await app[SCHOOL].end()

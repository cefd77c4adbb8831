"""What a table gives to take along: the card that invites, the card of a result, the match as a moving picture."""

import asyncio
from collections.abc import Callable

from aiohttp import web

from bot import archive, cards, replays, tastes
from bot.table import No, Stage
from bot.web import show, visitor
from bot.web.pages import SERVICES
from bot.web.room import table_of
from render import cards as drawn
from render import encode, replay
from rules.errors import Refused

routes = web.RouteTableDef()

REPLAY_WIDTH = 720
"""Pixels across a moving picture: a phone's width twice over."""


async def _picture(
    request: web.Request, draw: Callable[[], bytes], kind: str, *, lasting: bool
) -> web.Response:
    body = await asyncio.get_running_loop().run_in_executor(request.app[SERVICES].pictures, draw)
    cache = "private, max-age=86400" if lasting else "no-store"
    return web.Response(body=body, content_type=kind, headers={"Cache-Control": cache})


@routes.get("/t/{code}/card.jpg")
async def card(request: web.Request) -> web.Response:
    """The card of a table: an invitation while somebody is awaited, its result once it is over."""
    table = await table_of(request)
    who = visitor.of(request)
    style = tastes.style(who.settings)
    over = cards.result(table, who.words, style)
    if over:
        return await _picture(request, lambda: encode.jpeg_of(drawn.result(over)), "image/jpeg", lasting=True)
    if table.stage is not Stage.OPEN:
        raise Refused(No.STARTED if table.stage is Stage.PLAYING else No.CLOSED)
    invite = cards.invitation(table, show.invitation(request, table), who.words, style)
    return await _picture(request, lambda: encode.jpeg_of(drawn.invite(invite)), "image/jpeg", lasting=False)


@routes.get("/t/{code}/replay.gif")
async def moving(request: web.Request) -> web.Response:
    """The finished match as a moving picture."""
    table = await table_of(request)
    if table.stage is not Stage.FINISHED:
        raise Refused(No.NOT_FINISHED)
    exported = await archive.exported(request.app[SERVICES].database, table.code)
    who = visitor.of(request)
    style = tastes.style(who.settings)._replace(width=REPLAY_WIDTH)

    def draw() -> bytes:
        return replay.gif(replays.frames(exported, who.words, style))

    return await _picture(request, draw, "image/gif", lasting=True)

"""What a table gives to take along: the card that invites, the card of a result, the match as a moving picture."""

from functools import partial

from aiohttp import web

from bot import archive, cards, tastes
from bot.projector import Busy, Projector, Wish
from bot.table import No, Stage
from bot.web import show, visitor
from bot.web.pages import SERVICES
from bot.web.pictures import PICTURES
from bot.web.room import shown_table
from render import cards as drawn
from render import encode
from rules.errors import Refused

routes = web.RouteTableDef()

REPLAY_WIDTH = 720
"""Pixels across a moving picture: a phone's width twice over."""

PROJECTOR = web.AppKey("projector", Projector)


@routes.get("/t/{code}/card.jpg")
async def card(request: web.Request) -> web.Response:
    """The card of a table: an invitation while somebody is awaited, its result once it is over."""
    table = await shown_table(request)
    who = visitor.of(request)
    style = tastes.style(who.settings)
    over = cards.result(table, who.words, style)
    pictures = request.app[PICTURES]
    if over:
        body = await pictures.drawn(lambda: encode.jpeg_of(drawn.result(over)))
        return _answer(body, "image/jpeg", lasting=True)
    if table.stage is not Stage.OPEN:
        raise Refused(No.STARTED if table.stage is Stage.PLAYING else No.CLOSED)
    invite = cards.invitation(table, show.invitation(request, table), who.words, style)
    return _answer(await pictures.drawn(partial(_invitation, invite)), "image/jpeg", lasting=False)


def _invitation(invite: drawn.Invite) -> bytes:
    try:
        return encode.jpeg_of(drawn.invite(invite))
    except ValueError:  # the address of this page, as the browser named it, is too long for a code
        raise web.HTTPNotFound from None


@routes.get("/t/{code}/replay.gif")
async def moving(request: web.Request) -> web.Response:
    """The finished match as a moving picture; of a long one the last game."""
    table = await shown_table(request)
    if table.stage is not Stage.FINISHED:
        raise Refused(No.NOT_FINISHED)
    who = visitor.of(request)
    style = tastes.style(who.settings)._replace(width=REPLAY_WIDTH)
    wish = Wish(table.code, who.words.language, style)
    log = partial(archive.exported, request.app[SERVICES].database, table.code)
    try:
        film = await request.app[PROJECTOR].film(wish, log)
    except Busy:
        raise web.HTTPServiceUnavailable from None
    return _answer(film, "image/gif", lasting=True)


def _answer(body: bytes, kind: str, *, lasting: bool) -> web.Response:
    cache = "private, max-age=86400" if lasting else "no-store"
    return web.Response(body=body, content_type=kind, headers={"Cache-Control": cache})


async def end_films(app: web.Application) -> None:
    """Leave no process behind when the program stops."""
    await app[PROJECTOR].end()

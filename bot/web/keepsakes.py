"""What a table gives to take along: the card that invites, and the card of a result."""

from functools import partial

from aiohttp import web

from bot import cards, tastes
from bot.table import No, Stage
from bot.web import show, visitor
from bot.web.pictures import PICTURES
from bot.web.room import shown_table
from render import cards as drawn
from render import encode
from rules.errors import Refused

routes = web.RouteTableDef()


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


def _answer(body: bytes, kind: str, *, lasting: bool) -> web.Response:
    cache = "private, max-age=86400" if lasting else "no-store"
    return web.Response(body=body, content_type=kind, headers={"Cache-Control": cache})

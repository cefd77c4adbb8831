"""The door of a friend's table: who invites to what, by which customs, with which dice; sit down here or elsewhere, or watch.

An invitation that was taken leads in to watch. One that was withdrawn or has run out says so, and leads to a table of one's
own.
"""

import secrets
from functools import partial

from aiohttp import web

from bot import cards, customs, easel, people
from bot.intents import Sit
from bot.names import code_and_key, in_groups, read_code
from bot.table import Stage, Table
from bot.web import pages, previews, room, show, visitor
from bot.web.pages import COMPANY, SERVICES
from bot.web.pictures import PICTURES
from bot.web.visitor import Visitor

routes = web.RouteTableDef()


@routes.get("/j/{code}")
async def door(request: web.Request) -> web.Response:
    """The door; whoever sits there already, or comes too late, goes straight in."""
    table = await room.table_of(request)
    if table.stage is Stage.CLOSED:
        return await _closed(request, table)
    if not table.invites or table.seat_of(visitor.of(request).id) is not None:
        raise pages.go(f"/t/{table.code}")
    return await _page(request, table)


@routes.post("/j/{code}")
async def sit_down(request: web.Request) -> web.Response:
    """Sit down, under the name given and with a word for the dice."""
    table = await room.table_of(request)
    form = await pages.fields(request)
    if table.invites and table.seat_of(visitor.of(request).id) is None:
        await visitor.become_player(request, request.app[SERVICES], form.get("name", ""))
    wish = Sit(form.get("word", ""), _key(request))
    reply = await room.carry_out(request, table, ((wish, None),), pages.key(form))
    if reply.refused and reply.table.invites and reply.table.seat_of(visitor.of(request).id) is None:
        raise pages.go(f"/j/{table.code}{_key(request)}?said={reply.refused}")
    raise pages.go(f"/t/{table.code}" + (f"?said={reply.refused}" if reply.refused else ""))


@routes.get("/j/{code}/preview.jpg")
async def preview(request: web.Request) -> web.Response:
    """The picture that chats show of the link, the same for everybody."""
    table = await room.table_of(request)
    card = cards.preview(table, await previews.words_of(request, table))
    body = await request.app[PICTURES].drawn(partial(easel.drawn, card))
    lasting = request.query.get("v") == easel.digest(card)
    cache = "public, max-age=31536000, immutable" if lasting else "public, max-age=60"
    return web.Response(body=body, content_type="image/jpeg", headers={"Cache-Control": cache})


def _key(request: web.Request) -> str:
    """The key that the link has behind the table's code."""
    return code_and_key(read_code(request.match_info["code"]))[1]


async def _page(request: web.Request, table: Table) -> web.Response:
    who, services = visitor.of(request), request.app[SERVICES]
    shown = show.seen(table, who)
    guest = await people.load(services.database, table.setup.guest) if table.setup.guest else None
    invited = _is_invited(request, table, who)
    code = f"{table.code}{_key(request)}" if table.setup.key else table.code
    doors = request.app[COMPANY].doors
    return pages.page(
        request,
        "join.html",
        table=table,
        view=shown,
        preview=await previews.of(request, table),
        preset=customs.preset_text(table.setup.preset, who.words) if table.setup.preset else "",
        customs=customs.customs(table.setup.ruleset, who.words),
        changed=customs.changed(table.setup.preset, table.setup.ruleset, who.words),
        picture=show.picture(table, shown.scene),
        guest=guest.name if guest else "",
        invited=invited,
        code=code,
        aloud=in_groups(code),
        doors={name: doors[name](f"join_{code}") for name in doors},
        key=secrets.token_hex(8),
    )


def _is_invited(request: web.Request, table: Table, who: Visitor) -> bool:
    """Whether this visitor may sit down here; a person known from a chat has to come from there."""
    setup = table.setup
    return setup.guest in (0, who.id) and setup.key in ("", _key(request))


async def _closed(request: web.Request, table: Table) -> web.Response:
    return pages.page(
        request,
        "closed.html",
        table=table,
        view=show.seen(table, visitor.of(request)),
        preview=await previews.of(request, table),
        host=table.host == visitor.of(request).id,
        seated=table.seat_of(visitor.of(request).id) is not None,
    )

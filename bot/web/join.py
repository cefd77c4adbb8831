"""The door of a friend's table: who invites to what, by which customs, with which dice; sit down or watch."""

import secrets

from aiohttp import web

from bot import customs
from bot.intents import Sit
from bot.table import Stage, Table
from bot.web import pages, room, show, visitor
from bot.web.pages import SERVICES

routes = web.RouteTableDef()


@routes.get("/j/{code}")
async def door(request: web.Request) -> web.Response:
    """The door; whoever sits there already, or comes too late, goes straight in."""
    table = await room.table_of(request)
    if not _is_open(table) or table.seat_of(visitor.of(request).id) is not None:
        raise pages.go(f"/t/{table.code}")
    return _page(request, table)


@routes.post("/j/{code}")
async def sit_down(request: web.Request) -> web.Response:
    """Sit down, under the name given and with a word for the dice."""
    table = await room.table_of(request)
    form = await pages.fields(request)
    if _is_open(table) and table.seat_of(visitor.of(request).id) is None:
        await visitor.become_player(request, request.app[SERVICES], form.get("name", ""))
    reply = await room.carry_out(request, table, ((Sit(form.get("word", "")), None),), pages.key(form))
    if reply.refused and _is_open(reply.table) and reply.table.seat_of(visitor.of(request).id) is None:
        raise pages.go(f"/j/{table.code}?said={reply.refused}")
    raise pages.go(f"/t/{table.code}" + (f"?said={reply.refused}" if reply.refused else ""))


def _is_open(table: Table) -> bool:
    return table.stage is Stage.OPEN and None in table.seats


def _page(request: web.Request, table: Table) -> web.Response:
    who = visitor.of(request)
    shown = show.seen(table, who)
    return pages.page(
        request,
        "join.html",
        table=table,
        view=shown,
        invitation_card=show.invitation(request, table).replace("/j/", "/t/") + "/card.jpg",
        preset=customs.preset_text(table.setup.preset, who.words),
        customs=customs.customs(table.setup.ruleset, who.words),
        picture=show.picture(table, shown.scene),
        key=secrets.token_hex(8),
    )

"""A table's page: the board, what is told, the buttons, and what pressing them does."""

import io
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from typing import Any

from aiohttp import web

from bot import archive, intents
from bot.easel import digest
from bot.intents import Intent, Look, Press, Sit, Word
from bot.names import code_and_key, read_code
from bot.steward import Reply
from bot.table import Against, No, Stage, Table
from bot.view import refusal
from bot.web import pages, previews, show, visitor
from bot.web.pages import SERVICES
from bot.web.pictures import PICTURES
from bot.web.show import SMALL_WIDTH
from bot.web.visitor import Visitor
from render import qr
from render.scene import WIDTH, Scene
from rules.errors import Malformed, Refused

routes = web.RouteTableDef()

QR_SIZE = 360
"""Pixels; shown half as large, for screens with two pixels to the point."""


async def table_of(request: web.Request) -> Table:
    """The table of the request's address.

    Raises Refused with NO_SUCH_TABLE, or NO_SPECTATORS where only its players may see it; or leads to the usual spelling.
    """
    typed = request.match_info["code"]
    code, key = code_and_key(read_code(typed))
    table = await request.app[SERVICES].tables.get(code)
    usual = f"{code}{key}" if request.path.startswith("/j/") else code
    if typed != usual and request.method == "GET":
        query = f"?{request.query_string}" if request.query_string else ""
        raise pages.go(request.rel_url.path.replace(f"/{typed}", f"/{usual}", 1) + query)
    if not table.may_watch(visitor.of(request).id) and not request.path.endswith("/preview.jpg"):
        raise Refused(No.NO_SPECTATORS)
    return table


async def shown_table(request: web.Request) -> Table:
    """The table of the request's address, for somebody who may see its game. Raises Refused as well for who may not."""
    table = await table_of(request)
    if not table.may_watch(visitor.of(request).id):
        raise Refused(No.NO_SPECTATORS)
    return table


@routes.get("/t/{code}")
async def room(request: web.Request) -> web.Response:
    """The table's page. Somebody who could still sit down is shown the door first, unless they only watch."""
    table = await shown_table(request)
    who = visitor.of(request)
    if table.invites and table.seat_of(who.id) is None and "watch" not in request.query:
        raise pages.go(f"/j/{table.code}")
    shown = show.seen(table, who)
    return pages.page(
        request,
        "table.html",
        table=table,
        view=shown,
        preview=await previews.of(request, table),
        state=show.state(request, table, shown=shown),
        reload_s=_reload_s(table, who),
        key=secrets.token_hex(8),
    )


def _reload_s(table: Table, who: Visitor) -> int:
    """How soon a browser without scripts loads the page again, in seconds; 0 where it waits for its person.

    Longer before the match, when somebody may be typing a word.
    """
    if table.stage is Stage.PLAYING:
        return 0 if show.is_awaited(table, who) else 8
    return 20 if table.stage is Stage.OPEN and table.setup.against is Against.FRIEND else 0


@routes.get("/t/{code}/state")
async def state(request: web.Request) -> web.Response:
    """What the page shows, for a script that has been away."""
    return web.json_response(
        {"state": show.state(request, await shown_table(request))}, headers={"Cache-Control": "no-store"}
    )


@routes.get("/t/{code}/board.jpg")
async def board(request: web.Request) -> web.Response:
    """The picture. Asked for by a name that is no longer the newest, it is the newest and not kept."""
    who = visitor.of(request)

    width = SMALL_WIDTH if request.query.get("w") == str(SMALL_WIDTH) else WIDTH

    async def scene() -> Scene:
        return replace(show.board_of(await shown_table(request), who), width=width)

    drawn, picture = await request.app[PICTURES].newest(scene)
    lasting = request.query.get("v") == digest(replace(drawn, width=WIDTH))
    cache = "private, max-age=31536000, immutable" if lasting else "no-store"
    return web.Response(body=picture, content_type="image/jpeg", headers={"Cache-Control": cache})


@routes.get("/t/{code}/qr.png")
async def code_for_cameras(request: web.Request) -> web.Response:
    """The link to the table as a QR code, for the phone across the table."""
    address = show.invitation(request, await table_of(request))
    picture = await request.app[PICTURES].drawn(partial(_drawn_code, address))
    return web.Response(
        body=picture, content_type="image/png", headers={"Cache-Control": "private, max-age=86400"}
    )


def _drawn_code(address: str) -> bytes:
    try:
        drawn = qr.code(address, QR_SIZE, (0, 0, 0), (255, 255, 255))
    except ValueError:
        raise web.HTTPNotFound from None
    out = io.BytesIO()
    drawn.save(out, "PNG")
    return out.getvalue()


@dataclass(frozen=True, slots=True)
class _Wish:
    """What a press asks for, in order: a new word for the dice, then a button's intent."""

    wishes: tuple[tuple[Intent, int | None], ...]
    key: str


@routes.post("/t/{code}/press")
async def press(request: web.Request) -> web.Response:
    """A press of a button: one intent through the one door, and the table as it is then."""
    table = await shown_table(request)
    who = visitor.of(request)
    page = eyes(who, await pages.fields(request))
    # A stream that opens while the press is under way may be there because its answer is not waited for any more.
    watching = request.app[SERVICES].screens.of(table.code, page) if page else ()
    reply = await _press(request, table)
    toast = refusal(reply.refused, who.words) if reply.refused else ""
    if pages.wants_json(request):
        if _is_told(request, table, reply.table):
            for watcher in watching:
                watcher.told(reply.table)
        answer: dict[str, Any] = {"toast": toast, "state": show.state(request, reply.table)}
        return web.json_response(answer, headers={"Cache-Control": "no-store"})
    said = f"?said={reply.refused}" if reply.refused else ""
    raise pages.go(show.next_table(reply.table, who) or f"/t/{table.code}{said}")


def eyes(who: Visitor, named: Mapping[str, str]) -> tuple[str, str] | None:
    """What tells one open page from all others: its visitor, and the name that the page gives itself; None without one."""
    page = pages.key(named, "page")
    return (who.nonce, page) if page else None


def _is_told(request: web.Request, before: Table, answered: Table) -> bool:
    """Whether a page learns all from its answer that its stream would bring: not where it has hung up.

    Nor where the visitor has sat down or left, for then the stream counts anew who watches.
    """
    who = visitor.of(request).id
    stays = (before.seat_of(who) is None) == (answered.seat_of(who) is None)
    return stays and request.transport is not None


async def _press(request: web.Request, table: Table) -> Reply:
    try:
        wish = _read(await pages.fields(request), table, visitor.of(request))
    except Malformed:
        return Reply(table, No.NO_SUCH_BUTTON)
    return await carry_out(request, table, wish.wishes, wish.key)


def _read(form: Mapping[str, str], table: Table, who: Visitor) -> _Wish:
    """Read a press. Raises Malformed for what no button of this table sends."""
    wishes: list[tuple[Intent, int | None]] = []
    if "word" in form and table.stage is Stage.OPEN:
        same = form["word"].strip() == show.word(table, who)
        wishes.append((Look() if same else Word(form["word"]), None))
    if form.get("payload"):
        button: Press = intents.decode(form["payload"])
        if button.code != table.code:
            raise Malformed("this button is another table's")
        wishes.append((button.intent, button.stamp))
    key = pages.key(form)
    if not wishes or key is None:
        raise Malformed("this press asks for nothing")
    return _Wish(tuple(wishes), key)


def _fingerprint(code: str, intent: Intent, stamp: int | None) -> str:
    """What a press wishes, in short: the same key with another wish is another press."""
    return sha256(f"{code} {stamp} {intent!r}".encode("utf-8", "replace")).hexdigest()[:16]


async def carry_out(
    request: web.Request, table: Table, wishes: tuple[tuple[Intent, int | None], ...], key: str | None
) -> Reply:
    """Let a visitor's wishes through the door one after the other, until one is refused.

    Only who sits down becomes a player by a press; the press counts once, whatever the network makes of it.
    """
    services = request.app[SERVICES]
    if (await visitor.look_again(request, services)).player is None:
        if not isinstance(wishes[-1][0], Sit):
            return Reply(table, No.SPECTATOR)
        if None not in table.seats:
            return Reply(table, No.SEAT_TAKEN)
        await visitor.become_player(request, services, "")
    person = visitor.of(request).person
    reply = Reply(table)
    for intent, stamp in wishes:
        named = f"web:{person.id}:{key}:{_fingerprint(table.code, intent, stamp)}" if key else None
        reply = await services.tables.handle(
            table.code, person, intent, now=services.now(), stamp=stamp, key=named
        )
        if reply.refused:
            break
    return reply


@routes.get("/t/{code}/match.json")
async def match(request: web.Request) -> web.Response:
    """The finished match as `majlis verify` reads it."""
    table = await shown_table(request)
    if table.stage is not Stage.FINISHED:
        raise Refused(No.NOT_FINISHED)
    exported = await archive.exported(request.app[SERVICES].database, table.code)
    return web.json_response(
        exported, headers={"Content-Disposition": f'attachment; filename="{table.code}.json"'}
    )

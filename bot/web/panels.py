"""Acts on the page: a panel at an address of its own, and what its buttons and fields do."""

import secrets
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, NamedTuple

from aiohttp import web

from bot.company import acts
from bot.company.desk import Asker
from bot.company.panel import Panel
from bot.web import pages, plates, visitor
from bot.web.pages import COMPANY, SERVICES
from bot.web.visitor import PLATFORM
from rules.errors import Malformed

routes = web.RouteTableDef()

MAX_TYPED = 2_000
"""Characters that anybody may send at once; each field asks for fewer."""


@routes.get("/c/{act}")
async def see(request: web.Request) -> web.Response:
    """What an act shows that changes nothing; any other, and whoever is no player yet, is asked back first."""
    written = request.match_info["act"]
    who = visitor.of(request)
    try:
        if who.player and acts.is_safe(written):
            panel = await acts.perform(request.app[COMPANY], _asker(request), written)
        else:
            acts.is_safe(written)
            panel = acts.asked_back(written, who.words)
    except Malformed:
        raise web.HTTPNotFound from None
    return _answer(request, panel, written)


@routes.post("/c/{act}")
async def do(request: web.Request) -> web.Response:
    """Do an act; whoever is no player yet becomes one by it."""
    written = request.match_info["act"]
    form = await pages.fields(request)
    try:
        safe = acts.is_safe(written)
        await _become_player(request, form.get("name", ""))
        if safe and not form.get("typed") and not pages.wants_json(request):
            raise pages.go(f"/c/{written}")  # so that loading again asks nothing, and going back leads here
        panel = await acts.perform(request.app[COMPANY], _asker(request, form, written), written)
    except Malformed:
        raise web.HTTPBadRequest from None
    anew = await visitor.reads_otherwise(request, request.app[SERVICES])
    shown_by = written if safe and not form.get("typed") else ""
    return _answer(request, panel, shown_by, form.get("back", ""), anew=anew)


async def _become_player(request: web.Request, name: str) -> None:
    """A visitor as a player; `name` is what they have written into the first page, if anything."""
    services = request.app[SERVICES]
    if (await visitor.look_again(request, services)).player is None or name:
        await visitor.become_player(request, services, name)


def _asker(request: web.Request, form: Mapping[str, str] | None = None, written: str = "") -> Asker:
    """Who asks; the same press sent twice has the same key, another wish from the same form another one."""
    who = visitor.of(request)
    if who.player is None:
        raise web.HTTPForbidden
    typed = form.get("typed", "") if form else ""
    if len(typed) > MAX_TYPED:
        raise web.HTTPRequestEntityTooLarge(MAX_TYPED, len(typed))
    given = (pages.key(form) if form else None) or secrets.token_hex(8)
    wish = sha256(f"{written} {typed}".encode()).hexdigest()[:16]
    return Asker(who.player, who.words, PLATFORM, "", f"web:{who.id}:{given}:{wish}", typed=typed)


def _answer(
    request: web.Request, panel: Panel, written: str, back: str = "", *, anew: bool = False
) -> web.Response:
    """A panel to a script or a person; `written` is the act that shows it again, empty where none does.

    `anew`: the page around it is in another language now, so a script loads it again.
    """
    if pages.wants_json(request):
        answer = {**told(request, panel, written), "anew": anew}
        return web.json_response(answer, headers={"Cache-Control": "no-store"})
    if panel.table:
        raise pages.go(f"/t/{panel.table}")
    return pages.page(
        request,
        "panel.html",
        **_context(request, panel),
        said=panel.said,
        key=secrets.token_hex(8),
        again=again(panel),
        back_to=pages.local(back or "/"),
        back=f"/c/{written}" if written else "/",
    )


def told(request: web.Request, panel: Panel, written: str = "") -> dict[str, Any]:
    """A panel as a script puts it in place."""
    token = visitor.token(visitor.of(request), request.app[SERVICES])
    context = {**_context(request, panel), "token": token, "key": ""}
    return {
        "toast": panel.said,
        "go": f"/t/{panel.table}" if panel.table else "",
        "title": panel.heading,
        "html": "" if panel.is_said_only else pages.part(request, "parts/panel.html", **context),
        "address": f"/c/{written}" if written else "",
        "again": again(panel)._asdict(),
    }


def _context(request: web.Request, panel: Panel) -> dict[str, Any]:
    plate, file = plates.of(request, panel)
    return {"panel": panel, "plate": plate, "file": file}


class Again(NamedTuple):
    """How a page looks again: `seconds` 0, it does not; `method` is POST for an act that might change something."""

    address: str
    seconds: int
    method: str


def again(panel: Panel) -> Again:
    """How a panel's page looks again."""
    if not (panel.again and panel.again_s):
        return Again("", 0, "")
    return Again(f"/c/{panel.again}", panel.again_s, "GET" if acts.is_safe(panel.again) else "POST")

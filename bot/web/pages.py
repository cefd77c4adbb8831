"""Templates in the visitor's language, and the answers made of them."""

import asyncio
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from aiohttp import web
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from bot import tastes
from bot.company.desk import Company
from bot.phrases import NAMES, Phrases, isolated, ltr
from bot.table import No
from bot.view import refusal
from bot.web import static_files, visitor
from bot.web.services import Services
from rules.errors import Reason

SERVICES = web.AppKey("services", Services)
COMPANY = web.AppKey("company", Company)
_FIELDS: web.RequestKey[Mapping[str, str]] = web.RequestKey("fields")

_SHORT_FIGURES = re.compile(ltr("[^\\u2066-\\u2069]{1,12}"))
"""A score or a count as `ltr` writes it; a turn's notation is longer and may break."""


def _figures(text: str) -> Markup:
    """Words in which a score or a roll stays on one line."""
    return Markup(_SHORT_FIGURES.sub(r'<span class="figures">\g<0></span>', str(escape(text))))  # noqa: S704 escaped


_TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    auto_reload=False,  # it would look at a dozen files for every press
)
_TEMPLATES.filters["figures"] = _figures
_TEMPLATES.globals.update(
    static=static_files.address,
    ltr=ltr,
    isolated=isolated,
    languages=list(NAMES.items()),
)
_REASONS = frozenset({*Reason, *No})
BODY_S = 20.0
"""How long a visitor may take to send a form; the longest is a few kilobytes."""

_KEY = re.compile(r"[A-Za-z0-9_-]{8,64}", re.ASCII)


def page(request: web.Request, template: str, *, status: int = 200, **context: Any) -> web.Response:
    """A whole page."""
    who = visitor.of(request)
    html = part(
        request,
        template,
        token=visitor.token(who, request.app[SERVICES]),
        me=who.player,
        looks=tastes.choices(who.words),
        liked={name: str(tastes.chosen(who.settings, name)) for name in tastes.CHOICES},
        **{"said": _said(request), "back": request.path if request.method == "GET" else "/", **context},
    )
    return web.Response(
        text=html, status=status, content_type="text/html", headers={"Cache-Control": "private, no-cache"}
    )


def public(template: str, words: Phrases) -> str:
    """A page that knows nothing of who reads it but the language."""
    return _TEMPLATES.get_template(template).render(
        t=words.t, n=words.n, language=words.language, rtl=words.right_to_left
    )


def part(request: web.Request, template: str, **context: Any) -> str:
    """A piece of a page."""
    words = visitor.of(request).words
    return _TEMPLATES.get_template(template).render(
        t=words.t, n=words.n, language=words.language, rtl=words.right_to_left, **context
    )


def sorry(request: web.Request, status: int, sentence: str) -> web.Response:
    """What went wrong, in one sentence: to a script as JSON, to a person as a page."""
    if wants_json(request):
        return web.json_response({"toast": sentence}, status=status)
    unknown = request.query.get("code", "") or request.match_info.get("code", "")
    code = unknown if status in (404, 429) else ""
    return page(request, "sorry.html", status=status, sentence=sentence, code=code)


def wants_json(request: web.Request) -> bool:
    """Whether a script of ours is asking."""
    return "application/json" in request.headers.get("Accept", "")


def go(address: str) -> web.HTTPSeeOther:
    """Send the browser on after a change, so that loading again repeats nothing."""
    return web.HTTPSeeOther(address)


def local(address: str) -> str:
    """A path of ours; anything that leads elsewhere becomes the first page."""
    inside = address.startswith("/") and not address.startswith(("//", "/\\")) and address.isprintable()
    return address if inside else "/"


def _said(request: web.Request) -> str:
    """The sentence a redirect brought along: one of our refusals and nothing else."""
    reason = request.query.get("said", "")
    return refusal(reason, visitor.of(request).words) if reason in _REASONS else ""


async def fields(request: web.Request) -> Mapping[str, str]:
    """What a form or a script sent, as texts by name. Raises HTTPBadRequest for anything else."""
    if _FIELDS not in request:
        request[_FIELDS] = await _read(request)
    return request[_FIELDS]


def key(form: Mapping[str, str], called: str = "key") -> str | None:
    """The name a form or a script gave its press, by which the same one sent twice counts once; None without one.

    Pages are named alike (`called` "page").
    """
    given = form.get(called, "")
    return given if _KEY.fullmatch(given) else None


async def _sent(request: web.Request) -> Any:
    match request.content_type:
        case "application/json":
            return await request.json()
        case "application/x-www-form-urlencoded":
            return dict(await request.post())
        case _:
            raise web.HTTPUnsupportedMediaType


async def _read(request: web.Request) -> dict[str, str]:
    try:
        async with asyncio.timeout(BODY_S):
            data = await _sent(request)
    except TimeoutError:
        raise web.HTTPRequestTimeout from None
    except LookupError:  # a character set nobody knows
        raise web.HTTPUnsupportedMediaType from None
    except (ValueError, RecursionError):
        raise web.HTTPBadRequest from None
    if not isinstance(data, dict) or not all(isinstance(value, str) for value in data.values()):
        raise web.HTTPBadRequest
    # Half a surrogate pair is no text; nothing behind this could store or show it.
    return {name: value.encode("utf-8", "replace").decode() for name, value in data.items()}

"""What every request passes: who it is, whether its page is ours, and how things that go wrong are told."""

import hmac
import logging
from urllib.parse import urlsplit

from aiohttp import web
from aiohttp.typedefs import Handler

from bot import bans
from bot.phrases import Phrases
from bot.table import No
from bot.view import refusal
from bot.web import pages, visitor
from bot.web.pages import SERVICES
from rules.errors import Refused
from storage.bans import BanRow

log = logging.getLogger(__name__)

TOKEN_HEADER = "X-Majlis-Token"  # noqa: S105 a header's name
TOKEN_FIELD = "token"  # noqa: S105 a field's name
_UNSEEN = frozenset({"/health", "/favicon.ico"})
_FILES = "/static/"

AGAIN_S = 10
"""How soon somebody should come back to whom the house was too busy."""

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    # Not no-referrer: with that, browsers hide the origin of our own forms from us as well.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Server": "Majlis",  # and not which versions of what it stands on
}


async def add_headers(_request: web.Request, response: web.StreamResponse) -> None:
    """The last touch on every answer."""
    response.headers.update(HEADERS)


@web.middleware
async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Recognise the visitor, refuse changes that other sites ask for, and turn trouble into a sentence."""
    if request.path in _UNSEEN or request.path.startswith(_FILES):
        return await handler(request)
    visitor.keep(request, visitor.stranger(request))
    try:
        answer = await _answer(request, handler)
    except web.HTTPRedirection as elsewhere:
        visitor.set_cookies(request, elsewhere, request.app[SERVICES])
        raise
    if not answer.prepared:
        visitor.set_cookies(request, answer, request.app[SERVICES])
    return answer


async def _answer(request: web.Request, handler: Handler) -> web.StreamResponse:
    try:
        await visitor.recognise(request, request.app[SERVICES])
        if request.method == "POST":
            await _trust(request)
            if ban := _kept_out(request):
                return pages.sorry(request, 403, bans.sentence(ban, visitor.of(request).words))
        return await handler(request)
    except web.HTTPRedirection:
        raise
    except web.HTTPException as known:
        return _sorry(request, known.status)
    except Refused as refused:
        status = 404 if refused.reason is No.NO_SUCH_TABLE else 409
        return pages.sorry(request, status, refusal(refused.reason, visitor.of(request).words))
    except Exception:
        log.exception("%s %s failed", request.method, request.path)
        return _sorry(request, 500)


def _kept_out(request: web.Request) -> BanRow | None:
    """What keeps the visitor from doing anything; looking is free."""
    services, who = request.app[SERVICES], visitor.of(request)
    name = bans.called(visitor.PLATFORM, who.nonce)
    return services.tables.bans.of(services.now(), name)


def _sorry(request: web.Request, status: int) -> web.Response:
    answer = pages.sorry(request, status, _sentence(status, visitor.of(request).words))
    if status == 503:  # noqa: PLR2004 service unavailable
        answer.headers["Retry-After"] = str(AGAIN_S)
    return answer


async def _trust(request: web.Request) -> None:
    """Raise HTTPForbidden unless one of our own pages sent this, for this very visitor."""
    if not _from_here(request):
        raise web.HTTPForbidden
    sent = request.headers.get(TOKEN_HEADER) or (await pages.fields(request)).get(TOKEN_FIELD, "")
    expected = visitor.token(visitor.of(request), request.app[SERVICES])
    if not hmac.compare_digest(sent.encode("utf-8", "replace"), expected.encode()):
        raise web.HTTPForbidden


def _from_here(request: web.Request) -> bool:
    """Whether the browser names this page as the origin; one that names none is left to the token."""
    origin = request.headers.get("Origin")
    if origin is None:
        return request.headers.get("Sec-Fetch-Site", "none") in ("same-origin", "none")
    host = _host(origin)
    return bool(host) and host in (request.host, _host(request.app[SERVICES].public_url))


def _host(address: str) -> str:
    try:
        return urlsplit(address).netloc
    except ValueError:
        return ""


def _sentence(status: int, words: Phrases) -> str:
    match status:
        case 403:
            return words.t("This page has been open too long. Load it again and try once more.")
        case 404 | 405:
            return words.t("There is nothing here. Perhaps the link is missing a letter?")
        case 413:
            return words.t("That was too long.")
        case 400 | 415:
            return words.t("That could not be read.")
        case 503:
            return words.t("The house is very busy just now. Please try again in a moment.")
        case _:
            return words.t("Something went wrong on our side. Nothing of your game is lost.")

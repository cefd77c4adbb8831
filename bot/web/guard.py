"""What every request passes: who it is, whether its page is ours, and how things that go wrong are told."""

import hmac
import logging
from math import ceil
from urllib.parse import urlsplit

from aiohttp import web
from aiohttp.typedefs import Handler

from bot import bans
from bot.company import acts
from bot.logs import about
from bot.metrics import attending
from bot.names import code_and_key, read_code
from bot.phrases import Phrases
from bot.refusals import broken, refusal
from bot.table import No
from bot.web import pages, visitor
from bot.web.guesses import GUESSES
from bot.web.pages import SERVICES
from bot.web.pictures import PICTURES
from rules.errors import Refused
from storage.bans import BanRow

log = logging.getLogger(__name__)

TOKEN_HEADER = "X-Majlis-Token"  # noqa: S105 a header's name
TOKEN_FIELD = "token"  # noqa: S105 a field's name
_UNSEEN = frozenset({"/health", "/ready", "/favicon.ico", "/worker.js"})
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
        with about(request.match_info.get("code", "")):
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
            ban = _kept_out(request)
            if ban and not acts.is_open_to_all(request.path.removeprefix("/c/")):
                return pages.sorry(request, 403, bans.sentence(ban, visitor.of(request).words))
        await _hold_back(request)
        if request.method != "POST":
            return await handler(request)
        await pages.fields(request)  # until all of it has come nobody waits for an answer
        with attending(visitor.PLATFORM), request.app[PICTURES].a_press():
            return await handler(request)
    except web.HTTPRedirection:
        raise
    except web.HTTPException as known:
        return _sorry(request, known.status)
    except Refused as refused:
        if refused.reason is No.NO_SUCH_TABLE:
            request.app[GUESSES].missed(request, visitor.of(request))
        sentence = refusal(refused.reason, visitor.of(request).words)
        return pages.sorry(request, _STATUS.get(refused.reason, 409), sentence)
    except Exception as error:
        if not isinstance(
            error, ConnectionResetError
        ):  # whoever hangs up in mid-sentence is no bug, and reads no answer
            log.exception("%s %s failed", request.method, request.path)
        return _sorry(request, 500)


def _kept_out(request: web.Request) -> BanRow | None:
    """What keeps the visitor from doing anything; looking is free."""
    services, who = request.app[SERVICES], visitor.of(request)
    name = bans.called(visitor.PLATFORM, who.nonce)
    return services.tables.bans.of(services.now(), name)


async def _hold_back(request: web.Request) -> None:
    """Raise HTTPTooManyRequests to whoever has tried many codes that nobody has, unless they sit at this table."""
    who = visitor.of(request)
    code = request.match_info.get("code", "")
    if not (code or request.path == "/go") or not request.app[GUESSES].wait(request, who):
        return
    try:
        table = await request.app[SERVICES].tables.get(code_and_key(read_code(code))[0])
    except Refused:
        raise web.HTTPTooManyRequests from None
    if table.seat_of(who.id) is None:
        raise web.HTTPTooManyRequests


def _sorry(request: web.Request, status: int) -> web.Response:
    who = visitor.of(request)
    answer = pages.sorry(request, status, _sentence(status, who.words))
    if status == 503:  # noqa: PLR2004 service unavailable
        answer.headers["Retry-After"] = str(AGAIN_S)
    if status == 429:  # noqa: PLR2004 too many requests
        answer.headers["Retry-After"] = str(ceil(request.app[GUESSES].wait(request, who)))
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


def _t(message: str) -> str:
    """Mark a message for extraction where it is only listed."""
    return message


_STATUS: dict[str, int] = {No.NO_SUCH_TABLE: 404, No.TOO_MANY_GUESSES: 429}
_NOTHING_HERE = _t("There is nothing here. Perhaps the link is missing a letter?")
_UNREADABLE = _t("That could not be read.")
_SENTENCES = {
    400: _UNREADABLE,
    403: _t("This page has been open too long. Load it again and try once more."),
    404: _NOTHING_HERE,
    408: _UNREADABLE,
    405: _NOTHING_HERE,
    413: _t("That was too long."),
    415: _UNREADABLE,
    429: _t("So many codes, and none of them leads to a table. Please wait a moment and try again."),
    503: _t("The house is very busy just now. Please try again in a moment."),
}


def _sentence(status: int, words: Phrases) -> str:
    if status in _SENTENCES:
        return words.t(_SENTENCES[status])
    return broken(words)

"""Who is looking: a signed cookie, the player behind it if there is one, and the language to answer in.

The cookie is `player.nonce.signature`. Everybody gets one with the first page, for its nonce is what the token
against cross-site requests hangs on; the player's id in it is 0 until a first real act makes a player. That player
is known by the nonce, so that a browser whose acts come twice at once, or whose answer got lost, is still one person.
Behind https its name begins with `__Host-`: browsers take such a one from this very host alone, so that no neighbouring
host can plant another in its place.
"""

import hmac
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from aiohttp import web

from bot import people
from bot.people import Player
from bot.phrases import LANGUAGES, Phrases, closest, phrases
from bot.play import Person
from bot.web.services import Services

COOKIE = "majlis"
SAFE_COOKIE = f"__Host-{COOKIE}"
"""What it is called behind https."""

LANGUAGE_COOKIE = "majlis_language"
PLATFORM = "web"
NOBODY = -1
"""The id of somebody who is no player: nobody's seat."""

_YEAR_S = 365 * 24 * 3600
_NONCE_BYTES = 16


@dataclass(frozen=True, slots=True)
class Visitor:
    """Whoever sent a request; `fresh` where the browser does not have this cookie yet."""

    nonce: str
    player: Player | None
    words: Phrases
    fresh: bool = False

    @property
    def id(self) -> int:
        """The player's id, or NOBODY."""
        return self.player.id if self.player else NOBODY

    @property
    def settings(self) -> Mapping[str, Any]:
        """The player's settings; none for somebody who is no player."""
        return self.player.settings if self.player else {}

    @property
    def person(self) -> Person:
        """The visitor as the tables know people."""
        return Person(self.player.id, self.player.name) if self.player else Person(NOBODY, "")


_VISITOR = web.RequestKey("visitor", Visitor)


def of(request: web.Request) -> Visitor:
    """The visitor behind a request, as `recognise` found it."""
    return request[_VISITOR]


def keep(request: web.Request, visitor: Visitor) -> Visitor:
    """Note who is behind a request."""
    request[_VISITOR] = visitor
    return visitor


def stranger(request: web.Request) -> Visitor:
    """Somebody of whom nothing is known but the language they wish for."""
    return Visitor("", None, phrases(_language(request, None)))


async def recognise(request: web.Request, services: Services) -> Visitor:
    """Find out who sent a request; a cookie we did not sign counts as none."""
    name = _cookie(services)
    # Who came before the cookie had this name stays who they are, and gets it now.
    written = request.cookies.get(name) or request.cookies.get(COOKIE, "")
    player_id, nonce = _read(services.secret, written) or (0, "")
    # By the nonce, not by the id: ids are given again to others once a backup has been restored.
    player = await services.tables.likings.find(PLATFORM, nonce) if nonce else None
    fresh = not nonce or name not in request.cookies or player_id != (player.id if player else 0)
    words = phrases(_language(request, player))
    return keep(request, Visitor(nonce or secrets.token_hex(_NONCE_BYTES), player, words, fresh))


async def look_again(request: web.Request, services: Services) -> Visitor:
    """The visitor, who may have become a player by another request since this one came."""
    who = of(request)
    player = who.player or await people.find(services.database, PLATFORM, who.nonce)
    return who if player is who.player else keep(request, replace(who, player=player, fresh=True))


async def reads_otherwise(request: web.Request, services: Services) -> bool:
    """Whether the visitor has just chosen another language; what they are answered is in that one then."""
    who = of(request)
    player = await people.load(services.database, who.player.id) if who.player else None
    if player is None or player.language == who.words.language:
        return False
    keep(request, replace(who, player=player, words=phrases(player.language)))
    return True


def _language(request: web.Request, player: Player | None) -> str:
    if player:
        return player.language
    wished = request.cookies.get(LANGUAGE_COOKIE, "")
    return wished if wished in LANGUAGES else closest(request.headers.get("Accept-Language", ""))


async def become_player(request: web.Request, services: Services, name: str) -> Player:
    """The visitor as a player, made now where it was none; a name given changes the one it has."""
    visitor = of(request)
    if visitor.player:
        player = await services.tables.likings.rename(visitor.player, name)
        fresh = visitor.fresh
    else:
        player = await people.create(
            services.database,
            PLATFORM,
            visitor.nonce,
            name=name,
            language=visitor.words.language,
            now=services.now(),
        )
        fresh = True
    keep(request, replace(visitor, player=player, fresh=fresh))
    return player


def set_cookies(request: web.Request, response: web.StreamResponse, services: Services) -> None:
    """Give the browser its cookie where it has none or another; never with an answer that others may be given."""
    visitor = of(request)
    if visitor.fresh and "public" not in response.headers.get("Cache-Control", ""):
        value = _sign(services.secret, visitor.player.id if visitor.player else 0, visitor.nonce)
        _set(response, _cookie(services), value, services)


def set_language(response: web.StreamResponse, language: str, services: Services) -> None:
    """Remember the language of somebody who is no player yet."""
    _set(response, LANGUAGE_COOKIE, language, services)


def _set(response: web.StreamResponse, name: str, value: str, services: Services) -> None:
    options: dict[str, Any] = {"max_age": _YEAR_S, "httponly": True, "samesite": "Lax", "path": "/"}
    response.set_cookie(name, value, secure=_is_https(services), **options)


def _cookie(services: Services) -> str:
    return SAFE_COOKIE if _is_https(services) else COOKIE


def _is_https(services: Services) -> bool:
    return services.public_url.startswith("https:")


def token(visitor: Visitor, services: Services) -> str:
    """The token that a visitor's own pages send with every change."""
    return _mac(services.secret, f"csrf:{visitor.nonce}")


def _sign(secret: bytes, player_id: int, nonce: str) -> str:
    body = f"{player_id}.{nonce}"
    return f"{body}.{_mac(secret, f'guest:{body}')}"


def _read(secret: bytes, cookie: str) -> tuple[int, str] | None:
    body, _, signature = cookie.rpartition(".")
    if not hmac.compare_digest(_bytes(signature), _bytes(_mac(secret, f"guest:{body}"))):
        return None
    player_id, _, nonce = body.partition(".")
    return int(player_id), nonce


def _mac(secret: bytes, text: str) -> str:
    return hmac.digest(secret, _bytes(text), "sha256").hex()


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")

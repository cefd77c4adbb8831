"""Codes that nobody has, tried by visitors of the page: bot.guesses for those whom no platform knows.

Only misses count, by visitor and by address. From one address there may be a whole café, so its budget is wide and refills
by one a second: a code would be hit once in years, and whoever typed theirs wrong waits for seconds. Known players, and those
who sit at the table they ask for, are not held up by what their neighbours do.
"""

from collections.abc import Callable
from ipaddress import IPv4Address, IPv6Address, ip_address

from aiohttp import web

from bot.budgets import Buckets, Budget
from bot.guesses import EVERYBODY, PERSON
from bot.web.visitor import Visitor

ADDRESS = Budget(60, 1.0)

IPV6_PREFIX = 64
"""Bits that one household or phone has to itself."""


class Guesses:
    """The misses of late; `clock` gives seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._misses = Buckets(EVERYBODY, lambda place: PERSON if str(place)[0] == "v" else ADDRESS, clock)

    def wait(self, request: web.Request, who: Visitor) -> float:
        """How many seconds a visitor has to wait before another code may be tried; 0: none."""
        waits = [self._misses.wait(place) for place in _places(request, who)]
        return max(waits[:1] if who.player else waits)

    def missed(self, request: web.Request, who: Visitor) -> None:
        """There was no table of the code."""
        for place in _places(request, who):
            self._misses.note(place)


def _places(request: web.Request, who: Visitor) -> tuple[str, str]:
    return f"v{who.nonce}", f"a{_address(request)}"


def _address(request: web.Request) -> str:
    """Where a request comes from. A proxy stands on this machine or its network, and says last who asked it."""
    peer = _ip(request.remote or "")
    told = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()
    if peer is None or peer.is_loopback or peer.is_private:
        peer = _ip(told) or peer
    if isinstance(peer, IPv6Address):
        return str(int(peer) >> (128 - IPV6_PREFIX))
    return str(peer)


def _ip(text: str) -> IPv4Address | IPv6Address | None:
    try:
        found = ip_address(text)
    except ValueError:
        return None
    return found.ipv4_mapped or found if isinstance(found, IPv6Address) else found


GUESSES = web.AppKey("guesses", Guesses)

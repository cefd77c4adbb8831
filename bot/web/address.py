"""Where a request comes from, as far as budgets for neighbours need to know."""

from ipaddress import IPv4Address, IPv6Address, ip_address

from aiohttp import web

IPV6_PREFIX = 64
"""Bits that one household or phone has to itself."""


def address(request: web.Request) -> str:
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

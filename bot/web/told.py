"""Telling people of something on the pages they have open: a stream of news for each visitor."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager

from aiohttp import web

from bot.company.panel import Panel
from bot.table import Table
from bot.web import panels, visitor
from bot.web.address import address
from bot.web.live import HEARTBEAT_S, STREAMS, opened
from bot.web.visitor import PLATFORM

routes = web.RouteTableDef()

MOST_UNTOLD = 20
"""News that waits for one page; a page that takes none of it is gone."""


class Herald:
    """A bot.company.desk.Herald."""

    platform = PLATFORM

    def __init__(self) -> None:
        self._open: dict[int, set[asyncio.Queue[Panel]]] = {}

    async def tell(self, player: int, panel: Panel) -> bool:
        """Show a panel on every page the person has open; False where there is none."""
        heard = False
        for news in self._open.get(player, ()):
            if not news.full():
                news.put_nowait(panel)
                heard = True
        return heard

    async def seat(self, player: int, table: Table) -> bool:
        """Lead the person's open pages to a table."""
        return await self.tell(player, Panel(table=table.code))

    async def show(self, place: str, table: Table) -> bool:
        """No page is shared by several people."""
        del place, table
        return False

    @contextmanager
    def listening(self, player: int) -> Iterator[asyncio.Queue[Panel]]:
        """The news for a player, while it lasts."""
        news: asyncio.Queue[Panel] = asyncio.Queue(MOST_UNTOLD)
        ears = self._open.setdefault(player, set())
        ears.add(news)
        try:
            yield news
        finally:
            ears.discard(news)
            if not ears and self._open.get(player) is ears:
                del self._open[player]


HERALD = web.AppKey("herald", Herald)


@routes.get("/told", allow_head=False)
async def told(request: web.Request) -> web.StreamResponse:
    """The stream: each panel as it is told, and a sign of life in between."""
    who = visitor.of(request)
    if who.fresh or who.player is None:
        raise web.HTTPForbidden  # nobody can be told anything yet
    with (
        request.app[STREAMS].entered(who.nonce, address(request)) as stream,
        request.app[HERALD].listening(who.player.id) as news,
    ):
        response = await opened(request)
        while not stream.dismissed:
            try:
                await response.write(await _next(request, news))
            except ConnectionResetError:
                break
    return response


async def _next(request: web.Request, news: asyncio.Queue[Panel]) -> bytes:
    try:
        async with asyncio.timeout(HEARTBEAT_S):
            panel = await news.get()
    except TimeoutError:
        return b": still here\n\n"
    data = json.dumps(panels.told(request, panel), separators=(",", ":"))
    return f"event: panel\ndata: {data}\n\n".encode()

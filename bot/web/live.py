"""A table told as it happens: server-sent events with the newest state for this very visitor."""

import asyncio
import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from aiohttp import web

from bot.table import Table
from bot.web import room, show, visitor
from bot.web.address import address
from bot.web.pages import COMPANY, SERVICES

ALL_STREAMS = 4_000
A_PLACES_STREAMS = 1_000
"""From one address there may be a whole café; but nobody shall take the streams of all others by throwing cookies away."""

A_GUESTS_STREAMS = 4
"""A browser opens six connections to one place at most, and a page needs some for itself."""

HEARTBEAT_S = 15.0
AGAIN_MS = 2_000
"""How long a browser waits before it comes back."""

routes = web.RouteTableDef()


@dataclass(slots=True, eq=False)
class Stream:
    """One open stream; `dismissed` once the guest has opened too many newer ones, `ended` once the program stops."""

    task: asyncio.Task[Any] | None
    dismissed: bool = False
    ended: bool = False

    async def say_goodbye(self, response: web.StreamResponse) -> None:
        """Where the program stops, tell the page so: it comes back by itself."""
        if self.ended:
            with suppress(ConnectionError):
                await response.write(b"event: restart\ndata:\n\n")
                await response.write_eof()


class Streams:
    """All open streams of this process, by guest."""

    def __init__(self) -> None:
        self._of_guest: dict[str, list[Stream]] = {}
        self._all: set[Stream] = set()
        self._of_place: Counter[str] = Counter()

    @contextmanager
    def entered(self, guest: str, place: str) -> Iterator[Stream]:
        """Count a stream while it lasts. Raises HTTPServiceUnavailable where there are too many in all or from one place.

        A guest's oldest stream makes room for a new one: it is most often one whose page has gone.
        """
        if len(self._all) >= ALL_STREAMS or self._of_place[place] >= A_PLACES_STREAMS:
            raise web.HTTPServiceUnavailable
        stream = Stream(asyncio.current_task())
        mine = self._of_guest.setdefault(guest, [])
        mine.append(stream)
        for old in mine[:-A_GUESTS_STREAMS]:
            old.dismissed = True
            mine.remove(old)
        self._all.add(stream)
        self._of_place[place] += 1
        try:
            yield stream
        finally:
            self._all.discard(stream)
            self._of_place[place] -= 1
            if not self._of_place[place]:
                del self._of_place[place]
            if stream in mine:
                mine.remove(stream)
            if not mine and self._of_guest.get(guest) is mine:
                del self._of_guest[guest]

    def __len__(self) -> int:
        return len(self._all)

    def end(self) -> None:
        """End them all: the program stops."""
        for stream in self._all:
            stream.ended = True
            if stream.task:
                stream.task.cancel()


STREAMS = web.AppKey("streams", Streams)


async def end_streams(app: web.Application) -> None:
    """Let nobody hold the program up when it stops."""
    app[STREAMS].end()


async def end_audience(app: web.Application) -> None:
    """Count nobody any more, once every page is gone."""
    await app[COMPANY].audience.end()


@routes.get("/t/{code}/live", allow_head=False)
async def live(request: web.Request) -> web.StreamResponse:
    """The stream: the state as it is, then each newer one, and a sign of life in between."""
    table = await room.shown_table(request)
    who = visitor.of(request)
    if who.fresh:
        raise web.HTTPForbidden  # it has not been at our pages
    services = request.app[SERVICES]
    with (
        request.app[STREAMS].entered(who.nonce, address(request)) as stream,
        services.screens.subscribe(table.code, room.eyes(who, request.query)) as watcher,
    ):
        response = await opened(request)
        newest: Table | None = await services.tables.get(table.code)
        audience = request.app[COMPANY].audience
        try:
            while not stream.dismissed:
                if newest:
                    who = await visitor.look_again(
                        request, services
                    )  # who has sat down is no spectator any more
                    watches = newest.seat_of(who.id) is None
                    audience.looks(table.code, stream, who.nonce if watches else None)
                    if not newest.may_watch(who.id):
                        break
                try:
                    await response.write(_event(request, newest) if newest else b": still here\n\n")
                except ConnectionResetError:
                    break
                newest = await _next(watcher.next())
            else:
                await response.write(b"event: full\ndata:\n\n")
        except asyncio.CancelledError:
            await stream.say_goodbye(response)
            raise
        finally:
            audience.looks(table.code, stream, None)
    return response


async def opened(request: web.Request) -> web.StreamResponse:
    """An answer that events are written into as they happen."""
    response = web.StreamResponse(
        headers={
            "Content-Type": "text/event-stream",
            "Cache-Control": "no-store",
            "X-Accel-Buffering": "no",
        }
    )
    await response.prepare(request)
    await response.write(f"retry: {AGAIN_MS}\n\n".encode())
    return response


async def _next(newer: Any) -> Table | None:
    try:
        async with asyncio.timeout(HEARTBEAT_S):
            table: Table = await newer
    except TimeoutError:
        return None
    return table


def _event(request: web.Request, table: Table) -> bytes:
    data = json.dumps(show.state(request, table), separators=(",", ":"))
    return f"event: state\ndata: {data}\n\n".encode()

"""The bot's requests as they come over HTTP: read, maybe spoilt by a fault, checked, carried out, noted and answered."""

import asyncio
import json
import re
import time
from typing import Any

from aiohttp import web
from aiohttp.web_request import FileField

from tests.servers.discord.composing import Files
from tests.servers.discord.errors import (
    Malformed,
    Problem,
    Refusal,
    invalid_form,
    no_such_route,
    rate_limited,
    unauthorized,
)
from tests.servers.discord.facts import Route, body_problems, find_route, query_problems
from tests.servers.discord.faults import Fault, Planned
from tests.servers.discord.journal import Call
from tests.servers.discord.routes import ROUTES, Asked
from tests.servers.discord.state import State

BASE = "/api/v10"
OK, CREATED, NO_CONTENT = 200, 201, 204
MAKES = frozenset({"create_thread", "create_thread_from_message", "create_application_command"})
_FILE = re.compile(r"files\[(\d+)\]")
_HTML = "<html><head><title>{0}</title></head><body><center><h1>{0}</h1></center><hr><center>cloudflare</center></body></html>"
_HTML_OF = {
    Fault.SERVER_ERROR: (500, "500 Internal Server Error"),
    Fault.BAD_GATEWAY: (502, "502 Bad Gateway"),
}


class Calls:
    """What answers the bot."""

    def __init__(self, state: State) -> None:
        self._state = state

    async def called(self, request: web.Request) -> web.StreamResponse:
        """`/api/v10/…`."""
        path = request.path.removeprefix(BASE)
        found = find_route(request.method, path)
        operation = found[0].operation if found else f"{request.method} {path}"
        call = Call(operation, path, None, self._state.clock())
        self._state.journal.note(call)
        started = time.monotonic()
        try:
            return await self._carry_out(request, call, found)
        finally:
            call.took = time.monotonic() - started

    async def _carry_out(
        self, request: web.Request, call: Call, found: tuple[Route, dict[str, str]] | None
    ) -> web.StreamResponse:
        planned = self._state.faults.draw(call.operation)
        call.fault = planned.fault if planned else None
        match planned:
            case Planned(fault=Fault.DROP_BEFORE):
                return _drop(request)
            case Planned(fault=Fault.SERVER_ERROR | Fault.BAD_GATEWAY as fault):
                call.status, page = _HTML_OF[fault]
                return web.Response(status=call.status, text=_HTML.format(page), content_type="text/html")
            case Planned(fault=Fault.FLOOD, seconds=seconds):
                return self._refused(call, rate_limited(seconds, scope="shared"), {})
            case Planned(fault=Fault.DELAY, seconds=seconds):
                await asyncio.sleep(seconds)
        answer = await self._done(request, call, found)
        return _drop(request) if call.fault is Fault.DROP_AFTER else answer

    async def _done(
        self, request: web.Request, call: Call, found: tuple[Route, dict[str, str]] | None
    ) -> web.Response:
        headers: dict[str, str] = {}
        try:
            call.result = await self._result(request, call, found, headers)
        except Refusal as refusal:
            return self._refused(call, refusal, headers)
        except Exception as error:
            self._state.journal.violations.append(f"{call.operation}: the server itself failed: {error!r}")
            raise
        call.done = True
        call.status = NO_CONTENT if call.result is None else CREATED if call.operation in MAKES else OK
        return _answer(call.status, call.result, headers)

    async def _result(
        self,
        request: web.Request,
        call: Call,
        found: tuple[Route, dict[str, str]] | None,
        headers: dict[str, str],
    ) -> Any:
        """Read, check and carry out; `headers` takes up those of the bucket, also where the rest is refused."""
        if found is None:
            raise no_such_route()
        route, named = found
        self._let_in(request, route)
        call.given, files = await _body(request, route)
        call.uploads = {name: len(content) for name, content in files.values()}
        headers.update(self._spend(route, named))
        query = dict(request.query)
        if problems := query_problems(route, query) + body_problems(route, call.given):
            raise invalid_form(*problems)
        body = {} if call.given is None else call.given
        return ROUTES[route.operation](Asked(self._state, named, query, body, files))

    def _refused(self, call: Call, refusal: Refusal, headers: dict[str, str]) -> web.Response:
        call.status, call.code, call.words = refusal.status, refusal.code, str(refusal)
        if isinstance(refusal, Malformed):
            self._state.journal.violations.append(f"{call.operation}: {refusal}")
        return _answer(refusal.status, refusal.body, headers | refusal.headers)

    def _let_in(self, request: web.Request, route: Route) -> None:
        """Whoever holds an interaction's token needs no other."""
        by_token = route.template.startswith(("/interactions/", "/webhooks/"))
        if not by_token and request.headers.get("Authorization") != f"Bot {self._state.token}":
            raise unauthorized()
        if "User-Agent" not in request.headers:
            raise Malformed(403, 40333, "internal network error")

    def _spend(self, route: Route, named: dict[str, str]) -> dict[str, str]:
        major = [named.get(name, "") for name in ("channel_id", "guild_id", "webhook_id", "webhook_token")]
        by_token = route.template.startswith(("/interactions/", "/webhooks/"))
        return self._state.buckets.spend(route.operation, "/".join(major), counts_overall=not by_token)

    async def file(self, request: web.Request) -> web.Response:
        """`/attachments/<id>/<name>`."""
        file = self._state.world.files.get(int(request.match_info["id"]))
        if file is None:
            return web.Response(status=404)
        return web.Response(body=file.content, content_type=file.content_type)


async def _body(request: web.Request, route: Route) -> tuple[Any, Files]:
    """The JSON of the request, by itself or as the part `payload_json` beside files."""
    if not request.body_exists:
        return None, {}
    if request.content_type == "application/json":
        return _read(await request.text()), {}
    if request.content_type != "multipart/form-data" or not route.facts.get("files"):
        raise invalid_form(
            Problem((), "CONTENT_TYPE_INVALID", f"Unexpected content type {request.content_type}.")
        )
    given: Any = {}
    files: Files = {}
    for name, value in (await request.post()).items():
        numbered = _FILE.fullmatch(name)
        if isinstance(value, FileField) and numbered:
            files[int(numbered[1])] = (value.filename, value.file.read())
        elif name == "payload_json" and isinstance(value, str):
            given = _read(value)
        else:
            raise invalid_form(Problem((name,), "UNKNOWN_FIELD", "Unknown part."))
    return given, files


def _read(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        raise Malformed(400, 50109, "The request body contains invalid JSON.") from None


def _answer(status: int, result: Any, headers: dict[str, str]) -> web.Response:
    """discord.py reads JSON only where the type is exactly `application/json`, and believes a 429 only with `Via`."""
    if status == NO_CONTENT:
        return web.Response(status=status, headers=headers)
    told = {"Content-Type": "application/json", "Via": "1.1 google", **headers}
    return web.Response(status=status, body=json.dumps(result).encode(), headers=told)


def _drop(request: web.Request) -> web.Response:
    """End the connection without a word."""
    if request.transport is not None:
        request.transport.abort()
    return web.Response()

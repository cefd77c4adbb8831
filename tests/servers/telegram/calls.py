"""The calls of the bot as they come over HTTP: read, maybe spoilt by a fault, carried out, noted and answered."""

import asyncio
import time
from typing import Any

from aiohttp import web
from aiohttp.web_request import FileField

from tests.servers.telegram.errors import Refusal, too_many_requests
from tests.servers.telegram.faults import Fault, Planned
from tests.servers.telegram.journal import OK, Call
from tests.servers.telegram.methods import METHODS
from tests.servers.telegram.methods.fetching import METHODS as WAITING
from tests.servers.telegram.methods.reach import known_chat
from tests.servers.telegram.parameters import checked, known_method
from tests.servers.telegram.state import State

_HTML = "<html>\r\n<head><title>{0}</title></head>\r\n<body>\r\n<center><h1>{0}</h1></center>\r\n</body>\r\n</html>\r\n"
_HTML_OF = {
    Fault.SERVER_ERROR: (500, "500 Internal Server Error"),
    Fault.BAD_GATEWAY: (502, "502 Bad Gateway"),
}


class Calls:
    """What answers the bot; `token` is the only one let in."""

    def __init__(self, state: State, token: str) -> None:
        self._state, self._token = state, token

    async def called(self, request: web.Request) -> web.StreamResponse:
        """`/bot<token>/<method>`."""
        if refusal := self._wrong_token(request):
            return _answer(refusal)
        given, uploads = await _parameters(request)
        sizes = {name: len(content) for name, content in uploads.items()}
        call = Call(request.match_info["method"], given, self._state.clock(), uploads=sizes)
        self._state.journal.note(call)
        started = time.monotonic()
        try:
            return await self._carry_out(request, call, given, uploads)
        finally:
            call.took = time.monotonic() - started

    async def _carry_out(
        self, request: web.Request, call: Call, given: dict[str, Any], uploads: dict[str, bytes]
    ) -> web.StreamResponse:
        planned = self._state.faults.draw(call.method)
        call.fault = planned.fault if planned else None
        match planned:
            case Planned(fault=Fault.DROP_BEFORE):
                return _drop(request)
            case Planned(fault=Fault.SERVER_ERROR | Fault.BAD_GATEWAY as fault):
                call.code, page = _HTML_OF[fault]
                return web.Response(status=call.code, text=_HTML.format(page), content_type="text/html")
            case Planned(fault=Fault.FLOOD, seconds=seconds):
                refusal = too_many_requests(max(1, round(seconds)))
                call.code, call.description = refusal.code, refusal.description
                return _answer(refusal)
            case Planned(fault=Fault.DELAY, seconds=seconds):
                await asyncio.sleep(seconds)
        answer = await self._done(request, call, given, uploads)
        return _drop(request) if call.fault is Fault.DROP_AFTER else answer

    async def _done(
        self, request: web.Request, call: Call, given: dict[str, Any], uploads: dict[str, bytes]
    ) -> web.Response:
        """Carry the call out; one that was refused after its caller had gone counts as lost (a poll taken over)."""
        try:
            call.result = await self._result(call, given, uploads)
        except Refusal as refusal:
            call.description = refusal.description
            if not _gone(request):
                call.code = refusal.code
            return _answer(refusal)
        call.code, call.done = OK, True
        return web.json_response({"ok": True, "result": call.result})

    async def _result(self, call: Call, given: dict[str, Any], uploads: dict[str, bytes]) -> Any:
        call.method = known_method(call.method)
        values = checked(call.method, given, uploads)
        if call.method in WAITING:
            return await WAITING[call.method](self._state, values)
        self._keep_pace(call.method, values)
        return METHODS[call.method](self._state, values)

    def _keep_pace(self, method: str, values: dict[str, Any]) -> None:
        if not method.startswith(("send", "editMessage")) or method == "sendChatAction":
            return
        if "inline_message_id" in values:
            self._state.pace.spend(values["inline_message_id"])
        elif "chat_id" in values:
            for _ in values["media"] if method == "sendMediaGroup" else (None,):
                self._state.pace.spend(known_chat(self._state, values["chat_id"]))

    def _wrong_token(self, request: web.Request) -> Refusal | None:
        token = request.match_info["token"]
        if token == self._token:
            return None
        wellformed = token.partition(":")[0].isdigit() and token.partition(":")[2]
        return Refusal(401, "Unauthorized") if wellformed else Refusal(404, "Not Found")

    async def file(self, request: web.Request) -> web.StreamResponse:
        """`/file/bot<token>/<path>`."""
        if refusal := self._wrong_token(request):
            return _answer(refusal)
        try:
            file = self._state.files.find(request.match_info["path"].rpartition("/")[2])
        except Refusal:
            return _answer(Refusal(404, "Not Found"))
        return web.Response(body=file.content, content_type="application/octet-stream")


async def _parameters(request: web.Request) -> tuple[dict[str, Any], dict[str, bytes]]:
    """What the call was given: in the address, as a form, as JSON or in parts with files."""
    given: dict[str, Any] = dict(request.query)
    if request.content_type == "application/json":
        return given | (await request.json() if request.body_exists else {}), {}
    uploads: dict[str, bytes] = {}
    for name, value in (await request.post()).items():
        if isinstance(value, FileField):
            uploads[name] = value.file.read()
        else:
            given[name] = value if isinstance(value, str) else value.decode()
    return given, uploads


def _answer(refusal: Refusal) -> web.Response:
    told = {"ok": False, "error_code": refusal.code, "description": refusal.description}
    more = {"parameters": refusal.parameters} if refusal.parameters else {}
    return web.json_response(told | more, status=refusal.code)


def _drop(request: web.Request) -> web.Response:
    """End the connection without a word."""
    if request.transport is not None:
        request.transport.abort()
    return web.Response()


def _gone(request: web.Request) -> bool:
    return request.transport is None or request.transport.is_closing()

"""The same interface as in Python, for whoever runs the server as a process of its own.

    POST /control {"on": "server", "do": "user", "args": ["Ali"], "with": {"language_code": "ar"}}
        -> {"ok": {"person": 7001, "chat": 7001, "name": "Ali"}}
    POST /control {"on": {"person": 7001}, "do": "writes", "args": [{"chat": 7001}, "/start"]}
        -> {"ok": {"message": [7001, 1], "text": "/start", …}}
    POST /control {"on": {"person": 7001}, "do": "taps", "args": [{"message": [7001, 2]}, "Play"]}
        -> {"ok": {"text": "…", "alert": false, "url": "", "seconds": 0.01}}
    POST /control {"on": "faults", "do": "at_random", "args": [0.05, 1]}

`on` is server, faults, journal, limits, switches or a person; `do` any public method or field (with "set": value it is
set). What goes wrong comes back as {"error": "…"}. `GET /control` tells the token and the addresses.
"""

import base64
import inspect
from dataclasses import asdict, is_dataclass
from typing import Any

from aiohttp import web

from tests.servers.telegram.people import Person
from tests.servers.telegram.seen import Seen, seen
from tests.servers.telegram.server import TelegramServer
from tests.servers.telegram.world import Chat, Message


class Control:
    """Turns requests into calls on the server and its people."""

    def __init__(self, server: TelegramServer) -> None:
        self._server = server
        self._chats: dict[int, Chat] = {}

    def add_routes(self, application: web.Application) -> None:
        application.router.add_get("/control", self._about)
        application.router.add_post("/control", self._asked)

    async def _about(self, _request: web.Request) -> web.Response:
        server = self._server
        return web.json_response(
            {"token": server.token, "base_url": server.base_url, "base_file_url": server.base_file_url}
        )

    async def _asked(self, request: web.Request) -> web.Response:
        try:
            return web.json_response({"ok": self._packed(await self._done(await request.json()))})
        except Exception as error:  # noqa: BLE001 - whatever went wrong is the caller's to read
            return web.json_response({"error": f"{type(error).__name__}: {error}"}, status=400)

    async def _done(self, asked: dict[str, Any]) -> Any:
        target, name = self._target(asked["on"]), asked["do"]
        if name.startswith("_"):
            raise AttributeError(f"{name} is private")
        if "set" in asked:
            getattr(target, name)  # only what is there can be set
            return setattr(target, name, asked["set"])
        result = getattr(target, name)
        if callable(result):
            result = result(*map(self._unpacked, asked.get("args", [])), **self._named(asked))
        return await result if inspect.isawaitable(result) else result

    def _named(self, asked: dict[str, Any]) -> dict[str, Any]:
        return {name: self._unpacked(value) for name, value in asked.get("with", {}).items()}

    def _target(self, on: Any) -> Any:
        if isinstance(on, dict):
            return self._unpacked(on)
        if on not in ("server", "faults", "journal", "limits", "switches"):
            raise LookupError(f"nothing is called {on}")
        return self._server if on == "server" else getattr(self._server, on)

    def _unpacked(self, value: Any) -> Any:
        match value:
            case {"person": int(number)}:
                return self._server.person(number)
            case {"message": [int(chat), int(number)]}:
                return self._chat(chat).messages[number]
            case {"chat": int(number)}:
                return self._chat(number)
        return value

    def _chat(self, number: int) -> Chat:
        known = self._server.state.world.chats
        return known[number] if number in known else self._chats[number]

    def _packed(self, value: Any) -> Any:  # noqa: PLR0911 - one line for each kind of value
        match value:
            case Person():
                return {"person": value.id, "chat": value.private.id, "name": value.user.first_name}
            case Chat():
                self._chats[value.id] = value
                return {"chat": value.id, "kind": value.kind, "title": value.title}
            case Message():
                return self._packed(seen(value))
            case Seen():
                return self._message(value)
            case bytes():
                return base64.b64encode(value).decode()
            case tuple() if hasattr(value, "_asdict"):
                return self._packed(value._asdict())
            case dict():
                return {str(name): self._packed(item) for name, item in value.items()}
            case list() | tuple():
                return [self._packed(item) for item in value]
        return self._packed(asdict(value)) if is_dataclass(value) and not isinstance(value, type) else value

    def _message(self, view: Seen) -> dict[str, Any]:
        told = {name: self._packed(item) for name, item in view._asdict().items() if name != "message"}
        chat = view.message.chat
        self._chats.setdefault(chat.id, chat)
        return told | {"message": [chat.id, view.id], "inline_message_id": view.message.inline_id}

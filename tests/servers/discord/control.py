"""The same interface as in Python, for whoever runs the server as a process of its own.

    POST /control {"on": "server", "do": "user", "args": ["Ali"], "with": {"locale": "en-GB"}}
        -> {"ok": {"person": 15…, "name": "Ali", "dm": 15…}}
    POST /control {"on": "server", "do": "guild", "args": ["Friends", {"person": 15…}]}
        -> {"ok": {"guild": 15…, "name": "Friends", "general": 15…}}
    POST /control {"on": {"person": 15…}, "do": "invokes", "args": [{"channel": 15…}, "/tawla play"], "with": {"preset": "mahbusa"}}
        -> {"ok": {"kind": "message", "seconds": 0.01, "seen": {"message": [15…, 15…], "text": "…", "labels": […], …}, …}}
    POST /control {"on": {"person": 15…}, "do": "presses", "args": [{"message": [15…, 15…]}, "Roll"]}
    POST /control {"on": {"person": 15…}, "do": "fills", "args": [{"form": 1}, {"Target": "3"}]}
    POST /control {"on": "faults", "do": "at_random", "args": [0.05, 1]}

`on` is server, faults, journal, limits, gateway, state or a person; `do` any public method or field (with "set": value it is
set). Roles are {"role": [guild, id]}. What goes wrong comes back as {"error": "…"}. `GET /control` tells the token and the
addresses.
"""

import base64
import inspect
from collections.abc import Callable
from dataclasses import asdict, is_dataclass
from typing import Any, ClassVar

from aiohttp import web

from tests.servers.discord.forms import Form
from tests.servers.discord.interaction import Interaction
from tests.servers.discord.people import Answer, Person
from tests.servers.discord.seen import Seen, seen
from tests.servers.discord.server import DiscordServer
from tests.servers.discord.world import Channel, Guild, Message, Role

TARGETS = ("server", "faults", "journal", "limits", "gateway", "state")


class Control:
    """Turns requests into calls on the server and its people."""

    def __init__(self, server: DiscordServer) -> None:
        self._server = server
        self._forms: list[Form] = []

    def add_routes(self, application: web.Application) -> None:
        application.router.add_get("/control", self._about)
        application.router.add_post("/control", self._asked)

    async def _about(self, _request: web.Request) -> web.Response:
        server = self._server
        told = {"token": server.token, "base_url": server.base_url, "gateway_url": server.gateway_url}
        return web.json_response(told | {"application_id": server.application_id})

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
            named = {key: self._unpacked(value) for key, value in asked.get("with", {}).items()}
            result = result(*map(self._unpacked, asked.get("args", [])), **named)
        return await result if inspect.isawaitable(result) else result

    def _target(self, on: Any) -> Any:
        if isinstance(on, dict):
            return self._unpacked(on)
        if on not in TARGETS:
            raise LookupError(f"nothing is called {on}")
        return self._server if on == "server" else getattr(self._server, on)

    # --- from JSON and back -----------------------------------------------------------------------------------------

    def _unpacked(self, value: Any) -> Any:
        if isinstance(value, list):
            return list(map(self._unpacked, value))
        if not isinstance(value, dict):
            return value
        [name, *others], [key, *_] = list(value) or [""], list(value.values()) or [None]
        if not others and name in self._NAMED and isinstance(key, int | list):
            return self._NAMED[name](self, key)
        return {inner: self._unpacked(item) for inner, item in value.items()}

    _NAMED: ClassVar[dict[str, Callable[[Any, Any], Any]]] = {
        "person": lambda self, key: self._server.person(key),
        "guild": lambda self, key: self._server.state.world.guilds[key],
        "role": lambda self, key: self._server.state.world.guilds[key[0]].roles[key[1]],
        "channel": lambda self, key: self._server.state.world.channels[key],
        "message": lambda self, key: self._server.state.world.channels[key[0]].messages[key[1]],
        "form": lambda self, key: self._forms[key - 1],
    }

    def _packed(self, value: Any) -> Any:
        if type(value) in self._KINDS:
            return self._KINDS[type(value)](self, value)
        match value:
            case bytes():
                return base64.b64encode(value).decode()
            case tuple() if hasattr(value, "_asdict"):
                return self._packed(value._asdict())
            case dict():
                return {str(name): self._packed(item) for name, item in value.items()}
            case list() | tuple() | set():
                return [self._packed(item) for item in value]
        return asdict(value) if is_dataclass(value) and not isinstance(value, type) else value

    def _person(self, person: Person) -> dict[str, Any]:
        return {"person": person.id, "name": person.user.global_name, "dm": person.dm.id}

    def _guild(self, guild: Guild) -> dict[str, Any]:
        return {"guild": guild.id, "name": guild.name, "general": next(iter(guild.channels), None)}

    def _channel(self, channel: Channel) -> dict[str, Any]:
        return {"channel": channel.id, "kind": channel.kind, "name": channel.name}

    def _message(self, message: Message) -> dict[str, Any]:
        return self._seen(seen(message))

    def _role(self, role: Role) -> dict[str, Any]:
        return {"id": role.id, "name": role.name}

    def _seen(self, view: Seen) -> dict[str, Any]:
        told = {name: self._packed(item) for name, item in view._asdict().items() if name != "message"}
        more = {
            "labels": view.labels,
            "buttons": self._packed(view.buttons),
            "selects": self._packed(view.selects),
        }
        return told | more | {"message": [view.message.channel.id, view.id]}

    def _answer(self, answer: Answer) -> dict[str, Any]:
        told = {"kind": answer.kind, "seconds": answer.seconds, "choices": list(answer.choices)}
        return told | {"seen": self._packed(answer.seen), "form": self._packed(answer.form)}

    def _form(self, form: Form) -> dict[str, Any]:
        self._forms.append(form)
        fields = [
            {
                "label": field.label,
                "custom_id": field.custom_id,
                "value": field.value,
                "options": field.options,
            }
            for field in form.fields
        ]
        return {"form": len(self._forms), "title": form.title, "fields": fields}

    def _interaction(self, interaction: Interaction) -> dict[str, Any]:
        told = {"id": interaction.id, "kind": interaction.kind.name, "name": interaction.name}
        return told | {"acknowledged": interaction.acknowledged.done(), "delivered": interaction.delivered}

    _KINDS: ClassVar[dict[type, Callable[[Any, Any], Any]]] = {
        Person: _person, Guild: _guild, Channel: _channel, Message: _message, Role: _role, Seen: _seen, Answer: _answer,
        Form: _form, Interaction: _interaction,
    }  # fmt: skip

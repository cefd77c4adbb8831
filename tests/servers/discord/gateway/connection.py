"""One websocket of the gateway, from HELLO to its end."""

import asyncio
import json
from collections import deque
from typing import TYPE_CHECKING, Any

from aiohttp import WSCloseCode, WSMsgType, web

from tests.servers.discord.gateway.packing import packer
from tests.servers.discord.gateway.sessions import Session

if TYPE_CHECKING:
    from tests.servers.discord.gateway.hub import Hub
    from tests.servers.discord.state import State

HEARTBEAT, IDENTIFY, PRESENCE, VOICE_STATE, RESUME, REQUEST_MEMBERS = 1, 2, 3, 4, 6, 8
INVALID_SESSION, HELLO, HEARTBEAT_ACK = 9, 10, 11
UNKNOWN_OP, DECODE_ERROR, NOT_AUTHENTICATED, WRONG_TOKEN, TWICE, BAD_SEQUENCE = (
    4001,
    4002,
    4003,
    4004,
    4005,
    4007,
)
TOO_FAST, TIMED_OUT, INVALID_SHARD, INVALID_INTENTS, DISALLOWED_INTENTS = 4008, 4009, 4010, 4013, 4014
MOST_PER_MINUTE = 120
ALL_INTENTS = (1 << 26) - 1


class Connection:
    """Reads what the bot sends; what it is told goes out in order through a queue."""

    def __init__(self, hub: "Hub", state: "State") -> None:
        self._hub, self._state = hub, state
        self._socket = web.WebSocketResponse(max_msg_size=0)
        self._session: Session | None = None
        self._going: asyncio.Queue[dict[str, Any] | int] = asyncio.Queue()
        self._received: deque[float] = deque()
        self._request: web.Request | None = None

    async def live(self, request: web.Request) -> web.StreamResponse:
        """Until one side ends it."""
        pack = packer(request.query.get("compress"))
        if pack is None or request.query.get("v") != "10" or request.query.get("encoding") != "json":
            self._state.journal.violations.append(f"gateway: cannot serve {request.query_string}")
            return web.Response(status=400)
        self._request = request
        await self._socket.prepare(request)
        sender = asyncio.create_task(self._send_all(pack))
        self.send(
            {"op": HELLO, "d": {"heartbeat_interval": int(self._state.limits.heartbeat_seconds * 1000)}}
        )
        try:
            await self._receive_all()
        finally:
            if self._session is not None and self._session.connection is self:
                self._session.connection = None
            sender.cancel()
        return self._socket

    # --- out ------------------------------------------------------------------------------------------------------

    def send(self, message: dict[str, Any]) -> None:
        """In order, as soon as the wire takes it."""
        self._going.put_nowait(message)

    def close(self, code: int) -> None:
        """Close after everything that waits was sent; the bot hears the code."""
        self._hub.closed.append(code)
        self._detach()
        self._going.put_nowait(code)

    def drop(self, code: int | None) -> None:
        """End it now: with a code, or by cutting the wire."""
        self._detach()
        if code is not None:
            self._going.put_nowait(code)
        elif self._request is not None and self._request.transport is not None:
            self._request.transport.abort()

    def _detach(self) -> None:
        if self._session is not None and self._session.connection is self:
            self._session.connection = None

    async def _send_all(self, pack: Any) -> None:
        while True:
            message = await self._going.get()
            if isinstance(message, int):
                await self._socket.close(code=message)
                return
            packed = pack(json.dumps(message))
            try:
                if isinstance(packed, str):
                    await self._socket.send_str(packed)
                else:
                    await self._socket.send_bytes(packed)
            except (ConnectionError, RuntimeError):  # it has gone; what it missed waits for its resume
                return

    # --- in -------------------------------------------------------------------------------------------------------

    async def _receive_all(self) -> None:
        deadline = self._next_beat()
        while not self._socket.closed:
            try:
                async with asyncio.timeout_at(deadline):
                    frame = await self._socket.receive()
            except TimeoutError:
                self.close(TIMED_OUT)
                deadline = self._next_beat()
                continue
            if frame.type is not WSMsgType.TEXT:
                if frame.type is WSMsgType.BINARY:
                    self._blame(DECODE_ERROR, "a binary message")
                    continue
                return
            if self._received_message(frame.data) == HEARTBEAT:
                deadline = self._next_beat()

    def _next_beat(self) -> float:
        """Until when it is waited for."""
        limits = self._state.limits
        return asyncio.get_running_loop().time() + limits.heartbeat_seconds * limits.heartbeats_missed

    def _received_message(self, text: str) -> int | None:
        """Act on one message; gives its op."""
        try:
            message = json.loads(text)
            op, data = message["op"], message["d"]
        except (ValueError, TypeError, KeyError):
            self._blame(DECODE_ERROR, f"not a message: {text[:80]}")
            return None
        if self._too_fast():
            self._blame(TOO_FAST, f"more than {MOST_PER_MINUTE} messages in a minute")
        elif op == HEARTBEAT:
            if not self._hub.deaf:
                self.send({"op": HEARTBEAT_ACK, "d": None})
        elif self._session is None:
            self._greeted(op, data)
        else:
            self._asked(self._session, op, data)
        return op if isinstance(op, int) else None

    def _greeted(self, op: int, data: dict[str, Any]) -> None:
        """Before the bot has a session."""
        if op == IDENTIFY:
            self._identify(data)
        elif op == RESUME:
            self._resume(data)
        else:
            self._blame(NOT_AUTHENTICATED, f"op {op} before identifying")

    def _asked(self, session: Session, op: int, data: dict[str, Any]) -> None:
        if op in (IDENTIFY, RESUME):
            self._blame(TWICE, "identified twice")
        elif op == REQUEST_MEMBERS:
            self.send(session.told("GUILD_MEMBERS_CHUNK", self._hub.members(data)))
        elif op not in (PRESENCE, VOICE_STATE):
            self._blame(UNKNOWN_OP, f"unknown op {op}")

    def _too_fast(self) -> bool:
        now = asyncio.get_running_loop().time()
        self._received.append(now)
        while self._received[0] < now - 60:
            self._received.popleft()
        return len(self._received) > MOST_PER_MINUTE

    def _blame(self, code: int, words: str) -> None:
        self._state.journal.violations.append(f"gateway: {words}")
        self.close(code)

    def _identify(self, data: dict[str, Any]) -> None:
        shard, shards = data.get("shard", (0, 1))
        intents = data.get("intents")
        if data.get("token") != self._state.token:
            self.close(WRONG_TOKEN)
        elif not 0 <= shard < shards:
            self._blame(INVALID_SHARD, f"shard {shard} of {shards}")
        elif not isinstance(intents, int) or intents & ~ALL_INTENTS:
            self._blame(INVALID_INTENTS, f"intents {intents!r}")
        elif intents & self._hub.forbidden_intents:
            self._blame(DISALLOWED_INTENTS, f"privileged intents {intents & self._hub.forbidden_intents:#x}")
        elif {"os", "browser", "device"} - data.get("properties", {}).keys():
            self._blame(DECODE_ERROR, "identified without properties")
        else:
            self._session = self._hub.begin(self, shard, shards, intents)

    def _resume(self, data: dict[str, Any]) -> None:
        if data.get("token") != self._state.token:
            self.close(WRONG_TOKEN)
            return
        session = self._hub.sessions.get(data.get("session_id", ""))
        missed = session.after(data["seq"]) if session is not None else None
        if session is None or missed is None:
            self.send({"op": INVALID_SESSION, "d": False})
            return
        if session.connection is not None:
            session.connection.drop(WSCloseCode.OK)
        session.connection, self._session = self, session
        for message in missed:
            self.send(message)
        self.send(session.told("RESUMED", {"_trace": []}))
        self._hub.resumed += 1

"""All sessions of the gateway: who is told what, and what can be done to them from outside."""

import secrets
from typing import TYPE_CHECKING, Any

from aiohttp import web

from tests.servers.discord.gateway.connection import Connection
from tests.servers.discord.gateway.sessions import Session
from tests.servers.discord.wire import wire_member, wire_user, wire_whole_guild
from tests.servers.discord.world import Guild

if TYPE_CHECKING:
    from tests.servers.discord.state import State

GUILDS, GUILD_MEMBERS, PRESENCES, GUILD_MESSAGES = 1 << 0, 1 << 1, 1 << 8, 1 << 9
DIRECT_MESSAGES, MESSAGE_CONTENT = 1 << 12, 1 << 15
PRIVILEGED = GUILD_MEMBERS | PRESENCES | MESSAGE_CONTENT
RECONNECT, INVALID_SESSION = 7, 9


class Hub:
    """The sessions there are; `deaf` leaves heartbeats unanswered; `privileged` are the intents switched on."""

    def __init__(self, state: "State") -> None:
        self._state = state
        self.sessions: dict[str, Session] = {}
        self.connections: set[Connection] = set()
        self.closed: list[int] = []
        """The codes with which the server closed connections by itself."""
        self.deaf = False
        self.privileged = 0
        self.shards = 1
        """How many shards GET /gateway/bot recommends."""
        self.identified = 0
        self.resumed = 0

    async def connected(self, request: web.Request) -> web.StreamResponse:
        """`/gateway/?v=10&encoding=json&compress=zlib-stream`."""
        connection = Connection(self, self._state)
        self.connections.add(connection)
        try:
            return await connection.live(request)
        finally:
            self.connections.discard(connection)

    # --- for connections ------------------------------------------------------------------------------------------

    def begin(self, connection: Connection, shard: int, shards: int, intents: int) -> Session:
        """A new session with READY and a GUILD_CREATE for every guild of the shard; an idle one of that shard is gone."""
        for old in [old for old in self.sessions.values() if old.shard == shard and old.connection is None]:
            del self.sessions[old.id]
        session = Session(secrets.token_hex(16), shard, shards, intents, connection=connection)
        self.sessions[session.id] = session
        self.identified += 1
        bot, guilds = self._state.bot, self._guilds(session)
        ready = {
            "v": 10,
            "user": wire_user(bot) | {"verified": True, "mfa_enabled": True, "email": None, "flags": 0},
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "shard": [shard, shards],
            "application": {"id": str(self._state.application_id), "flags": 0},
            "private_channels": [],
        }
        connection.send(session.told("READY", ready))
        for guild in guilds:
            connection.send(session.told("GUILD_CREATE", wire_whole_guild(guild, bot)))
        return session

    @property
    def forbidden_intents(self) -> int:
        return PRIVILEGED & ~self.privileged

    def members(self, asked: dict[str, Any]) -> dict[str, Any]:
        """The answer to REQUEST_GUILD_MEMBERS by ids; nobody else is told without the intent for it."""
        guild = self._state.world.guilds[int(asked["guild_id"])]
        ids = [int(number) for number in asked.get("user_ids", [])]
        told = {
            "guild_id": str(guild.id),
            "members": [wire_member(guild.members[number]) for number in ids if number in guild.members],
            "not_found": [str(number) for number in ids if number not in guild.members],
            "chunk_index": 0,
            "chunk_count": 1,
        }
        return told | ({"nonce": asked["nonce"]} if "nonce" in asked else {})

    @property
    def url(self) -> str:
        return f"{self._state.root.replace('http', 'ws', 1)}/gateway/"

    def _guilds(self, session: Session) -> list[Guild]:
        bot = self._state.bot.id
        guilds = self._state.world.guilds.values()
        return [guild for guild in guilds if bot in guild.members and _falls_to(session, guild)]

    # --- for the world --------------------------------------------------------------------------------------------

    def tell(self, event: str, data: dict[str, Any], guild: Guild | None) -> int:
        """Tell every session whose shard and intents it falls to; how many there were that listen now."""
        listening = 0
        for session in list(self.sessions.values()):
            if not _falls_to(session, guild) or not self._wanted(session.intents, event, data, guild):
                continue
            message = session.told(event, self._veiled(session, event, data))
            if session.connection is not None:
                session.connection.send(message)
                listening += 1
        return listening

    def _wanted(self, intents: int, event: str, data: dict[str, Any], guild: Guild | None) -> bool:
        if event.startswith("MESSAGE_"):
            return bool(intents & (GUILD_MESSAGES if guild else DIRECT_MESSAGES))
        if event.startswith("GUILD_MEMBER_"):
            own = data["user"]["id"] == str(self._state.bot.id)
            return bool(intents & (GUILDS if own else GUILD_MEMBERS))
        if event.startswith(("GUILD_", "CHANNEL_", "THREAD_")):
            return bool(intents & GUILDS)
        return True

    def _veiled(self, session: Session, event: str, data: dict[str, Any]) -> dict[str, Any]:
        """Without the intent for it, the words of others in a guild are told only where they name the bot."""
        own = str(self._state.bot.id)
        if (
            event not in ("MESSAGE_CREATE", "MESSAGE_UPDATE")
            or session.intents & MESSAGE_CONTENT
            or "guild_id" not in data
            or data["author"]["id"] == own
            or own in (user["id"] for user in data["mentions"])
        ):
            return data
        return data | {"content": "", "embeds": [], "attachments": [], "components": []}

    # --- for tests ------------------------------------------------------------------------------------------------

    def drop(self, code: int | None = None) -> None:
        """End every connection, with a close code or (None) as a broken wire does; the sessions can be resumed."""
        for connection in list(self.connections):
            connection.drop(code)

    def reconnect(self) -> None:
        """Ask every connection to come again (op 7)."""
        for connection in list(self.connections):
            connection.send({"op": RECONNECT, "d": None})

    def invalidate(self, *, resumable: bool = False) -> None:
        """Declare every session invalid (op 9); the ones that are not resumable are forgotten."""
        for connection in list(self.connections):
            connection.send({"op": INVALID_SESSION, "d": resumable})
        if not resumable:
            self.sessions.clear()

    def forget(self) -> None:
        """Forget the sessions without a word: a resume will find them invalid."""
        self.sessions.clear()

    @property
    def listening(self) -> int:
        """How many sessions have a connection now."""
        return sum(session.connection is not None for session in self.sessions.values())


def _falls_to(session: Session, guild: Guild | None) -> bool:
    return ((guild.id >> 22) % session.shards if guild else 0) == session.shard

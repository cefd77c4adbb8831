"""The gateway of the Discord of the tests: sessions that begin, break off and go on without losing anything."""

import asyncio
import json
import zlib

import aiohttp
import discord as dpy
import pytest

from tests.servers.conftest import until
from tests.servers.discord import DiscordServer
from tests.servers.discord.gateway.packing import packer
from tests.servers.discord.gateway.sessions import REMEMBERED, Session
from tests.servers.sample_bot import SampleBot, lead, running

PLAIN = "?v=10&encoding=json"
PROPERTIES = {"os": "linux", "browser": "test", "device": "test"}


class Wire:
    """A gateway connection by hand."""

    def __init__(self, socket):
        self._socket = socket

    async def send(self, op, data):
        await self._socket.send_str(json.dumps({"op": op, "d": data}))

    async def read(self):
        """The next message, or the code the server closed with."""
        frame = await self._socket.receive(timeout=30)
        return frame.data if frame.type is aiohttp.WSMsgType.CLOSE else json.loads(frame.data)

    async def until(self, event):
        while True:
            message = await self.read()
            if isinstance(message, int) or message.get("t") == event:
                return message

    async def identify(self, server, **more):
        await self.read()
        await self.send(2, {"token": server.token, "properties": PROPERTIES, "intents": 1, **more})
        return await self.until("READY")


@pytest.fixture
async def server():
    async with DiscordServer() as server:
        yield server


@pytest.fixture
async def wire(server):
    async with aiohttp.ClientSession() as session, session.ws_connect(server.gateway_url + PLAIN) as socket:
        yield Wire(socket)


# --- beginning ----------------------------------------------------------------------------------------------------


async def test_a_session_begins_with_hello_ready_and_the_guilds(server, wire):
    guild = server.guild("Friends", server.user("Ali"))
    hello = await wire.read()
    assert (hello["op"], hello["d"]) == (10, {"heartbeat_interval": 41250})
    await wire.send(1, None)
    assert (await wire.read())["op"] == 11
    await wire.send(2, {"token": server.token, "properties": PROPERTIES, "intents": 1})
    ready = await wire.read()
    assert (ready["t"], ready["s"], ready["d"]["guilds"]) == (
        "READY",
        1,
        [{"id": str(guild.id), "unavailable": True}],
    )
    created = await wire.read()
    assert (created["t"], created["d"]["name"]) == ("GUILD_CREATE", "Friends")


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"token": "wrong"}, 4004),
        ({"shard": [2, 2]}, 4010),
        ({"intents": 1 << 40}, 4013),
        ({"intents": 1 << 15}, 4014),
        ({"intents": 1 << 1}, 4014),
        ({"properties": {}}, 4002),
    ],
)
async def test_who_identifies_wrongly_is_shut_out(server, wire, more, code):
    assert await wire.identify(server, **more) == code
    assert server.gateway.closed == [code]


async def test_a_privileged_intent_can_be_switched_on(server, wire):
    server.gateway.privileged = 1 << 15
    assert (await wire.identify(server, intents=1 << 15))["t"] == "READY"
    assert not server.violations


@pytest.mark.parametrize(
    ("op", "data", "code"), [(3, {}, 4003), (99, {}, 4003), (6, {"token": "wrong"}, 4004)]
)
async def test_nothing_goes_before_identifying(wire, op, data, code):
    await wire.read()
    await wire.send(op, data)
    assert await wire.read() == code


async def test_nonsense_ends_a_connection(server, wire):
    await wire.identify(server)
    await wire.send(99, {})
    assert await wire.until("nothing") == 4001
    assert server.violations == ["gateway: unknown op 99"]


async def test_too_many_messages_end_a_connection(server, wire):
    await wire.identify(server)
    for _ in range(120):
        await wire.send(3, {})
    assert await wire.until("nothing") == 4008


async def test_another_version_of_the_gateway_is_not_spoken(server):
    async with aiohttp.ClientSession() as session:
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await session.ws_connect(server.gateway_url + "?v=9&encoding=json")
    assert len(server.violations) == 1


async def test_forbidden_intents_stop_the_real_client(server):
    lead(server)
    async with SampleBot(dpy.Intents.all()) as bot:
        with pytest.raises(dpy.PrivilegedIntentsRequired):
            await bot.start(server.token)
    assert server.gateway.closed == [4014]


# --- packing ------------------------------------------------------------------------------------------------------


def test_zlib_packs_one_stream():
    pack, stream = packer("zlib-stream"), zlib.decompressobj()
    for text in ("first", "second" * 1000):
        packed = pack(text)
        assert packed.endswith(b"\x00\x00\xff\xff")
        assert stream.decompress(packed).decode() == text


def test_zstd_packs_blocks_as_they_are():
    pack = packer("zstd-stream")
    assert pack("first") == bytes.fromhex("28b52ffd0038") + (5 << 3).to_bytes(3, "little") + b"first"
    assert pack("x" * 200_000)[:3] == ((1 << 17) << 3).to_bytes(3, "little")


def test_there_is_no_other_way_of_packing():
    assert packer("gzip") is None


# --- breaking off and going on ------------------------------------------------------------------------------------


async def test_what_is_missed_is_told_at_a_resume(discord):
    discord.server.gateway.drop()
    await until(lambda: not discord.server.gateway.listening)
    await discord.sara.writes(discord.room, f"<@{discord.server.bot.id}> are you there?")
    await discord.server.ready()
    await until(lambda: discord.bot.events)
    assert discord.server.gateway.resumed == 1
    assert discord.bot.events == [f"<@{discord.server.bot.id}> are you there?"]


async def test_the_server_asks_for_a_new_connection(discord):
    discord.server.gateway.reconnect()
    await until(lambda: discord.server.gateway.resumed)
    assert discord.server.gateway.identified == 1


@pytest.mark.parametrize("resumable", [True, False])
async def test_an_invalid_session_is_resumed_or_begun_anew(discord, resumable):
    discord.server.gateway.invalidate(resumable=resumable)
    await until(
        lambda: discord.server.gateway.resumed if resumable else discord.server.gateway.identified == 2
    )


async def test_a_forgotten_session_cannot_be_resumed(discord):
    discord.server.gateway.forget()
    discord.server.gateway.drop()
    await until(lambda: discord.server.gateway.identified == 2)
    assert discord.server.gateway.resumed == 0


async def test_who_does_not_beat_is_dropped_and_may_resume(server):
    async with aiohttp.ClientSession() as session, session.ws_connect(server.gateway_url + PLAIN) as socket:
        wire = Wire(socket)
        ready = await wire.identify(server)
        server.limits.heartbeats_missed = 0.01
        await wire.send(1, 1)  # the last one
        assert await wire.until("nothing") == 4009
    server.limits.heartbeats_missed = 1.5
    async with aiohttp.ClientSession() as session, session.ws_connect(server.gateway_url + PLAIN) as socket:
        wire = Wire(socket)
        await wire.read()
        await wire.send(6, {"token": server.token, "session_id": ready["d"]["session_id"], "seq": ready["s"]})
        assert (await wire.until("RESUMED"))["op"] == 0


async def test_who_beats_stays(server, wire):
    await wire.identify(server)
    server.limits.heartbeat_seconds = 1.0
    for _ in range(20):  # longer than 1.5 intervals
        await wire.send(1, 1)
        await asyncio.sleep(0.1)
    assert server.gateway.listening == 1


async def test_a_client_whose_beats_go_unanswered_comes_again(server):
    server.limits.heartbeat_seconds, server.limits.heartbeats_missed = 0.1, 1_000
    async with running(server, heartbeat_timeout=0.3):
        server.gateway.deaf = True
        await until(lambda: server.gateway.resumed)
        server.gateway.deaf = False


def test_only_so_much_is_remembered():
    session = Session("s", 0, 1, 0)
    for _ in range(REMEMBERED + 5):
        session.told("X", {})
    assert session.after(4) is None
    assert len(session.after(5)) == REMEMBERED
    assert session.after(REMEMBERED + 6) is None


# --- who is told what ---------------------------------------------------------------------------------------------


async def test_words_of_others_are_veiled_unless_they_name_the_bot(discord):
    for text in ("secret", f"<@{discord.server.bot.id}> open"):
        await discord.sara.writes(discord.room, text)
    await discord.sara.writes(discord.sara.dm, "private")
    await until(lambda: len(discord.bot.events) == 3)
    assert discord.bot.events == ["", f"<@{discord.server.bot.id}> open", "private"]


async def test_guilds_fall_to_their_shards(server):
    ali = server.user("Ali")
    guilds = [server.guild(f"Guild {shard}", ali, shard=shard, shards=2) for shard in (0, 1)]
    server.gateway.shards = 2
    async with running(server, wait=2) as bot:
        assert sorted(bot.shards) == [0, 1]
        assert [bot.get_guild(guild.id).shard_id for guild in guilds] == [0, 1]
        await ali.writes(server.general(guilds[1]), "x")
        await until(lambda: bot.events)
        assert bot.events == [""]


async def test_coming_and_going_of_guilds_and_channels_is_told(discord):
    other = discord.server.guild("Others", discord.sara)
    await until(lambda: discord.bot.get_guild(other.id))
    side = discord.server.channel(other, "side")
    await until(lambda: discord.bot.get_channel(side.id))
    discord.server.delete(side)
    await until(lambda: not discord.bot.get_channel(side.id))
    discord.server.kick(other)
    await until(lambda: not discord.bot.get_guild(other.id))


async def test_members_are_told_by_their_ids(discord):
    guild = discord.bot.get_guild(discord.guild.id)
    [member] = await guild.query_members(user_ids=[discord.sara.id])
    assert member.display_name == "Sara"

"""Limits and faults of the Discord of the tests, its journal, and the server as a process of its own."""

import asyncio
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import aiohttp
import discord as dpy
import pytest

from tests.servers.conftest import until
from tests.servers.discord import DiscordServer, Fault, Limits, Unanswered
from tests.servers.discord.limits import Buckets
from tests.servers.sample_bot import asked, buttons, running

ROOT = Path(__file__).parents[2]


@pytest.fixture
def messages(discord):
    return f"/channels/{discord.room.id}/messages"


@pytest.fixture
def channel(discord):
    return discord.bot.get_channel(discord.room.id)


# --- limits -------------------------------------------------------------------------------------------------------


async def test_a_channel_takes_so_many_messages_and_no_more(discord, messages):
    frozen(discord)
    for _ in range(5):
        assert (await asked(discord.server, "POST", messages, {"content": "x"}))[0] == 200
    status, body, headers = await asked(discord.server, "POST", messages, {"content": "x"})
    assert (status, body["global"], body["retry_after"]) == (429, False, 5.0)
    assert (headers["Via"], headers["X-RateLimit-Remaining"], headers["Retry-After"]) == (
        "1.1 google",
        "0",
        "5",
    )
    assert headers["X-RateLimit-Scope"] == "user"
    other = discord.server.channel(discord.guild, "side")
    assert (await asked(discord.server, "POST", f"/channels/{other.id}/messages", {"content": "x"}))[0] == 200
    discord.server.advance(5)
    assert (await asked(discord.server, "POST", messages, {"content": "x"}))[0] == 200


def frozen(discord):
    """Let the server's clock stand still but for what the test puts it forward."""
    now = discord.server.clock()
    discord.server.clock._source = lambda: now


async def test_all_routes_together_have_a_limit(discord):
    frozen(discord)
    discord.server.advance(1)
    discord.server.limits.overall_per_second = 3
    for _ in range(3):
        assert (await asked(discord.server, "GET", "/users/@me"))[0] == 200
    status, body, headers = await asked(discord.server, "GET", "/users/@me")
    assert (status, body["global"], headers["X-RateLimit-Scope"]) == (429, True, "global")
    discord.server.advance(1)
    assert (await asked(discord.server, "GET", "/users/@me"))[0] == 200


async def test_the_real_client_keeps_within_the_headers(discord, channel):
    discord.server.limits.window("create_message", 2, 0.2)
    for number in range(5):
        await channel.send(str(number))
    assert not discord.server.refused()


async def test_the_real_client_honours_a_429(discord, channel):
    discord.server.faults.plan(Fault.FLOOD, "create_message", seconds=0.1)
    await channel.send("x")
    assert [call.status for call in discord.server.journal.of("create_message")] == [429, 200]


async def test_old_messages_are_edited_so_often_and_no_more(discord, channel, messages):
    discord.server.limits.lift()
    sent = await channel.send("x")
    discord.server.advance(3601)
    for number in range(3):
        await sent.edit(content=str(number))
    status, body, headers = await asked(discord.server, "PATCH", f"{messages}/{sent.id}", {"content": "y"})
    assert (status, body["code"]) == (429, 30046)
    assert (body["retry_after"] > 3590, headers["Via"]) == (True, "1.1 google")
    fresh = await channel.send("fresh")
    await fresh.edit(content="z")


async def test_no_limit_at_all_where_a_test_wants_none():
    limits = Limits()
    limits.lift()
    buckets = Buckets(limits, lambda: 0.0)
    for _ in range(1000):
        buckets.spend("create_message", "1", counts_overall=True)


# --- faults -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fault", "posted"),
    [(Fault.DROP_BEFORE, False), (Fault.DROP_AFTER, True)],
)
async def test_lost_requests_and_lost_answers(discord, channel, fault, posted):
    discord.server.faults.plan(fault, "create_message")
    with pytest.raises(aiohttp.ClientError):
        await channel.send("x")
    assert bool(discord.ali.sees(discord.room)) is posted
    [call] = discord.server.journal.of("create_message")
    assert (call.done, call.fault) == (posted, fault)
    assert not discord.server.refused()


@pytest.mark.parametrize(("fault", "status"), [(Fault.SERVER_ERROR, 500), (Fault.BAD_GATEWAY, 502)])
async def test_a_broken_server_is_no_refusal(discord, messages, fault, status):
    discord.server.faults.plan(fault, "create_message")
    assert (await asked_text(discord.server, messages)) == status
    assert not discord.server.refused()
    assert not discord.ali.sees(discord.room)


async def asked_text(server, path):
    headers = {"Authorization": f"Bot {server.token}"}
    async with (
        aiohttp.ClientSession(headers=headers) as session,
        session.post(server.base_url + path) as answer,
    ):
        assert answer.content_type == "text/html"
        return answer.status


async def test_a_slow_server(discord, channel):
    discord.server.faults.plan(Fault.DELAY, "create_message", seconds=0.1)
    await channel.send("x")
    [call] = discord.server.journal.of("create_message")
    assert call.took >= 0.1


async def test_faults_at_random_are_the_same_each_time():
    drawn = []
    for _ in range(2):
        server = DiscordServer()
        server.faults.at_random(0.5, seed=3, spare=["get_channel"])
        drawn.append([server.faults.draw("create_message") is None for _ in range(50)])
        assert server.faults.draw("get_channel") is None
        server.faults.stop()
        assert server.faults.draw("create_message") is None
    assert drawn[0] == drawn[1]
    assert set(drawn[0]) == {True, False}


async def test_an_answer_that_is_lost_was_given_all_the_same(discord, channel):
    await channel.send("x", view=buttons("Roll"))
    failures = []

    async def handler(interaction):
        try:
            await interaction.response.edit_message(content="rolled")
        except aiohttp.ClientError as error:
            failures.append(error)

    discord.bot.handler = handler
    discord.server.faults.plan(Fault.DROP_AFTER, "create_interaction_response")
    answer = await discord.ali.presses(discord.ali.sees(discord.room)[0], "Roll")
    assert (answer.kind, answer.text) == ("update", "rolled")
    await until(lambda: failures)


# --- watching -----------------------------------------------------------------------------------------------------


async def test_a_person_waits_for_what_comes_and_not_for_ever(discord, channel):
    waiting = asyncio.create_task(discord.ali.awaits(discord.room, "come"))
    await channel.send("it has come")
    first = await waiting
    assert first.text == "it has come"
    with pytest.raises(Unanswered, match="it has come"):
        await discord.ali.awaits(discord.room, lambda seen: seen.labels, patience=0.01)
    later = asyncio.create_task(discord.ali.awaits(discord.room, after=first))
    await channel.send("and more")
    assert (await later).text == "and more"


async def test_quiet_is_waited_for(discord, channel):
    discord.server.faults.plan(Fault.DELAY, "create_message", seconds=0.2)
    sending = asyncio.create_task(channel.send("x"))
    await until(discord.server.journal.under_way)
    await discord.server.settles()
    assert sending.done()
    discord.server.faults.plan(Fault.DELAY, "create_message", seconds=5)
    sending = asyncio.create_task(channel.send("x"))
    with pytest.raises(TimeoutError, match="create_message"):
        await discord.server.settles(patience=0.2)
    sending.cancel()


async def test_the_server_as_a_process_of_its_own():
    command = [sys.executable, "-m", "tests.servers.discord"]
    process = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdout=subprocess.PIPE)
    base_url, _ = (await process.stdout.readline()).decode().split()
    root = base_url.removesuffix("/api/v10")
    try:
        async with aiohttp.ClientSession() as session:
            await told_over_http(session, root)
    finally:
        process.terminate()
        await process.wait()


@dataclass
class Elsewhere:
    """What a client needs to know of a server in another process."""

    base_url: str
    gateway_url: str
    token: str
    application_id: int

    async def ready(self, sessions):
        """The client itself waits until it is ready."""


async def told_over_http(session, root):
    async def control(on, do, *args, **more):
        asked = {"on": on, "do": do, "args": args, **more}
        async with session.post(f"{root}/control", json=asked) as answer:
            return await answer.json()

    async with session.get(f"{root}/control") as answer:
        about = await answer.json()
    ali = (await control("server", "user", "Ali", **{"with": {"locale": "en-GB"}}))["ok"]
    guild = (await control("server", "guild", "Friends", {"person": ali["person"]}))["ok"]
    room = {"channel": guild["general"]}

    async def handler(interaction):
        if interaction.type is dpy.InteractionType.component:
            await interaction.response.edit_message(content="rolled")

    async with running(Elsewhere(**about)) as bot:
        bot.handler = handler
        await bot.get_channel(room["channel"]).send("board", view=buttons("Roll"))
        [seen] = (await control({"person": ali["person"]}, "sees", room))["ok"]
        assert (seen["text"], seen["labels"]) == ("board", ["Roll"])
        message = {"message": seen["message"]}
        pressed = (await control({"person": ali["person"]}, "presses", message, "Roll"))["ok"]
        assert (pressed["kind"], pressed["seen"]["text"]) == ("update", "rolled")
        assert "Impossible" in (await control({"person": ali["person"]}, "presses", message, "Lift"))["error"]
        assert (await control("server", "_people"))["error"].startswith("AttributeError")
        assert (await control("kitchen", "user"))["error"].startswith("LookupError")
        assert (await control("limits", "heartbeat_seconds", set=9.0)) == {"ok": None}
        assert (await control("limits", "heartbeat_seconds")) == {"ok": 9.0}
        assert (await control("server", "violations")) == {"ok": []}
        [call] = (await control("journal", "of", "create_message"))["ok"]
        assert (call["status"], call["code"]) == (200, 0)

"""What a program does that is told to do some things only (MAJLIS_ROLES), and what one does that stands by."""

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import aiohttp
import asyncpg
import pytest

from bot.running import OVERTAKEN, now_ms
from storage import postgres, tables
from storage.database import open_database
from tests.discord.bot import code_of
from tests.running.program import PATIENCE_S, Guest, Program, guest, payloads
from tests.servers.discord import Channel, DiscordServer, Person
from tests.servers.telegram import TelegramServer
from tests.telegram.conftest import FAST

pytestmark = pytest.mark.postgres

OFF = "off (not in MAJLIS_ROLES)"
OVERDUE_MS = 3_000
"""Longer than any program waits that looks for what is due."""


@pytest.fixture
async def server() -> AsyncIterator[TelegramServer]:
    async with TelegramServer(limits=FAST) as server:
        yield server


@pytest.fixture
async def started(server: TelegramServer, shared_url: str):
    """Starts programs, one after the other, on one database and with the same bot."""
    async with AsyncExitStack() as stack:

        async def start(roles: str, **settings: str) -> Program:
            program = Program(
                shared_url,
                MAJLIS_ROLES=roles,
                MAJLIS_TELEGRAM_TOKEN=server.token,
                MAJLIS_TELEGRAM_API=server.base_url,
                MAJLIS_METRICS_PORT="0",
                **settings,
            )
            stack.push_async_callback(program.kill)
            await program.start()
            if "web" in roles:  # the page's address is told first, the rest after it
                await program.told(rb"Metrics: +(\S+)")
            return program

        yield start


async def practice(player: Guest, program: Program) -> str:
    """A table against the computer, which is to move."""
    await player.read(program.address)
    fields = {"against": "computer", "preset": "mahbusa", "name": "Ali", "auto_roll": "on", "filled": ""}
    where, _ = await player.send(f"{program.address}/open", **fields)
    code = where.rsplit("/", 1)[1]
    async with asyncio.timeout(PATIENCE_S):
        while not thinks(state := await player.state(program.address, code)):
            useful = [p for p in payloads(state, code) if p.split(":")[2][0] in "smcp"]
            await player.press(program.address, code, useful[0], secrets.token_hex(8))
    return code


def thinks(state: dict) -> bool:
    return "thinking" in state["pieces"]["headline"]


async def overdue(program: Program, code: str) -> None:
    """Until the house should have done long ago what is due at a table."""
    database = await open_database(program.url, now=0)
    try:
        async with asyncio.timeout(PATIENCE_S):
            while True:
                async with database.read() as conn:
                    due = (await tables.load_by_code(conn, code)).wake_at
                if due and due + OVERDUE_MS < now_ms():
                    return
                await asyncio.sleep(0.1)
    finally:
        await database.close()


async def test_the_page_alone_and_the_house_alone(server: TelegramServer, started):
    web = await started("web")
    assert f"Telegram: {OFF}" in web.said()
    async with guest() as player:
        code = await practice(player, web)
        await overdue(web, code)
        assert thinks(await player.state(web.address, code)), "the computer's turns are the house's"
        house = await started("house")
        assert f"Web page: {OFF}" in house.said()
        assert f"Telegram: {OFF}" in house.said()
        async with asyncio.timeout(PATIENCE_S):
            while thinks(await player.state(web.address, code)):  # noqa: ASYNC110
                await asyncio.sleep(0.05)
    assert not list(server.journal), "neither is the bot"
    assert [await program.stop() for program in (web, house)] == [0, 0]


async def test_the_bot_alone(server: TelegramServer, started):
    bot = await started("telegram")
    assert f"Web page: {OFF}" in bot.said()
    assert "Telegram: @majlis_bot" in bot.said()
    ali = server.user("Ali")
    await ali.writes(ali.private, "/start")
    await ali.awaits(ali.private, "Welcome to Majlis", patience=PATIENCE_S)
    async with aiohttp.ClientSession() as session, session.get(bot.address) as answer:
        assert "Ali" not in await answer.text(), "there are figures at that address, and no page"
    assert await bot.stop() == 0


async def test_a_second_bot_that_fetches_stands_by_until_the_first_is_gone(server: TelegramServer, started):
    first = await started("telegram")
    second = await started("telegram")
    assert "another program is there; this one stands by" in second.said()
    ali = server.user("Ali")
    await ali.writes(ali.private, "/start")
    await ali.awaits(ali.private, "Welcome to Majlis", patience=PATIENCE_S)
    assert not server.refused(), "two that fetch are told of each other"
    await first.kill()
    asked = await ali.writes(ali.private, "/help")
    await ali.awaits(ali.private, "Commands", after=asked, patience=PATIENCE_S)
    assert await second.stop() == 0


async def cut_off_from(database: str, what: str) -> asyncpg.Connection:
    """Take over what one program alone does, as another would whose connection is back sooner."""
    lock = postgres._FAMILY, postgres._number(what)
    ours, server = await asyncpg.connect(database), await asyncpg.connect(database)
    taking = asyncio.create_task(ours.execute("SELECT pg_advisory_lock($1, $2)", *lock))
    of_it = "FROM pg_locks WHERE locktype = 'advisory' AND classid = $1 AND objid = $2"
    which = lock[0], lock[1] % 2**32
    async with asyncio.timeout(PATIENCE_S):
        while not await server.fetchval(f"SELECT count(*) {of_it} AND NOT granted", *which):  # noqa: ASYNC110
            await asyncio.sleep(0.05)
        await server.execute(f"SELECT pg_terminate_backend(pid) {of_it} AND granted", *which)
        await taking
    await server.close()
    return ours


async def test_a_program_from_which_another_takes_over_ends_and_says_that_it_is_to_be_started_again(
    started, shared_url: str
):
    bot = await started("telegram")
    ours = await cut_off_from(shared_url, "telegram")
    assert await bot.ended() == OVERTAKEN != 0
    await ours.close()


@pytest.fixture
async def discord() -> AsyncIterator[DiscordServer]:
    async with DiscordServer() as server:
        yield server


async def plays(person: Person, room: Channel) -> str:
    """Open a table in a channel of Discord; gives its code once the board is there."""
    async with asyncio.timeout(PATIENCE_S):
        while (answer := await person.invokes(room, "/tawla play")).kind == "failed":  # noqa: ASYNC110
            await asyncio.sleep(0.1)
    return code_of((await person.hears(answer)).seen)


async def test_discord_by_shards_of_which_each_is_one_programs_until_it_is_gone(
    discord: DiscordServer, started
):
    def of(shard: int) -> dict[str, str]:
        address = {"MAJLIS_DISCORD_TOKEN": discord.token, "MAJLIS_DISCORD_API": discord.base_url}
        return address | {"MAJLIS_DISCORD_SHARDS": "2", "MAJLIS_DISCORD_SHARD_IDS": str(shard)}

    first, other = await started("discord", **of(0)), await started("discord", **of(1))
    second = await started("discord", **of(0))
    stands_by = "another program is there; this one stands by"
    assert [stands_by in program.said() for program in (first, other, second)] == [False, False, True]
    ali = discord.user("Ali")
    rooms = [discord.general(discord.guild(f"Guild {shard}", ali, shard=shard, shards=2)) for shard in (0, 1)]
    await discord.ready(sessions=2, patience=PATIENCE_S)
    codes = [await plays(ali, room) for room in rooms]
    await first.kill()
    codes += [await plays(ali, room) for room in rooms]
    assert len(set(codes)) == 4
    assert not discord.violations
    assert [await program.stop() for program in (other, second)] == [0, 0]

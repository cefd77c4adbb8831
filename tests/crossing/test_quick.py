"""Quick play across platforms: somebody in a chat and somebody on the page, from the queue to the result."""

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from html import unescape

from aiohttp import ClientSession, CookieJar
from aiohttp.test_utils import TestServer

from bot.phrases import phrases
from bot.rating import BEGIN
from bot.running import now_ms
from bot.screens import Screens
from bot.table import Stage, Table
from bot.view import view
from bot.web.app import make_app
from bot.web.services import Services, signing_secret
from storage import ratings
from tests.servers.telegram import Limits, Person, TelegramServer
from tests.telegram import bot as chats
from tests.telegram.bot import Bot
from tests.telegram.test_quick import joins
from tests.web.conftest import Guest, House
from tests.web.test_live import event

PATIENCE_S = 300.0
WIDE = Limits(
    group_per_minute=10**9, private_per_second=10.0**9, private_burst=10**9, overall_per_second=10**9
)


@asynccontextmanager
async def page(bot: Bot) -> AsyncIterator[Guest]:
    """The page at the chats' tables, in the same company, and somebody with a browser."""
    screens, company = Screens(), bot.telegram.company
    bot.tables.listeners.append(screens.changed)
    with ThreadPoolExecutor(1) as drawer:
        secret = await signing_secret(bot.database)
        services = Services(bot.database, bot.tables, screens, now_ms, drawer, secret=secret, company=company)
        async with (
            TestServer(make_app(services)) as server,
            ClientSession(cookie_jar=CookieJar(unsafe=True)) as session,
        ):
            yield Guest(House(server, services), session, "ar")


async def plays(bot: Bot, code: str, ali: Person, huda: Guest) -> Table:
    """Whoever is to move goes on, each where they are, to the end of the match."""
    ours = await bot.player(ali)
    while (table := await bot.tables.get(code)).stage is Stage.PLAYING:
        await asyncio.sleep(0.003)
        game = table.match.game
        if game.to_move is None or table.match.between:
            continue
        if table.seats[game.to_move].player == ours:
            board = chats.latest(ali, ali.private, code)
            if board and int(chats.moves(board)[0].split(":")[1], 36) == table.stamp:
                await ali.taps(board, chats.wants_more(chats.moves(board)))
        elif wanted := [payload for payload in await huda.buttons(code) if chats.MOVES.match(payload)]:
            await huda.press(code, chats.wants_more(wanted))
    return table


async def test_a_chat_and_a_page_are_paired_and_play_to_the_end():
    async with (
        TelegramServer(limits=WIDE) as server,
        chats.running(server) as bot,
        page(bot) as huda,
        asyncio.timeout(PATIENCE_S),
    ):
        ali = server.user("Ali")
        waits = await huda.post("/c/queue.mahbusa.1.0", {"key": "h" * 12})
        assert phrases("ar").t("Looking for a rival…") in await waits.text()
        async with await huda.get("/told") as stream:
            await joins(ali, ali.private)
            name, told = await event(stream)
        assert name == "panel"
        code = told["go"].rsplit("/", 1)[1]
        await bot.until(lambda: bot.stage(code), Stage.PLAYING)
        over = await plays(bot, code, ali, huda)
        assert over.stage is Stage.FINISHED
        await ali.awaits(ali.private, lambda seen: over.seed in seen.text)
        hers = over.seat_of(await bot.player(ali)).other
        assert view(over, hers, phrases("ar")).headline in unescape(await huda.see(f"/t/{code}"))
        seats = [at.player for at in over.seats]
        winner, loser = seats[over.match.verdict.winner], seats[over.match.verdict.winner.other]
        async with bot.database.read() as conn:
            won, lost = [await ratings.rating(conn, player, "mahbusa") for player in (winner, loser)]
        assert won.rating > BEGIN > lost.rating
        assert await bot.books_are_right()
        await bot.settled()
        assert not server.unanswered()

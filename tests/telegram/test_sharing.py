"""Two programs to which Telegram's updates are brought in turn, each to either: what one was told the other knows."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import pytest

from bot.table import Stage
from bot.telegram.pace import Budgets
from tests.bot.company import sample
from tests.postgres import Server, create
from tests.running.program import port
from tests.servers.telegram import TelegramServer
from tests.telegram.bot import WIDE, Bot, code_of, moves, play_on, running
from tests.telegram.test_groups import opened
from tests.telegram.test_inline import board_of, posted
from tests.telegram.test_quick import joins, looks, met

pytestmark = pytest.mark.postgres


@asynccontextmanager
async def beside_each_other(
    server: TelegramServer, url: str, budgets: Budgets = WIDE, *, hurried: bool = True
) -> AsyncIterator[tuple[Bot, Bot]]:
    """The first of them shows the boards."""
    async with AsyncExitStack() as stack:
        ports = [stack.enter_context(port()).getsockname()[1] for _ in range(2)]
        addresses = [f"http://127.0.0.1:{number}" for number in ports]
        server.balance(*addresses)
        bots = []
        for number in ports:
            webhook, hurries = (f"{addresses[0]}/hook", number), hurried and number == ports[0]
            bot = running(server, budgets=budgets, database=url, webhook=webhook, hurried=hurries)
            bots.append(await stack.enter_async_context(bot))
        async with asyncio.timeout(30):
            while not all(bot.tables._kept.trusted and bot.telegram.connected for bot in bots):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        assert not server.journal.of("setWebhook", "setMyCommands")
        bots[0].telegram.take_charge()
        yield bots[0], bots[1]
        assert not server.refused(but=("query is too old", *bots[0].expected))
        assert not server.unanswered()
        assert await bots[0].books_are_right()


@pytest.fixture
async def both(server: TelegramServer, shared_url: str) -> AsyncIterator[tuple[Bot, Bot]]:
    async with beside_each_other(server, shared_url) as bots:
        yield bots


async def stamp(bot: Bot, code: str) -> int:
    return (await bot.tables.get(code)).stamp


async def test_taps_in_a_group_reach_either_and_the_match_goes_on(
    server: TelegramServer, both: tuple[Bot, Bot]
):
    ali, sara = server.user("Ali"), server.user("Sara")
    group = server.group("Friends", ali, sara)
    board = await opened(ali, group)
    await sara.taps(board, "Take the other seat")
    table = await play_on(both[0], code_of(board), [(ali, group), (sara, group)], turns=40)
    assert table.stamp > 10
    await both[1].until(lambda: stamp(both[1], table.code), table.stamp)
    assert min(len(bot.telegram._router._taps._answers._given) for bot in both) > 10, "each has answered taps"
    await both[0].settled()
    assert [seen.id for seen in ali.sees(group) if moves(seen)] == [board.id], "the board stays one message"


async def test_an_update_brought_to_both_counts_once(server: TelegramServer, both: tuple[Bot, Bot]):
    ali, sara = server.user("Ali"), server.user("Sara")
    group = server.group("Friends", ali, sara)
    server.faults.duplicate(2)
    board = await opened(ali, group)
    await sara.taps(board, "Take the other seat")
    await server.settles()
    await both[0].settled()
    assert await both[0].number_of_tables() == 1
    assert len([seen for seen in ali.sees(group) if seen.photo]) == 1
    assert await both[1].stage(code_of(board)) is Stage.PLAYING


@pytest.fixture
def _cafe(monkeypatch: pytest.MonkeyPatch) -> None:
    sample.serve(monkeypatch)


@pytest.mark.usefixtures("_cafe")
async def test_words_that_one_asks_for_may_come_to_the_other(server: TelegramServer, both: tuple[Bot, Bot]):
    ali = server.user("Ali")
    group = server.group("Friends", ali)
    for wished in ("mint", "coffee", "sage"):
        spoken = await ali.writes(group, "/say")
        asked = await ali.awaits(group, "answer this message with it", after=spoken)
        await server.settles()
        await ali.writes(group, wished, reply_to=asked)
        await ali.awaits(group, f"One {wished}")
        await server.settles()
        await ali.writes(group, f"not {wished}", reply_to=asked)  # nobody waits for words any more
    await server.settles()
    assert [wished for _, wished in sample.ORDERS] == ["mint", "coffee", "sage"]
    assert not both[0].expected


async def test_what_a_group_has_chosen_through_one_the_other_goes_by(
    server: TelegramServer, both: tuple[Bot, Bot]
):
    ali = server.user("Ali")
    group = server.group("Friends", ali)
    for _ in both:  # so that both remember how it was
        await ali.writes(group, "/settings")
        panel = await ali.awaits(group, "Settings of this group")
        await server.settles()
    await ali.taps(panel, "العربية")
    await ali.awaits(group, "إعدادات")
    for bot in both:
        assert (await bot.telegram.desk.chat_words(group.id)).language == "ar"
    assert not both[0].expected


async def test_two_taps_on_a_card_at_the_same_moment_open_one_table(
    server: TelegramServer, both: tuple[Bot, Bot]
):
    ali, sara, omar = server.user("Ali"), server.user("Sara"), server.user("Omar")
    for person in (ali, sara, omar):
        await person.writes(person.private, "/start")
    elsewhere = server.elsewhere()
    card = await posted(ali, elsewhere)
    taps = [person.touches(card, "Play") for person in (sara, omar)]
    said = {(await tap.answer).text for tap in taps}
    assert said <= {"", "Somebody else has just taken that seat."}
    await board_of(ali, elsewhere)
    assert await both[0].number_of_tables() == 1
    await both[0].settled()


async def test_whoever_is_to_hear_of_something_hears_of_it_once(
    server: TelegramServer, both: tuple[Bot, Bot]
):
    ali, sara = server.user("Ali"), server.user("Sara")
    await looks(ali, ali.private)
    await joins(sara, sara.private)
    table = await met(both[0], ali, ali.private)
    await met(both[0], sara, sara.private)
    await server.settles()
    await both[0].settled()
    for person in (ali, sara):
        shown = [
            seen for seen in person.sees(person.private) if seen.photo and table.code in str(seen.buttons)
        ]
        assert len(shown) == 1


async def test_where_both_together_are_too_fast_they_wait_as_telegram_says_and_leave_nothing_out(
    server: TelegramServer, shared_url: str
):
    server.limits.private_burst, server.limits.private_per_second = 4, 2.0
    ali = server.user("Ali")
    async with beside_each_other(server, shared_url, Budgets()) as both:
        both[0].expected.append("Too Many Requests")
        for _ in range(8):
            await ali.writes(ali.private, "/rules")
        async with asyncio.timeout(60):
            while len([seen for seen in ali.sees(ali.private) if seen.photo]) < 8:  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        await server.settles()
        assert len([seen for seen in ali.sees(ali.private) if seen.photo]) == 8
        assert any(call.code == 429 for call in server.journal)


async def test_what_is_asked_for_while_the_database_is_away_is_done_once_it_is_back(server: TelegramServer):
    own = Server()
    own.start()
    try:
        async with beside_each_other(server, await create("away", own.folder), hurried=False) as both:
            ali, sara = server.user("Ali"), server.user("Sara")
            group = server.group("Friends", ali, sara)
            board = await opened(ali, group)
            await both[0].settled()
            table = await both[0].tables.get(code_of(board))
            await asyncio.to_thread(own.stop)
            for bot in both:
                bot.telegram.showing.boards.changed(table)  # as when it went away just after a change
            asked = await ali.writes(ali.private, "/rules")
            await asyncio.sleep(0.5)
            await asyncio.to_thread(own.start)
            await ali.awaits(ali.private, "Pinning the mother", after=asked, patience=30)
            await sara.taps(board, "Take the other seat")
            await ali.awaits(group, "to move", patience=30)
            await both[0].settled()
    finally:
        own.remove()

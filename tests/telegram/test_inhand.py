"""What is brought to us and not done is brought again, and nothing that was done is done twice."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection

from bot import people
from bot.budgets import Budget
from bot.phrases import phrases
from bot.refusals import broken
from bot.table import Stage
from bot.telegram import inhand, taps
from bot.telegram.pace import Budgets
from tests.running.program import port
from tests.servers.telegram import Person, Seen, TelegramServer
from tests.telegram.bot import WIDE, Bot, code_of, running
from tests.telegram.test_friends import invites
from tests.telegram.test_groups import opened
from tests.telegram.test_talk import talks

SOON_S = 0.05
SLOWLY_S = 0.3


def away() -> OperationalError:
    """What is raised where the database has gone."""
    return OperationalError("SELECT 1", {}, ConnectionResetError("gone"))


def failing_once(
    before: Callable[..., Any], after: bool, seconds: float = 0.0, error: Exception | None = None
) -> Callable[..., Any]:
    """The same, but the first time the database is away, before or just `after` it was done."""
    calls: list[object] = []

    async def failing(*args: Any, **kwargs: Any) -> Any:
        calls.append(args)
        if len(calls) > 1:
            return await before(*args, **kwargs)
        if after:
            await before(*args, **kwargs)
        await asyncio.sleep(seconds)
        raise error or away()

    return failing


async def one_who_waits(server: TelegramServer) -> tuple[Person, str, Seen]:
    """Somebody with a table that waits for a friend: its code, and the card with which it can be closed."""
    ali = server.user("Ali")
    code, _ = await invites(ali, "mahbusa")
    return ali, code, await ali.awaits(ali.private, lambda seen: "Close the table" in seen.labels)


@pytest.fixture
async def hooked(server: TelegramServer) -> AsyncIterator[Bot]:
    """One program that updates are brought to."""
    async with by_webhook(server) as bot:
        yield bot


@asynccontextmanager
async def by_webhook(server: TelegramServer, budgets: Budgets = WIDE) -> AsyncIterator[Bot]:
    with port() as held:
        number = held.getsockname()[1]
        webhook = f"http://127.0.0.1:{number}/hook", number
        async with running(server, budgets=budgets, webhook=webhook) as bot:
            yield bot


@pytest.mark.parametrize("command", ["/play mahbusa", "/challenge", "/evening"])
async def test_a_command_that_broke_off_behind_its_table_opens_no_second(
    server: TelegramServer, hooked: Bot, monkeypatch: pytest.MonkeyPatch, command: str
):
    ali, sara = server.user("Ali"), server.user("Sara")
    group = server.group("Friends", ali, sara)
    said = await sara.writes(group, "hello")
    monkeypatch.setattr(hooked.tables, "open", failing_once(hooked.tables.open, after=True))
    await ali.writes(group, command, reply_to=said if command == "/challenge" else None)
    await ali.awaits(group, lambda seen: seen.photo is not None)
    await server.settles()
    await hooked.settled()
    assert await hooked.number_of_tables() == 1


async def test_an_evening_that_has_begun_meanwhile_is_not_opened_again(
    server: TelegramServer, hooked: Bot, monkeypatch: pytest.MonkeyPatch
):
    ali, sara = server.user("Ali"), server.user("Sara")
    group = server.group("Friends", ali, sara)
    put, begun = hooked.telegram.showing.put, asyncio.Event()

    async def broken_off(table: Any, *args: Any, **kwargs: Any) -> None:
        if begun.is_set():
            return await put(table, *args, **kwargs)
        begun.set()
        await sara.writes(sara.private, f"/join {table.code}")
        await hooked.until(lambda: hooked.stage(table.code), Stage.PLAYING)
        raise away()

    monkeypatch.setattr(hooked.telegram.showing, "put", broken_off)
    await ali.writes(group, "/evening")
    await ali.awaits(group, lambda seen: seen.photo is not None)
    await server.settles()
    assert await hooked.number_of_tables() == 1


@pytest.mark.parametrize("error", [away(), NoConnection("no connection was to be had")])
async def test_what_fails_late_is_brought_again(
    server: TelegramServer, hooked: Bot, monkeypatch: pytest.MonkeyPatch, error: Exception
):
    monkeypatch.setattr(inhand, "HANDLED_S", SOON_S)
    failing = failing_once(hooked.tables.open, after=False, seconds=SLOWLY_S, error=error)
    monkeypatch.setattr(hooked.tables, "open", failing)
    ali, sara = server.user("Ali"), server.user("Sara")
    group = server.group("Friends", ali, sara)
    board = await opened(ali, group)
    assert await hooked.stage(code_of(board)) is Stage.OPEN
    await server.settles()
    assert await hooked.number_of_tables() == 1
    assert not [seen for seen in ali.sees(group) if "Nothing of your game" in seen.text]


async def test_a_tap_that_was_answered_bare_and_then_failed_is_brought_again(
    server: TelegramServer, hooked: Bot, monkeypatch: pytest.MonkeyPatch
):
    ali, code, card = await one_who_waits(server)
    monkeypatch.setattr(taps, "PATIENCE_S", SOON_S)
    failing = failing_once(hooked.tables.handle, after=False, seconds=SLOWLY_S)
    monkeypatch.setattr(hooked.tables, "handle", failing)
    await ali.taps(card, "Close the table")
    await hooked.closed(code)


async def test_what_takes_too_long_is_brought_again_and_waited_for(
    server: TelegramServer, hooked: Bot, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(inhand, "HANDLED_S", SOON_S)
    monkeypatch.setattr(inhand, "LATEST_S", 2 * SOON_S)
    opening, calls = hooked.tables.open, []

    async def slowly(*args: Any, **kwargs: Any) -> Any:
        calls.append(args)
        await asyncio.sleep(3 * SLOWLY_S)
        return await opening(*args, **kwargs)

    monkeypatch.setattr(hooked.tables, "open", slowly)
    ali, sara = server.user("Ali"), server.user("Sara")
    await opened(ali, server.group("Friends", ali, sara))
    await server.settles()
    assert len(calls) == 1
    assert "503" in server.state.updates.webhook.last_error, "it was brought more than once"


async def test_an_answer_that_waits_for_its_chat_keeps_telegram_no_longer(
    server: TelegramServer, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(inhand, "HANDLED_S", SOON_S)
    monkeypatch.setattr(inhand, "LATEST_S", 600.0)
    wide, narrow = Budget(10**6, 0.001), Budget(1, 600.0)
    async with by_webhook(server, Budgets(wide, narrow, wide)) as bot:
        ali = server.user("Ali")
        first = await ali.writes(ali.private, "/pearls")
        await ali.awaits(ali.private, "pearls", after=first)
        await ali.writes(ali.private, "/pearls")
        await server.settles()  # Telegram has nothing more to bring
        assert bot.telegram._in_hand._works, "the answer waits"


async def test_what_was_under_way_when_the_program_ended_is_done_by_the_next(
    server: TelegramServer, tmp_path, monkeypatch: pytest.MonkeyPatch, free_port: Callable[[], int]
):
    ali, sara = server.user("Ali"), server.user("Sara")
    group = server.group("Friends", ali, sara)
    number, address = free_port(), f"sqlite:///{tmp_path / 'majlis.db'}"
    reached = asyncio.Event()

    async def never(*_args: Any, **_kwargs: Any) -> Any:
        reached.set()
        await asyncio.Event().wait()

    hook = f"http://127.0.0.1:{number}/hook", number
    async with running(server, webhook=hook, database=address) as bot:
        monkeypatch.setattr(bot.tables, "open", never)
        await ali.writes(group, "/play mahbusa")
        await reached.wait()
    async with running(server, webhook=hook, database=address) as bot:
        await ali.awaits(group, lambda seen: seen.photo is not None)
        assert await bot.number_of_tables() == 1


async def test_who_taps_while_the_database_is_away_is_told_so(
    server: TelegramServer, hooked: Bot, monkeypatch: pytest.MonkeyPatch
):
    ali, code, card = await one_who_waits(server)

    async def gone(*_args: Any) -> Any:
        raise away()

    with monkeypatch.context() as broken_off:
        broken_off.setattr(people, "find", gone)
        answer = await ali.taps(card, "Close the table")
    assert answer.text == broken(phrases("en"))
    await server.settles()
    assert await hooked.stage(code) is Stage.OPEN, "who was told taps again"
    await ali.taps(card, "Close the table")
    await hooked.closed(code)


async def test_a_tap_that_failed_and_was_not_told_so_is_brought_again(
    server: TelegramServer, hooked: Bot, monkeypatch: pytest.MonkeyPatch
):
    ali, code, card = await one_who_waits(server)

    async def unheard(*_args: Any) -> bool:
        await asyncio.sleep(SLOWLY_S)
        return False

    monkeypatch.setattr(inhand, "HANDLED_S", SOON_S)
    monkeypatch.setattr(hooked.telegram._router._taps._answers, "give", unheard)
    monkeypatch.setattr(hooked.tables, "handle", failing_once(hooked.tables.handle, after=False))
    ali.touches(card, "Close the table")
    await hooked.closed(code)


async def test_what_was_done_is_not_said_to_have_failed_though_it_could_not_be_noted(
    server: TelegramServer, hooked: Bot, monkeypatch: pytest.MonkeyPatch
):
    ali, sara = server.user("Ali"), server.user("Sara")
    _, link = await invites(ali, "mahbusa")
    await sara.follows(link)
    board = await ali.awaits(ali.private, lambda seen: "Resign" in seen.labels)
    panel = await talks(ali, board)
    monkeypatch.setattr(inhand, "_note", failing_once(inhand._note, after=False))
    answer = await ali.taps(panel, "Well played!")
    assert answer.text != broken(phrases("en"))
    await server.settles()
    await hooked.settled()
    said = await sara.awaits(sara.private, "Well played!")
    assert said.text.count("Well played!") == 1

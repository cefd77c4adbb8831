"""Every refusal of Telegram's has its meaning, and every meaning its action."""

import asyncio

import httpx
import pytest
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Conflict,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
    TimedOut,
)

from bot.table import Stage
from bot.telegram.errors import TEXTS, Meaning, meaning
from bot.telegram.remedies import Remedies
from storage import pictures, screens
from tests.servers.telegram import Fault, TelegramServer
from tests.telegram.bot import Bot, code_of, moves, play_on
from tests.telegram.test_friends import invites
from tests.telegram.test_groups import opened
from tests.telegram.test_private import against_the_computer


@pytest.mark.parametrize(("text", "wanted"), TEXTS)
def test_every_text_has_its_meaning(text: str, wanted: Meaning):
    assert meaning(BadRequest(text.capitalize())) is wanted
    assert meaning(Forbidden(f"Forbidden: {text}")) is wanted


@pytest.mark.parametrize(
    ("error", "wanted"),
    [
        (ChatMigrated(-100), Meaning.MIGRATED),
        (RetryAfter(3), Meaning.FLOOD),
        (TimedOut(), Meaning.UNKNOWN_FATE),
        (TimedOut("Pool timeout: All connections in the connection pool are occupied."), Meaning.UNSENT),
        (NetworkError("Internal Server Error (500)"), Meaning.UNSENT),
        (NetworkError("Bad Gateway (502)"), Meaning.UNSENT),
        (NetworkError("httpx.ConnectError: refused"), Meaning.UNSENT),
        (NetworkError("httpx.RemoteProtocolError: gone"), Meaning.UNKNOWN_FATE),
        (Forbidden("Forbidden: something new"), Meaning.SHUT_OUT),
        (BadRequest("Something new"), Meaning.OTHER),
        (Conflict("two bots"), Meaning.OTHER),
        (InvalidToken(), Meaning.OTHER),
        (TelegramError("strange"), Meaning.OTHER),
    ],
)
def test_errors_without_a_text_of_ours(error: TelegramError, wanted: Meaning):
    assert meaning(error) is wanted


def test_a_connection_never_made_did_nothing():
    error = TimedOut()
    error.__cause__ = httpx.ConnectTimeout("")
    assert meaning(error) is Meaning.UNSENT


async def test_every_meaning_is_acted_upon(bot: Bot):
    acted = set(Remedies(bot.telegram.desk, None)._remedies)
    assert acted | {Meaning.NOT_MODIFIED, Meaning.TOO_OLD, Meaning.OTHER} == set(Meaning)


async def test_a_deleted_board_is_posted_anew(server: TelegramServer, bot: Bot):
    ali = server.user("Ali")
    code = await against_the_computer(ali, "mahbusa")
    board = await ali.awaits(ali.private, lambda seen: "Start" in seen.labels)
    del board.message.chat.messages[board.id]
    bot.expected.append("message to edit not found")
    assert (await ali.taps(board, "Start")).kind == "silence"
    anew = await ali.awaits(ali.private, lambda seen: "Resign" in seen.labels)
    assert anew.id > board.id
    await play_on(bot, code, [(ali, ali.private)], turns=3)


async def test_without_the_right_to_send_photos_the_board_is_text(server: TelegramServer, bot: Bot):
    ali, sara = server.user("Ali"), server.user("Sara")
    group = server.supergroup("Friends", ali, sara)
    server.forbid(group, "photos")
    bot.expected.append("not enough rights to send photos")
    board = await opened(ali, group)
    assert board.photo is None
    assert "13 14 15" in board.text
    await sara.taps(board, "Take the other seat")
    table = await play_on(bot, code_of(board), [(ali, group), (sara, group)], turns=8)
    assert table.match is not None
    assert len(server.refused()) == 1, "it is tried once"


async def test_photos_forbidden_in_mid_match(server: TelegramServer, bot: Bot):
    ali, sara = server.user("Ali"), server.user("Sara")
    group = server.supergroup("Friends", ali, sara)
    board = await opened(ali, group)
    server.forbid(group, "photos")
    bot.expected.append("not enough rights to send photos")
    await sara.taps(board, "Take the other seat")
    text = await ali.awaits(group, lambda seen: moves(seen) and seen.photo is None)
    assert text.id > board.id


async def test_a_group_where_nobody_may_write_loses_its_boards(server: TelegramServer, bot: Bot):
    ali, sara = server.user("Ali"), server.user("Sara")
    group = server.supergroup("Friends", ali, sara)
    server.forbid(group, "photos", "text messages")
    bot.expected.append("not enough rights to send")
    await ali.writes(group, "/play")
    await bot.until(lambda: rows_at(bot, str(group.id)), wanted=0)


async def rows_at(bot: Bot, place: str) -> int:
    await bot.settled()
    async with bot.database.read() as conn:
        return len(await screens.at(conn, "telegram", place))


async def test_a_picture_telegram_has_lost_is_uploaded_again(server: TelegramServer, bot: Bot):
    ali, sara = server.user("Ali"), server.user("Sara")
    await ali.writes(ali.private, "/rules")
    await ali.awaits(ali.private, lambda seen: seen.photo)
    code = await against_the_computer(ali, "mahbusa")
    await bot.settled()
    for call in server.journal.of("sendPhoto"):
        server.forget_file(call.result["photo"][-1]["file_id"])
    bot.expected.append("MEDIA_EMPTY")
    board = await ali.awaits(ali.private, lambda seen: "Start" in seen.labels)
    await ali.writes(ali.private, "/board")
    down = await ali.awaits(ali.private, lambda seen: "Start" in seen.labels, after=board)
    assert code_of(down) == code
    assert down.photo == board.photo
    await bot.settled()
    del sara


async def test_the_same_picture_is_uploaded_once(server: TelegramServer, bot: Bot):
    ali = server.user("Ali")
    await against_the_computer(ali, "mahbusa")
    for _ in range(3):
        last = ali.sees(ali.private)[-1]
        await ali.writes(ali.private, "/board")
        await ali.awaits(ali.private, lambda seen: "Start" in seen.labels, after=last)
    await bot.settled()
    assert [bool(call.uploads) for call in server.journal.of("sendPhoto")] == [True, False, False, False]
    async with bot.database.read() as conn:
        assert await pictures.file_id(conn, "telegram", "unheard of") is None


async def test_a_send_of_unknown_fate_is_not_repeated_and_found_again(server: TelegramServer, bot: Bot):
    ali, sara = server.user("Ali"), server.user("Sara")
    group = server.group("Friends", ali, sara)
    server.faults.plan(Fault.DROP_AFTER, "sendPhoto")
    await ali.writes(group, "/play")
    board = await ali.awaits(group, lambda seen: seen.labels)
    await bot.settled()
    assert len(server.journal.of("sendPhoto")) == 1
    await sara.taps(board, "Take the other seat")
    await ali.awaits(group, moves)
    await bot.settled()
    assert len(server.journal.of("sendPhoto")) <= 2


async def test_a_lost_send_is_made_good_by_asking_for_the_board(server: TelegramServer, bot: Bot):
    ali = server.user("Ali")
    group = server.group("Friends", ali)
    server.faults.plan(Fault.DROP_BEFORE, "sendPhoto")
    await ali.writes(group, "/play")
    await bot.until(bot.number_of_tables, 1)
    await bot.settled()
    assert [seen for seen in ali.sees(group) if seen.photo] == []
    await ali.writes(group, "/board")
    await ali.awaits(group, lambda seen: seen.photo)


@pytest.mark.parametrize(
    "fault", [Fault.DROP_BEFORE, Fault.DROP_AFTER, Fault.SERVER_ERROR, Fault.BAD_GATEWAY, Fault.FLOOD]
)
async def test_an_edit_that_fails_is_tried_again(server: TelegramServer, bot: Bot, fault: Fault):
    ali = server.user("Ali")
    await against_the_computer(ali, "mahbusa")
    board = await ali.awaits(ali.private, lambda seen: "Start" in seen.labels)
    server.faults.plan(fault, "editMessageMedia", seconds=1)
    bot.expected.append("not modified")
    await ali.taps(board, "Start")
    await ali.awaits(ali.private, lambda seen: "Resign" in seen.labels)
    await bot.settled()


async def test_a_tap_is_answered_though_the_first_answer_is_lost(server: TelegramServer, bot: Bot):
    ali = server.user("Ali")
    await against_the_computer(ali, "mahbusa")
    board = await ali.awaits(ali.private, lambda seen: "Start" in seen.labels)
    for fault in (Fault.DROP_BEFORE, Fault.DROP_AFTER, Fault.SERVER_ERROR):
        server.faults.plan(fault, "answerCallbackQuery")
        await ali.taps(board, "Start")
    bot.expected.append("query is too old")
    await bot.settled()


async def test_updates_that_come_twice_do_nothing_twice(server: TelegramServer, bot: Bot):
    ali, sara = server.user("Ali"), server.user("Sara")
    server.faults.duplicate(10**6)
    code, link = await invites(ali, "mahbusa")
    await sara.follows(link)
    table = await play_on(bot, code, [(ali, ali.private), (sara, sara.private)], turns=12)
    await bot.settled()
    assert len([seen for seen in ali.sees(ali.private) if seen.photo]) == 2, "the card and the board"
    assert table.stamp > 0


async def test_a_double_tap_and_an_old_board(server: TelegramServer, bot: Bot):
    ali, sara = server.user("Ali"), server.user("Sara")
    group = server.group("Friends", ali, sara)
    board = await opened(ali, group)
    await sara.taps(board, "Take the other seat")
    code = code_of(board)
    board = await ali.awaits(group, moves)
    mover = ali if await bot.waits_for(code, ali) else sara
    first = moves(board)[0]
    one, two = mover.touches(board, first), mover.touches(board, first)
    await asyncio.gather(one.answer, two.answer)
    stamp = (await bot.tables.get(code)).stamp
    assert (await mover.taps(board, first)).text == "The table has moved on. Here it is as it stands."
    assert (await bot.tables.get(code)).stamp == stamp


async def test_a_tap_that_fails_is_said_to_have_failed(server: TelegramServer, bot: Bot, monkeypatch):
    ali = server.user("Ali")
    code, _ = await invites(ali, "mahbusa")
    card = await ali.awaits(ali.private, lambda seen: "Close the table" in seen.labels)
    with monkeypatch.context() as patch:
        patch.setattr(bot.database, "write", no_room)
        answer = await ali.taps(card, "Close the table")
    assert "Nothing of your game is lost" in answer.text
    assert await bot.stage(code) is Stage.OPEN
    await ali.taps(card, "Close the table")
    await bot.closed(code)


async def test_a_command_that_fails_is_said_to_have_failed(
    server: TelegramServer, bot: Bot, monkeypatch: pytest.MonkeyPatch
):
    ali = server.user("Ali")
    group = server.group("Friends", ali)
    with monkeypatch.context() as patch:
        patch.setattr(bot.database, "write", no_room)
        for chat in (ali.private, group):
            asked = await ali.writes(chat, "/play mahbusa 1")
            await ali.awaits(chat, "Nothing of your game is lost", after=asked)
    assert await bot.number_of_tables() == 0
    asked = await ali.writes(group, "/play mahbusa 1")
    await ali.awaits(group, lambda seen: seen.photo is not None, after=asked)


def no_room():
    raise OSError("database or disk is full")

"""A finished match looked at again, asked for with a button, whatever stands in its way."""

import asyncio

import pytest

from bot.computer.analysis import Analysis, analyse
from bot.school import Busy, Log
from bot.table import Stage, Table
from bot.telegram import coming, taps
from rules.ruleset import from_json
from tests.servers.telegram import Chat, Person, Seen, TelegramServer
from tests.telegram.bot import Bot, code_of, moves, play_on


@pytest.fixture(autouse=True)
def quick(bot: Bot, monkeypatch) -> None:
    """The match is looked at here and now: that another process does it is tested elsewhere (tests/bot, tests/web)."""

    async def look(log: Log) -> Analysis:
        return analyse(from_json(log["ruleset"]), log["log"])

    monkeypatch.setattr(bot.telegram.company.school, "_look", look)


async def played(server: TelegramServer, bot: Bot, language: str = "en") -> tuple[Person, Table]:
    """The beginning of a practice match, which is enough to learn from; then it is given up."""
    ali = server.user("Ali", language_code=language)
    board = await begun(ali)
    await play_on(bot, code_of(board), [(ali, ali.private)], turns=40)
    await gives_up(bot, ali, ali.private, code_of(board))
    return ali, await bot.tables.get(code_of(board))


async def gives_up(bot: Bot, person: Person, chat: Chat, code: str) -> None:
    await person.writes(chat, "/resign")
    asked = await person.awaits(
        chat, lambda seen: bool(seen.buttons) and seen.buttons[0][0].data.endswith(":k")
    )
    await person.taps(asked, asked.buttons[0][1].data)
    await bot.until(lambda: bot.stage(code), Stage.FINISHED)


async def begun(ali: Person) -> Seen:
    """Through the menus to a table that waits for Start."""
    await ali.writes(ali.private, "/play majlis_sheesh_besh 1")
    for data in ("computer", "easy"):
        menu = await ali.awaits(ali.private, lambda seen: data in str(seen.buttons))  # noqa: B023 awaited at once
        await ali.taps(
            menu,
            f"~play:majlis_sheesh_besh:1:{data}"
            if data == "computer"
            else "~play:majlis_sheesh_besh:1:computer:easy",
        )
    return await ali.awaits(ali.private, lambda seen: bool(moves(seen)))


async def asks(person: Person, chat: Chat, table: Table) -> Seen:
    """Tap the button below the finished match; gives the message it stands under."""
    wanted = f"~b:match.{table.code}.lesson"
    over = await person.awaits(chat, lambda seen: wanted in str(seen.buttons))
    await person.taps(over, wanted)
    return over


async def test_the_plot_comes_first_and_leads_to_the_worst_mistakes(server: TelegramServer, bot: Bot):
    ali, table = await played(server, bot)
    over = await asks(ali, ali.private, table)
    plot = await ali.awaits(ali.private, "Analysis of the match", after=over)
    assert plot.photo
    for part in ("Ali", "Computer", "thousandths each"):
        assert part in plot.text
    await ali.taps(plot, f"~c:match.{table.code}.lesson.1")
    mistake = await ali.awaits(ali.private, lambda seen: seen.id == plot.id and "Better: " in seen.text)
    assert "Played: " in mistake.text
    assert mistake.photo != plot.photo
    again = next(seen for seen in ali.sees(ali.private) if seen.id == over.id)
    assert again.edits == over.edits  # the board stands as it was


async def test_it_is_told_in_the_language_of_the_chat(server: TelegramServer, bot: Bot):
    ali, table = await played(server, bot, "ar")
    over = await asks(ali, ali.private, table)
    await ali.awaits(ali.private, "تحليل المباراة", after=over)


async def test_while_it_is_being_looked_at_something_is_seen_to_come(
    server: TelegramServer, bot: Bot, monkeypatch
):
    monkeypatch.setattr(taps, "PATIENCE_S", 0.2)  # the tap is answered bare, and what follows takes its time
    monkeypatch.setattr(coming, "SOON_S", 0.01)
    monkeypatch.setattr(coming, "AGAIN_S", 0.01)
    ali, table = await played(server, bot)
    look, go_on = bot.telegram.company.school._look, asyncio.Event()

    async def slowly(log: Log) -> Analysis:
        await go_on.wait()
        return await look(log)

    monkeypatch.setattr(bot.telegram.company.school, "_look", slowly)
    over = await asks(ali, ali.private, table)
    await bot.until(lambda: seen_to_come(server), wanted=True)
    assert not [seen for seen in ali.sees(ali.private) if "Analysis of the match" in seen.text]
    go_on.set()
    await ali.awaits(ali.private, "Analysis of the match", after=over)


async def seen_to_come(server: TelegramServer) -> bool:
    return len(server.journal.of("sendChatAction")) > 1


async def test_in_a_group_it_is_everybodys_and_where_pictures_are_forbidden_the_words_must_do(
    server: TelegramServer, bot: Bot
):
    ali, sara = server.user("Ali"), server.user("Sara")
    group = server.supergroup("Friends", ali, sara)
    server.forbid(group, "photos")
    bot.expected.append("not enough rights to send photos")
    await ali.writes(group, "/play majlis_sheesh_besh 1")
    code = await joined(ali, sara, group)
    await play_on(bot, code, [(ali, group), (sara, group)], turns=40)
    await gives_up(bot, ali, group, code)
    table = await bot.tables.get(code)
    over = await asks(sara, group, table)
    told = await ali.awaits(group, "Analysis of the match", after=over)
    assert told.photo is None
    assert "Ali" in told.text
    assert "Sara" in told.text


async def joined(ali: Person, sara: Person, group: Chat) -> str:
    card = await ali.awaits(group, lambda seen: "Take the other seat" in seen.labels)
    await sara.taps(card, "Take the other seat")
    return code_of(card)


async def test_whoever_comes_while_too_many_wait_is_told_so(server: TelegramServer, bot: Bot, monkeypatch):
    ali, table = await played(server, bot)

    async def busy(*_: object) -> None:
        raise Busy

    monkeypatch.setattr(bot.telegram.company.school, "lesson", busy)
    over = await ali.awaits(ali.private, lambda seen: f"match.{table.code}.lesson" in str(seen.buttons))
    assert "very busy just now" in (await ali.taps(over, f"~b:match.{table.code}.lesson")).text


async def test_a_match_that_goes_on_has_no_lesson_yet(server: TelegramServer):
    ali = server.user("Ali")
    board = await begun(ali)
    assert "lesson" not in str(board.buttons)
    forged = await ali.forges(board, f"~analysis:{code_of(board)}")
    assert forged.text == "The match is not over yet."

"""One's data, and being forgotten, on Telegram."""

import pytest

from bot.company import forgetting
from bot.errands import Errands
from bot.names import pseudonym
from rules.seat import Seat
from tests.servers.telegram import Chat, Person, Seen, TelegramServer
from tests.telegram.bot import Bot, code_of


async def asked(person: Person, chat: Chat, typed: str, wanted: str) -> Seen:
    await person.writes(chat, typed)
    return await person.awaits(chat, wanted)


async def go_through_with_it(person: Person) -> None:
    panel = await asked(person, person.private, "/forget", "Shall I forget you?")
    await person.taps(panel, "Forget me")
    last = await person.awaits(person.private, "Forget you for good?")
    await person.taps(last, "Yes, forget me")
    await person.awaits(person.private, "You are forgotten.")


async def test_a_player_takes_their_data_and_is_forgotten(
    server: TelegramServer, bot: Bot, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(forgetting, "EARLIEST_S", 0)
    ali, sara = server.user("Zenobia", username="zenobia"), server.user("Sara")
    group = server.group("Friends", ali, sara)
    await ali.writes(group, "/play mahbusa 3")
    board = await sara.awaits(group, lambda seen: seen.photo is not None)
    await sara.taps(board, board.labels[0])
    await bot.settled()
    code, player = code_of(board), await bot.player(ali)

    await asked(ali, ali.private, "/export", "All that is kept of you, as a file.")
    await go_through_with_it(ali)
    table = await bot.tables.get(code)
    assert table.match.verdict.winner is Seat.SECOND
    assert table.name_of(Seat.FIRST) == pseudonym(player)
    await sara.awaits(group, lambda seen: pseudonym(player) in seen.text)
    assert await bot.telegram.desk.find(ali.id) is None
    assert await bot.books_are_right()

    await asked(ali, ali.private, "/start", "Welcome")
    assert await bot.player(ali) != player
    await asked(ali, ali.private, "/games", "Nobody waits for you")


async def test_who_is_kept_out_may_still_ask_for_both(
    server: TelegramServer, bot: Bot, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(forgetting, "EARLIEST_S", 0)
    ali = server.user("Ali")
    await asked(ali, ali.private, "/start", "Welcome")
    errands = Errands(bot.database, bot.tables, bot.telegram.desk.now)
    await errands.do({"do": "ban", "subject": f"telegram:{ali.id}", "until": None, "why": "rude"})
    await asked(ali, ali.private, "/export", "All that is kept of you, as a file.")
    await go_through_with_it(ali)
    await asked(ali, ali.private, "/play", "does not let you play")

"""Panels on Telegram: commands, taps, links and words that lead to acts, and news nobody asked for."""

import pytest

from bot.company import doors
from bot.company.desk import Company
from bot.company.panel import Panel, Tap
from bot.phrases import phrases
from tests.bot.company import sample
from tests.servers.telegram import Chat, Person, Seen, TelegramServer
from tests.telegram.bot import Bot, code_of, moves, running


@pytest.fixture(autouse=True)
def _served(monkeypatch: pytest.MonkeyPatch) -> None:
    sample.serve(monkeypatch)


@pytest.fixture
async def bot(server: TelegramServer, _served: None):
    """The adapter, started once the acts are there."""
    async with running(server) as bot:
        yield bot
        assert not server.refused(but=tuple(bot.expected))
        assert not server.unanswered()


def company(bot: Bot) -> Company:
    return bot.telegram.company


async def ask(person: Person, chat: Chat, typed: str, wanted: str) -> Seen:
    await person.writes(chat, typed)
    return await person.awaits(chat, wanted)


@pytest.mark.usefixtures("bot")
async def test_a_command_shows_a_panel_with_its_taps_and_links(server: TelegramServer):
    ali = server.user("A<li")
    panel = await ask(ali, ali.private, "/cafe", "coffee & tea")
    assert panel.text == "The café of <A<li>\ncoffee & tea"
    assert panel.labels == ["Menu", "Order", "Elsewhere"], "our page has no public address"


async def test_a_tap_changes_the_panel_where_it_stands(server: TelegramServer, bot: Bot):
    ali = server.user("Ali")
    panel = await ask(ali, ali.private, "/cafe", "coffee")
    await ali.taps(panel, "Menu")
    picture = await ali.awaits(ali.private, lambda seen: seen.photo is not None)
    assert picture.text == "Menu"
    await bot.settled()
    assert [seen.text for seen in ali.sees(ali.private) if "café" in seen.text] == [], (
        "a text becomes no picture"
    )
    await ali.taps(picture, "Back")
    again = await ali.awaits(ali.private, "coffee")
    assert (await ali.taps(again, "Order")).text == "One coffee"
    await bot.settled()
    assert ali.sees(ali.private)[-1].id == again.id, "a word said leaves the panel"


async def test_a_command_takes_what_is_written_behind_it(server: TelegramServer, bot: Bot):
    ali = server.user("Ali")
    await ask(ali, ali.private, "/order two teas", "One two teas")
    await ask(ali, ali.private, "/order water", "You do not have enough pearls for this stake.")
    assert [(await bot.player(ali), "two teas")] == sample.ORDERS


async def test_words_that_were_asked_for_are_taken_once(server: TelegramServer, bot: Bot):
    ali = server.user("Ali")
    await company(bot).tell(await met(bot, ali), await sample.cafe(None, None, ("word",)))
    await ali.awaits(ali.private, "write it as your next message")
    await ask(ali, ali.private, "much too long a word", "12 characters are enough")
    await ask(ali, ali.private, "water", "enough pearls")
    await ask(ali, ali.private, "juice", "One juice")
    await ask(ali, ali.private, "juice", "/play")
    assert [wished for _, wished in sample.ORDERS] == ["juice"]


async def met(bot: Bot, person: Person) -> int:
    """The player somebody is, once they have written to us."""
    await ask(person, person.private, "/start", "Welcome")
    return await bot.player(person)


async def test_a_link_leads_to_an_act_and_asks_back_before_it_changes_anything(
    server: TelegramServer, bot: Bot
):
    ali = server.user("Ali")
    await bot.telegram.tried.wait()
    door = company(bot).doors["telegram"]
    await ali.follows(door(doors.payload("cafe.menu")))
    await ali.awaits(ali.private, lambda seen: seen.photo is not None)
    await ali.follows(door(doors.payload("order.salt-and_pepper")))
    asked = await ali.awaits(ali.private, "Shall I do what this link says?")
    assert sample.ORDERS == []
    assert (await ali.taps(asked, "Yes, go on")).text == "One salt-and_pepper"


async def test_in_a_group_everybody_acts_for_themselves(server: TelegramServer, bot: Bot):
    ali, omar = server.user("Ali"), server.user("Omar")
    group = server.group("Friends", ali, omar)
    await met(bot, omar)
    panel = await ask(ali, group, "/cafe", "The café of <Ali>")
    assert (await omar.taps(panel, "Order")).text == "One coffee"
    assert [player for player, _ in sample.ORDERS] == [await bot.player(omar)]
    await omar.taps(panel, "Menu")
    await omar.awaits(omar.private, lambda seen: seen.text == "Menu")
    assert ali.sees(group)[-1].text.startswith("The café of <Ali>"), "Ali's panel stays"
    await ali.taps(panel, "Menu")
    await ali.awaits(group, lambda seen: seen.text == "Menu")


async def test_somebody_who_cannot_be_written_to_is_asked_in(server: TelegramServer, bot: Bot):
    ali, omar = server.user("Ali"), server.user("Omar")
    group = server.group("Friends", ali, omar)
    panel = await ask(ali, group, "/cafe", "café")
    bot.expected.append("can't initiate conversation")
    await omar.taps(panel, "Menu")
    asked = await omar.awaits(group, "write to me first")
    await omar.follows(asked.buttons[0][0].data)
    await omar.awaits(omar.private, "What would you like to do?")


async def test_what_is_between_two_is_no_command_for_groups(server: TelegramServer, bot: Bot):
    ali = server.user("Ali")
    group = server.group("Friends", ali)
    asked = await ask(ali, group, "/purse", "between you and me")
    await ali.follows(asked.buttons[0][0].data)
    await ali.awaits(ali.private, "Between us")
    await bot.settled()
    assert "purse" in str(ali.menu(ali.private))
    assert "purse" not in str(ali.menu(group))
    assert sample.ORDERS == []


@pytest.mark.usefixtures("bot")
async def test_words_in_a_group_count_as_an_answer_to_the_panel(server: TelegramServer):
    ali = server.user("Ali")
    group = server.group("Friends", ali)
    panel = await ask(ali, group, "/say", "answer this message with it")
    await ali.writes(group, "nobody's business")
    await ali.writes(group, "mint", reply_to=panel)
    await ali.awaits(group, "One mint")
    assert [wished for _, wished in sample.ORDERS] == ["mint"]


async def test_a_file_comes_after_its_panel(server: TelegramServer, bot: Bot):
    ali = server.user("Ali")
    await company(bot).tell(await met(bot, ali), await sample.cafe(None, None, ("bill",)))
    await ali.awaits(ali.private, "The bill")
    assert len(server.journal.of("sendDocument")) == 1


async def test_a_panel_may_lead_to_a_board(server: TelegramServer, bot: Bot):
    ali = server.user("Ali")
    await company(bot).tell(await met(bot, ali), Panel(heading="Sit", rows=((Tap("Down", "seat"),),)))
    await ali.taps(await ali.awaits(ali.private, "Sit"), "Down")
    board = await ali.awaits(ali.private, moves)
    assert (await bot.tables.get(code_of(board))).seat_of(await bot.player(ali)) == 0


async def test_taps_below_a_board_leave_it_there(server: TelegramServer, bot: Bot, monkeypatch):
    monkeypatch.setattr(
        "bot.telegram.faces.beside",
        lambda _table, _seat, _words, **_: (Tap("Menu", "cafe.menu"), Tap("Tea", "order.tea")),
    )
    ali = server.user("Ali")
    await met(bot, ali)
    player = await bot.player(ali)
    panel = await sample.seat(company(bot), await sample.asker(bot.database, player), ())
    assert await company(bot).seat(player, await bot.tables.get(panel.table))
    board = await ali.awaits(ali.private, moves)
    assert (await ali.taps(board, "Tea")).text == "One tea"
    await ali.taps(board, "Menu")
    await ali.awaits(ali.private, lambda seen: seen.text == "Menu")
    assert any(seen.id == board.id and moves(seen) for seen in ali.sees(ali.private))


async def test_news_reaches_whom_it_can(server: TelegramServer, bot: Bot):
    ali = server.user("Ali")
    player = await met(bot, ali)
    assert await company(bot).tell(player, Panel(heading="Sara has come"))
    await ali.awaits(ali.private, "Sara has come")
    assert not await company(bot).tell(player + 100, Panel(heading="Nobody"))
    await ali.blocks()
    bot.expected.append("blocked by the user")
    assert not await company(bot).tell(player, Panel(heading="Too late"))


@pytest.mark.usefixtures("bot")
async def test_the_menu_leads_everywhere(server: TelegramServer):
    ali = server.user("Ali", language_code="ar")
    menu = await ask(ali, ali.private, "/menu", "ماذا تحب أن تفعل؟")
    assert menu.labels[-5:] == ["A café", "Order something", "Say something", "The wall", "Between us"]
    assert phrases("ar").t("Settings") in menu.labels
    await ali.taps(menu, "A café")
    await ali.awaits(ali.private, "coffee")

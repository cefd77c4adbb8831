"""Inline mode: a card in a chat the bot is not in becomes the board itself, where a picture can be placed."""

import pytest

from bot.table import Stage
from rules.ruleset import PRESETS
from tests.servers.telegram import Chat, Message, Person, TelegramServer
from tests.servers.telegram.seen import seen
from tests.telegram.bot import GAMES, Bot, code_of, moves, play_on, running


async def posted(host: Person, elsewhere: Chat, preset: str = "mahbusa") -> Message:
    cards = await host.inline("")
    assert len(cards.results) == len(PRESETS)
    return await host.chooses(cards.card(preset), elsewhere)


async def board_of(person: Person, elsewhere: Chat, wanted: object = moves) -> str:
    return code_of(await person.awaits(elsewhere, wanted))


@pytest.mark.parametrize("preset", GAMES)
async def test_a_whole_match_in_a_card(server: TelegramServer, bot: Bot, preset: str):
    ali, sara = server.user("Ali"), server.user("Sara")
    await ali.writes(ali.private, "/start")
    elsewhere = server.elsewhere()
    card = await posted(ali, elsewhere, preset)
    assert (await ali.taps(card, "Play")).kind == "toast"
    assert (await sara.taps(card, "Play")).kind == "silence"
    code = await board_of(ali, elsewhere)
    table = await play_on(bot, code, [(ali, elsewhere), (sara, elsewhere)])
    bot.expected += ["can't initiate conversation", "chat not found"]
    assert table.stage is Stage.FINISHED
    await ali.awaits(elsewhere, "🔑")
    assert seen(card).photo is not None
    assert sorted([await bot.pearls(ali), await bot.pearls(sara)]) == sorted(table.paid)
    assert [message for message in ali.sees(ali.private) if message.photo] == [], (
        "uploads are taken away again"
    )


async def test_a_text_board_where_no_picture_can_be_placed(server: TelegramServer, bot: Bot):
    ali, sara = server.user("Ali"), server.user("Sara")
    elsewhere = server.elsewhere()
    card = await posted(ali, elsewhere)
    await sara.taps(card, "Play")
    bot.expected += ["can't initiate conversation", "chat not found"]
    code = await board_of(ali, elsewhere)
    assert seen(card).photo is None
    assert "13 14 15" in seen(card).text
    link = seen(card).button("Play with pictures").data
    await sara.follows(link)
    own = await sara.awaits(sara.private, lambda view: "Resign" in view.labels)
    assert own.photo is not None
    assert code_of(own) == code


async def test_a_third_person_only_watches_and_two_taps_open_one_table(server: TelegramServer, bot: Bot):
    ali, sara, omar = server.user("Ali"), server.user("Sara"), server.user("Omar")
    await ali.writes(ali.private, "/start")
    elsewhere = server.elsewhere()
    card = await posted(ali, elsewhere)
    first, second = sara.touches(card, "Play"), omar.touches(card, "Play")
    said = {(await first.answer).text, (await second.answer).text}
    assert said <= {"", "Somebody else has just taken that seat."}
    table = await bot.tables.get(await board_of(ali, elsewhere))
    seated = [table.seat_of(await bot.player(person)) is not None for person in (ali, sara, omar)]
    assert sorted(seated) == [False, True, True]
    assert await bot.number_of_tables() == 1
    await bot.settled()
    bot.expected += ["can't initiate conversation", "chat not found"]


async def test_a_rematch_goes_on_in_the_card(server: TelegramServer, bot: Bot):
    ali, sara = server.user("Ali"), server.user("Sara")
    await ali.writes(ali.private, "/start")
    await sara.writes(sara.private, "/start")
    elsewhere = server.elsewhere()
    card = await posted(ali, elsewhere)
    await sara.taps(card, "Play")
    first = await board_of(ali, elsewhere)
    for press in ("Resign", "Yes, give up the game"):
        await ali.taps(await ali.awaits(elsewhere, lambda view, press=press: press in view.labels), press)
    await ali.taps(await ali.awaits(elsewhere, lambda view: "Rematch" in view.labels), "Rematch")
    await sara.taps(
        await sara.awaits(elsewhere, lambda view: "Accept the rematch" in view.labels), "Accept the rematch"
    )
    await sara.awaits(elsewhere, lambda view: moves(view) and first not in str(view.buttons))
    await bot.settled()


async def test_cards_are_found_by_their_names_in_the_askers_language(server: TelegramServer, bot: Bot):
    huda = server.user("هدى", language_code="ar-EG")
    cards = await huda.inline("شيش")
    assert [card["title"] for card in cards.results] == ["شيش بيش"]
    assert cards.results[0]["reply_markup"]["inline_keyboard"][0][0]["text"] == "العب"
    assert (await huda.inline("nothing of the kind")).results == []
    del bot


async def test_pictures_go_through_the_hosts_store_where_there_is_one(server: TelegramServer):
    ali, sara = server.user("Ali"), server.user("Sara")
    store = server.channel("Store", ali)
    async with running(server, store=store.id) as bot:
        elsewhere = server.elsewhere()
        card = await posted(ali, elsewhere)
        await sara.taps(card, "Play")
        await board_of(ali, elsewhere)
        await bot.settled()
    assert seen(card).photo is not None
    assert [view.photo for view in ali.sees(store)]
    assert ali.sees(ali.private) == []
    assert not server.refused()


async def test_a_card_its_host_never_posted_seats_nobody(server: TelegramServer, bot: Bot):
    ali, sara, omar = server.user("Ali"), server.user("Sara"), server.user("Omar")
    for person in (ali, sara, omar):
        await person.writes(person.private, "/start")
        await person.awaits(person.private, "Welcome")
    card = await posted(omar, server.elsewhere())
    data = seen(card).button("Play").data
    assert len(data.encode()) <= 64
    signature = data.rpartition(":")[2]
    for forged in (
        f"~inline:mahbusa:{sara.id}:en",
        f"~inline:mahbusa:{sara.id}:en:{signature}",
        f"~inline:race31:{omar.id}:en:{signature}",
        f"~inline:mahbusa:{sara.id}:en:",
    ):
        assert (await ali.forges(card, forged)).text == "This button does not belong to the table."
    assert await bot.number_of_tables() == 0


async def test_the_longest_card_fits_into_a_button(bot: Bot):
    signed = [await bot.telegram._router._inline._signed(preset, str(2**52), "en") for preset in PRESETS]
    assert max(len(data.encode()) for data in signed) <= 64

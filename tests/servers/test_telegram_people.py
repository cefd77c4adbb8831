"""Virtual people against a bot built with the real client: taps, links, cards, and what they are told."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from telegram import (
    InlineQueryResultArticle,
    InlineQueryResultCachedPhoto,
    InlineQueryResultsButton,
    InputMediaPhoto,
    InputTextMessageContent,
)
from telegram.error import BadRequest
from telegram.ext import (
    Application,
    ApplicationBuilder,
    CallbackQueryHandler,
    ChosenInlineResultHandler,
    CommandHandler,
    InlineQueryHandler,
)  # fmt: skip

from tests.servers.conftest import Telegram, asked_plainly, keyboard, picture, until
from tests.servers.telegram import Unanswered


@pytest.fixture
async def application(telegram: Telegram) -> AsyncIterator[Application]:
    """A polling bot whose handlers the test adds."""
    builder = ApplicationBuilder().token(telegram.server.token).concurrent_updates(True)
    built = builder.base_url(telegram.server.base_url).base_file_url(telegram.server.base_file_url).build()
    async with built:
        await built.start()
        await built.updater.start_polling(drop_pending_updates=True)
        yield built
        await built.updater.stop()
        await built.stop()


async def answers(update, _context):
    await update.callback_query.answer("Six and five", show_alert=update.callback_query.data == "alert")


async def board(telegram, **more):
    await telegram.bot.send_photo(
        telegram.ali.id, picture(), "board", reply_markup=keyboard("Roll", "Alert"), **more
    )
    return telegram.ali.sees(telegram.ali.private)[-1]


# --- taps ---------------------------------------------------------------------------------------------------------


async def test_a_tap_is_answered_with_a_toast_or_an_alert(telegram, application):
    application.add_handler(CallbackQueryHandler(answers))
    view = await board(telegram)
    toast = await telegram.ali.taps(view, "Roll")
    alert = await telegram.ali.taps(view, "alert")
    assert [(answer.kind, answer.text) for answer in (toast, alert)] == [
        ("toast", "Six and five"),
        ("alert", "Six and five"),
    ]
    assert telegram.server.unanswered() == []
    assert telegram.server.refused() == []


async def test_a_tap_that_nobody_answers_is_noted(telegram):
    view = await board(telegram)
    with pytest.raises(Unanswered, match="'Roll'"):
        await telegram.ali.taps(view, "Roll", patience=0.01)
    assert telegram.server.unanswered() == ["roll"]
    with pytest.raises(LookupError, match=r"no button 'Resign' among \['Roll', 'Alert'\]"):
        telegram.ali.touches(view, "Resign")


async def test_an_answer_comes_in_time_and_once(telegram):
    view = await board(telegram)
    in_time, late = telegram.ali.touches(view, "Roll"), telegram.ali.touches(view, "Roll")
    with pytest.raises(BadRequest, match="Message_too_long"):
        await telegram.bot.answer_callback_query(in_time.id, "x" * 201)
    with pytest.raises(BadRequest, match="Url_invalid"):
        await telegram.bot.answer_callback_query(in_time.id, url="https://example.com")
    await telegram.bot.answer_callback_query(in_time.id)
    assert in_time.answer.result().kind == "silence"
    telegram.clock.now += telegram.server.limits.callback_seconds + 1
    for query_id in (in_time.id, late.id, "12345"):
        with pytest.raises(
            BadRequest, match="Query is too old and response timeout expired or query id is invalid"
        ):
            await telegram.bot.answer_callback_query(query_id)


async def test_a_tap_under_a_message_that_went_away(telegram):
    view = await board(telegram)
    await telegram.bot.delete_message(telegram.ali.id, view.id)
    telegram.ali.touches(view, "Roll")
    update = (await telegram.bot.get_updates())[-1]
    assert (update.callback_query.message.message_id, update.callback_query.message.is_accessible) == (
        view.id,
        False,
    )


async def test_a_stale_view_still_has_its_buttons(telegram):
    old = await board(telegram)
    await telegram.bot.edit_message_reply_markup(telegram.ali.id, old.id, reply_markup=keyboard("Done"))
    telegram.ali.touches(old, "Roll")
    assert telegram.ali.sees(telegram.ali.private)[-1].labels == ["Done"]
    assert (await telegram.bot.get_updates())[-1].callback_query.data == "roll"


# --- writing and waiting ------------------------------------------------------------------------------------------


async def test_a_link_starts_the_bot_with_its_payload(telegram, application):
    async def greets(update, context):
        await update.message.reply_text(f"joining {context.args}")

    application.add_handler(CommandHandler("start", greets))
    await telegram.sara.follows("https://t.me/majlis_bot?start=join_K7-Q")
    assert await telegram.sara.awaits(telegram.sara.private, "joining ['join_K7-Q']")
    for link, words in [
        ("https://t.me/majlis_bot?start=a.b", "no client passes on"),
        ("https://t.me/x", "lead to"),
    ]:
        with pytest.raises(AssertionError, match=words):
            await telegram.sara.follows(link)


async def test_a_link_adds_the_bot_to_a_group(telegram):
    group = telegram.server.group("Friends", telegram.sara, bot=False)
    await telegram.sara.follows("https://t.me/majlis_bot?startgroup=new", into=group)
    assert [update.effective_message.text for update in (await telegram.bot.get_updates())[-2:]] == [
        None,
        "/start@majlis_bot new",
    ]


async def test_a_message_somebody_took_away_cannot_be_edited(telegram):
    view = await board(telegram)
    await telegram.ali.deletes(view)
    with pytest.raises(BadRequest, match="Message to edit not found"):
        await telegram.bot.edit_message_caption(telegram.ali.id, view.id, caption="x")


async def test_quiet_comes_after_the_last_call(telegram, application):
    async def slow(update, _context):
        await asyncio.sleep(0.05)
        await update.message.reply_text("done")

    application.add_handler(CommandHandler("play", slow))
    await telegram.ali.writes(telegram.ali.private, "/play")
    await telegram.server.settles(quiet=0.2)
    assert telegram.ali.sees(telegram.ali.private)[-1].text == "done"
    await telegram.ali.writes(telegram.ali.private, "/play")
    with pytest.raises(TimeoutError, match="no quiet"):
        await telegram.server.settles(patience=0.01)


async def test_waiting_in_vain_tells_what_was_there(telegram):
    view = await board(telegram)
    with pytest.raises(Unanswered, match=r"Majlis: board \['Roll', 'Alert'\]"):
        await telegram.ali.awaits(telegram.ali.private, "board", after=view, patience=0.01)


async def test_an_edited_command_comes_as_an_edit(telegram):
    message = await telegram.ali.writes(telegram.ali.private, "/pley")
    await telegram.ali.edits(message, "/play")
    assert (await telegram.bot.get_updates())[-1].edited_message.text == "/play"


# --- inline mode --------------------------------------------------------------------------------------------------


def card(number: str, title: str) -> InlineQueryResultArticle:
    words = InputTextMessageContent(f"<b>{title}</b>", parse_mode="HTML")
    return InlineQueryResultArticle(number, title, words, reply_markup=keyboard("Play"))


async def test_a_card_becomes_a_message_and_then_a_board(telegram, application):
    chosen = []

    async def offers(update, _context):
        await update.inline_query.answer([card("m", "Mahbusa"), card("t", "Tawla 31")], cache_time=0)

    async def plays(update, _context):
        photo = await telegram.bot.send_photo(telegram.ali.id, picture())
        await update.callback_query.edit_message_media(
            InputMediaPhoto(photo.photo[-1].file_id, caption="board")
        )
        await update.callback_query.answer()

    async def notes(update, _context):
        chosen.append(update.chosen_inline_result.inline_message_id)

    for handler in (
        InlineQueryHandler(offers),
        CallbackQueryHandler(plays),
        ChosenInlineResultHandler(notes),
    ):
        application.add_handler(handler)
    elsewhere = telegram.server.elsewhere()
    cards = await telegram.ali.inline("")
    posted = await telegram.ali.chooses(cards.card("Mahbusa"), elsewhere)
    assert telegram.sara.sees(elsewhere)[0].text == "Mahbusa"
    assert (await telegram.sara.taps(posted, "Play")).kind == "silence"
    view = telegram.sara.sees(elsewhere)[0]
    assert (view.text, view.photo, view.labels) == ("board", picture(), [])
    assert chosen == [posted.inline_id]
    assert telegram.server.refused() == []


async def test_an_inline_message_takes_no_uploads(telegram):
    elsewhere = telegram.server.elsewhere()
    posted = await telegram.ali.chooses(card("m", "Mahbusa").to_dict(), elsewhere)
    with pytest.raises(BadRequest, match="Invalid message content specified"):
        await telegram.bot.edit_message_media(InputMediaPhoto(picture()), inline_message_id=posted.inline_id)
    assert await telegram.bot.edit_message_text("Tawla", inline_message_id=posted.inline_id) is True
    with pytest.raises(BadRequest, match="Message is not modified"):
        await telegram.bot.edit_message_text("Tawla", inline_message_id=posted.inline_id)


async def asked(telegram: Telegram, query: str) -> tuple[asyncio.Task, str]:
    """Ali types a query: what he will be offered, and the id of the question."""
    known = set(telegram.server.state.inline_queries)
    cards = asyncio.create_task(telegram.ali.inline(query))
    await until(lambda: telegram.server.state.inline_queries.keys() - known)
    return cards, max(telegram.server.state.inline_queries)


async def test_bad_cards_are_refused(telegram):
    cards, query_id = await asked(telegram, "x")
    for results, words in [
        ([card("1", "x"), card("1", "y")], "Result_id_duplicate"),
        ([card("x" * 65, "x")], "Result_id_invalid"),
        ([card("1", "")], "Article_title_empty"),
        ([card("1", "x" * 4097)], "Message_too_long"),
        ([InlineQueryResultCachedPhoto("1", "AgACnever")], "(?i)wrong file identifier"),
    ]:
        with pytest.raises(BadRequest, match=words):
            await telegram.bot.answer_inline_query(query_id, results)
    button = InlineQueryResultsButton("Pearls", start_parameter="a b")
    with pytest.raises(BadRequest, match="Start_param_invalid"):
        await telegram.bot.answer_inline_query(query_id, [], button=button)
    many = [card(str(number), "x").to_dict() for number in range(51)]
    words = await asked_plainly(telegram, "answerInlineQuery", inline_query_id=query_id, results=many)
    assert words == "Bad Request: RESULTS_TOO_MUCH"
    cards.cancel()


async def test_cards_are_kept_for_everybody_and_a_photo_goes_by_its_id(telegram):
    cards, query_id = await asked(telegram, "x")
    photo = await telegram.bot.send_photo(telegram.ali.id, picture())
    offered = [InlineQueryResultCachedPhoto("1", photo.photo[0].file_id)]
    await telegram.bot.answer_inline_query(query_id, offered)
    posted = await telegram.ali.chooses((await cards).card("1"), telegram.ali.private)
    assert (posted.content.media.content, posted.inline_id) == (picture(), "")
    assert (await telegram.sara.inline("x")).results == cards.result().results
    assert len(telegram.server.state.inline_queries) == 1


async def test_an_inline_query_is_answered_in_time(telegram):
    cards, query_id = await asked(telegram, "x")
    telegram.clock.now += telegram.server.limits.inline_seconds + 1
    with pytest.raises(BadRequest, match="Query is too old"):
        await telegram.bot.answer_inline_query(query_id, [])
    cards.cancel()

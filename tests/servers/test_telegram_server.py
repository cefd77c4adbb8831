"""The Bot API server of the tests, driven by the real client: what it does and what it refuses."""

import pytest
from telegram import (
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InputMediaPhoto,
    LinkPreviewOptions,
    MessageEntity,
)  # fmt: skip
from telegram.error import BadRequest

from tests.servers.conftest import asked_plainly, keyboard, picture

TAMAM = "تمام 🎲"


# --- what it checks of any call -----------------------------------------------------------------------------------


async def test_only_the_right_token_is_let_in(telegram):
    assert await asked_plainly(telegram, "getMe", token="1:wrong") == "Unauthorized"
    assert await asked_plainly(telegram, "getMe", token="nonsense") == "Not Found"
    assert await asked_plainly(telegram, "getMe") == ""


@pytest.mark.parametrize(
    ("method", "given", "words"),
    [
        ("sendPigeon", {}, "Not Found: method not found"),
        ("sendMessage", {"text": "x"}, "chat_id is empty"),
        ("sendMessage", {"chat_id": 7001}, "message text is empty"),
        ("sendMessage", {"chat_id": 7001, "text": 5}, "can't parse text: it must be String"),
        ("sendMessage", {"chat_id": 7001, "text": "x", "colour": "red"}, "unknown parameter colour"),
        ("sendMessage", {"chat_id": 7001, "text": "x", "reply_markup": "{"}, "can't parse reply_markup"),
        (
            "sendMessage",
            {"chat_id": 7001, "text": "x", "link_preview_options": {"is_disabled": 1}},
            "must be Boolean",
        ),
        (
            "sendMessage",
            {"chat_id": 7001, "text": "x", "reply_parameters": {}},
            "reply_parameters.message_id",
        ),
        ("sendChatAction", {"chat_id": 7001, "action": "thinking"}, "wrong parameter action"),
        ("getFile", {"file_id": "never"}, "wrong file_id or the file is temporarily unavailable"),
        ("editMessageMedia", {"media": {"type": "video", "media": "x"}}, "unknown type 'video'"),
        ("editMessageMedia", {"media": {"type": "photo", "media": "attach://board"}}, "was not uploaded"),
        (
            "answerInlineQuery",
            {"inline_query_id": "1", "results": [{"type": "article", "id": "1"}]},
            "is missing",
        ),
    ],
)
async def test_malformed_calls_are_refused(telegram, method, given, words):
    assert words in await asked_plainly(telegram, method, **given)


async def test_a_form_carries_numbers_lists_and_truths_as_text(telegram):
    await telegram.bot.send_message(
        telegram.ali.id, "x", reply_markup=keyboard("Roll"), disable_notification=True
    )
    [call] = telegram.server.journal.of("sendMessage")
    assert call.given["chat_id"] == str(telegram.ali.id)
    assert call.given["reply_markup"].startswith("{")


# --- texts --------------------------------------------------------------------------------------------------------


async def test_html_becomes_text_and_entities(telegram):
    html = f'<b>{TAMAM}</b> &lt;<a href="https://example.com/?a=1&amp;b=2">site</a>&gt; <tg-spoiler>x</tg-spoiler>'
    sent = await telegram.bot.send_message(telegram.ali.id, html, parse_mode="HTML")
    assert sent.text == f"{TAMAM} <site> x"
    assert sent.parse_entities() == dict(zip(sent.entities, [TAMAM, "site", "x"], strict=True))
    assert [entity.type for entity in sent.entities] == ["bold", "text_link", "spoiler"]
    assert sent.entities[1].url == "https://example.com/?a=1&b=2"


async def test_html_knows_quotes_emoji_and_numbered_signs(telegram):
    html = '<blockquote expandable>a &#x1F3B2;&#65;&nbsp;</blockquote> <tg-emoji emoji-id="5">🎲</tg-emoji> &copy;'
    sent = await telegram.bot.send_message(telegram.ali.id, html, parse_mode="HTML")
    assert sent.text == "a 🎲A&nbsp; 🎲 &copy;"
    assert [entity.type for entity in sent.entities] == ["expandable_blockquote", "custom_emoji"]
    assert sent.entities[1].custom_emoji_id == "5"


async def test_a_mention_by_id_is_a_mention_of_somebody_known(telegram):
    html = f'<a href="tg://user?id={telegram.sara.id}">Sara</a> <a href="tg://user?id=5">nobody</a>'
    sent = await telegram.bot.send_message(telegram.ali.id, html, parse_mode="HTML")
    assert [(entity.type, entity.user.first_name) for entity in sent.entities] == [("text_mention", "Sara")]


@pytest.mark.parametrize(
    ("html", "words"),
    [
        ("<b>x", "can't find end tag corresponding to start tag"),
        ("x</b>", "unexpected end tag at byte offset 1"),
        ("<b>ض<i>x</b></i>", 'unmatched end tag at byte offset 9, expected "</i>", found "</b>"'),
        ("<div>x</div>", 'unsupported start tag "div" at byte offset 0'),
        ("ض <3", "unclosed start tag at byte offset 3"),
        ('<a href="x>x</a>', "unclosed start tag at byte offset 0"),
        ('<span class="red">x</span>', 'tag "span" must have class "tg-spoiler"'),
    ],
)
async def test_broken_html_is_refused(telegram, html, words):
    with pytest.raises(BadRequest, match="an't parse entities") as caught:
        await telegram.bot.send_message(telegram.ali.id, html, parse_mode="HTML")
    assert words in str(caught.value).lower() or words in str(caught.value)


async def test_texts_are_measured_in_utf16_after_parsing(telegram):
    chat = telegram.ali.id
    await telegram.bot.send_message(chat, "<b>" + "🎲" * 2048 + "</b>", parse_mode="HTML")
    with pytest.raises(BadRequest, match="Message is too long"):
        await telegram.bot.send_message(chat, "🎲" * 2048 + "x")
    with pytest.raises(BadRequest, match="Message text is empty"):
        await telegram.bot.send_message(chat, " <b> </b> ", parse_mode="HTML")
    with pytest.raises(BadRequest, match="Message caption is too long"):
        await telegram.bot.send_photo(chat, picture(), "x" * 1025)
    with pytest.raises(BadRequest, match="nsupported parse_mode"):
        await telegram.bot.send_message(chat, "*x*", parse_mode="MarkdownV2")


async def test_entities_of_the_caller_must_fit(telegram):
    bold = MessageEntity("bold", 0, 2)
    sent = await telegram.bot.send_message(telegram.ali.id, "🎲", entities=[bold])
    assert sent.entities == (bold,)
    with pytest.raises(BadRequest, match="beyond the end"):
        await telegram.bot.send_message(telegram.ali.id, "x", entities=[bold])


async def test_a_link_shows_a_preview_unless_it_is_disabled(telegram):
    for options, preview in [(None, True), (LinkPreviewOptions(is_disabled=True), False)]:
        await telegram.bot.send_message(telegram.ali.id, "https://example.com", link_preview_options=options)
        assert telegram.ali.sees(telegram.ali.private)[-1].preview is preview


# --- buttons ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([[InlineKeyboardButton("x", callback_data="ض" * 32 + "x")]], "Button_data_invalid"),
        ([[InlineKeyboardButton("x", url="ftp://x")]], "Button_url_invalid"),
        ([[InlineKeyboardButton("x")]], "Text buttons are unallowed"),
        ([[InlineKeyboardButton(" ", callback_data="x")]], "Text is empty"),
        ([[InlineKeyboardButton("x", callback_data="x", url="https://x")]], "several of"),
        ([[InlineKeyboardButton("x", callback_data="x")] * 9], "Reply markup is too long"),
        ([[InlineKeyboardButton("x", callback_data="x")]] * 101, "Reply markup is too long"),
    ],
)
async def test_bad_buttons_are_refused(telegram, rows, words):
    with pytest.raises(BadRequest, match=f"(?i){words}"):
        await telegram.bot.send_message(telegram.ali.id, "x", reply_markup=InlineKeyboardMarkup(rows))


async def test_a_button_may_carry_64_bytes(telegram):
    button = InlineKeyboardButton("x", callback_data="ض" * 32)
    sent = await telegram.bot.send_message(
        telegram.ali.id, "x", reply_markup=InlineKeyboardMarkup.from_button(button)
    )
    assert sent.reply_markup.inline_keyboard[0][0].callback_data == "ض" * 32


# --- pictures -----------------------------------------------------------------------------------------------------


async def test_a_photo_can_be_sent_again_by_its_id(telegram):
    first = await telegram.bot.send_photo(telegram.ali.id, picture(), "once")
    again = await telegram.bot.send_photo(telegram.ali.id, first.photo[-1].file_id)
    same = await telegram.bot.send_photo(telegram.ali.id, picture())
    assert {message.photo[-1].file_unique_id for message in (first, again, same)} == {
        first.photo[-1].file_unique_id
    }
    assert telegram.ali.sees(telegram.ali.private)[-2].photo == picture()
    file = await telegram.bot.get_file(again.photo[0].file_id)
    assert bytes(await file.download_as_bytearray()) == picture()


@pytest.mark.parametrize(
    ("photo", "words"),
    [
        (b"", "file must be non-empty"),
        (b"no picture", "image_process_failed"),
        (picture(210, 10), "photo_invalid_dimensions"),
        (picture(9000, 1001), "photo_invalid_dimensions"),
        ("https://example.com/board.jpg", "wrong file identifier/http url specified"),
        ("AgACnever", "wrong file identifier/http url specified"),
    ],
)
async def test_bad_photos_are_refused(telegram, photo, words):
    with pytest.raises(BadRequest, match=f"(?i){words}"):
        await telegram.bot.send_photo(telegram.ali.id, photo)


async def test_a_file_id_may_be_forgotten_and_has_one_kind(telegram):
    sent = await telegram.bot.send_photo(telegram.ali.id, picture())
    with pytest.raises(BadRequest, match=r"(?i)can't use file of type photo as document"):
        await telegram.bot.send_document(telegram.ali.id, sent.photo[-1].file_id)
    telegram.server.forget_file(sent.photo[-1].file_id)
    with pytest.raises(BadRequest, match="Media_empty"):
        await telegram.bot.send_photo(telegram.ali.id, sent.photo[-1].file_id)


async def test_animations_and_documents_are_kept(telegram):
    animation = await telegram.bot.send_animation(telegram.ali.id, picture(), caption="replay")
    await telegram.bot.send_document(telegram.ali.id, b"7 point match", filename="match.mat")
    assert (animation.animation.width, animation.caption) == (64, "replay")
    assert telegram.ali.sees(telegram.ali.private)[-2].animation == picture()


# --- edits --------------------------------------------------------------------------------------------------------


async def test_a_message_is_edited_and_its_history_kept(telegram):
    chat = telegram.ali.id
    sent = await telegram.bot.send_message(chat, "roll", reply_markup=keyboard("Roll"))
    await telegram.bot.edit_message_text("6-5", chat, sent.message_id)
    await telegram.bot.edit_message_media(InputMediaPhoto(picture(), caption="board"), chat, sent.message_id)
    await telegram.bot.edit_message_caption(
        chat, sent.message_id, caption="<i>your turn</i>", parse_mode="HTML"
    )
    await telegram.bot.edit_message_reply_markup(chat, sent.message_id, reply_markup=keyboard("24", "13"))
    board = telegram.ali.sees(telegram.ali.private)[-1]
    assert (board.text, board.labels, board.photo, board.edits) == ("your turn", ["24", "13"], picture(), 4)
    history = telegram.server.message(chat, sent.message_id).history
    assert [content.marked.text for content in history] == ["roll", "6-5", "board", "your turn"]


async def test_edits_that_cannot_be(telegram):
    bot, chat = telegram.bot, telegram.ali.id
    text = await bot.send_message(chat, "x", reply_markup=keyboard("A"))
    photo = await bot.send_photo(chat, picture(), "x")
    file_id = photo.photo[-1].file_id
    for edit, words in [
        (
            bot.edit_message_text("x", chat, text.message_id, reply_markup=keyboard("A")),
            "Message is not modified",
        ),
        (
            bot.edit_message_media(InputMediaPhoto(file_id, caption="x"), chat, photo.message_id),
            "is not modified",
        ),
        (bot.edit_message_text("y", chat, 999), "Message to edit not found"),
        (bot.edit_message_text("y", chat, 1), "Message can't be edited"),
        (bot.edit_message_text("y", chat), "Message identifier is not specified"),
        (bot.edit_message_text("y", chat, photo.message_id), "no text in the message to edit"),
        (bot.edit_message_caption(chat, text.message_id, caption="y"), "no caption in the message to edit"),
        (bot.edit_message_text("y" * 4097, chat, text.message_id), "Message_too_long"),
        (bot.edit_message_text("y", inline_message_id="unknown"), "Message_id_invalid"),
    ]:
        with pytest.raises(BadRequest, match=words):
            await edit


async def test_messages_are_deleted_but_not_those_of_others_in_a_group(telegram):
    group = telegram.server.group("Friends", telegram.ali)
    own = await telegram.bot.send_message(group.id, "x")
    other = await telegram.ali.writes(group, "hello")
    await telegram.bot.delete_message(group.id, own.message_id)
    with pytest.raises(BadRequest, match="Message to delete not found"):
        await telegram.bot.delete_message(group.id, own.message_id)
    with pytest.raises(BadRequest, match="Message can't be deleted"):
        await telegram.bot.delete_message(group.id, other.id)
    telegram.server.make_admin(group)
    await telegram.bot.delete_messages(group.id, [other.id, 999])
    assert telegram.ali.sees(group) == []

"""Chats of every kind on the Bot API server of the tests: who may speak where, who reads what."""

import pytest
from telegram import (
    BotCommand,
    BotCommandScopeAllGroupChats,
    BotCommandScopeChat,
    InputMediaPhoto,
    ReplyParameters,
)
from telegram.error import BadRequest, ChatMigrated, Forbidden

from tests.servers.conftest import keyboard, picture


async def news(telegram, **more):
    """The updates waiting, which are thereby confirmed."""
    updates = await telegram.bot.get_updates(**more)
    if updates:
        await telegram.bot.get_updates(offset=updates[-1].update_id + 1)
    return updates


# --- reaching somebody --------------------------------------------------------------------------------------------


async def test_who_never_wrote_cannot_be_written_to(telegram):
    with pytest.raises(BadRequest, match="Chat not found"):
        await telegram.bot.send_message(telegram.sara.id, "x")
    telegram.server.group("Friends", telegram.sara)
    with pytest.raises(Forbidden, match="bot can't initiate conversation with a user"):
        await telegram.bot.send_message(telegram.sara.id, "x")


async def test_a_blocked_bot_is_told_so(telegram):
    sent = await telegram.bot.send_message(telegram.ali.id, "x")
    await news(telegram)
    await telegram.ali.blocks()
    with pytest.raises(Forbidden, match="bot was blocked by the user"):
        await telegram.bot.edit_message_text("y", telegram.ali.id, sent.message_id)
    [update] = await news(telegram)
    assert update.my_chat_member.new_chat_member.status == "kicked"
    await telegram.ali.unblocks()
    await telegram.bot.send_message(telegram.ali.id, "again")


@pytest.mark.parametrize("kind", ["group", "supergroup", "channel"])
async def test_a_removed_bot_is_told_so(telegram, kind):
    chat = getattr(telegram.server, kind)("Place", telegram.ali)
    await telegram.bot.send_message(chat.id, "x")
    await telegram.ali.removes(chat)
    with pytest.raises(Forbidden, match=f"bot was kicked from the {kind} chat"):
        await telegram.bot.send_message(chat.id, "x")
    never_in = getattr(telegram.server, kind)("Other place", telegram.ali, bot=False)
    with pytest.raises(BadRequest, match="Chat not found"):
        await telegram.bot.send_message(never_in.id, "x")
    public = telegram.server.supergroup("Public place", telegram.ali, bot=False, username="public_place")
    with pytest.raises(Forbidden, match="bot is not a member of the supergroup chat"):
        await telegram.bot.send_message(public.id, "x")


async def test_a_public_chat_has_a_name(telegram):
    channel = telegram.server.channel("News", telegram.ali, username="majlis_news")
    post = await telegram.bot.send_message("@Majlis_News", "x")
    assert (post.chat.id, post.sender_chat.id, post.from_user) == (channel.id, channel.id, None)
    await telegram.bot.edit_message_text("y", channel.id, post.message_id)
    assert telegram.ali.sees(channel)[0].text == "y"
    with pytest.raises(BadRequest, match="Chat not found"):
        await telegram.bot.send_message("@nobody_here", "x")


async def test_pictures_may_be_forbidden(telegram):
    group = telegram.server.supergroup("Friends", telegram.ali)
    telegram.server.forbid(group, "photos")
    with pytest.raises(BadRequest, match="Not enough rights to send photos to the chat"):
        await telegram.bot.send_photo(group.id, picture())
    await telegram.bot.send_message(group.id, "a board in text")
    assert not (await telegram.bot.get_chat(group.id)).permissions.can_send_photos
    telegram.server.make_admin(group)
    await telegram.bot.send_photo(group.id, picture())


async def test_an_album_is_whole_or_not_sent(telegram):
    group = telegram.server.supergroup("Friends", telegram.ali)
    sent = await telegram.bot.send_media_group(
        group.id, [InputMediaPhoto(picture()), InputMediaPhoto(picture(colour="blue"))], caption="both"
    )
    assert len({message.media_group_id for message in sent}) == 1
    assert [message.caption for message in sent] == ["both", None]
    assert len([seen for seen in telegram.ali.sees(group) if seen.photo]) == 2
    again = [InputMediaPhoto(message.photo[-1].file_id) for message in sent]
    with pytest.raises(BadRequest, match="2 to 10"):
        await telegram.bot.send_media_group(group.id, again[:1])
    telegram.server.forget_file(sent[1].photo[-1].file_id)
    with pytest.raises(BadRequest, match=r"(?i)media_empty"):
        await telegram.bot.send_media_group(group.id, again)
    assert len([seen for seen in telegram.ali.sees(group) if seen.photo]) == 2


async def test_texts_may_be_forbidden_and_a_channel_wants_an_administrator(telegram):
    group = telegram.server.group("Friends", telegram.ali)
    telegram.server.forbid(group, "text messages")
    with pytest.raises(BadRequest, match="Not enough rights to send text messages to the chat"):
        await telegram.bot.send_message(group.id, "x")
    channel = telegram.server.channel("News", telegram.ali, bot=False)
    await telegram.ali.adds(channel)
    with pytest.raises(BadRequest, match="Need administrator rights in the channel chat"):
        await telegram.bot.send_message(channel.id, "x")


async def test_an_old_message_stays_for_everyone(telegram):
    sent = await telegram.bot.send_message(telegram.ali.id, "x")
    telegram.server.message(telegram.ali.id, sent.message_id).date -= 49 * 3600
    with pytest.raises(BadRequest, match="Message can't be deleted for everyone"):
        await telegram.bot.delete_message(telegram.ali.id, sent.message_id)


async def test_a_group_that_grew_has_another_id(telegram):
    group = telegram.server.group("Friends", telegram.ali)
    sent = await telegram.bot.send_message(group.id, "x")
    await news(telegram)
    grown = telegram.server.migrate(group)
    with pytest.raises(ChatMigrated) as caught:
        await telegram.bot.edit_message_text("y", group.id, sent.message_id)
    assert caught.value.new_chat_id == grown.id
    left, arrived = [update.message for update in await news(telegram)]
    assert (left.chat.id, left.migrate_to_chat_id) == (group.id, grown.id)
    assert (arrived.chat.id, arrived.migrate_from_chat_id) == (grown.id, group.id)
    assert (await telegram.bot.send_message(grown.id, "x")).message_id == 2


# --- topics and replies -------------------------------------------------------------------------------------------


async def test_a_topic_is_named_by_its_thread(telegram):
    forum = telegram.server.supergroup("Club", telegram.ali, forum=True)
    topic = telegram.server.topic(forum, "Tawla")
    await news(telegram)
    await telegram.ali.writes(forum, "/play", thread=topic)
    await telegram.ali.writes(forum, "/play")
    inside, general = [update.message for update in await news(telegram)]
    assert (inside.message_thread_id, inside.is_topic_message) == (topic, True)
    assert (general.message_thread_id, general.is_topic_message) == (None, None)
    assert inside.reply_to_message.forum_topic_created.name == "Tawla"  # though Ali replied to nothing
    assert general.reply_to_message is None
    await telegram.bot.send_message(forum.id, "board", message_thread_id=topic)
    assert [view.text for view in telegram.ali.sees(forum, thread=topic)] == ["/play", "board"]
    telegram.server.close_topic(forum, topic)
    with pytest.raises(BadRequest, match="Message thread not found"):
        await telegram.bot.send_message(forum.id, "board", message_thread_id=topic)


async def test_the_thread_of_a_reply_is_no_topic(telegram):
    group = telegram.server.supergroup("Friends", telegram.ali)
    sent = await telegram.bot.send_message(group.id, "x")
    await news(telegram)
    await telegram.ali.writes(group, "well", reply_to=telegram.server.message(group.id, sent.message_id))
    [update] = await news(telegram)
    assert (update.message.message_thread_id, update.message.is_topic_message) == (sent.message_id, None)
    with pytest.raises(BadRequest, match="Message thread not found"):
        await telegram.bot.send_message(group.id, "x", message_thread_id=sent.message_id)


async def test_a_reply_names_a_message_that_is_there(telegram):
    question = await telegram.ali.writes(telegram.ali.private, "/help")
    sent = await telegram.bot.send_message(
        telegram.ali.id, "x", reply_parameters=ReplyParameters(question.id)
    )
    assert sent.reply_to_message.text == "/help"
    with pytest.raises(BadRequest, match="Message to be replied not found"):
        await telegram.bot.send_message(telegram.ali.id, "x", reply_parameters=ReplyParameters(999))
    gone = ReplyParameters(999, allow_sending_without_reply=True)
    assert (
        await telegram.bot.send_message(telegram.ali.id, "x", reply_parameters=gone)
    ).reply_to_message is None


async def test_somebody_without_a_username_is_named_by_a_mention(telegram):
    group = telegram.server.group("Friends", telegram.ali, telegram.sara)
    await news(telegram)
    await telegram.sara.writes(group, "/challenge 🎲 Ali", naming=telegram.ali)
    await telegram.ali.writes(group, "/challenge @sara")
    by_name, by_username = [update.message for update in await news(telegram)]
    assert [(e.type, by_name.parse_entity(e)) for e in by_name.entities][1] == ("text_mention", "Ali")
    assert by_name.entities[1].user.id == telegram.ali.id
    assert [entity.type for entity in by_username.entities] == ["bot_command", "mention"]


# --- who reads what -----------------------------------------------------------------------------------------------


async def test_privacy_lets_only_commands_and_replies_through(telegram):
    group = telegram.server.group("Friends", telegram.ali, telegram.sara)
    sent = await telegram.bot.send_message(group.id, "x")
    await news(telegram)
    own = telegram.server.message(group.id, sent.message_id)
    for text in ["good evening", "/play", "/play@majlis_bot 5", "/play@other_bot", "see /play"]:
        await telegram.ali.writes(group, text)
    await telegram.ali.writes(group, "yes", reply_to=own)
    assert [update.message.text for update in await news(telegram)] == ["/play", "/play@majlis_bot 5", "yes"]
    telegram.server.switches.privacy = False
    await telegram.ali.writes(group, "good evening")
    assert [update.message.text for update in await news(telegram)] == ["good evening"]


async def test_an_anonymous_admin_and_a_channel_speak_as_chats(telegram):
    group = telegram.server.supergroup("Friends", telegram.ali, telegram.sara)
    channel = telegram.server.channel("News", telegram.ali, bot=False)
    telegram.server.make_admin(group, telegram.sara, anonymous=True)
    await news(telegram)
    await telegram.sara.writes(group, "/play")
    await telegram.ali.writes(group, "/play", as_channel=channel)
    as_group, as_channel = [update.message for update in await news(telegram)]
    assert (as_group.sender_chat.id, as_group.from_user.username) == (group.id, "GroupAnonymousBot")
    assert (as_channel.sender_chat.id, as_channel.from_user.username) == (channel.id, "Channel_Bot")


async def test_people_come_and_go(telegram):
    group = telegram.server.group("Friends", telegram.ali)
    await news(telegram)
    await telegram.sara.joins(group)
    await telegram.sara.leaves(group)
    joined, left = [update.message for update in await news(telegram)]
    assert joined.new_chat_members[0].id == left.left_chat_member.id == telegram.sara.id
    with pytest.raises(AssertionError, match="is not in"):
        await telegram.sara.writes(group, "x")


async def test_the_bot_is_added_and_sees_members_change_where_it_is_admin(telegram):
    group = telegram.server.supergroup("Friends", telegram.ali, bot=False)
    await telegram.bot.get_updates(offset=-1, allowed_updates=["message", "my_chat_member", "chat_member"])
    await news(telegram)
    await telegram.ali.adds(group)
    telegram.server.make_admin(group)
    await telegram.sara.joins(group)
    added, _, joined, _ = await news(telegram)
    assert added.my_chat_member.new_chat_member.user.id == telegram.bot.id
    assert joined.chat_member.new_chat_member.user.id == telegram.sara.id


async def test_admins_are_known(telegram):
    group = telegram.server.group("Friends", telegram.ali, telegram.sara)
    [creator] = await telegram.bot.get_chat_administrators(group.id)
    assert (creator.user.id, creator.status) == (telegram.ali.id, "creator")
    assert (await telegram.bot.get_chat_member(group.id, telegram.sara.id)).status == "member"
    await telegram.ali.promotes(group, telegram.sara)
    assert (await telegram.bot.get_chat_member(group.id, telegram.sara.id)).status == "administrator"
    assert await telegram.bot.get_chat_member_count(group.id) == 3
    with pytest.raises(BadRequest, match="Participant_id_invalid"):
        await telegram.bot.get_chat_member(group.id, 5)
    with pytest.raises(BadRequest, match="no administrators in the private chat"):
        await telegram.bot.get_chat_administrators(telegram.ali.id)
    await telegram.bot.leave_chat(group.id)
    with pytest.raises(Forbidden, match="not a member of the group chat"):
        await telegram.bot.get_chat(group.id)


async def test_pinning_takes_the_right_to_pin(telegram):
    group = telegram.server.group("Friends", telegram.ali)
    sent = await telegram.bot.send_message(group.id, "board", reply_markup=keyboard("Roll"))
    with pytest.raises(BadRequest, match="Not enough rights to manage pinned messages in the chat"):
        await telegram.bot.pin_chat_message(group.id, sent.message_id)
    telegram.server.make_admin(group)
    await telegram.bot.pin_chat_message(group.id, sent.message_id)
    assert group.pinned == [sent.message_id]
    await telegram.bot.unpin_chat_message(group.id, sent.message_id)
    await telegram.bot.unpin_all_chat_messages(group.id)
    with pytest.raises(BadRequest, match="Message to unpin not found"):
        await telegram.bot.unpin_chat_message(group.id)
    with pytest.raises(BadRequest, match="Message to pin not found"):
        await telegram.bot.pin_chat_message(group.id, 999)


# --- the bot's own face -------------------------------------------------------------------------------------------


async def test_commands_are_offered_by_scope_and_language(telegram):
    bot, ali = telegram.bot, telegram.ali
    group = telegram.server.group("Friends", ali)
    await bot.set_my_commands([BotCommand("play", "Play")])
    await bot.set_my_commands([BotCommand("play", "العب")], language_code="ar")
    await bot.set_my_commands([BotCommand("close", "Close")], scope=BotCommandScopeAllGroupChats())
    assert ali.menu(ali.private) == ["/play العب"]
    assert ali.menu(group) == ["/close Close"]
    await bot.set_my_commands([BotCommand("here", "Here")], scope=BotCommandScopeChat(group.id))
    assert [command.command for command in await bot.get_my_commands(BotCommandScopeChat(group.id))] == [
        "here"
    ]
    await bot.delete_my_commands(scope=BotCommandScopeChat(group.id))
    assert ali.menu(group) == ["/close Close"]


async def test_a_hundred_commands_are_enough(telegram):
    with pytest.raises(BadRequest, match="Bot_commands_too_much"):
        await telegram.bot.set_my_commands([BotCommand(f"play_{number}", "x") for number in range(101)])


@pytest.mark.parametrize(
    ("command", "more", "words"),
    [
        (BotCommand("Play", "x"), {}, "Bot_command_invalid"),
        (BotCommand("play", ""), {}, "Bot_command_description_invalid"),
        (BotCommand("play", "x"), {"language_code": "arabic"}, "Lang_code_invalid"),
        (BotCommand("play", "x"), {"scope": BotCommandScopeChat(5)}, "Chat not found"),
    ],
)
async def test_bad_commands_are_refused(telegram, command, more, words):
    with pytest.raises(BadRequest, match=words):
        await telegram.bot.set_my_commands([command], **more)


async def test_the_bot_describes_itself_by_language(telegram):
    bot = telegram.bot
    await bot.set_my_description("Tawla")
    await bot.set_my_description("طاولة", language_code="ar")
    await bot.set_my_short_description("Tawla")
    await bot.set_my_name("Majlis")
    assert (await bot.get_my_description("ar")).description == "طاولة"
    assert (await bot.get_my_description("hi")).description == "Tawla"
    assert (await bot.get_my_short_description()).short_description == "Tawla"
    with pytest.raises(BadRequest, match="is too long"):
        await bot.set_my_short_description("x" * 121)

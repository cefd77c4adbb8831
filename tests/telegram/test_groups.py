"""A group: one message for a table, only its players move it; and everything that makes groups special."""

import pytest

from bot.table import Stage
from tests.servers.telegram import Chat, Person, Seen, TelegramServer
from tests.telegram.bot import GAMES, Bot, code_of, moves, play_on


async def opened(person: Person, group: Chat, typed: str = "/play mahbusa 1", **place: object) -> Seen:
    await person.writes(group, typed, **place)
    return await person.awaits(group, lambda seen: "Take the other seat" in seen.labels)


@pytest.mark.parametrize("preset", GAMES)
async def test_a_whole_match_of_two_in_a_group(server: TelegramServer, bot: Bot, preset: str):
    ali, sara = server.user("Ali"), server.user("Sara")
    group = server.group("Friends", ali, sara)
    board = await opened(ali, group, f"/play {preset} 1")
    await sara.taps(board, "Take the other seat")
    table = await play_on(bot, code_of(board), [(ali, group), (sara, group)])
    assert table.stage is Stage.FINISHED
    last = await ali.awaits(group, "🔑")
    assert last.id == board.id, "the board stays one message"
    assert sorted([await bot.pearls(ali), await bot.pearls(sara)]) == [5, 25]


async def test_only_the_players_move_and_the_mover_is_mentioned(server: TelegramServer, bot: Bot):
    ali, sara, omar = server.user("Ali"), server.user("Sara"), server.user("Omar")
    group = server.group("Friends", ali, sara, omar)
    board = await opened(ali, group)
    assert (await ali.taps(board, "Take the other seat")).text == "You already sit at this table."
    assert (await sara.taps(board, "Take the other seat")).kind == "silence"
    board = await ali.awaits(group, moves)
    answer = await omar.taps(board, moves(board)[0])
    assert answer.kind == "toast"
    table = await bot.tables.get(code_of(board))
    mover = table.seats[table.match.game.to_move].name
    mentioned = [entity["user_id"] for entity in board.entities if "user_id" in entity]
    assert mentioned == [(ali if mover == "Ali" else sara).id]
    other = sara if mover == "Ali" else ali
    assert (await other.taps(board, moves(board)[0])).text == "It is not your turn."


async def test_one_picture_a_turn_and_words_for_its_steps(server: TelegramServer, bot: Bot):
    ali, sara = server.user("Ali"), server.user("Sara")
    group = server.group("Friends", ali, sara)
    board = await opened(ali, group)
    await sara.taps(board, "Take the other seat")
    code = code_of(board)
    await play_on(bot, code, [(ali, group), (sara, group)], turns=20)
    await bot.settled()
    turns = (await bot.tables.get(code)).match.game.turns
    pictures = len(server.journal.of("editMessageMedia"))
    assert pictures <= sum(turns) + 3
    assert len(server.journal.of("editMessageCaption")) > 0


async def test_a_challenge_is_for_one_person(server: TelegramServer, bot: Bot):
    ali, sara, omar = server.user("Ali"), server.user("Sara", username="sara_k"), server.user("Omar")
    group = server.group("Friends", ali, sara, omar)
    await ali.writes(group, "/challenge")
    await ali.awaits(group, "Reply to somebody's message")
    said = await sara.writes(group, "hello")
    await ali.writes(group, "/challenge sheesh besh 1", reply_to=said)
    board = await ali.awaits(group, "A challenge for")
    assert (await omar.taps(board, "Take the other seat")).text == "This invitation is for somebody else."
    assert (await sara.taps(board, "Take the other seat")).kind == "silence"
    table = await bot.tables.get(code_of(board))
    assert table.setup.preset == "majlis_sheesh_besh"
    await ali.writes(group, "/challenge @Sara_K")
    again = await ali.awaits(group, "A challenge for", after=board)
    assert (await omar.taps(again, "Take the other seat")).text == "This invitation is for somebody else."


async def test_several_tables_at_once_and_the_board_brought_down(server: TelegramServer, bot: Bot):
    ali, sara = server.user("Ali"), server.user("Sara")
    group = server.group("Friends", ali, sara)
    first = await opened(ali, group)
    await sara.writes(group, "/play race31")
    second = await sara.awaits(group, lambda seen: seen.labels, after=first)
    assert code_of(first) != code_of(second)
    await ali.taps(second, "Take the other seat")
    await sara.writes(group, "/board")
    down = await sara.awaits(group, moves, after=second)
    assert code_of(down) == code_of(second)
    await bot.settled()
    assert next(seen for seen in ali.sees(group) if seen.id == second.id).labels == []


async def test_closing_by_the_host_an_admin_and_nobody_else(server: TelegramServer, bot: Bot):
    ali, sara, omar = server.user("Ali"), server.user("Sara"), server.user("Omar")
    group = server.group("Friends", omar, ali, sara)
    board = await opened(ali, group)
    await sara.writes(group, "/close")
    await sara.awaits(group, "Only the one who opened the table can close it.")
    await omar.writes(group, "/close", reply_to=board)
    await omar.awaits(group, "This table is closed.")
    board = await opened(ali, group)
    await ali.writes(group, "/close")
    await bot.closed(code_of(board))


async def test_topics(server: TelegramServer, bot: Bot):
    ali, sara = server.user("Ali"), server.user("Sara")
    forum = server.supergroup("Club", ali, sara, forum=True)
    topic = server.topic(forum, "Tawla")
    board = await opened(ali, forum, thread=topic)
    assert board.message.thread == topic
    server.close_topic(forum, topic)
    bot.expected += ["message to edit not found", "message thread not found"]
    code = code_of(board)
    await sara.writes(forum, f"/join {code}")
    moved = await sara.awaits(forum, moves)
    assert moved.message.thread is None


async def test_a_group_becomes_a_supergroup_in_mid_match(server: TelegramServer, bot: Bot):
    ali, sara = server.user("Ali"), server.user("Sara")
    group = server.group("Friends", ali, sara)
    board = await opened(ali, group)
    await sara.taps(board, "Take the other seat")
    bot.expected.append("upgraded to a supergroup")
    new = server.migrate(group)
    board = await ali.awaits(new, moves)
    table = await play_on(bot, code_of(board), [(ali, new), (sara, new)], turns=6)
    assert await bot.screens(table.id) == [str(new.id)]


async def test_groups_and_channels_do_not_play(server: TelegramServer, bot: Bot):
    ali, sara = server.user("Ali"), server.user("Sara")
    group = server.supergroup("Friends", ali, sara)
    server.make_admin(group, sara, anonymous=True)
    channel = server.channel("News", ali)
    for person, more in ((sara, {}), (ali, {"as_channel": channel})):
        before = person.sees(group)
        await person.writes(group, "/play", **more)
        await person.awaits(group, "cannot play", after=before[-1] if before else None)
    await ali.writes(channel, "/play")
    await bot.settled()
    assert [seen for seen in ali.sees(channel) if seen.who == "Majlis"] == []


async def test_a_groups_settings_are_its_admins(server: TelegramServer, bot: Bot):
    omar, ali = server.user("Omar"), server.user("Ali")
    group = server.group("Friends", omar, ali)
    await ali.writes(group, "/settings")
    panel = await ali.awaits(group, "Settings of this group")
    assert "administrators" in (await ali.taps(panel, "~set:open:admins")).text
    for choice in ("~set:open:admins", "~set:quiet:on", "~set:theme:dark", "~set:language:ar"):
        assert (await omar.taps(panel, choice)).kind == "silence"
    await ali.awaits(group, "إعدادات هذه المجموعة")
    await ali.writes(group, "/play")
    told = await ali.awaits(group, "لا يفتح الطاولات إلا المشرفون")
    await ali.writes(group, "/evening")
    await ali.awaits(group, "لا يفتح الطاولات إلا المشرفون", after=told)
    assert await bot.number_of_tables() == 0
    await omar.writes(group, "/play")
    board = await omar.awaits(group, lambda seen: seen.photo)
    assert "محبوسة" in board.text
    sent = server.journal.of("sendPhoto")[-1]
    assert sent.given["disable_notification"] in (True, "true", "True")


async def test_the_bot_says_how_when_it_is_let_in_and_forgets_what_it_loses(server: TelegramServer, bot: Bot):
    ali, sara = server.user("Ali"), server.user("Sara")
    group = server.group("Friends", ali, sara, bot=False)
    await ali.adds(group)
    await ali.awaits(group, "/play opens a table")
    board = await opened(ali, group)
    await ali.removes(group)
    await bot.until(lambda: bot.places(code_of(board)), [])
    await ali.adds(group)
    await ali.writes(group, "/board")
    back = await ali.awaits(group, lambda seen: "Take the other seat" in seen.labels, after=board)
    assert code_of(back) == code_of(board)
    await bot.settled()


async def test_a_board_lost_with_the_group_comes_back_to_its_players_only(server: TelegramServer, bot: Bot):
    ali, sara, omar = server.user("Ali"), server.user("Sara"), server.user("Omar")
    group = server.group("Friends", ali, sara, omar)
    board = await opened(ali, group)
    await sara.taps(board, "Take the other seat")
    await ali.awaits(group, moves)
    await ali.removes(group)
    await bot.until(lambda: bot.places(code_of(board)), [])
    await ali.adds(group)
    said = await ali.awaits(group, "/play opens a table")
    await omar.writes(group, "/board")
    said = await omar.awaits(group, "You sit at no table now", after=said)
    other = await opened(omar, group)
    await sara.writes(group, "/board")
    back = await sara.awaits(group, moves, after=other)
    assert code_of(back) == code_of(board)
    await bot.settled()

"""A day a turn: whoever is to move hears of it, and is reminded."""

from sqlalchemy import text

from bot.running import now_ms
from tests.discord.bot import Bot, boards, opened
from tests.servers.discord import DiscordServer

HOUR_MS = 3_600_000


async def daily(bot: Bot, ali, sara, room) -> str:
    code, board = await opened(bot, ali, room, pace="A day a turn")
    await sara.presses(board, "Take the other seat")
    await bot.settled()
    return code


async def test_in_a_server_each_turn_begins_with_a_mention_below_the_board(server: DiscordServer, bot: Bot):
    ali, sara = server.user("Ali"), server.user("Sara")
    guild = server.guild("Friends", ali, sara)
    room = server.general(guild)
    code = await daily(bot, ali, sara, room)
    for turn in range(1, 4):
        called = [seen for seen in ali.sees(room) if seen.text.startswith("👉")]
        assert len(called) == turn
        assert len(called[-1].message.mentions) == 1, "they hear of it"
        await bot.play_turn_for_everybody(code)
        await bot.settled()
    await bot.discord.desk.chats.change(str(guild.id), quiet=True)
    await bot.play_turn_for_everybody(code)
    await bot.settled()
    assert len([seen for seen in ali.sees(room) if seen.text.startswith("👉")]) == 4
    assert len(boards(ali, room)) == 1


async def test_in_private_each_turn_is_a_new_message_for_whoever_is_to_move(server: DiscordServer, bot: Bot):
    ali, sara = server.user("Ali", installed=True), server.user("Sara", installed=True)
    code, _ = await opened(bot, ali, ali.dm, opponent="Whoever comes", pace="A day a turn")
    await sara.invokes(sara.dm, "/tawla join", code=code)
    await bot.settled()
    for _ in range(3):
        newest = {person: boards(person, person.dm)[-1].id for person in (ali, sara)}
        await bot.play_turn_for_everybody(code)
        await bot.settled()
        moved = [person for person in (ali, sara) if boards(person, person.dm)[-1].id > newest[person]]
        assert len(moved) == 1
        assert boards(moved[0], moved[0].dm)[-1].text.count("Your turn") == 1
        assert len(boards(moved[0], moved[0].dm)) == 1


async def test_whoever_is_to_move_is_reminded_once(server: DiscordServer, bot: Bot):
    ali, sara = server.user("Ali"), server.user("Sara")
    room = server.general(server.guild("Friends", ali, sara))
    code = await daily(bot, ali, sara, room)
    await bot.discord.reminders.remind()
    assert not reminded(ali, room)
    table = await bot.tables.get(code)
    bot.discord.desk.now = lambda: now_ms() + 22 * HOUR_MS
    for _ in range(2):
        await bot.discord.reminders.remind()
    [told] = reminded(ali, room)
    mover = table.seats[table.match.game.to_move].name
    assert [user.global_name for user in told.message.mentions] == [mover]
    async with bot.database.read() as conn:
        assert (await conn.execute(text("SELECT count(*) FROM screens"))).scalar_one() == 1


async def test_who_wants_no_reminders_gets_none(server: DiscordServer, bot: Bot):
    ali, sara = server.user("Ali"), server.user("Sara")
    room = server.general(server.guild("Friends", ali, sara))
    await daily(bot, ali, sara, room)
    for person in (ali, sara):
        panel = await person.invokes(room, "/tawla settings")
        await person.chooses(panel.seen, "off", select="~=set:reminders")
    bot.discord.desk.now = lambda: now_ms() + 22 * HOUR_MS
    await bot.discord.reminders.remind()
    assert not reminded(ali, room)


def reminded(person, room):
    return [seen for seen in person.sees(room) if seen.text.startswith("⏳")]


async def test_where_we_may_not_read_what_was_said_before_the_mention_stands_by_itself(
    server: DiscordServer, bot: Bot
):
    ali, sara = server.user("Ali"), server.user("Sara")
    room = server.general(server.guild("Friends", ali, sara))
    server.deny(room, "read_message_history")
    bot.expected += [50013, 160002]
    await daily(bot, ali, sara, room)
    [called] = [seen for seen in ali.sees(room) if seen.text.startswith("👉")]
    assert called.message.reference is None


async def test_a_name_ends_no_block_and_mentions_nobody(server: DiscordServer, bot: Bot):
    ali = server.user("``` @everyone **x**")
    room = server.general(server.guild("Friends", ali))
    server.deny(room, "attach_files")
    _, board = await opened(bot, ali, room)
    assert board.text.count("```") == 2
    assert "@everyone" not in board.text.split("```")[2]
    assert board.message.mentions == ()

"""Where the bot is no member: people bring it along, and only their presses let it edit."""

import time

from bot.table import Stage
from tests.discord.bot import Bot, boards, code_of, moves, opened, play_on
from tests.servers.discord import DiscordServer


async def test_a_whole_match_among_friends_in_private(server: DiscordServer, bot: Bot):
    ali, sara = server.user("Ali", installed=True), server.user("Sara")
    room = server.private(ali, sara)
    code, board = await opened(bot, ali, room, game="mahbooseh", length=1)
    assert board.pictures
    await sara.presses(board, "Take the other seat")
    table = await play_on(bot, code, [(ali, room), (sara, room)])
    assert table.stage is Stage.FINISHED
    await bot.settled()
    assert len(boards(ali, room)) == 1
    assert len(boards(ali, room)[0].pictures) == 1
    assert not server.journal.of("create_message", "update_message")


async def test_in_a_group_and_in_a_server_that_has_not_invited_us(server: DiscordServer, bot: Bot):
    ali, sara, omar = server.user("Ali", installed=True), server.user("Sara"), server.user("Omar")
    guild = server.guild("Strangers", ali, sara, omar, bot=False)
    for room in (server.private(ali, sara, omar), server.general(guild)):
        code, board = await opened(bot, ali, room, game="mahbusa")
        await sara.presses(board, "Take the other seat")
        table = await play_on(bot, code, [(ali, room), (sara, room)], presses=6)
        assert table.stage is Stage.PLAYING
        await bot.settled()
        board = boards(ali, room)[-1]
        assert (await omar.presses(board, moves(board)[0])).kind == "silence", (
            "so that the board stays in reach"
        )
        assert (await omar.awaits(room, "You are watching")).ephemeral
        assert (await bot.places(code))[0] == f"u:{room.id}"


async def test_what_happens_elsewhere_is_shown_while_the_newest_press_is_good(
    server: DiscordServer, bot: Bot
):
    ali, sara = server.user("Ali", installed=True), server.user("Sara")
    room = server.private(ali, sara)
    code, board = await opened(bot, ali, room)
    await sara.presses(board, "Take the other seat")
    await bot.settled()
    before = boards(ali, room)[-1]
    await bot.play_turn_for_everybody(code)
    await bot.settled()
    assert boards(ali, room)[-1].text != before.text
    assert boards(ali, room)[-1].id == before.id


async def test_when_the_newest_press_is_old_the_next_one_brings_the_newest_state(
    server: DiscordServer, bot: Bot
):
    ali, sara = server.user("Ali", installed=True), server.user("Sara")
    room = server.private(ali, sara)
    code, board = await opened(bot, ali, room)
    await sara.presses(board, "Take the other seat")
    await bot.settled()
    late(server, bot, 16 * 60)
    before = boards(ali, room)[-1]
    await bot.play_turn_for_everybody(code)
    await bot.settled()
    assert boards(ali, room)[-1].text == before.text, "there is no way to it"
    assert (await ali.presses(before, "🔄")).kind == "update"
    assert boards(ali, room)[-1].text != before.text
    stale = await ali.presses(before, moves(before)[0])
    assert stale.kind in ("stale", "silence")
    await bot.settled()


async def test_a_token_that_is_good_no_more_is_forgotten(server: DiscordServer, bot: Bot):
    ali, sara = server.user("Ali", installed=True), server.user("Sara")
    room = server.private(ali, sara)
    code, board = await opened(bot, ali, room)
    await sara.presses(board, "Take the other seat")
    await bot.settled()
    server.advance(16 * 60)
    bot.expected += [50027]
    await bot.play_turn_for_everybody(code)
    await bot.settled()
    await bot.play_turn_for_everybody(code)
    await bot.settled()
    assert len([call for call in server.journal if call.code == 50027]) == 1


async def test_after_an_hour_the_board_is_a_fresh_one(server: DiscordServer, bot: Bot):
    ali, sara = server.user("Ali", installed=True), server.user("Sara")
    room = server.private(ali, sara)
    code, board = await opened(bot, ali, room)
    late(server, bot, 3_700)
    await sara.presses(board, "Take the other seat")
    await bot.settled()
    fresh = boards(ali, room)[-1]
    assert fresh.id > board.id
    assert len(boards(ali, room)) == 1, "the old one is only a mark"
    assert [seen.labels for seen in ali.sees(room) if seen.id == board.id] == [[]]
    await play_on(bot, code, [(ali, room), (sara, room)], presses=8)


async def test_after_a_restart_the_next_press_goes_on(server: DiscordServer, bot: Bot):
    ali, sara = server.user("Ali", installed=True), server.user("Sara")
    room = server.private(ali, sara)
    code, board = await opened(bot, ali, room)
    bot.discord.desk._keys.clear()  # they are not kept over a restart
    await sara.presses(board, "Take the other seat")
    await bot.settled()
    assert "Resign" in boards(ali, room)[-1].labels
    assert code_of(boards(ali, room)[-1]) == code


def late(server: DiscordServer, bot: Bot, seconds: float) -> None:
    """So much time goes by for Discord and for us."""
    server.advance(seconds)
    bot.discord.desk.now = lambda: int((time.time() + seconds) * 1000)


async def test_a_board_from_before_we_were_let_in_goes_on_as_one(server: DiscordServer, bot: Bot):
    ali, sara = server.user("Ali", installed=True), server.user("Sara")
    guild = server.guild("Strangers", ali, sara, bot=False)
    room = server.general(guild)
    code, board = await opened(bot, ali, room)
    await sara.presses(board, "Take the other seat")
    await bot.settled()
    server.invite(guild)
    await bot.until(lambda: _is_member(bot, guild.id), wanted=True)
    await play_on(bot, code, [(ali, room), (sara, room)], presses=2)
    await bot.settled()
    assert await bot.places(code) == [str(room.id)]
    await ali.hears(await ali.invokes(room, "/tawla board"))
    await bot.settled()
    await play_on(bot, code, [(ali, room), (sara, room)], presses=4)
    await bot.settled()
    assert len(boards(ali, room)) == 1


async def _is_member(bot: Bot, guild: int) -> bool:
    return bot.discord.desk.client.get_guild(guild) is not None


async def test_where_only_the_caller_sees_our_answers_they_are_told_how_a_friend_joins(
    server: DiscordServer, bot: Bot
):
    ali, sara = server.user("Ali", installed=True), server.user("Sara")
    room = server.general(server.guild("Strict", sara, ali, bot=False))
    server.deny(room, "use_external_apps", person=ali)
    await ali.invokes(room, "/tawla play")
    await bot.settled()
    told, board = ali.sees(room)
    code = code_of(board)
    assert f"`/tawla join {code}`" in told.text
    assert sara.sees(room) == []
    await sara.hears(await sara.invokes(sara.dm, "/tawla join", code=code))
    await bot.settled()
    await play_on(bot, code, [(ali, room), (sara, sara.dm)], presses=4)

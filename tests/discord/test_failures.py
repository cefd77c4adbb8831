"""What goes wrong in a channel, and what becomes of the board there; no match is stopped by any of it."""

import pytest

from bot.table import Stage
from tests.discord.bot import Bot, boards, code_of, latest, moves, opened, play_on, running
from tests.discord.test_outside import late
from tests.servers.discord import Channel, DiscordServer, Fault, Guild, Person, Seen


@pytest.fixture
def ali(server: DiscordServer) -> Person:
    return server.user("Ali")


@pytest.fixture
def sara(server: DiscordServer) -> Person:
    return server.user("Sara")


@pytest.fixture
def two(ali: Person, sara: Person) -> tuple[Person, Person]:
    return ali, sara


@pytest.fixture
def guild(server: DiscordServer, ali: Person, sara: Person) -> Guild:
    return server.guild("Friends", ali, sara)


@pytest.fixture
def room(server: DiscordServer, guild: Guild) -> Channel:
    return server.general(guild)


async def begun(bot: Bot, ali: Person, sara: Person, room: Channel, **options: object) -> str:
    """A table where both sit; gives its code."""
    code, board = await opened(bot, ali, room, **options)
    await sara.presses(board, "Take the other seat")
    await bot.until(lambda: bot.stage(code), Stage.PLAYING)
    await bot.settled()
    return code


# --- rights that are missing ------------------------------------------------------------------------------------------


async def test_without_the_right_to_attach_files_the_board_is_text(server, bot, ali, sara, room):
    server.deny(room, "attach_files")
    code = await begun(bot, ali, sara, room)
    board = ali.sees(room)[-1]
    assert board.pictures == ()
    assert "13 14 15" in board.text
    await play_on(bot, code, [(ali, room), (sara, room)], presses=8)
    server.allow(room, "attach_files")
    answer = await ali.invokes(room, "/tawla board")
    assert (await ali.hears(answer)).seen.pictures, "whoever asks for the board may have allowed pictures"


async def test_pictures_forbidden_in_mid_match(server, bot, ali, sara, room):
    code = await begun(bot, ali, sara, room)
    server.deny(room, "attach_files")
    bot.expected += [50013]
    await bot.play_turn_for_everybody(code)
    await bot.settled()
    board = ali.sees(room)[-1]
    assert board.pictures == ()
    assert "13 14 15" in board.text
    await play_on(bot, code, [(ali, room), (sara, room)], presses=8)
    assert len([call for call in server.journal if call.code == 50013]) == 1, "it is tried once"


async def test_where_we_may_not_write_the_answers_carry_the_board(server, bot, ali, sara, room):
    server.deny(room, "send_messages")
    bot.expected += [50013]
    code = await begun(bot, ali, sara, room)
    await play_on(bot, code, [(ali, room), (sara, room)], presses=8)
    await bot.play_turn_for_everybody(code)
    await bot.settled()
    table = await bot.tables.get(code)
    assert stamp_of(latest(ali, room, code)) == table.stamp


async def test_where_we_may_not_write_a_press_brings_what_can_be_edited_no_more(server, bot, ali, sara, room):
    server.deny(room, "send_messages")
    bot.expected += [
        50013,
        30046,
        10008,
    ]  # the last: a press on the old board, just as the fresh one replaces it
    code = await begun(bot, ali, sara, room)
    await play_on(bot, code, [(ali, room), (sara, room)], presses=8)
    late(server, bot, 3_700)
    for _ in range(5):
        await bot.play_turn_for_everybody(code)
        await bot.settled()
    old = latest(ali, room, code)
    assert stamp_of(old) != (await bot.tables.get(code)).stamp, "its edits are used up"
    table = await play_on(bot, code, [(ali, room), (sara, room)], presses=8)
    await bot.settled()
    fresh = latest(ali, room, code)
    assert fresh.id > old.id, "a press brings a fresh board"
    assert stamp_of(fresh) == table.stamp
    assert [seen for seen in ali.sees(room) if moves(seen)] == [fresh]


async def test_a_channel_hidden_from_us_is_reached_by_presses(server, bot, ali, sara, room):
    code = await begun(bot, ali, sara, room)
    server.deny(room, "view_channel")
    bot.expected += [50001]
    before = ali.sees(room)[-1]
    await bot.play_turn_for_everybody(code)
    await bot.settled()
    assert ali.sees(room)[-1].text != before.text, "by the newest press"
    await play_on(bot, code, [(ali, room), (sara, room)], presses=6)
    assert len([call for call in server.journal if call.code == 50001]) == 1, "it is tried once"


async def test_without_the_right_to_open_threads_the_board_stands_in_the_channel(server, bot, ali, room):
    server.deny(room, "create_public_threads")
    bot.expected += [50013]
    answer = await ali.invokes(room, "/tawla play", thread=True)
    code = code_of((await ali.hears(answer)).seen)
    told = await ali.awaits(room, "I may not open threads here")
    assert told.ephemeral
    await bot.until(lambda: bot.places(code), [str(room.id)])
    await ali.awaits(room, lambda seen: "Take the other seat" in seen.labels)


# --- what is deleted, asleep, locked ----------------------------------------------------------------------------------


async def test_a_deleted_board_is_posted_anew(bot, ali, sara, room):
    code = await begun(bot, ali, sara, room)
    board = boards(ali, room)[-1]
    await ali.deletes(board)
    bot.expected += [10008]
    await bot.play_turn_for_everybody(code)
    await bot.settled()
    anew = boards(ali, room)[-1]
    assert anew.id > board.id
    await play_on(bot, code, [(ali, room), (sara, room)], presses=4)


async def test_a_deleted_channel_loses_its_board_and_the_match_goes_on(server, bot, ali, sara, room):
    other = server.channel(room.guild, "other")
    code = await begun(bot, ali, sara, room)
    server.delete(room)
    await bot.until(lambda: bot.places(code), [])
    await bot.play_turn_for_everybody(code)
    answer = await ali.invokes(other, "/tawla board")
    assert code_of((await ali.hears(answer)).seen) == code
    await play_on(bot, code, [(ali, other), (sara, other)], presses=4)


async def test_a_channel_deleted_while_we_were_away(server, bot, ali, sara, room):
    code = await begun(bot, ali, sara, room)
    server.gateway.deaf = True
    del server.state.world.channels[room.id]
    bot.expected += [10003]
    await bot.play_turn_for_everybody(code)
    await bot.until(lambda: bot.places(code), [])
    server.gateway.deaf = False


async def threaded(bot: Bot, ali: Person, sara: Person, room: Channel):
    """A table in its own thread where both sit; gives its code and the thread."""
    answer = await ali.invokes(room, "/tawla play", thread=True)
    starter = (await ali.hears(answer)).seen
    code = code_of(starter)
    await bot.until(lambda: shown(bot, code), wanted=True)
    thread = starter.message.thread
    await sara.presses(boards(ali, thread)[-1], "Take the other seat")
    await bot.settled()
    return code, thread


async def shown(bot: Bot, code: str) -> bool:
    return any(screen.message for screen in await bot.screens(code))


async def test_a_sleeping_thread_is_woken(server, bot, ali, sara, room):
    code, thread = await threaded(bot, ali, sara, room)
    server.archive(thread)
    bot.expected += [50083]
    await bot.play_turn_for_everybody(code)
    await bot.settled()
    assert not thread.thread.archived
    assert await bot.places(code) == [str(thread.id)]
    await play_on(bot, code, [(ali, thread), (sara, thread)], presses=4)


async def test_a_locked_thread_is_left_for_its_channel(server, bot, ali, sara, room):
    code, thread = await threaded(bot, ali, sara, room)
    server.archive(thread, locked=True)
    bot.expected += [50083, 50013]
    await bot.play_turn_for_everybody(code)
    await bot.until(lambda: bot.places(code), [str(room.id)])
    await ali.awaits(room, moves)
    await play_on(bot, code, [(ali, room), (sara, room)], presses=4)


async def test_a_deleted_thread_is_left_for_its_channel(server, bot, ali, sara, room):
    code, thread = await threaded(bot, ali, sara, room)
    server.delete(thread)
    await bot.until(lambda: bot.places(code), [str(room.id)])
    await ali.awaits(room, moves)
    await play_on(bot, code, [(ali, room), (sara, room)], presses=4)


async def test_a_thread_deleted_while_we_were_away(server, bot, ali, sara, room):
    code, thread = await threaded(bot, ali, sara, room)
    del server.state.world.channels[thread.id]
    bot.expected += [10003]
    await bot.play_turn_for_everybody(code)
    await bot.until(lambda: bot.places(code), [str(room.id)])
    await ali.awaits(room, moves)


async def test_shut_out_and_let_in_again(server, bot, ali, sara, room):
    code = await begun(bot, ali, sara, room)
    server.kick(room.guild)
    await bot.until(lambda: bot.places(code), [])
    await bot.play_turn_for_everybody(code)
    await bot.settled()
    server.invite(room.guild)
    await bot.until(lambda: is_member(bot, room.guild), wanted=True)
    old = boards(ali, room)[-1]
    await sara.presses(old, moves(old)[0])
    await bot.settled()
    assert await bot.places(code) == [str(room.id)], "a press on the old board brings it back"
    await play_on(bot, code, [(ali, room), (sara, room)], presses=4)


async def is_member(bot: Bot, guild: Guild) -> bool:
    return bot.discord.desk.client.get_guild(guild.id) is not None


# --- age and speed ----------------------------------------------------------------------------------------------------


async def test_after_an_hour_there_is_a_fresh_board_and_the_old_one_goes(server, bot, ali, sara, room):
    code = await begun(bot, ali, sara, room)
    old = boards(ali, room)[-1]
    late(server, bot, 3_700)
    await bot.play_turn_for_everybody(code)
    await bot.settled()
    [fresh] = boards(ali, room)
    assert fresh.id > old.id
    mover = await play_on(bot, code, [(ali, room), (sara, room)], presses=4)
    assert mover.stage is Stage.PLAYING
    assert len(boards(ali, room)) == 1
    assert not [call for call in server.journal if call.code == 30046]


async def test_one_edit_too_many_of_an_old_board_brings_a_fresh_one(server, bot, ali, sara, room):
    code = await begun(bot, ali, sara, room)
    server.advance(3_700)
    server.limits.old_edits = server.limits.old_edits._replace(most=1)
    bot.expected += [30046]
    for _ in range(2):
        await bot.play_turn_for_everybody(code)
        await bot.settled()
    await bot.settled()
    assert len(boards(ali, room)) == 1
    assert len([call for call in server.journal if call.code == 30046]) == 1


@pytest.mark.parametrize("operation", ["update_message", "create_message"])
async def test_a_429_is_waited_for_and_then_the_newest_state_is_sent(server, bot, two, room, operation: str):
    ali, _ = two
    code = await begun(bot, *two, room)
    if operation == "create_message":
        bot.expected += [10008]
        await ali.deletes(boards(ali, room)[-1])
    server.faults.plan(Fault.FLOOD, operation, seconds=0.5)
    await bot.play_turn_for_everybody(code)
    for _ in range(3):
        await bot.play_turn_for_everybody(code)
    await bot.settled()
    sent = [call for call in server.journal.of(operation) if call.done]
    told = sent[-1].given["components"][0]["components"][0]["custom_id"]
    assert int(told.split(":")[1], 36) == (await bot.tables.get(code)).stamp


def stamp_of(seen: Seen) -> int:
    """How far the match was when the buttons were drawn."""
    return int(moves(seen)[0].split(":")[1], 36)


@pytest.mark.parametrize(
    "lost",
    [
        (Fault.DROP_BEFORE, "update_message"),
        (Fault.DROP_AFTER, "update_message"),
        (Fault.DROP_BEFORE, "create_message"),
        (Fault.DROP_AFTER, "create_message"),
        (Fault.SERVER_ERROR, "update_message"),
        (Fault.BAD_GATEWAY, "create_message"),
    ],
)
async def test_a_call_that_is_lost_is_made_again_and_posts_nothing_twice(
    server, bot, two, room, lost: tuple[Fault, str]
):
    (ali, _), (fault, operation) = two, lost
    code = await begun(bot, *two, room)
    if operation == "create_message":
        bot.expected += [10008]
        await ali.deletes(boards(ali, room)[-1])
    server.faults.plan(fault, operation)
    await bot.play_turn_for_everybody(code)
    await bot.settled()
    [board] = boards(ali, room)
    assert moves(board)
    assert stamp_of(board) == (await bot.tables.get(code)).stamp


async def test_a_press_whose_answer_is_lost_counts_all_the_same(server, bot, ali, sara, room):
    code = await begun(bot, ali, sara, room)
    server.faults.plan(Fault.DROP_BEFORE, "create_interaction_response")
    bot.expected += [10015]
    before = await bot.tables.get(code)
    board = boards(ali, room)[-1]
    mover = ali if f"<@{ali.id}>" in board.text else sara
    server.limits.acknowledge_seconds = 0.6
    assert (await mover.presses(board, moves(board)[0])).kind == "failed"
    await bot.settled()
    assert (await bot.tables.get(code)).stamp > before.stamp
    assert stamp_of(boards(ali, room)[-1]) == (await bot.tables.get(code)).stamp
    server.state.interactions.popitem()  # the one that was lost


async def test_a_press_that_reaches_us_too_late_counts_all_the_same(server, bot, ali, sara, room):
    code = await begun(bot, ali, sara, room)
    before = await bot.tables.get(code)
    board = boards(ali, room)[-1]
    mover = ali if f"<@{ali.id}>" in board.text else sara
    server.limits.acknowledge_seconds, server.state.interaction_delay = 0.3, 0.6
    bot.expected += [10062]
    assert (await mover.presses(board, moves(board)[0])).kind == "failed"
    await bot.until(lambda: has_moved_on(bot, code, before.stamp), wanted=True)
    await bot.settled()
    assert stamp_of(boards(ali, room)[-1]) == (await bot.tables.get(code)).stamp
    server.state.interactions.popitem()


async def has_moved_on(bot: Bot, code: str, since: int) -> bool:
    return (await bot.tables.get(code)).stamp > since


async def test_under_discords_own_limits_the_newest_state_is_shown():
    async with DiscordServer() as server:
        ali, sara = server.user("Ali"), server.user("Sara")
        here = server.general(server.guild("Here", ali))
        there = server.general(server.guild("There", sara))
        async with running(server) as bot:
            code, _ = await opened(bot, ali, here, game="mahbooseh", length=1)
            await sara.invokes(there, "/tawla join", code=code)
            for _ in range(12):
                await bot.play_turn_for_everybody(code)
            await bot.settled()
            table = await bot.tables.get(code)
            for person, room in ((ali, here), (sara, there)):
                assert stamp_of(boards(person, room)[-1]) == table.stamp
        assert not server.violations


async def test_a_message_we_never_heard_of_is_found_by_its_nonce_and_brought_up_to_date(
    server, bot, ali, sara, room
):
    code = await begun(bot, ali, sara, room)
    bot.expected += [10008]
    await ali.deletes(boards(ali, room)[-1])
    bot.discord.desk.patience_s = 0.3
    server.faults.plan(Fault.DROP_AFTER, "create_message")
    await bot.play_turn_for_everybody(code)
    await bot.until(lambda: lost(server), wanted=True)
    await bot.play_turn_for_everybody(code)
    await bot.settled()
    [board] = boards(ali, room)
    assert stamp_of(board) == (await bot.tables.get(code)).stamp
    first, again = server.journal.of("create_message")
    assert first.given["nonce"] == again.given["nonce"]


async def lost(server: DiscordServer) -> bool:
    return any(call.fault for call in server.journal)


@pytest.mark.parametrize("fault", [Fault.DROP_AFTER, Fault.DROP_BEFORE])
async def test_a_thread_we_never_heard_of_is_used_if_there_is_one(server, bot, ali, room, fault: Fault):
    server.faults.plan(fault, "create_thread_from_message")
    bot.expected += [10003]
    answer = await ali.invokes(room, "/tawla play", thread=True)
    starter = (await ali.hears(answer)).seen
    await bot.until(lambda: shown(bot, code_of(starter)), wanted=True)
    thread = starter.message.thread
    assert (thread is not None) is (fault is Fault.DROP_AFTER)
    [board] = boards(ali, thread or room)
    assert "Take the other seat" in board.labels


async def test_a_press_tells_that_a_channel_can_be_reached_again(server, bot, ali, sara, room):
    code = await begun(bot, ali, sara, room)
    server.deny(room, "view_channel", "send_messages")
    bot.expected += [50001]
    await bot.play_turn_for_everybody(code)
    await bot.settled()
    server.allow(room, "view_channel", "send_messages")
    await play_on(bot, code, [(ali, room), (sara, room)], presses=4)
    await bot.settled()
    late(server, bot, 16 * 60)
    await bot.play_turn_for_everybody(code)
    await bot.settled()
    assert stamp_of(boards(ali, room)[-1]) == (await bot.tables.get(code)).stamp


@pytest.mark.parametrize("gone", [["write"], ["read", "write"]])
async def test_a_press_that_fails_is_said_to_have_failed(
    bot: Bot, ali: Person, sara: Person, room: Channel, monkeypatch: pytest.MonkeyPatch, *, gone: list[str]
):
    code, board = await opened(bot, ali, room)

    def no_room():
        raise RuntimeError("database or disk is full")

    with monkeypatch.context() as patch:
        for name in gone:
            patch.setattr(bot.database, name, no_room)
        await sara.presses(board, "Take the other seat")
        told = await sara.awaits(room, "Nothing of your game is lost")
    assert told.ephemeral
    await sara.presses(board, "Take the other seat")
    await bot.until(lambda: bot.stage(code), Stage.PLAYING)

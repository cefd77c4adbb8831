"""Tables in servers: opened, joined, watched, played to the end."""

import asyncio
import time
from types import SimpleNamespace

import pytest
from discord import Locale

from bot.discord.router import BUSY
from bot.table import Stage
from rules.ruleset import ClockKind
from tests.discord.bot import GAMES, Bot, boards, code_of, moves, opened, play_on, said
from tests.servers.discord import DiscordServer


@pytest.mark.parametrize("preset", GAMES)
async def test_a_whole_match_in_a_server(server: DiscordServer, bot: Bot, preset: str):
    ali, sara = server.user("Ali"), server.user("Sara")
    room = server.general(server.guild("Friends", ali, sara))
    code, board = await opened(bot, ali, room, game=preset, length=1)
    assert board.alt.count("\n") > 5, "the picture's text twin"
    answer = await sara.presses(board, "Take the other seat")
    assert answer.kind == "update", "the board answers the press"
    table = await play_on(bot, code, [(ali, room), (sara, room)])
    assert table.stage is Stage.FINISHED
    await bot.settled()
    assert len(boards(ali, room)) == 1, "one message from the first to the last"
    over = ali.sees(room)[-1]
    assert table.seed in over.text
    assert len(over.pictures) == 1, "old pictures do not pile up"
    assert sorted([await bot.pearls(ali), await bot.pearls(sara)]) == [5, 25]


async def test_spectators_and_strangers_are_told_so(server: DiscordServer, bot: Bot):
    ali, sara, omar = server.user("Ali"), server.user("Sara"), server.user("Omar", locale="hi")
    room = server.general(server.guild("Friends", ali, sara, omar))
    code, board = await opened(bot, ali, room)
    assert said(await ali.presses(board, "Take the other seat")) == "You already sit at this table."
    await sara.presses(board, "Take the other seat")
    board = await omar.awaits(room, moves)
    assert said(await omar.presses(board, moves(board)[0]))
    assert code_of(board) == code


@pytest.mark.usefixtures("hasty")
async def test_every_interaction_is_acknowledged_in_time_whatever_the_board_takes(
    server: DiscordServer, bot: Bot
):
    ali, sara = server.user("Ali"), server.user("Sara")
    room = server.general(server.guild("Friends", ali, sara))
    slow(bot, 0.6)
    answer = await ali.invokes(room, "/tawla play", game="mahbusa")
    assert answer.kind == "deferred"
    board = (await ali.hears(answer)).seen
    answer = await sara.presses(board, "Take the other seat")
    assert answer.kind == "silence"
    await ali.awaits(room, moves)
    await bot.settled()
    assert len(boards(ali, room)) == 1


@pytest.mark.usefixtures("hasty")
async def test_a_command_refused_late_leaves_nothing_for_everybody(
    server: DiscordServer, bot: Bot, monkeypatch: pytest.MonkeyPatch
):
    ali = server.user("Ali")
    room = server.general(server.guild("Friends", ali))
    tables, go_on = bot.tables, asyncio.Event()

    async def slowly(*args, handle=tables.handle, **more):
        await go_on.wait()
        return await handle(*args, **more)

    monkeypatch.setattr(tables, "handle", slowly)
    assert (await ali.invokes(room, "/tawla join", code="ZZZZZZ")).kind == "deferred"
    go_on.set()
    told = await ali.awaits(room, "There is no table with this code.")
    assert told.ephemeral
    assert [seen for seen in ali.sees(room) if not seen.ephemeral] == []


async def test_one_person_fills_no_channel(server: DiscordServer, bot: Bot):
    ali = server.user("Ali")
    room = server.general(server.guild("Friends", ali))
    for _ in range(5):
        await opened(bot, ali, room)
    assert "/tawla close" in said(await ali.invokes(room, "/tawla play"))
    assert await bot.number_of_tables() == 5
    code = code_of(boards(ali, room)[-1])
    assert said(await ali.invokes(room, "/tawla close", code=code)) == f"Table {code} is closed."
    await bot.settled()
    assert "This table is closed." in boards(ali, room)[-1].text
    assert boards(ali, room)[-1].labels == []


async def test_a_challenge_is_for_one_person(server: DiscordServer, bot: Bot):
    ali, sara, omar = server.user("Ali"), server.user("Sara"), server.user("Omar")
    room = server.general(server.guild("Friends", ali, sara, omar))
    answer = await ali.invokes(room, "/tawla challenge", user=sara, game="race31")
    board = (await ali.hears(answer)).seen
    assert f"<@{sara.id}>" in board.text
    assert sara.user in board.message.mentions, "she hears of it"
    assert said(await omar.presses(board, "Take the other seat")) == "This invitation is for somebody else."
    await sara.presses(board, "Take the other seat")
    assert await bot.stage(code_of(board)) is Stage.PLAYING
    answer = await omar.uses(room, "Challenge to tawla", on=sara)
    assert f"<@{sara.id}>" in (await omar.hears(answer)).text
    assert said(await ali.invokes(room, "/tawla challenge", user=ali)) == "You cannot challenge yourself."
    assert "Bots do not play" in said(await ali.invokes(room, "/tawla challenge", user=server.bot))
    await bot.settled()


async def test_a_friend_on_another_server_joins_by_code(server: DiscordServer, bot: Bot):
    ali, sara = server.user("Ali"), server.user("Sara")
    here = server.general(server.guild("Here", ali))
    there = server.general(server.guild("There", sara))
    code, _ = await opened(bot, ali, here)
    answer = await sara.invokes(there, "/tawla join", code=code, word="oasis")
    assert code_of((await sara.hears(answer)).seen) == code
    assert sorted(await bot.places(code)) == sorted([str(here.id), str(there.id)])
    table = await play_on(bot, code, [(ali, here), (sara, there)], presses=12)
    assert "oasis" in table.words
    await bot.settled()
    assert boards(ali, here)[-1].labels == boards(sara, there)[-1].labels


async def test_a_thread_for_each_table(server: DiscordServer, bot: Bot):
    ali, sara = server.user("Ali"), server.user("Sara")
    guild = server.guild("Friends", ali, sara)
    room = server.general(guild)
    answer = await ali.invokes(room, "/tawla play", game="mahbusa", length=1, thread=True)
    starter = (await ali.hears(answer)).seen
    code = code_of(starter)
    await bot.until(lambda: number_of_places(bot, code), 1)
    await bot.settled()
    thread = starter.message.thread
    assert thread is not None
    assert code in thread.name
    board = boards(ali, thread)[-1]
    await sara.presses(board, "Take the other seat")
    table = await play_on(bot, code, [(ali, thread), (sara, thread)])
    assert table.stage is Stage.FINISHED
    assert boards(ali, room) == []


async def test_a_press_that_comes_twice_counts_once(server: DiscordServer, bot: Bot):
    ali, sara = server.user("Ali"), server.user("Sara")
    room = server.general(server.guild("Friends", ali, sara))
    server.faults.duplicate(10**6)
    answer = await ali.invokes(room, "/tawla play", game="mahbusa", length=1)
    code = code_of((await ali.hears(answer)).seen)
    await bot.settled()
    assert await bot.number_of_tables() == 1
    await sara.presses(boards(ali, room)[-1], "Take the other seat")
    table = await play_on(bot, code, [(ali, room), (sara, room)], presses=12)
    await bot.settled()
    assert table.stamp > 0
    assert len(boards(ali, room)) == 1


async def test_an_old_board_loses_its_buttons(server: DiscordServer, bot: Bot):
    ali, sara = server.user("Ali"), server.user("Sara")
    room = server.general(server.guild("Friends", ali, sara))
    code, old = await opened(bot, ali, room)
    answer = await ali.invokes(room, "/tawla board", code=code)
    board = (await ali.hears(answer)).seen
    await bot.settled()
    assert board.id != old.id
    assert [seen.id for seen in boards(ali, room)] == [board.id], "the old one is taken away"
    assert (await sara.presses(old, "Take the other seat")).kind == "stale"


async def test_a_rematch_goes_on_where_the_match_was(server: DiscordServer, bot: Bot):
    ali, sara = server.user("Ali"), server.user("Sara")
    room = server.general(server.guild("Friends", ali, sara))
    code, board = await opened(bot, ali, room, game="mahbooseh", length=1)
    await sara.presses(board, "Take the other seat")
    mover = ali if (await bot.tables.get(code)).match.game.to_move == 0 else sara
    await mover.presses(await ali.awaits(room, lambda seen: "Resign" in seen.labels), "Resign")
    asked = await ali.awaits(room, lambda seen: "Yes, give up the game" in seen.labels)
    await mover.presses(asked, "Yes, give up the game")
    over = await ali.awaits(room, lambda seen: "Rematch" in seen.labels)
    await ali.presses(over, "Rematch")
    over = await sara.awaits(room, lambda seen: "Rematch" in " ".join(seen.labels) or seen.labels)
    await sara.presses(boards(sara, room)[-1], over.labels[0])
    await bot.settled()
    assert len(boards(ali, room)) == 2
    assert code_of(boards(ali, room)[-1]) == (await bot.tables.get(code)).next_code


async def number_of_places(bot: Bot, code: str) -> int:
    return len([screen for screen in await bot.screens(code) if screen.message])


def slow(bot: Bot, seconds: float) -> None:
    draw = bot.discord.desk.draw

    def drawn(picture):
        time.sleep(seconds)
        return draw(picture)

    bot.discord.desk.draw = drawn


async def test_a_server_that_lets_us_in_is_greeted_where_it_wants_such_things_said(bot: Bot):
    said_there = []

    class Lobby:
        async def send(self, words: str) -> None:
            said_there.append(words)

    await bot.discord.joined(SimpleNamespace(system_channel=Lobby(), preferred_locale=Locale.hindi))
    await bot.discord.joined(SimpleNamespace(system_channel=None, preferred_locale=Locale.hindi))
    assert len(said_there) == 1
    assert "/tawla play" in said_there[0]
    assert "सर्वर" in said_there[0]


@pytest.mark.usefixtures("hasty")
async def test_whoever_floods_us_is_heard_four_at_a_time(
    server: DiscordServer, bot: Bot, monkeypatch: pytest.MonkeyPatch
):
    ali = server.user("Ali")
    room = server.general(server.guild("Friends", ali))
    slowly = asyncio.Event()

    async def pearls(_here) -> None:
        await slowly.wait()

    monkeypatch.setattr(bot.discord.router.about, "pearls", pearls)
    answers = [asyncio.create_task(ali.invokes(room, "/tawla pearls")) for _ in range(BUSY + 3)]
    kinds = [answer.kind for answer in await asyncio.gather(*answers)]
    assert kinds.count("deferred") == BUSY
    assert kinds.count("message") == 3, "the others are told to wait"
    slowly.set()


async def test_two_presses_at_the_same_moment_are_two_steps_or_one_and_a_refusal(
    server: DiscordServer, bot: Bot
):
    ali, sara = server.user("Ali"), server.user("Sara")
    room = server.general(server.guild("Friends", ali, sara))
    code, board = await opened(bot, ali, room)
    await sara.presses(board, "Take the other seat")
    await bot.settled()
    board = boards(ali, room)[-1]
    mover = ali if f"<@{ali.id}>" in board.text else sara
    answers = await asyncio.gather(*(mover.presses(board, moves(board)[0]) for _ in range(2)))
    assert "failed" not in {answer.kind for answer in answers}
    await bot.settled()
    stamp = (await bot.tables.get(code)).stamp
    refused = await mover.presses(board.message, moves(boards(ali, room)[-1])[0])
    assert refused.kind in ("update", "silence")
    assert (await bot.tables.get(code)).stamp > stamp


@pytest.mark.parametrize("opponent", ["Computer", "Both on this phone"])
async def test_a_server_may_watch_one_person_play_by_themselves(
    server: DiscordServer, bot: Bot, opponent: str
):
    ali, sara = server.user("Ali"), server.user("Sara")
    room = server.general(server.guild("Friends", ali, sara))
    code, board = await opened(bot, ali, room, game="mahbusa", opponent=opponent)
    await play_on(bot, code, [(ali, room)], presses=8)
    await bot.settled()
    board = boards(ali, room)[-1]
    assert (
        said(await sara.presses(board, moves(board)[0])) == "You are watching; only the players can do that."
    )
    hint = said(await ali.invokes(room, "/tawla hint"))
    assert hint
    assert "practice" not in hint


async def test_who_gives_up_in_a_channel_means_the_table_there(server: DiscordServer, bot: Bot):
    ali, sara = server.user("Ali"), server.user("Sara")
    room = server.general(server.guild("Friends", ali, sara))
    here, board = await opened(bot, ali, room)
    await sara.presses(board, "Take the other seat")
    _, private = await opened(bot, ali, ali.dm)
    await ali.presses(private, "Start")
    await bot.settled()
    await ali.invokes(room, "/tawla resign")
    await bot.settled()
    [asked] = boards(ali, room)
    assert code_of(asked) == here
    assert "Yes, give up the game" in asked.labels


async def test_a_length_and_a_pace_named_with_the_game_count(server: DiscordServer, bot: Bot):
    ali = server.user("Ali")
    room = server.general(server.guild("Friends", ali))
    code, _ = await opened(bot, ali, room, game="mahbusa 5 daily")
    rules = (await bot.tables.get(code)).setup.ruleset
    assert (rules.target, rules.clock) == (5, ClockKind.DAILY)
    code, _ = await opened(bot, ali, room, game="mahbusa 5", length=3)
    assert (await bot.tables.get(code)).setup.ruleset.target == 3


async def test_a_name_leads_nowhere(server: DiscordServer, bot: Bot):
    ali = server.user("https://a_b.example/x discord.gg/y")
    _, board = await opened(bot, ali, server.general(server.guild("Friends", ali)))
    assert r"https:/\/a\_b.example\/x discord.gg" in board.text


async def test_many_tables_are_listed_a_button_each_page_by_page(server: DiscordServer, bot: Bot):
    ali, long = server.user("Ali"), [server.user(f"{number}" + "_" * 40) for number in range(6)]
    room = server.general(server.guild("Friends", ali, *long))
    codes = []
    for other in long:
        code, board = await opened(bot, other, room, game="race31")
        await ali.presses(board, "Take the other seat")
        codes.append(code)
    await bot.settled()
    page = (await ali.hears(await ali.invokes(room, "/tawla games"))).seen
    listed = []
    while "Older" in page.labels:
        listed += page.buttons
        page = (await ali.presses(page, "Older")).seen
    listed += page.buttons
    named = [button for button in listed if button.custom_id.startswith("~c:table.")]
    assert sorted(button.custom_id[-6:] for button in named) == sorted(codes)
    assert all("____…" in button.label and "turn" in button.label for button in named), "whom, and whose turn"

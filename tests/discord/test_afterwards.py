"""After a match on Discord: its panel, with everything to be looked at again and kept; and what the two play next."""

import asyncio

import pytest

from bot import tools
from bot.computer.analysis import Analysis, analyse
from bot.onward import EVENING, evening_score
from bot.projector import Wish
from bot.school import Log
from bot.table import Stage, Table
from rules.ruleset import from_json
from tests.discord.bot import Bot, code_of, moves, opened, play_on
from tests.servers.discord import Channel, DiscordServer, Person, Seen


async def friends(
    server: DiscordServer, bot: Bot, preset: str = "majlis_sheesh_besh"
) -> tuple[Person, Person, Channel, str]:
    """Two at a table in a channel, after a few turns."""
    ali, sara = server.user("Ali"), server.user("Sara")
    room = server.general(server.guild("Friends", ali, sara))
    code, board = await opened(bot, ali, room, game=preset, length=1)
    await sara.presses(board, "Take the other seat")
    await play_on(bot, code, [(ali, room), (sara, room)], presses=12)
    return ali, sara, room, code


async def presses(person: Person, room: Channel, code: str, label: str) -> Seen:
    """A button below the table's board; gives what it leads whoever pressed to, if there is anything."""
    board = await person.awaits(
        room, lambda seen: seen.pictures and label in seen.labels and f"`{code}`" in seen.text
    )
    return (await person.presses(board, label)).seen


async def gives_up(bot: Bot, room: Channel, code: str, *people: Person) -> Table:
    """The table as it is once whoever is to move has given up the only game of its match."""
    await bot.until(lambda: bot.stage(code), Stage.PLAYING)
    table = await bot.tables.get(code)
    to_move = table.seats[table.match.game.to_move].player
    [mover] = [person for person in people if await bot.player(person) == to_move]
    for label in ("Resign", "Yes, give up the game"):
        await presses(mover, room, code, label)
    await bot.until(lambda: bot.stage(code), Stage.FINISHED)
    return await bot.tables.get(code)


async def followed(bot: Bot, over: Table) -> str:
    """The code of the table that follows."""

    async def has_next() -> bool:
        return bool((await bot.tables.get(over.code)).next_code)

    await bot.until(has_next, wanted=True)
    return (await bot.tables.get(over.code)).next_code


async def led(person: Person, panel: Seen, label: str) -> Seen:
    """Press, and see the panel that it leads to in the place of the one that was there."""
    answer = await person.presses(panel, label)
    assert answer.kind == "update"
    return answer.seen


def files(seen: Seen) -> dict[str, bytes]:
    return {file.filename.rpartition(".")[2]: file.content for file in seen.message.content.attachments}


async def test_the_panel_of_a_match_has_all_that_can_be_looked_at_and_kept(
    server: DiscordServer, bot: Bot, monkeypatch: pytest.MonkeyPatch
):
    async def look(log: Log) -> Analysis:
        return await asyncio.to_thread(analyse, from_json(log["ruleset"]), log["log"])

    async def draw(_wish: Wish, _log: Log) -> bytes:
        return b"GIF89a"

    monkeypatch.setattr(bot.discord.company.school, "_look", look)
    monkeypatch.setattr(bot.discord.company.films, "_draw", draw)
    ali, sara, room, code = await friends(server, bot)
    over = await gives_up(bot, room, code, ali, sara)
    board = await ali.awaits(room, lambda seen: "📋 The match" in seen.labels)
    sheet = (await ali.hears(await ali.presses(board, "📋 The match"))).seen
    assert "gave up the game." in sheet.text
    assert "Time used: " in sheet.text

    proof = await led(ali, sheet, "Check the dice")
    assert over.seed in proof.text
    assert over.commitment in proof.text
    sheet = await led(ali, proof, "📋 The match")
    counted = await led(ali, sheet, "🎲 The dice, counted")
    assert counted.alt
    sheet = await led(ali, counted, "📋 The match")
    assert sheet.pictures == ()
    lesson = await led(ali, sheet, "📈 Analysis")
    assert lesson.alt
    sheet = await led(ali, lesson, "📋 The match")
    film = await led(ali, sheet, "🎞 Replay")
    assert files(film) == {"gif": b"GIF89a"}
    sheet = await led(ali, film, "📋 The match")
    log = await led(ali, sheet, "⬇ The match as a file")
    assert tools.verify(files(log)["json"].decode()).ok
    sheet = await led(ali, log, "📋 The match")
    assert b"1 point match" in files(await led(ali, sheet, "⬇ For GNU Backgammon"))["mat"]
    assert any(seen.id == board.id and "📋 The match" in seen.labels for seen in ali.sees(room)), (
        "the board stays"
    )


async def test_once_more_then_longer_then_another_game_and_how_the_two_stand(server: DiscordServer, bot: Bot):
    ali, sara, room, code = await friends(server, bot, "mahbusa")
    for offers, accepts, target in (
        ("Rematch", "Accept the rematch", 1),
        ("Longer: to 3", "Accept the match to 3", 3),
    ):
        over = await gives_up(bot, room, code, ali, sara)
        await presses(ali, room, code, offers)
        await presses(sara, room, code, accepts)
        code = await followed(bot, over)
        setup = (await bot.tables.get(code)).setup
        assert (setup.preset, setup.ruleset.target) == ("mahbusa", target)
    for label in ("Leave the match", "Yes, leave the match"):
        await presses(sara, room, code, label)
    await bot.until(lambda: bot.stage(code), Stage.FINISHED)
    over = await bot.tables.get(code)
    games = await presses(ali, room, code, "Another game")
    assert "Which game next?" in games.text
    assert "All matches: " in (await sara.awaits(room, lambda seen: f"`{code}`" in seen.text)).text
    await ali.presses(games, "Majlis Tawla 31")
    await presses(sara, room, code, "Accept Majlis Tawla 31")
    assert (await bot.tables.get(await followed(bot, over))).setup.preset == "majlis_tawla31"


async def test_an_evening_of_three_games_goes_on_by_itself_to_its_end(server: DiscordServer, bot: Bot):
    ali, sara = server.user("Ali"), server.user("Sara")
    room = server.general(server.guild("Friends", ali, sara))
    await ali.invokes(room, "/tawla evening")
    board = await sara.awaits(room, lambda seen: "Take the other seat" in seen.labels)
    assert "evening, game 1 of 3" in board.text
    await sara.presses(board, "Take the other seat")
    code = code_of(board)
    for number, preset in enumerate(EVENING, 1):
        board = await sara.awaits(
            room, lambda seen, code=code: f"`{code}`" in seen.text and "Resign" in seen.labels
        )
        assert f"evening, game {number} of 3" in board.text
        assert (await bot.tables.get(code)).setup.preset == preset
        over = await gives_up(bot, room, code, ali, sara)
        if number < len(EVENING):
            code = await followed(bot, over)
    assert sum(evening_score(over)) == len(EVENING)
    last = await ali.awaits(room, lambda seen: over.seed in seen.text)
    assert not moves(last)
    assert "Three games evening" in last.labels

"""After a match on Telegram: its panel, with everything to be looked at again and kept; and what the two play next."""

import asyncio
from collections.abc import Callable

import pytest

from bot import tools
from bot.computer.analysis import Analysis, analyse
from bot.onward import EVENING, evening_score
from bot.school import Log
from bot.table import Stage, Table
from rules.ruleset import from_json
from tests.servers.telegram import Person, Seen, TelegramServer
from tests.telegram.bot import Bot, code_of, film_at_once, moves, play_on
from tests.telegram.test_friends import invites


async def friends(
    server: TelegramServer, bot: Bot, preset: str = "majlis_sheesh_besh"
) -> tuple[Person, Person, str]:
    """Two at a table, after a few turns."""
    ali, sara = server.user("Ali"), server.user("Sara")
    code, link = await invites(ali, preset)
    await sara.follows(link)
    await play_on(bot, code, [(ali, ali.private), (sara, sara.private)], turns=12)
    return ali, sara, code


async def gives_up(bot: Bot, person: Person, code: str) -> Table:
    """The table as it is once somebody has given up the only game of its match."""
    for label in ("Resign", "Yes, give up the game"):
        await taps(person, code, label)
    await bot.until(lambda: bot.stage(code), Stage.FINISHED)
    return await bot.tables.get(code)


async def taps(person: Person, code: str, label: str) -> Seen:
    """A button below the table's board; gives the board."""
    board = await person.awaits(
        person.private,
        lambda seen: seen.photo is not None and label in seen.labels and code in str(seen.buttons),
    )
    await person.taps(board, label)
    return board


async def led(person: Person, panel: Seen, label: str, wanted: str | Callable[[Seen], object]) -> Seen:
    """Tap, and wait for the panel that it leads to."""
    await person.taps(panel, label)
    return await person.awaits(person.private, wanted)


def pictured(seen: Seen) -> bool:
    """Whether it is a panel with a picture that leads back to the match's."""
    return seen.photo is not None and "~c:match." in str(seen.buttons)


async def counted_documents(person: Person) -> int:
    return len(documents(person))


def documents(person: Person) -> list[bytes]:
    media = [seen.message.content.media for seen in person.sees(person.private)]
    return [file.content for file in media if file and file.kind == "document"]


async def test_the_panel_of_a_match_has_all_that_can_be_looked_at_and_kept(
    server: TelegramServer, bot: Bot, monkeypatch: pytest.MonkeyPatch
):
    async def look(log: Log) -> Analysis:
        return await asyncio.to_thread(analyse, from_json(log["ruleset"]), log["log"])

    monkeypatch.setattr(bot.telegram.company.school, "_look", look)
    monkeypatch.setattr(bot.telegram.company.films, "_draw", film_at_once)
    ali, sara, code = await friends(server, bot)
    over = await gives_up(bot, sara, code)
    board = await taps(ali, code, "📋 The match")
    sheet = await ali.awaits(ali.private, "Time used: ")
    assert "gave up the game." in sheet.text

    proof = await led(ali, sheet, "Check the dice", over.seed)
    assert over.commitment in proof.text
    sheet = await led(ali, proof, "📋 The match", "Time used: ")
    counted = await led(ali, sheet, "🎲 The dice, counted", pictured)
    sheet = await led(ali, counted, "📋 The match", "Time used: ")
    lesson = await led(ali, sheet, "📈 Analysis", pictured)
    sheet = await led(ali, lesson, "📋 The match", "Time used: ")
    film = await led(ali, sheet, "🎞 Replay", "moving picture")
    moving = await ali.awaits(ali.private, lambda seen: seen.animation is not None)
    assert moving.animation.startswith(b"GIF8")
    sheet = await led(ali, film, "📋 The match", "Time used: ")
    log = await led(ali, sheet, "⬇ The match as a file", "majlis verify")
    sheet = await led(ali, log, "📋 The match", "Time used: ")
    await led(ali, sheet, "⬇ For GNU Backgammon", "GNU Backgammon and programs like it")
    await bot.until(lambda: counted_documents(ali), 2)
    exported, mat = documents(ali)
    assert tools.verify(exported.decode()).ok
    assert b"1 point match" in mat
    assert any(seen.id == board.id for seen in ali.sees(ali.private)), "the board stays"


async def test_once_more_then_longer_then_another_game_and_how_the_two_stand(
    server: TelegramServer, bot: Bot
):
    ali, sara, code = await friends(server, bot, "mahbusa")
    for offers, accepts, preset, target in (
        ("Rematch", "Accept the rematch", "mahbusa", 1),
        ("Longer: to 3", "Accept the match to 3", "mahbusa", 3),
    ):
        over = await gives_up(bot, sara, code)
        await taps(ali, code, offers)
        await taps(sara, code, accepts)
        code = await followed(bot, over)
        setup = (await bot.tables.get(code)).setup
        assert (setup.preset, setup.ruleset.target) == (preset, target)
    for label in ("Leave the match", "Yes, leave the match"):
        await taps(sara, code, label)
    await bot.until(lambda: bot.stage(code), Stage.FINISHED)
    over = await bot.tables.get(code)
    board = await taps(ali, code, "Another game")
    assert "Over all your matches you lead" in board.text
    assert "3–0" in board.text
    await ali.taps(await ali.awaits(ali.private, "Which game next?"), "Majlis Tawla 31")
    await taps(sara, code, "Accept Majlis Tawla 31")
    assert (await bot.tables.get(await followed(bot, over))).setup.preset == "majlis_tawla31"


async def followed(bot: Bot, over: Table) -> str:
    """The code of the table that follows."""

    async def has_next() -> bool:
        return bool((await bot.tables.get(over.code)).next_code)

    await bot.until(has_next, wanted=True)
    return (await bot.tables.get(over.code)).next_code


async def test_an_evening_of_three_games_goes_on_by_itself_to_its_end(server: TelegramServer, bot: Bot):
    ali, sara = server.user("Ali"), server.user("Sara")
    group = server.group("Friends", ali, sara)
    await ali.writes(group, "/evening")
    board = await sara.awaits(group, lambda seen: "Take the other seat" in seen.labels)
    assert "evening, game 1 of 3" in board.text
    await sara.taps(board, "Take the other seat")
    code = code_of(board)
    for number, preset in enumerate(EVENING, 1):
        board = await sara.awaits(
            group, lambda seen, code=code: f"{code}:" in str(seen.buttons) and "Resign" in seen.labels
        )
        assert f"evening, game {number} of 3" in board.text
        table = await bot.tables.get(code)
        assert table.setup.preset == preset
        loser = sara if table.seats[table.match.game.to_move].player == await bot.player(sara) else ali
        await loser.taps(board, "Resign")
        await loser.taps(
            await loser.awaits(
                group,
                lambda seen, code=code: code in str(seen.buttons) and "Yes, give up the game" in seen.labels,
            ),
            "Yes, give up the game",
        )
        await bot.until(lambda code=code: bot.stage(code), Stage.FINISHED)
        over = await bot.tables.get(code)
        if number < len(EVENING):
            code = await followed(bot, over)
    assert sum(evening_score(over)) == len(EVENING)
    last = await ali.awaits(group, lambda seen: over.seed in seen.text)
    assert not moves(last)
    assert "Three games evening" in last.labels

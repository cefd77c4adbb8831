"""What is shown first, what may wait, and what is told by a new message."""

import pytest

from bot.intents import Confirm, Step
from bot.play import Person as Player
from bot.running import now_ms
from bot.table import Stage, Table
from bot.wishes import Place, Wish
from tests.servers.telegram import Person, TelegramServer
from tests.telegram.bot import Bot, code_of, moves
from tests.telegram.test_friends import invites
from tests.telegram.test_groups import opened
from tests.telegram.test_weather import stamps


async def test_a_table_being_played_comes_before_those_that_wait(server: TelegramServer, bot: Bot):
    ali, sara = server.user("Ali"), server.user("Sara")
    group = server.group("Friends", ali, sara)
    board = await opened(ali, group)
    playing = await bot.tables.get(code_of(board))
    await sara.writes(group, "/play race31")
    second = await sara.awaits(group, lambda seen: seen.labels, after=board)
    waiting = await bot.tables.get(code_of(second))
    there = Place({waiting.id: Wish(waiting.code), playing.id: Wish(playing.code)})
    assert (await there.choose(bot.tables))[0] == waiting.id, "both wait: in the order of asking"
    await sara.taps(board, "Take the other seat")
    await ali.awaits(group, moves)
    for failures, first in ((0, playing), (1, waiting)):
        there = Place({waiting.id: Wish(waiting.code), playing.id: Wish(playing.code)}, failures=failures)
        assert (await there.choose(bot.tables))[0] == first.id
        assert await there.choose(bot.tables)
        assert await there.choose(bot.tables) is None


async def test_a_step_leaves_room_for_the_end_of_its_turn(
    server: TelegramServer, bot: Bot, monkeypatch: pytest.MonkeyPatch
):
    ali, sara = server.user("Ali"), server.user("Sara")
    group = server.group("Friends", ali, sara)
    board = await opened(ali, group)
    await sara.taps(board, "Take the other seat")
    await ali.awaits(group, moves)
    await bot.settled()
    edits = ("editMessageMedia", "editMessageCaption")
    before = len(server.journal.of(*edits))
    spare = {"after_s": 0.3}
    monkeypatch.setattr(
        bot.telegram.desk.pace, "wait", lambda _place, calls=1: spare["after_s"] if calls > 1 else 0.0
    )
    table = await step(bot, await bot.tables.get(code_of(board)))
    await bot.until(lambda: put_off(bot), 1)
    assert len(server.journal.of(*edits)) == before
    spare["after_s"] = 0.0
    await bot.settled()
    assert stamps(ali.sees(group)[-1]) == {table.stamp}, "made good once there is room"
    assert len(server.journal.of(*edits)) == before + 1
    spare["after_s"] = 1e6
    while table.match.game.steps:
        table = await step(bot, table)
    await bot.until(lambda: put_off(bot), 1)
    await bot.tables.handle(table.code, mover(table), Confirm(), now=now_ms())
    table = await bot.tables.get(table.code)
    await ali.awaits(group, lambda seen: moves(seen) and stamps(seen) == {table.stamp})
    assert len(server.journal.of("editMessageCaption")) == 1


async def test_a_host_in_private_is_told_by_a_new_message_that_the_match_has_begun(
    server: TelegramServer, bot: Bot
):
    ali, sara = server.user("Ali"), server.user("Sara")
    code, link = await invites(ali, "mahbusa")
    card = ali.sees(ali.private)[-1]
    await sara.follows(link)
    board = await ali.awaits(ali.private, lambda seen: "Resign" in seen.labels, after=card)
    await bot.settled()
    assert next(seen for seen in ali.sees(ali.private) if seen.id == card.id).labels == [], "retired"
    for _ in range(3):
        await whole_turn(bot, code)
        await bot.settled()
    assert ali.sees(ali.private)[-1].id == board.id, "without a daily clock it stays one message"
    assert boards(sara) == 1


async def test_at_a_daily_table_each_turn_is_a_new_message_for_whoever_is_to_move(
    server: TelegramServer, bot: Bot
):
    ali, sara = server.user("Ali"), server.user("Sara")
    await ali.writes(ali.private, "/play mahbusa 1")
    menu = await ali.awaits(ali.private, lambda seen: "A friend, a day a turn" in seen.labels)
    await ali.taps(menu, "A friend, a day a turn")
    code = code_of(await ali.awaits(ali.private, lambda seen: "Close the table" in seen.labels))
    await sara.writes(sara.private, f"/join {code}")
    await sara.awaits(sara.private, lambda seen: "Resign" in seen.labels)
    await bot.settled()
    people = {await bot.player(ali): ali, await bot.player(sara): sara}
    for _ in range(3):
        before = {person: boards(person) for person in people.values()}
        was = people[mover(await bot.tables.get(code)).id]
        await step(bot, await bot.tables.get(code))
        await bot.settled()
        assert before == {person: boards(person) for person in people.values()}, "a step makes no sound"
        await whole_turn(bot, code)
        await bot.settled()
        now = people[mover(await bot.tables.get(code)).id]
        assert boards(now) == before[now] + 1
        assert now is was or boards(was) == before[was]


@pytest.mark.parametrize("quiet", [False, True])
async def test_in_a_group_a_daily_turn_is_a_mention_unless_the_group_is_quiet(
    server: TelegramServer, bot: Bot, *, quiet: bool
):
    ali, sara = server.user("Ali"), server.user("Sara")
    group = server.group("Friends", ali, sara)
    await bot.telegram.desk.set_chat(group.id, quiet=quiet)
    board = await opened(ali, group, "/play daily mahbusa")
    await sara.taps(board, "Take the other seat")
    code = code_of(board)
    await bot.until(lambda: bot.stage(code), Stage.PLAYING)
    await bot.settled()
    for turn in range(3):
        said = [seen for seen in ali.sees(group) if seen.text.startswith("👉")]
        assert len(said) == (0 if quiet else turn + 1)
        table = await bot.tables.get(code)
        assert quiet or mover(table).name in said[-1].text
        await step(bot, table)
        await bot.settled()
        await whole_turn(bot, code)
        await bot.settled()
    assert stamps(next(seen for seen in ali.sees(group) if seen.id == board.id)) == {
        (await bot.tables.get(code)).stamp
    }


def boards(person: Person) -> int:
    """How many of the messages a person sees in private are pictures."""
    return len([seen for seen in person.sees(person.private) if seen.photo])


async def whole_turn(bot: Bot, code: str) -> None:
    await bot.play_turn_for_everybody(await bot.tables.get(code))


async def put_off(bot: Bot) -> int:
    return len(bot.telegram.showing.boards._put_off)


async def step(bot: Bot, table: Table) -> Table:
    wanted = Step(*table.match.game.steps[0])
    return (await bot.tables.handle(table.code, mover(table), wanted, now=now_ms())).table


def mover(table: Table) -> Player:
    at = table.seats[table.match.game.to_move]
    return Player(at.player, at.name)

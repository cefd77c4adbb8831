"""Answers that are lost, late, taken away or given twice: each person reads one, and nobody waits in vain."""

import asyncio
from types import SimpleNamespace

import pytest
from aiohttp import ClientConnectorError
from aiohttp.client_reqrep import ConnectionKey
from discord import Interaction, InteractionType, NotFound

from bot.discord import ticket as tickets
from bot.discord.desk import Desk
from bot.discord.ticket import State, Ticket
from tests.discord.bot import Bot, boards, code_of, moves, opened
from tests.discord.test_errors import Response, refused
from tests.servers.discord import DiscordServer, Fault


@pytest.fixture
def draw(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Every interaction is acknowledged bare, and no board is drawn before this is set."""
    real, may_begin = Desk.drawn, asyncio.Event()

    async def drawn(desk: Desk, picture) -> bytes:
        await may_begin.wait()
        return await real(desk, picture)

    monkeypatch.setattr(tickets, "PATIENCE_S", 0.0)
    monkeypatch.setattr(Desk, "drawn", drawn)
    return may_begin


@pytest.mark.parametrize("line", ["/tawla play", "/tawla settings", "/tawla rules"])
async def test_an_acknowledgement_we_never_heard_of_is_followed_by_the_answer(
    server: DiscordServer, bot: Bot, draw: asyncio.Event, line: str
):
    ali = server.user("Ali")
    room = server.general(server.guild("Friends", ali))
    server.faults.plan(Fault.DROP_AFTER, "create_interaction_response")
    bot.expected.append(40060)  # it is said once more, in case it never came
    acknowledged = await ali.invokes(room, line)
    draw.set()
    assert (await ali.hears(acknowledged)).text
    await bot.settled()
    assert len(ali.sees(room)) == 1


@pytest.mark.parametrize("fault", [Fault.DROP_BEFORE, Fault.DROP_AFTER])
@pytest.mark.parametrize("line", ["/tawla settings", "/tawla language", "/tawla rules"])
async def test_an_answer_that_was_lost_on_its_way_is_given_again(
    server: DiscordServer, bot: Bot, draw: asyncio.Event, line: str, fault: Fault
):
    draw.set()
    ali = server.user("Ali")
    room = server.general(server.guild("Friends", ali))
    server.faults.plan(fault, "update_original_webhook_message")
    acknowledged = await ali.invokes(room, line)
    assert acknowledged.kind == "deferred"
    assert (await ali.hears(acknowledged)).text
    await bot.settled()
    assert len(ali.sees(room)) == 1


async def test_a_board_we_never_heard_of_is_not_posted_again(server: DiscordServer, bot: Bot):
    ali, sara = server.user("Ali"), server.user("Sara")
    room = server.general(server.guild("Friends", ali, sara))
    server.faults.plan(Fault.DROP_AFTER, "create_interaction_response")
    code, board = await opened(bot, ali, room)
    assert [seen.id for seen in ali.sees(room)] == [board.id]
    server.faults.plan(Fault.DROP_AFTER, "create_interaction_response")
    await sara.presses(board, "Take the other seat")
    await bot.settled()
    [begun] = boards(ali, room)
    assert begun.id == board.id
    assert moves(begun)[0].startswith(code)


async def test_a_waiting_answer_that_is_taken_away_brings_the_board_all_the_same(
    server: DiscordServer, bot: Bot, draw: asyncio.Event
):
    ali = server.user("Ali")
    room = server.general(server.guild("Friends", ali))
    answer = await ali.invokes(room, "/tawla play")
    await ali.deletes(answer.seen)
    draw.set()
    bot.expected += [10008]
    board = await ali.awaits(room, "invites you to play")
    await bot.settled()
    assert ali.sees(room)[-1].id == board.id
    assert len([call for call in server.journal if call.code == 10008]) == 1, "it is tried once"


@pytest.mark.parametrize("patience", [0.0, 5.0])
async def test_whoever_is_challenged_hears_of_it_however_late(
    server: DiscordServer, bot: Bot, monkeypatch: pytest.MonkeyPatch, patience: float
):
    ali, sara = server.user("Ali"), server.user("Sara")
    room = server.general(server.guild("Friends", ali, sara))
    monkeypatch.setattr(tickets, "PATIENCE_S", patience)
    answer = await ali.hears(await ali.invokes(room, "/tawla challenge", user=sara))
    assert await bot.places(code_of(answer.seen)) == [str(room.id)]
    [sent] = [
        call.given
        for call in server.journal.of("create_interaction_response", "update_original_webhook_message")
        if f"<@{sara.id}>" in str(call.given)
    ]
    told = sent.get("data", sent)
    assert "users" in told["allowed_mentions"]["parse"]


class Answering:
    """An interaction that somebody else of us has acknowledged a moment ago."""

    type, message = InteractionType.application_command, None

    def __init__(self) -> None:
        self.said: list[str] = []
        self.response = SimpleNamespace(defer=self.defer)

    async def defer(self, *, ephemeral: bool) -> None:
        del ephemeral
        raise refused(400, 40060)

    async def edit_original_response(self, *, content: str, **_: object) -> None:
        self.said.append(content)


async def test_a_command_that_comes_twice_is_answered_whichever_was_acknowledged_first():
    interaction = Answering()
    ticket = Ticket(interaction, hidden=True)
    await ticket.bare()
    await ticket.say("Here it is.")
    assert interaction.said == ["Here it is."]


async def test_a_press_that_is_known_no_more_is_answered_no_more():
    interaction = Answering()

    async def defer(**_: object) -> None:
        raise NotFound(Response(404), {"code": 10062, "message": "no"})

    interaction.response.defer = defer
    ticket = Ticket(interaction, hidden=True)
    await ticket.bare()
    await ticket.say("Too late.")
    assert ticket.state is State.DEAD
    assert not interaction.said


async def test_a_board_that_came_late_is_kept_up_to_date_by_its_command(
    server: DiscordServer, bot: Bot, draw: asyncio.Event
):
    ali, sara = server.user("Ali", installed=True), server.user("Sara")
    room = server.private(ali, server.user("Omar"))
    await ali.invokes(room, "/tawla play")
    draw.set()
    board = await ali.awaits(room, "invites you to play")
    await sara.invokes(sara.dm, "/tawla join", code=code_of(board))
    await ali.awaits(room, lambda seen: seen.id == board.id and moves(seen))
    await bot.settled()


async def test_what_comes_twice_is_acknowledged_once(server: DiscordServer, bot: Bot):
    ali, sara = server.user("Ali"), server.user("Sara")
    room = server.general(server.guild("Friends", ali, sara))
    server.faults.duplicate()
    _, board = await opened(bot, ali, room)
    server.faults.duplicate()
    await sara.presses(board, "Take the other seat")
    await bot.settled()
    await server.settles()
    assert len(server.journal.of("create_interaction_response")) == 2
    assert await bot.number_of_tables() == 1


async def test_a_board_that_was_quicker_than_its_command_gives_way_to_the_answer(
    server: DiscordServer, bot: Bot, hasty: None, monkeypatch: pytest.MonkeyPatch
):
    """The table's change is heard of, and its board sent, before the command that opened it has come to ask for it."""
    del hasty
    ali = server.user("Ali")
    room = server.general(server.guild("Friends", ali))
    shown = bot.discord.showing.boards
    wish = shown.wish

    async def late(*args, **kwargs) -> None:
        await shown.tried(args[0])
        wish(*args, **kwargs)

    def overtaken(place, table, code, *, ticket=None, **kwargs) -> None:
        wish(place, table, code)
        if ticket:
            shown.spawn(late(place, table, code, ticket=ticket, **kwargs))

    monkeypatch.setattr(shown, "wish", overtaken)
    answer = await ali.hears(await ali.invokes(room, "/tawla play"), patience=20.0)
    await bot.settled()
    assert [seen.id for seen in boards(ali, room)] == [answer.seen.id]


async def test_of_many_commands_for_one_board_one_is_answered_and_none_waits(
    server: DiscordServer, bot: Bot, draw: asyncio.Event, monkeypatch: pytest.MonkeyPatch
):
    ali = server.user("Ali")
    room = server.general(server.guild("Friends", ali))
    first = await ali.invokes(room, "/tawla play")
    draw.set()
    await ali.hears(first)
    draw.clear()
    asked: list[object] = []
    shown = bot.discord.showing.boards
    wish = shown.wish
    monkeypatch.setattr(shown, "wish", lambda *args, **kwargs: (asked.append(args), wish(*args, **kwargs)))
    await asyncio.gather(*(ali.invokes(room, "/tawla board") for _ in range(3)))
    await bot.until(lambda: asyncio.sleep(0, len(asked)), 3)
    draw.set()
    await bot.settled()
    [board] = boards(ali, room)
    assert [seen.id for seen in ali.sees(room) if seen.loading or seen.buttons] == [board.id]


async def test_a_late_word_that_was_lost_is_said_again(server: DiscordServer, bot: Bot, draw: asyncio.Event):
    draw.set()
    ali = server.user("Ali")
    room = server.general(server.guild("Friends", ali))
    server.faults.plan(Fault.DROP_BEFORE, "execute_webhook")
    assert (await ali.invokes(room, "/tawla board")).kind == "deferred"
    await bot.settled()
    [said] = ali.sees(room)
    assert said.ephemeral


async def test_an_answer_that_could_not_be_sent_is_sent_again(
    server: DiscordServer, bot: Bot, draw: asyncio.Event, monkeypatch: pytest.MonkeyPatch
):
    del draw
    edit, calls = Interaction.edit_original_response, []

    async def out_of_reach(interaction: Interaction, **shown):
        calls.append(shown)
        if len(calls) == 1:
            nowhere = ConnectionKey("nowhere", 1, False, True, None, None, None)
            raise ClientConnectorError(nowhere, ConnectionRefusedError())
        return await edit(interaction, **shown)

    monkeypatch.setattr(Interaction, "edit_original_response", out_of_reach)
    ali = server.user("Ali")
    room = server.general(server.guild("Friends", ali))
    assert (await ali.hears(await ali.invokes(room, "/tawla settings"))).text
    await bot.settled()


@pytest.mark.parametrize("outside", [False, True])
@pytest.mark.parametrize("patience", [0.0, 10.0])
async def test_a_command_whose_board_a_passing_fault_keeps_back_is_answered_with_it(
    server: DiscordServer, bot: Bot, monkeypatch: pytest.MonkeyPatch, patience: float, outside: bool
):
    real, calls = Desk.drawn, []

    async def drawn(desk: Desk, picture) -> bytes:
        calls.append(picture)
        if len(calls) == 1:
            raise RuntimeError("database or disk is full")
        return await real(desk, picture)

    monkeypatch.setattr(tickets, "PATIENCE_S", patience)
    monkeypatch.setattr("bot.boards.AFTER_FAULT_S", 0.2)
    monkeypatch.setattr(Desk, "drawn", drawn)
    ali, sara = server.user("Ali", installed=outside), server.user("Sara")
    room = server.private(ali, sara) if outside else server.general(server.guild("Friends", ali, sara))
    asked = asyncio.create_task(ali.invokes(room, "/tawla play"))
    board = await ali.awaits(room, "invites you to play")
    await asked
    await bot.settled()
    assert [seen.id for seen in ali.sees(room)] == [board.id]


async def test_where_we_are_no_member_the_board_that_was_asked_for_takes_the_old_ones_place(
    server: DiscordServer, bot: Bot
):
    ali = server.user("Ali", installed=True)
    room = server.private(ali, server.user("Sara"))
    await opened(bot, ali, room)
    board = await ali.hears(await ali.invokes(room, "/tawla board"))
    await bot.settled()
    assert [seen.id for seen in boards(ali, room) if seen.buttons] == [board.seen.id]

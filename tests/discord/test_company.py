"""Panels on Discord: commands, presses and forms that lead to acts, and news nobody asked for."""

from collections.abc import AsyncIterator

import pytest

from bot.buttons import COLUMNS, ROWS
from bot.company import acts
from bot.company.command import Command
from bot.company.panel import Link, Panel, Tap
from bot.discord.about import MOST
from bot.discord.buttons import Address
from bot.discord.panels import Panels
from tests.bot.company import sample
from tests.discord.bot import Bot, code_of, moves, opened, running, said
from tests.servers.discord import DiscordServer, Person, Seen


@pytest.fixture(autouse=True)
def _served(monkeypatch: pytest.MonkeyPatch) -> None:
    sample.serve(monkeypatch)


@pytest.fixture
async def bot(server: DiscordServer, _served: None) -> AsyncIterator[Bot]:
    """The adapter, started once the acts are there."""
    async with running(server) as bot:
        yield bot
        assert not server.violations
        assert not server.refused(but=tuple(bot.expected))
        assert not server.unanswered()


async def asked(person: Person, channel, command: str, **options: object) -> Seen:
    return (await person.hears(await person.invokes(channel, command, **options))).seen


@pytest.mark.usefixtures("bot")
async def test_a_panel_is_for_whoever_asked_and_changes_in_its_place(server: DiscordServer):
    ali = server.user("Ali_x")
    room = server.general(server.guild("Friends", ali))
    panel = await asked(ali, room, "/tawla cafe")
    assert panel.ephemeral
    assert "coffee & tea" in panel.text
    assert panel.labels == ["Menu", "Order", "Elsewhere"], "our page has no public address"
    menu = await ali.presses(panel, "Menu")
    assert menu.kind == "update"
    assert menu.seen.alt == "a board"
    back = await ali.presses(menu.seen, "Back")
    assert back.seen.pictures == ()
    assert said(await ali.presses(back.seen, "Order")) == "One coffee"


async def test_words_behind_a_command_come_with_its_act(server: DiscordServer, bot: Bot):
    ali = server.user("Ali", installed=True)
    assert "One two teas" in said(await ali.invokes(ali.dm, "/tawla order", text="two teas"))
    assert "enough pearls" in said(await ali.invokes(ali.dm, "/tawla order", text="water"))
    assert [(await bot.player(ali), "two teas")] == sample.ORDERS


@pytest.mark.usefixtures("bot")
async def test_words_are_asked_for_with_a_form(server: DiscordServer):
    ali = server.user("Ali", installed=True)
    panel = await asked(ali, ali.dm, "/tawla say")
    form = (await ali.presses(panel, "✎ A word")).form
    assert form.title == "A word"
    [field] = form.fields
    assert field.component["value"] == "tea"
    assert field.component["max_length"] == 12
    assert "One mint" in said(await ali.fills(form, {"A word": "mint"}))
    assert [wished for _, wished in sample.ORDERS] == ["mint"]


@pytest.mark.usefixtures("bot")
async def test_an_open_panel_is_for_everybody_and_everybody_acts_for_themselves(
    server: DiscordServer,
):
    ali, omar = server.user("Ali"), server.user("Omar")
    channel = server.general(server.guild("Friends", ali, omar))
    wall = await asked(ali, channel, "/tawla wall")
    assert not wall.ephemeral
    assert (await omar.presses(wall, "Sign")).kind == "update"
    mine = await omar.presses(wall, "Mine")
    assert mine.ephemeral
    assert "The café of" in mine.text
    there = next(seen for seen in omar.sees(channel) if seen.id == wall.id)
    assert "The wall" in there.text, "nobody's own panel takes its place"


@pytest.mark.usefixtures("bot")
async def test_what_is_between_two_is_said_in_private(server: DiscordServer):
    ali = server.user("Ali", installed=True)
    room = server.general(server.guild("Friends", ali))
    assert "in private" in said(await ali.invokes(room, "/tawla purse"))
    assert sample.ORDERS == []
    assert "One secret" in said(await ali.invokes(ali.dm, "/tawla purse"))


async def test_there_is_room_for_any_number_of_commands(
    server: DiscordServer, monkeypatch: pytest.MonkeyPatch
):
    many = tuple(Command(f"cafe{number}", "cafe", "A café") for number in range(40))
    monkeypatch.setattr(acts, "COMMANDS", (*acts.COMMANDS, *many))
    async with running(server):
        [tawla] = [one for one in server.state.commands.values() if one["name"] == "tawla"]
        assert len(tawla["options"]) == MOST
        ali = server.user("Ali", installed=True)
        offered = await ali.types(ali.dm, "/tawla more", "what", "cafe39")
        assert offered.choices == ("cafe39 – A café",)
        assert "coffee" in said(await ali.invokes(ali.dm, "/tawla more", what="cafe39"))
        assert "/tawla menu" in said(await ali.invokes(ali.dm, "/tawla more", what="nothing"))


async def test_a_panel_may_lead_to_a_board(server: DiscordServer, bot: Bot):
    ali = server.user("Ali", installed=True)
    await asked(ali, ali.dm, "/tawla cafe")
    await bot.discord.company.tell(
        await bot.player(ali), Panel(heading="Sit", rows=((Tap("Down", "seat"),),))
    )
    news = await ali.awaits(ali.dm, "Sit")
    await ali.presses(news, "Down")
    board = await ali.awaits(ali.dm, moves)
    assert (await bot.tables.get(code_of(board))).seat_of(await bot.player(ali)) == 0


async def test_buttons_below_a_board_leave_it_there(
    server: DiscordServer, bot: Bot, monkeypatch: pytest.MonkeyPatch
):
    taps = (Tap("Menu", "cafe.menu"), Tap("Tea", "order.tea"))
    monkeypatch.setattr("bot.discord.faces.beside", lambda _table, _seat, _words, **_: taps)
    ali = server.user("Ali", installed=True)
    _, board = await opened(bot, ali, ali.dm, game="mahbusa")
    assert said(await ali.presses(board, "Tea")) == "One tea"
    menu = await ali.presses(board, "Menu")
    assert menu.ephemeral
    assert any(moves(seen) for seen in ali.sees(ali.dm) if seen.id == board.id)


async def test_news_reaches_whom_it_can(server: DiscordServer, bot: Bot):
    ali = server.user("Ali", installed=True)
    await asked(ali, ali.dm, "/tawla cafe")
    player = await bot.player(ali)
    company = bot.discord.company
    assert await company.tell(player, Panel(heading="Sara has come"))
    await ali.awaits(ali.dm, "Sara has come")
    assert not await company.tell(player + 100, Panel(heading="Nobody"))
    table = await bot.tables.get(
        (await sample.seat(company, await sample.asker(bot.database, player), ())).table
    )
    assert await company.seat(player, table)
    await ali.awaits(ali.dm, moves)
    bot.expected.append(50007)
    await ali.closes_dms()
    assert not await company.tell(player, Panel(heading="Too late"))
    assert not await company.seat(player, table)


def test_too_many_buttons_are_broken_anew():
    panels = Panels(None, "https://majlis.example")
    wide = Panel(rows=(tuple(Tap(str(n), "cafe") for n in range(6)), (Link("Here", "/c/cafe"),)))
    rows = panels.rows(wide)
    assert [len(row) for row in rows] == [5, 2]
    assert rows[1][1] == Address("Here", "https://majlis.example/c/cafe")
    long = panels.rows(Panel(rows=tuple((Tap(str(n), "cafe"),) for n in range(40))))
    assert [len(row) for row in long] == [COLUMNS] * ROWS


@pytest.mark.parametrize(
    ("many", "shown"),
    [
        ((2, 1, 2, 2, 2), [2, 1, 2, 2, 2]),
        ((2, 1, 2, 2, 2, 2, 2), [3, 4, 2, 2, 2]),
        ((4, 1, 4, 4, 1, 4), [5, 4, 4, 1, 4]),
    ],
)
def test_where_a_menu_has_too_many_rows_neighbours_share_one(many, shown):
    names = iter(range(99))
    menu = Panel(rows=tuple(tuple(Tap(str(next(names)), "cafe") for _ in range(row)) for row in many))
    rows = Panels(None, "").rows(menu)
    assert [len(row) for row in rows] == shown
    assert [button.label for row in rows for button in row] == [str(n) for n in range(sum(many))]

"""What Discord is told of our commands, and what it offers people who use them."""

import asyncio

import pytest

from bot.company.acts import COMMANDS
from bot.discord import invite
from bot.discord.about import MOST
from bot.discord.adapter import WrongToken
from storage import facts
from tests.discord.bot import Bot, code_of, forged, opened, running, said
from tests.servers.discord import DiscordServer, Fault

SUBCOMMANDS = {
    "play", "challenge", "join", "games", "board", "hint", "resign", "word", "close", "pearls", "top", "settings",
    "language", "rules", "lesson", "help", "more",
} | {command.name for command in COMMANDS}  # fmt: skip


def tawla(server: DiscordServer) -> dict:
    return next(command for command in server.state.commands.values() if command["name"] == "tawla")


@pytest.mark.usefixtures("bot")
async def test_the_commands_are_for_servers_and_people_everywhere_and_in_hindi(server: DiscordServer):
    assert server.commands == ["Challenge to tawla", "Tawla card", "tawla"]
    for command in server.state.commands.values():
        assert command["integration_types"] == [0, 1]
        assert command["contexts"] == [0, 1, 2]
    group = tawla(server)
    names = {option["name"] for option in group["options"]}
    assert (len(names), SUBCOMMANDS - names) == (MOST, {"blocked"}), "the last one is below /tawla more"
    described = [group, *group["options"]]
    described += [field for option in group["options"] for field in option.get("options", ())]
    for one in described:
        assert one["description"]
        assert one["description_localizations"].keys() == {"hi"}, one["name"]
        assert one["description_localizations"]["hi"] != one["description"]
    menus = [command for command in server.state.commands.values() if command["type"] == 2]
    assert all(menu["name_localizations"]["hi"] for menu in menus)


async def test_commands_are_told_once_and_again_only_when_they_have_changed(server: DiscordServer, tmp_path):
    database = f"sqlite:///{tmp_path}/majlis.db"
    for _ in range(2):
        async with running(server, database=database) as bot:
            await until_kept(bot)
            await server.settles()
    assert len(server.journal.of("bulk_set_application_commands")) == 1
    async with running(server, database=database) as bot, bot.database.write() as conn:
        await facts.keep(conn, "discord_commands", "of an older version")
    async with running(server, database=database):
        await until(lambda: len(server.journal.of("bulk_set_application_commands")) == 2)


async def test_commands_that_are_not_taken_at_first_are_told_again(server: DiscordServer):
    server.faults.plan(Fault.DROP_BEFORE, "bulk_set_application_commands")
    async with running(server):
        assert len(server.journal.of("bulk_set_application_commands")) == 2


async def test_games_lengths_and_tables_are_offered_while_one_types(server: DiscordServer, bot: Bot):
    ali, ravi = server.user("Ali"), server.user("Ravi", locale="hi")
    room = server.general(server.guild("Friends", ali, ravi))
    assert (await ali.types(room, "/tawla play", "game", "sheesh")).choices == ("Sheesh Besh",)
    assert len((await ali.types(room, "/tawla play", "game", "")).choices) == 6
    assert (await ravi.types(room, "/tawla play", "game", "شيش")).choices == ("शेश बेश",)
    assert (await ali.types(room, "/tawla play", "length", "", game="mahbusa")).choices == (
        "1",
        "3",
        "5",
        "7",
    )
    assert (await ali.types(room, "/tawla play", "length", "3", game="race31")).choices == ("31",)
    code, _ = await opened(bot, ali, room)
    [offered] = (await ravi.types(room, "/tawla join", "code", code[:2].lower())).choices
    assert code in offered
    assert (await ravi.types(ravi.dm, "/tawla join", "code", "")).choices == ()
    [own] = (await ali.types(ali.dm, "/tawla board", "code", "")).choices
    assert code in own


async def test_the_customs_can_be_chosen_one_by_one(server: DiscordServer, bot: Bot):
    ali = server.user("Ali")
    room = server.general(server.guild("Friends", ali))
    answer = await ali.invokes(room, "/tawla play", game="majlis_tawla31", customs=True)
    assert "Clock: relaxed" in said(answer) or "Clock: live" in said(answer)
    for value in ("Match to: 31", "Clock: daily: 24 hours a turn", "Direction: towards each other"):
        answer = await ali.chooses(answer.seen, value)
        assert answer.kind == "update"
        assert value in answer.text
    menu = answer.seen
    await ali.presses(menu, "Open the table")
    board = await ali.awaits(room, lambda seen: seen.pictures and not seen.ephemeral)
    code = board.text.split("`")[1]
    ruleset = (await bot.tables.get(code)).setup.ruleset
    assert (ruleset.target, ruleset.clock, ruleset.direction) == (31, "daily", "opposite")
    await ali.presses(menu, "Open the table")
    await bot.settled()
    assert await bot.number_of_tables() == 1, "however often it is pressed"


async def test_a_length_that_was_filled_in_stays_while_customs_are_chosen(server: DiscordServer, bot: Bot):
    ali = server.user("Ali", installed=True)
    answer = await ali.invokes(ali.dm, "/tawla play", customs=True, length=99)
    assert "Match to: 99" in said(answer)
    answer = await ali.chooses(answer.seen, "Who opens the next game: an opening roll decides")
    assert "Match to: 99" in answer.text
    await ali.presses(answer.seen, "Open the table")
    board = await ali.awaits(ali.dm, lambda seen: seen.pictures)
    assert (await bot.tables.get(code_of(board))).setup.ruleset.target == 99
    await bot.settled()


async def test_customs_outlive_a_restart(server: DiscordServer, tmp_path):
    database = f"sqlite:///{tmp_path}/majlis.db"
    ali = server.user("Ali", installed=True)
    async with running(server, database=database):
        answer = await ali.invokes(
            ali.dm, "/tawla play", game="mahbusa", customs=True, opponent="Computer", level="expert"
        )
    async with running(server, database=database) as bot:
        answer = await ali.chooses(answer.seen, "Match to: 5")
        await ali.presses(answer.seen, "Open the table")
        board = await ali.awaits(ali.dm, lambda seen: seen.pictures)
        setup = (await bot.tables.get(board.text.split("`")[1])).setup
        assert (setup.ruleset.target, setup.level, setup.against) == (5, "expert", "computer")
        await bot.settled()


async def test_forged_ids_are_told_so_and_do_nothing(server: DiscordServer, bot: Bot):
    ali = server.user("Ali")
    room = server.general(server.guild("Friends", ali))
    answer = await ali.invokes(room, "/tawla settings")
    for data in ("~customs:x", "~customs:mahbusa:friend:medium:0:9.9.9.9", "~drop:players", "~file:ZZZZZZ"):
        told = await ali.presses(forged(answer.seen, data), "x")
        assert told.ephemeral, data
    assert await bot.number_of_tables() == 0


async def test_the_invite_links(server: DiscordServer):
    found = await invite.application(server.token, server.base_url)
    assert found == server.application_id
    to_server, to_person = (link for _, link in invite.links(found))
    assert "integration_type=0" in to_server
    assert "scope=bot+applications.commands" in to_server
    assert "permissions=" in to_server
    assert "integration_type=1" in to_person
    assert "bot" not in to_person.split("?")[1]
    with pytest.raises(WrongToken):
        await invite.application("wrong", server.base_url)


async def until_kept(bot: Bot) -> None:
    """Until it is known that commands were told."""
    async with asyncio.timeout(30):
        while True:
            async with bot.database.read() as conn:
                if await facts.fact(conn, "discord_commands"):
                    return
            await asyncio.sleep(0.01)


async def until(holds) -> None:
    async with asyncio.timeout(30):
        while not holds():  # noqa: ASYNC110 what is waited for has no event to set
            await asyncio.sleep(0.01)

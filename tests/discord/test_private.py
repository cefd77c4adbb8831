"""A whole match in private, and everything else one can ask for there."""

import re

import pytest

from bot.company.acts import COMMANDS
from bot.discord.commands import Tawla
from bot.table import Stage
from rules.ruleset import PRESETS
from tests.discord.bot import Bot, boards, code_of, forged, is_turn, moves, opened, play_on, running, said
from tests.servers.discord import DiscordServer, Person


async def begun(bot: Bot, ali: Person, **options: object) -> str:
    """A table against the computer, started; gives its code."""
    code, board = await opened(bot, ali, ali.dm, **options)
    await ali.presses(board, "Start")
    return code


@pytest.mark.parametrize("preset", PRESETS)
async def test_a_whole_match_against_the_computer(server: DiscordServer, bot: Bot, preset: str):
    ali = server.user("Ali", installed=True)
    code = await begun(bot, ali, game=preset, length=1, level="easy")
    table = await play_on(bot, code, [(ali, ali.dm)])
    assert table.stage is Stage.FINISHED
    assert (table.setup.against, table.setup.level) == ("computer", "easy")
    board = await ali.awaits(ali.dm, lambda seen: "Rematch" in seen.labels)
    assert table.seed in board.text
    assert await bot.pearls(ali) == sum(table.paid) > 0
    assert len(boards(ali, ali.dm)) == 1


async def test_two_on_one_phone(server: DiscordServer, bot: Bot):
    ali = server.user("Ali", installed=True)
    code = await begun(bot, ali, game="mahbooseh", length=1, opponent="Both on this phone")
    await play_on(bot, code, [(ali, ali.dm)], presses=12)
    assert sum((await bot.tables.get(code)).match.game.turns) >= 2


async def test_an_invitation_from_private_is_followed_in_private(server: DiscordServer, bot: Bot):
    ali, sara = server.user("Ali", installed=True), server.user("Sara", installed=True)
    code, card = await opened(bot, ali, ali.dm, game="mahbusa", opponent="Whoever comes")
    assert f"/tawla join {code}" in card.text
    answer = await sara.invokes(sara.dm, "/tawla join", code=f"code {code.lower()}")
    assert code_of((await sara.hears(answer)).seen) == code
    board = await ali.awaits(ali.dm, lambda seen: "Resign" in seen.labels)
    assert board.id > card.id, "a new message tells the host that the match has begun"
    table = await play_on(bot, code, [(ali, ali.dm), (sara, sara.dm)], presses=8)
    mover = ali if is_turn(table, await bot.player(ali)) else sara
    await bot.settled()
    assert moves(boards(mover, mover.dm)[-1])
    rival = sara if mover is ali else ali
    assert not moves(boards(rival, rival.dm)[-1]), "each sees their own side"


async def test_the_web_pages_link_is_in_an_invitation(server: DiscordServer):
    async with running(server, page="https://majlis.example.org") as bot:
        ali = server.user("Ali", installed=True)
        code, card = await opened(bot, ali, ali.dm, opponent="Whoever comes")
        assert f"https://majlis.example.org/j/{code}" in card.text


async def test_a_friend_who_joins_from_a_server_brings_the_host_a_board(server: DiscordServer, bot: Bot):
    ali, sara = server.user("Ali", installed=True), server.user("Sara", installed=True)
    room = server.general(server.guild("Friends", sara))
    code, _ = await opened(bot, ali, ali.dm, opponent="Whoever comes")
    await sara.invokes(room, "/tawla join", code=code)
    await ali.awaits(ali.dm, lambda seen: "Resign" in seen.labels)
    await bot.settled()
    assert sorted(await bot.places(code)) == sorted([str(ali.dm.id), str(room.id)])


@pytest.mark.usefixtures("bot")
async def test_what_one_can_ask_for_without_a_table(server: DiscordServer):
    ali = server.user("Ali", installed=True)
    for command, answer, options in (
        ("games", "Nobody waits for you", {}),
        ("board", "You sit at no table now", {}),
        ("hint", "You sit at no table now", {}),
        ("resign", "You sit at no table now", {}),
        ("close", "no table here that still waits", {}),
        ("word", "waits for its first roll", {"word": "x"}),
        ("join", "There is no table with this code.", {"code": "ZZZZZZ"}),
        ("join", "There is no table with this code.", {"code": "!"}),
        ("board", "There is no table with this code.", {"code": "ZZZZZZ"}),
        ("play", "There is no such game here.", {"game": "chess"}),
        ("top", "Nobody yet.", {}),
        ("pearls", "You have 0 pearls.", {}),
        ("help", "/tawla play", {}),
    ):
        assert answer in said(await ali.invokes(ali.dm, f"/tawla {command}", **options)), command


async def test_hint_games_board_word_resign_and_what_is_left_of_a_match(server: DiscordServer, bot: Bot):
    ali = server.user("Ali", installed=True)
    code, board = await opened(bot, ali, ali.dm, game="majlis_sheesh_besh", length=1)
    assert said(await ali.invokes(ali.dm, "/tawla word", word="oasis")) == "Your word is mixed into the dice."
    await ali.presses(board, "Start")
    await play_on(bot, code, [(ali, ali.dm)], presses=2)
    await bot.until(lambda: waits_for(bot, code, ali), wanted=True)
    hint = said(await ali.invokes(ali.dm, "/tawla hint"))
    assert "Best is" in hint or "nothing to choose" in hint
    listed = await ali.invokes(ali.dm, "/tawla games")
    assert any(code in label for label in listed.seen.labels)
    before = boards(ali, ali.dm)[-1]
    await ali.presses(listed.seen, f"~c:table.{code}")
    jumped = await ali.awaits(ali.dm, lambda seen: seen.pictures and not seen.ephemeral, after=before)
    answer = await ali.invokes(ali.dm, "/tawla board")
    down = (await ali.hears(answer)).seen
    assert down.id > jumped.id
    await bot.settled()
    assert [seen.id for seen in boards(ali, ali.dm)] == [down.id]
    answer = await ali.invokes(ali.dm, "/tawla resign")
    asked = (await ali.hears(answer)).seen
    await ali.presses(asked, "Yes, give up the game")
    over = await ali.awaits(ali.dm, "🔑")
    assert "oasis" in over.text
    await ali.presses(forged(over, f"~file:{code}"), "x")
    proof = await ali.awaits(ali.dm, f"majlis verify match-{code}.json")
    assert b'"seed"' in proof.message.content.attachments[0].content
    await ali.presses(forged(over, f"~replay:{code}"), "x")
    film = await ali.awaits(ali.dm, lambda seen: seen.pictures and seen.pictures[0].name.endswith(".gif"))
    assert film.picture.startswith(b"GIF89a")
    await bot.settled()


async def test_help_names_every_command(server: DiscordServer, bot: Bot):
    ali = server.user("Ali")
    told = said(await ali.invokes(ali.dm, "/tawla help"))
    named = {command.name for command in Tawla(bot.discord.router).commands}
    assert named - {"help"} == set(re.findall(r"`/tawla ([a-z]+)`", told))
    more = set(re.findall(r"`/tawla more ([a-z]+)`", told))
    assert more == {command.name for command in COMMANDS} - named


async def test_help_leads_to_every_way_to_play(server: DiscordServer, bot: Bot):
    ali = server.user("Ali", installed=True)
    help_ = await ali.invokes(ali.dm, "/tawla help")
    first = [re.findall(r"`/tawla ([a-z ]+)`", line)[0] for line in said(help_).split("\n") if "`/" in line][
        :4
    ]
    assert first == ["quick", "play", "challenge", "lesson"]
    assert "Quick play" in said(await ali.presses(help_.seen, "⚡ Quick play"))
    assert "A few minutes each" in said(await ali.presses(help_.seen, "🎓 First lessons"))
    assert "What would you like to do?" in said(await ali.presses(help_.seen, "Everything there is to do"))
    await ali.presses(help_.seen, "🤖 The computer")
    board = await ali.awaits(ali.dm, lambda seen: "Start" in seen.labels)
    assert (await bot.tables.get(code_of(board))).setup.against == "computer"


async def test_play_leads_to_quick_play_and_to_an_evening(server: DiscordServer, bot: Bot):
    ali = server.user("Ali", installed=True)
    asked = said(await ali.invokes(ali.dm, "/tawla play", game="mahbusa", length=3, opponent="quick"))
    assert "For nothing, as yet" in asked
    await ali.invokes(ali.dm, "/tawla play", opponent="evening", customs=True)
    board = await ali.awaits(ali.dm, lambda seen: seen.pictures)
    assert (await bot.tables.get(code_of(board))).setup.evening


@pytest.mark.usefixtures("bot")
async def test_the_rules_have_a_page_with_a_picture_for_each_game(server: DiscordServer):
    ali = server.user("Ali", locale="hi")
    page = await ali.invokes(ali.dm, "/tawla rules")
    assert page.ephemeral
    pictures = {page.seen.picture}
    for preset in ("mahbusa", "majlis_tawla31", "majlis_sheesh_besh"):
        page = await ali.chooses(page.seen, preset)
        assert page.kind == "update"
        pictures.add(page.seen.picture)
        assert len(page.seen.pictures) == 1
        assert page.seen.alt
    assert len(pictures) == 4
    assert said(await ali.invokes(ali.dm, "/tawla lesson"))


async def test_the_language_is_guessed_and_can_be_changed(server: DiscordServer, bot: Bot):
    ravi = server.user("Ravi", locale="hi")
    assert "मेज़" in said(await ravi.invokes(ravi.dm, "/tawla games"))
    assert "العربية" in said(await ravi.invokes(ravi.dm, "/tawla language", language="ar"))
    assert (await bot.discord.desk.find(ravi.id)).language == "ar"
    offered = await ravi.invokes(ravi.dm, "/tawla language")
    answer = await ravi.chooses(offered.seen, "English")
    assert answer.text == "I speak English now. /tawla play opens a table."


async def test_settings_change_the_next_board(server: DiscordServer, bot: Bot):
    ali = server.user("Ali", installed=True)
    code, board = await opened(bot, ali, ali.dm)
    panel = await ali.invokes(ali.dm, "/tawla settings")
    for select, value in (
        ("~=set:theme", "dark"),
        ("~=set:home", "top_left"),
        ("~=set:digits", "arabic"),
        ("~=set:reminders", "off"),
    ):
        panel = await ali.chooses(panel.seen, value, select=select)
        assert panel.seen.select(select).chosen == (value,)
    panel = await ali.chooses(panel.seen, "हिन्दी", select="~=set:language")
    assert "सेटिंग" in panel.text
    answer = await ali.invokes(ali.dm, "/tawla board")
    down = (await ali.hears(answer)).seen
    assert down.picture != board.picture
    assert code_of(down) == code
    await bot.settled()


async def test_a_closed_dm_stops_no_match(server: DiscordServer, bot: Bot):
    ali, sara = server.user("Ali", installed=True), server.user("Sara")
    room = server.general(server.guild("Friends", sara))
    code, card = await opened(bot, ali, ali.dm, opponent="Whoever comes")
    await ali.closes_dms()
    bot.expected += [50007]
    await sara.invokes(room, "/tawla join", code=code)
    await bot.settled()
    assert "Resign" in boards(ali, ali.dm)[-1].labels, "the newest press of theirs still edits"
    await play_on(bot, code, [(ali, ali.dm), (sara, room)], presses=8)
    await bot.settled()
    await ali.opens_dms()
    answer = await ali.invokes(ali.dm, "/tawla board")
    down = (await ali.hears(answer)).seen
    assert code_of(down) == code
    assert down.id > card.id
    await bot.settled()


async def test_who_has_closed_their_dms_from_the_first_is_not_written_to(server: DiscordServer, bot: Bot):
    ali, sara = server.user("Ali", installed=True), server.user("Sara")
    room = server.general(server.guild("Friends", sara))
    code, _ = await opened(bot, ali, ali.dm, opponent="Whoever comes")
    await bot.discord.showing.leave([ali.dm.id])
    await ali.closes_dms()
    bot.expected += [50007]
    await sara.invokes(room, "/tawla join", code=code)
    await bot.settled()
    for _ in range(3):
        await bot.play_turn_for_everybody(code)
        await bot.settled()
    assert len([call for call in server.journal if call.code == 50007]) == 1, "it is tried once"


async def waits_for(bot: Bot, code: str, person: Person) -> bool:
    return is_turn(await bot.tables.get(code), await bot.player(person))


async def test_lines_that_begin_with_a_code_go_from_right_to_left_in_arabic(server: DiscordServer, bot: Bot):
    ali = server.user("Ali", installed=True)
    await ali.invokes(ali.dm, "/tawla language", language="ar")
    await begun_in(bot, ali)
    told = said(await ali.invokes(ali.dm, "/tawla help")).split("\n")
    coded = [line for line in told if "`" in line[:2]]
    assert coded
    assert all(line.startswith("\u200f`") for line in coded)


async def begun_in(bot: Bot, ali: Person) -> None:
    _, board = await opened(bot, ali, ali.dm)
    await ali.presses(board, board.labels[0])
    await bot.settled()

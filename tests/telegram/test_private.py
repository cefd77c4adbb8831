"""A whole match in private, and everything else one can ask for there."""

import pytest

from bot.table import Stage
from bot.telegram.menus import EVENING
from rules.ruleset import PRESETS
from tests.servers.telegram import TelegramServer
from tests.telegram.bot import Bot, code_of, film_at_once, moves, play_on, wants_more


async def against_the_computer(ali, preset: str) -> str:
    """Through the menus to a table, and Start; gives the table's code."""
    await ali.writes(ali.private, f"/play {preset} 1")
    menu = await ali.awaits(ali.private, "Against whom?")
    await ali.taps(menu, "Computer")
    menu = await ali.awaits(ali.private, "How well")
    await ali.taps(menu, "easy")
    board = await ali.awaits(ali.private, lambda seen: "Start" in seen.labels)
    assert board.photo is not None
    return code_of(board)


@pytest.mark.parametrize("preset", PRESETS)
async def test_a_whole_match_against_the_computer(server: TelegramServer, bot: Bot, preset: str):
    ali = server.user("Ali", language_code="en")
    code = await against_the_computer(ali, preset)
    table = await play_on(bot, code, [(ali, ali.private)])
    assert table.stage is Stage.FINISHED
    board = await ali.awaits(ali.private, lambda seen: "Rematch" in seen.labels)
    assert table.seed in board.text
    assert await bot.pearls(ali) == sum(table.paid) > 0


async def test_the_menus_lead_to_a_table_and_back(server: TelegramServer, bot: Bot):
    ali = server.user("Ali")
    await ali.writes(ali.private, "/play")
    menu = await ali.awaits(ali.private, "What shall we play?")
    await ali.taps(menu, "Sheesh Besh")
    await ali.taps(await ali.awaits(ali.private, "How long a match?"), "Another game")
    await ali.taps(await ali.awaits(ali.private, "What shall we play?"), "~play:mahbusa")
    await ali.taps(await ali.awaits(ali.private, "How long a match?"), "to 3")
    await ali.taps(await ali.awaits(ali.private, "Against whom?"), "Both on this phone")
    board = await ali.awaits(ali.private, lambda seen: "Start" in seen.labels)
    table = await bot.tables.get(code_of(board))
    assert (table.setup.preset, table.setup.ruleset.target, table.setup.against) == ("mahbusa", 3, "local")


async def test_the_greeting_leads_to_every_way_to_play(server: TelegramServer, bot: Bot):
    ali = server.user("Ali")
    await ali.writes(ali.private, "/start")
    hello = await ali.awaits(ali.private, "Welcome to Majlis")
    await ali.taps(hello, "🤖 The computer")
    games = await ali.awaits(ali.private, "What shall we play?", after=hello)
    assert "⚡ Quick play" not in games.labels
    await ali.taps(games, "Mahbusa")
    await ali.taps(await ali.awaits(ali.private, "How long a match?"), "to 3")
    await ali.taps(await ali.awaits(ali.private, "How well shall the computer play?"), "easy")
    board = await ali.awaits(ali.private, lambda seen: "Start" in seen.labels)
    setup = (await bot.tables.get(code_of(board))).setup
    assert (setup.against, setup.ruleset.target, setup.level) == ("computer", 3, "easy")
    await ali.taps(hello, "👥 A friend")
    games = await ali.awaits(ali.private, "What shall we play?", after=board)
    await ali.taps(games, "Tawla 31 race")
    invitation = await ali.awaits(ali.private, "Send this link to a friend", after=games)
    assert (await bot.tables.get(code_of(invitation))).setup.against == "friend"
    await ali.taps(hello, "⚡ Quick play")
    await ali.awaits(ali.private, "Against whoever waits for the same", after=invitation)
    await ali.taps(hello, "🎓 First lessons")
    await ali.awaits(ali.private, "A few minutes each", after=invitation)


async def test_the_menu_of_games_has_quick_play_and_an_evening(server: TelegramServer, bot: Bot):
    ali = server.user("Ali")
    await ali.writes(ali.private, "/play")
    menu = await ali.awaits(ali.private, "What shall we play?")
    await ali.taps(menu, "⚡ Quick play")
    quick = await ali.awaits(ali.private, "Against whoever waits for the same")
    assert quick.id == menu.id
    await ali.writes(ali.private, "/play")
    menu = await ali.awaits(ali.private, "What shall we play?", after=quick)
    bot.expected.append("message is not modified")  # tapped twice, it is one table
    for _ in range(2):
        await ali.taps(menu, f"~play:{EVENING}")
    board = await ali.awaits(ali.private, "Send this link to a friend")
    assert (await bot.tables.get(code_of(board))).setup.evening
    await bot.settled()
    assert await bot.number_of_tables() == 1


async def test_the_language_is_guessed_and_can_be_changed(server: TelegramServer, bot: Bot):
    huda = server.user("هدى", language_code="ar")
    await huda.writes(huda.private, "/start")
    hello = await huda.awaits(huda.private, "أهلًا بك في المجلس")
    await huda.taps(hello, "हिन्दी")
    await huda.awaits(huda.private, "अब मैं हिन्दी बोलता हूँ")
    await huda.writes(huda.private, "/language")
    await huda.taps(await huda.awaits(huda.private, "भाषा"), "English")
    await huda.awaits(huda.private, "I speak English now")
    assert (await bot.telegram.desk.find(huda.id)).language == "en"


async def test_settings_change_the_next_board(server: TelegramServer, bot: Bot):
    ali = server.user("Ali")
    code = await against_the_computer(ali, "mahbusa")
    board = await ali.awaits(ali.private, lambda seen: seen.photo)
    await ali.writes(ali.private, "/settings")
    panel = await ali.awaits(ali.private, "Settings")
    for choice in ("~set:theme:dark", "~set:home:top_left", "~set:digits:arabic", "~set:reminders:off"):
        assert (await ali.taps(panel, choice)).kind == "silence"
    panel = await ali.awaits(ali.private, "Settings")
    assert len([label for label in panel.labels if label.startswith("✓")]) == 7
    await ali.writes(ali.private, "/board")
    down = await ali.awaits(ali.private, lambda seen: seen.photo, after=panel)
    assert down.photo != board.photo
    assert code_of(down) == code
    await bot.settled()


async def test_board_games_hint_resign_pearls_and_top(
    server: TelegramServer, bot: Bot, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(bot.telegram.company.films, "_draw", film_at_once)
    ali, said = server.user("Ali"), None
    for command, answer in (
        ("/games", "Nobody waits for you"),
        ("/board", "You sit at no table now"),
        ("/hint", "You sit at no table now"),
        ("/resign", "You sit at no table now"),
        ("/close", "no table here that still waits"),
        ("/word x", "waits for its first roll"),
        ("/join", "Write the table's code"),
        ("/join ZZZZZZ", "There is no table with this code."),
        ("/top", "Nobody yet."),
        ("/pearls", "You have 0 pearls."),
        ("/help", "/pearls"),
        ("what?", "Commands"),
    ):
        await ali.writes(ali.private, command)
        said = await ali.awaits(ali.private, answer, after=said)
    code = await against_the_computer(ali, "majlis_sheesh_besh")
    await ali.writes(ali.private, "/word oasis")
    await ali.awaits(ali.private, "mixed into the dice")
    await ali.taps(await ali.awaits(ali.private, lambda seen: "Start" in seen.labels), "Start")
    await play_on(bot, code, [(ali, ali.private)], turns=2)
    await bot.until(lambda: bot.waits_for(code, ali), wanted=True)
    await ali.writes(ali.private, "/hint")
    await ali.awaits(ali.private, lambda seen: "Best is" in seen.text or "nothing to choose" in seen.text)
    await ali.writes(ali.private, "/games")
    listed = await ali.awaits(ali.private, lambda seen: f"~c:table.{code}" in str(seen.buttons))
    await ali.taps(listed, f"~c:table.{code}")
    jumped = await ali.awaits(ali.private, lambda seen: seen.photo, after=listed)
    await ali.writes(ali.private, "/board")
    twin = await ali.awaits(ali.private, "13 14 15", after=jumped)
    board = await ali.awaits(ali.private, lambda seen: seen.photo, after=twin)
    await ali.writes(ali.private, "/resign")
    asked = await ali.awaits(ali.private, lambda seen: "No, play on" in seen.labels, after=board)
    await ali.taps(asked, "Yes, give up the game")
    over = await ali.awaits(ali.private, "🔑")
    assert "oasis" in over.text
    await ali.forges(over, f"~file:{code}")
    await ali.awaits(ali.private, f"majlis verify match-{code}.json")
    await ali.forges(over, f"~replay:{code}")
    film = await ali.awaits(ali.private, lambda seen: seen.animation)
    assert film.animation.startswith(b"GIF8")


async def test_the_rules_have_a_page_with_a_picture_for_each_game(server: TelegramServer, bot: Bot):
    ali = server.user("Ali", language_code="hi")
    await ali.writes(ali.private, "/rules")
    page = await ali.awaits(ali.private, lambda seen: seen.photo)
    pictures = {page.photo}
    for preset in ("mahbusa", "majlis_tawla31", "majlis_sheesh_besh"):
        await ali.taps(page, f"~rules:{preset}")
        await bot.settled()
        page = await ali.awaits(ali.private, lambda seen: seen.photo)
        pictures.add(page.photo)
    assert len(pictures) == 4


async def test_forged_data_is_told_so_and_does_nothing(server: TelegramServer, bot: Bot):
    ali, sara = server.user("Ali"), server.user("Sara")
    code = await against_the_computer(ali, "mahbusa")
    board = await ali.awaits(ali.private, lambda seen: "Start" in seen.labels)
    for forged in (
        "x", "~", "~play:chess", "~play:mahbusa:x", "~play:mahbusa:3:nobody", "~play:mahbusa:100:computer:easy",
        "~set:theme:pink", "~language:fr", "~rules:chess", "~inline:mahbusa:1:en", "~drop:players",
        f"{code}:0:zz", f"{code}:0:m99.9", "ZZZZZZ:0:s", f"~replay:{code}", "~file:ZZZZZZ", "~table:ZZZZZZ",
    ):  # fmt: skip
        answer = await sara.forges(board, forged)
        assert answer.kind == "toast", forged
    assert (await bot.tables.get(code)).stage is Stage.OPEN


async def test_what_telegram_shows_of_us_is_told_once_and_in_every_language(server: TelegramServer, bot: Bot):
    people = [server.user(name, language_code=tag) for name, tag in (("A", "ar"), ("B", "hi"), ("C", "fr"))]
    for person in people:
        person.private.bot_met = True
    group = server.group("All", *people)
    await bot.until(lambda: told(server), wanted=16)
    arabic, hindi, english = (person.menu(person.private)[0] for person in people)
    assert arabic == "/play طاولة جديدة"
    assert hindi == "/play नई मेज़"
    assert english == "/play Open a table"
    assert any("challenge" in line for line in people[2].menu(group))
    assert not any("challenge" in line for line in people[2].menu(people[2].private))


async def told(server: TelegramServer) -> int:
    return len([call for call in server.journal if call.method.startswith("setMy")])


async def test_two_on_one_phone(server: TelegramServer, bot: Bot):
    ali = server.user("Ali")
    await ali.writes(ali.private, "/play mahbooseh 1")
    await ali.taps(
        await ali.awaits(ali.private, lambda seen: "Both on this phone" in seen.labels), "Both on this phone"
    )
    board = await ali.awaits(ali.private, lambda seen: "Start" in seen.labels)
    await ali.taps(board, "Start")
    code = code_of(board)
    for _ in range(12):
        board = await ali.awaits(ali.private, moves)
        await ali.taps(board, wants_more(moves(board)))
        await bot.settled()
    assert sum((await bot.tables.get(code)).match.game.turns) >= 2

import asyncio
import re

import pytest
import sqlalchemy as sa

from bot.cashier import DAY_MS
from bot.table import Against, Stage
from bot.web import home
from rules.ruleset import PRESETS, ClockKind, Mother
from storage import ledger, players, schema, tables
from tests.web.conftest import Guest, House, NewGuest


@pytest.mark.parametrize(("language", "direction"), [("ar-EG,ar;q=0.9", "rtl"), ("en", "ltr"), ("hi", "ltr")])
async def test_the_first_page_speaks_the_browsers_language(
    new_guest: NewGuest, language: str, direction: str
):
    html = await (await new_guest(language)).see("/")
    assert f'<html lang="{language[:2]}" dir="{direction}">' in html


async def test_the_first_page_names_every_way_to_play_at_one_glance(house: House, huda: Guest):
    html = await huda.see("/")
    glance = html[html.index('class="glance"') :].split("</nav>")[0]
    for way in (
        'formaction="/c/quick"',
        "/?against=computer",
        "/?against=friend",
        'formaction="/c/evening"',
        "/c/lesson",
    ):
        assert way in glance
    rest = html[html.index('class="more"') :]
    assert not re.search(r"/c/(quick|evening|lesson|queue\.computer)\b", rest), "said once"
    assert 'href="/c/mine"' in rest
    for against in ("computer", "friend", "local"):
        assert f'value="{against}" checked' in await huda.see(f"/?against={against}")
    assert 'value="computer" checked' in await huda.see("/?against=nobody")
    assert (await huda.post("/c/quick", {})).headers["Location"] == "/c/quick"
    code = (await huda.post("/c/evening", {})).headers["Location"].removeprefix("/t/")
    assert (await house.table(code)).setup.evening


async def test_the_invitation_on_a_waiting_page_stands_there_once(huda: Guest):
    code = await huda.open("friend")
    html = await huda.see(f"/t/{code}")
    assert 'class="invite"' in html
    assert "/c/invite." not in html


async def test_looking_makes_no_player(house: House, huda: Guest):
    await huda.see("/")
    async with house.services.database.read() as conn:
        assert (await ledger.audit(conn)).accounts == 1


async def test_the_language_can_be_changed_before_and_after_becoming_a_player(huda: Guest):
    await huda.see("/")
    answer = await huda.post("/language", {"language": "ar", "back": "/"})
    assert (answer.status, answer.headers["Location"]) == (303, "/")
    assert 'lang="ar"' in await huda.see("/")
    code = await huda.open()
    await huda.post("/language", {"language": "hi", "back": f"/t/{code}"})
    assert 'lang="hi"' in await huda.see(f"/t/{code}")
    await huda.post("/language", {"language": "klingon"})
    assert 'lang="hi"' in await huda.see("/")


@pytest.mark.parametrize("back", ["https://evil.example/", "//evil.example", "/\\evil.example", "/\nx", ""])
async def test_nobody_is_sent_elsewhere(huda: Guest, back: str):
    answer = await huda.post("/language", {"language": "ar", "back": back})
    assert answer.headers["Location"] == "/"


@pytest.mark.parametrize("against", Against)
@pytest.mark.parametrize("preset", PRESETS)
async def test_every_preset_opens_against_everybody(house: House, huda: Guest, preset: str, against: Against):
    table = await house.table(await huda.open(against, preset, level="hard"))
    assert (table.setup.preset, table.setup.against, table.stage) == (preset, against, Stage.OPEN)
    clock = ClockKind.NONE if against is Against.COMPUTER else PRESETS[preset].clock
    assert table.setup.ruleset.clock is clock
    assert table.setup.auto_roll


async def test_customs_can_be_changed(house: House, huda: Guest):
    changes = {
        "mother": "none",
        "target": "٥",
        "clock": "daily",
        "next_opener": "roll",
        "scoring": "checkers_left",
    }
    table = await house.table(await huda.open("friend", "mahbusa", **changes))
    ruleset = table.setup.ruleset
    assert (ruleset.mother, ruleset.target, ruleset.clock) == (Mother.NONE, 5, ClockKind.DAILY)
    assert (ruleset.next_opener, ruleset.scoring) == ("roll", "checkers_left")


async def test_without_a_script_fields_left_alone_follow_the_chosen_preset(house: House, huda: Guest):
    html = await huda.see("/")
    fields = dict(re.findall(r'<select name="(\w+)">.*?value="(\w+)" selected', html, re.DOTALL))
    fields["filled"] = re.search(r'name="filled" value="([\w.]+)"', html)[1]
    fields["target"] = re.search(r'name="target" value="(\d+)"', html)[1]
    answer = await huda.post("/open", {**fields, "against": "friend", "preset": "race31"})
    table = await house.table(answer.headers["Location"].removeprefix("/t/"))
    assert table.setup.ruleset == PRESETS["race31"]
    assert not table.setup.auto_roll


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"preset": "mahbusa", "direction": "same"}, "is no custom of Mahbusa"),
        ({"preset": "majlis_tawla31", "mother": "win"}, "is no custom of Tawla 31"),
        ({"preset": "majlis_sheesh_besh", "prime_rule": "True"}, "is no custom of Sheesh Besh"),
        ({"target": "0"}, "1–99"),
        ({"target": "1000000000000000000000"}, "1–99"),
        ({"target": "²"}, "1–99"),
        ({"target": "five"}, "1–99"),
        ({"stake": "-3"}, "whole number of pearls"),
        ({"stake": "9999999"}, "whole number of pearls"),
        ({"stake": "10", "against": "local"}, "only against a friend"),
        ({"stake": "10"}, "New guests of the page play for nothing"),
        ({"stake": "10", "clock": "none"}, "A stake needs a clock."),
        ({"clock": "sundial"}, "one of the values"),
        ({"preset": "chess"}, "one of the games"),
        ({"level": "god"}, "one of the games"),
        ({"against": "the wall"}, "one of the games"),
    ],
)
async def test_what_does_not_fit_comes_back_with_a_sentence(
    house: House, huda: Guest, form: dict[str, str], sentence: str
):
    wish = {"against": "friend", "preset": "mahbusa", "filled": "mahbusa.friend", "name": "Huda & co", **form}
    if form.get("preset") in PRESETS:
        wish["filled"] = f"{form['preset']}.friend"
    answer = await huda.post("/open", wish)
    html = await answer.text()
    assert answer.status == 422
    assert sentence in html
    assert "Huda &amp; co" in html
    async with house.services.database.read() as conn:
        assert sum((await tables.counts(conn)).values()) == 0


async def test_a_refused_form_keeps_what_was_filled_in(huda: Guest):
    wish = {"against": "friend", "preset": "mahbusa", "filled": "mahbusa.friend", "stake": "7", "target": "0"}
    html = await (await huda.post("/open", {**wish, "mother": "none", "clock": "daily"})).text()
    assert 'name="stake" value="7"' in html
    assert 'name="target" value="0"' in html
    assert 'value="none" selected' in html
    assert 'value="daily" selected' in html
    assert re.search(r'value="friend" checked', html)
    assert not re.search(r'name="auto_roll" checked', html)


async def test_a_new_guest_is_told_why_there_is_no_stake(house: House, huda: Guest):
    told = "New guests of the page play for nothing in their first days."
    for _ in range(2):
        html = await huda.see("/")
        assert 'name="stake"' not in html
        assert told in html
        await huda.open()
    house.time[0] += (house.services.tables.caps.guest_days + 1) * DAY_MS
    html = await huda.see("/")
    assert 'name="stake"' in html
    assert told not in html


@pytest.mark.parametrize(
    ("form", "field"),
    [
        ({"stake": "10"}, "stake"),
        ({"target": "0"}, "target"),
        ({"mother": "?"}, "mother"),
        ({"whom": "9"}, "whom"),
    ],
)
async def test_what_is_wrong_is_told_at_its_field_which_has_the_focus(
    huda: Guest, form: dict[str, str], field: str
):
    wish = {"against": "friend", "preset": "mahbusa", "filled": "mahbusa.friend", **form}
    html = await (await huda.post("/open", wish)).text()
    assert re.search(rf'name="{field}"[^>]* autofocus aria-invalid=true aria-describedby=wrong>', html)
    assert html.count('id="wrong"') == html.count(" autofocus") == 1


async def test_my_tables_are_one_tap_away(huda: Guest, omar: Guest):
    code = await huda.open("friend", name="Huda")
    await omar.join(code, name="Omar")
    for guest, rival in ((huda, "Omar"), (omar, "Huda")):
        html = await guest.see("/")
        assert f'href="/t/{code}"' in html
        assert rival in html
    awaited = [guest for guest in (huda, omar) if " awaits" in await guest.see("/")]
    assert len(awaited) == 1


async def test_a_code_is_read_however_it_is_typed(huda: Guest):
    code = await huda.open()
    answer = await huda.get(f"/go?code=%20{code[:3].lower()}-{code[3:].lower()}")
    assert str(answer.url).endswith(f"/t/{code}")
    html = await (await huda.get("/go?code=NOSUCH")).text()
    assert "There is no table with this code." in html


async def test_a_name_can_be_changed(huda: Guest):
    await huda.open(name="Huda")
    answer = await huda.post("/me", {"name": " Hoda\u202e "})
    assert answer.status == 303
    assert 'value="Hoda"' in await huda.see("/")


async def test_a_board_greets_people(huda: Guest):
    answer = await huda.get("/board.jpg")
    assert answer.content_type == "image/jpeg"
    assert 'src="/board.jpg"' in await huda.see("/")


async def test_a_new_guest_who_opens_twice_at_once_is_one_player(house: House, huda: Guest):
    await huda.see("/")
    wish = {"against": "friend", "preset": "mahbusa", "filled": "mahbusa.friend", "name": "Huda"}
    answers = await asyncio.gather(*(huda.post("/open", wish) for _ in range(3)))
    assert [answer.status for answer in answers] == [303] * 3
    async with house.services.database.read() as conn:
        assert (await ledger.audit(conn)).accounts == 2


async def test_a_picture_for_everybody_brings_nobodys_cookie(huda: Guest):
    assert "Set-Cookie" not in (await huda.get("/board.jpg")).headers
    assert "Set-Cookie" in (await huda.get("/")).headers


async def test_opening_counts_once_however_often_it_is_sent(huda: Guest, omar: Guest):
    key = re.search(r'name="key" value="(\w+)"', await huda.see("/"))[1]
    wish = {"against": "friend", "preset": "mahbusa", "filled": "mahbusa.friend", "key": key}
    answers = await asyncio.gather(*(huda.post("/open", wish) for _ in range(3)))
    places = {answer.headers["Location"] for answer in answers}
    assert len(places) == 1
    other_wish = await huda.post("/open", {**wish, "preset": "race31", "filled": "race31.friend"})
    somebody_elses = await omar.post("/open", wish)
    assert len(places | {answer.headers["Location"] for answer in (other_wish, somebody_elses)}) == 3
    assert re.search(r'name="key" value="(\w+)"', await huda.see("/"))[1] != key


async def test_a_table_that_cannot_be_read_hides_no_other(house: House, huda: Guest, caplog):
    broken, newer, well = [await huda.open("friend") for _ in range(3)]
    async with house.services.database.write() as conn:
        for code, snapshot in ((broken, "{"), (newer, '{"setup": {"ruleset": {"game": "chess"}}}')):
            change = sa.update(schema.tables).where(schema.tables.c.code == code).values(snapshot=snapshot)
            await conn.execute(change)
    html = await huda.see("/")
    assert f'href="/t/{well}"' in html
    for code in (broken, newer):
        assert f'href="/t/{code}"' not in html
        assert code in caplog.text


@pytest.mark.parametrize("settings", ["{", "[1]", "null", "3"])
async def test_settings_that_cannot_be_read_are_the_usual_ones(
    house: House, huda: Guest, settings: str, caplog
):
    await huda.open(name="Huda")
    async with house.services.database.write() as conn:
        await players.set_settings(conn, 1, settings)
    assert "Huda" in await huda.see("/")
    assert "settings of player 1" in caplog.text


async def test_many_finished_matches_hide_no_running_one(house: House, huda: Guest):
    code = await huda.open("friend")
    for _ in range(21):
        other = await huda.open("local")
        for verb in ("s", "qg", "xg"):
            await huda.press(other, f"{other}:{(await house.table(other)).stamp:x}:{verb}")
    assert (await house.table(other)).stage is Stage.FINISHED
    assert f'href="/t/{code}"' in await huda.see("/")


async def test_an_id_given_again_is_nobodys_old_account(house: House, huda: Guest):
    """As after a backup has been restored: the cookie is known by its nonce, not by the number in it."""
    await huda.open(name="Huda")
    async with house.services.database.write() as conn:
        await conn.exec_driver_sql("UPDATE identities SET external_id = 'somebody else'")
    html = await huda.see("/")
    assert "Huda" not in html


async def test_who_has_more_tables_than_are_shown_finds_the_others(huda: Guest, monkeypatch):
    monkeypatch.setattr(home, "MY_TABLES", 2)
    await huda.open()
    mine = (await huda.see("/")).split('aria-labelledby="mine"')[1].split("</section>")[0]
    assert "/c/mine" not in mine
    await huda.open()
    mine = (await huda.see("/")).split('aria-labelledby="mine"')[1].split("</section>")[0]
    assert 'href="/c/mine"' in mine

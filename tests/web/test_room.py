import asyncio
import json
import re
from dataclasses import replace

import pytest

from bot import intents, lobby, tools
from bot.intents import Confirm, Pause, Roll, Sit, Start, Step, What, encode
from bot.play import Person
from bot.table import Against, Stage
from bot.web import show
from storage import ledger, tables
from tests.web.conftest import Guest, House, NewGuest, play_to_the_end

ODD_NAMES = [
    "",
    "x" * 500,
    "👩‍🚀🎲",
    "\u202egnp.exe\u2066",
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "{{ 7 * 7 }}",
    "\ufdfd",
    "' OR 1=1 --",
    "\x00\x1b[31m",
]


async def started(guest: Guest, **form: str) -> str:
    code = await guest.open(**form)
    await guest.press(code, encode(code, 0, Start()))
    return code


async def seated_two(huda: Guest, omar: Guest, **form: str) -> tuple[str, Guest, Guest]:
    """A friend's table with the match begun: its code, who moves and who waits."""
    code = await huda.open("friend", name="Huda", **form)
    await omar.join(code, name="Omar")
    moves = [any(":m" in p or p.endswith(":p") for p in await guest.buttons(code)) for guest in (huda, omar)]
    assert sorted(moves) == [False, True]
    return (code, huda, omar) if moves[0] else (code, omar, huda)


async def test_a_match_on_one_screen_is_played_to_its_end(house: House, huda: Guest):
    code = await started(huda, preset="majlis_sheesh_besh", name="Huda", other="Omar")
    table = await play_to_the_end(house, [huda], code)
    assert table.stage is Stage.FINISHED
    html = await huda.see(f"/c/match.{code}.proof")
    assert table.seed in html
    assert table.commitment in html
    exported = await (await huda.get(f"/t/{code}/match.json")).text()
    assert tools.verify(exported).ok


async def test_the_computer_answers_and_the_pearls_are_paid(house: House, huda: Guest):
    code = await started(huda, against="computer", preset="majlis_sheesh_besh")
    table = await play_to_the_end(house, [huda], code)
    async with house.services.database.read() as conn:
        audit = await ledger.audit(conn)
        assert await ledger.balance(conn, table.host) == table.paid[0] > 0
    assert audit.sound
    assert f"{table.paid[0]} pearls" in await huda.see("/")


async def test_a_rematch_leads_both_to_the_next_table(house: House, huda: Guest, omar: Guest):
    code, _, _ = await seated_two(huda, omar, preset="majlis_sheesh_besh")
    await play_to_the_end(house, [huda, omar], code)
    offer = (await huda.buttons(code))[0]
    await huda.press(code, offer)
    answer = await omar.press(code, (await omar.buttons(code))[0])
    successor = answer["state"]["next"]
    assert successor == f"/t/{(await house.table(code)).next_code}"
    for guest in (huda, omar):
        assert 'name="word"' in await guest.see(successor)
    table = await house.wait(successor.removeprefix("/t/"), 30_000)
    assert table.stage is Stage.PLAYING


async def test_undo_and_confirm(house: House, huda: Guest):
    code = await started(huda)
    for _ in range(30):
        table = await house.table(code)
        if table.match.game.taken:
            break
        await huda.press(code, next(p for p in await huda.buttons(code) if re.search(r":(m|p)", p)))
    undo = next(p for p in await huda.buttons(code) if p.endswith(":u"))
    await huda.press(code, undo)
    assert len((await house.table(code)).match.game.taken) < len(table.match.game.taken)


async def test_a_resignation_is_asked_back_first(house: House, huda: Guest, omar: Guest):
    code, mover, _ = await seated_two(huda, omar)
    refused = await mover.press(code, encode(code, 0, intents.Resign(What.GAME)))
    assert refused["toast"]
    asked = await mover.press(code, encode(code, 0, intents.Ask(What.GAME)))
    assert any(p.endswith(":xg") for p in await mover.buttons(code))
    assert not asked["toast"]
    await mover.press(code, encode(code, 0, intents.Resign(What.GAME)))
    assert (await house.table(code)).stage is Stage.FINISHED


async def test_a_press_counts_once_however_often_it_arrives(huda: Guest):
    code = await huda.open()
    payload = encode(code, 0, Start())
    first = await huda.press(code, payload, "the-same-key")
    again = await huda.press(code, payload, "the-same-key")
    assert first["state"]["version"] == again["state"]["version"]
    assert again["toast"] == ""
    both = await asyncio.gather(*(huda.press(code, payload, "another-key") for _ in range(5)))
    assert {answer["state"]["version"] for answer in both} == {first["state"]["version"]}


async def test_the_same_key_from_two_people_is_two_presses(huda: Guest, omar: Guest):
    code, mover, other = await seated_two(huda, omar)
    payload = encode(code, 0, intents.Ask(What.GAME))
    first = await mover.press(code, payload, "the-same-key")
    second = await other.press(code, payload, "the-same-key")
    assert second["state"]["version"] == first["state"]["version"] + 1


async def test_a_stale_press_changes_nothing_and_shows_the_table(house: House, huda: Guest):
    code = await started(huda)
    stamp = (await house.table(code)).stamp
    old = next(p for p in await huda.buttons(code) if re.search(r":(m|p)", p))
    await huda.press(code, old)
    version = (await house.table(code)).version
    assert (await house.table(code)).stamp > stamp
    answer = await huda.press(code, old)
    assert "moved on" in answer["toast"]
    assert answer["state"]["version"] == version
    assert answer["state"]["pieces"]["buttons"]


@pytest.mark.parametrize(
    "payload",
    [
        "",
        "x",
        "KM7QXR:0:s",
        "{code}:0:zz",
        "{code}:0:m99.9",
        "{code}:0:m24.6.9",
        "{code}:" + "9" * 9 + ":s",
        "🎲" * 70,
    ],
)
async def test_a_forged_payload_gets_a_sentence(house: House, huda: Guest, payload: str):
    code = await huda.open()
    before = await house.table(code)
    answer = await huda.press(code, payload.format(code=code))
    assert answer["toast"] == "This button does not belong to the table."
    assert await house.table(code) == before


@pytest.mark.parametrize("key", ["short", "x" * 65, "a b c d e f", "key\n12345678"])
async def test_a_press_without_a_proper_key_is_none_of_ours(house: House, huda: Guest, key: str):
    code = await huda.open()
    answer = await huda.press(code, encode(code, 0, Start()), key)
    assert answer["toast"]
    assert (await house.table(code)).stage is Stage.OPEN


async def test_spectators_look_on(house: House, huda: Guest, omar: Guest, new_guest: NewGuest):
    code, _, waiting = await seated_two(huda, omar)
    table = await house.table(code)
    step = table.match.game.steps[0]
    payload = encode(code, table.stamp, Step(*step))
    stranger = await new_guest()
    assert "You are watching this table." in await stranger.see(f"/t/{code}")
    assert await stranger.buttons(code) == []
    player = await new_guest()
    await player.open()
    for watcher in (stranger, player):
        assert "watching" in (await watcher.press(code, payload))["toast"]
    assert (await waiting.press(code, payload))["toast"] == "It is not your turn."
    assert await house.table(code) == table
    assert "spot" not in (await (await waiting.get(f"/t/{code}/state")).json())["state"]["pieces"]["spots"]


async def test_somebody_elses_table_cannot_be_started_or_closed(house: House, huda: Guest, omar: Guest):
    code = await huda.open("friend")
    await omar.open()
    for intent in (Start(), intents.Close(), Roll(), Confirm()):
        assert (await omar.press(code, encode(code, 0, intent)))["toast"]
    assert (await house.table(code)).stage is Stage.OPEN


async def test_without_a_script_a_press_is_a_form_and_the_page_comes_back(house: House, huda: Guest):
    code = await huda.open()
    html = await huda.see(f"/t/{code}")
    form = dict(re.findall(r'name="(token|key)" value="(\w+)"', html))
    payload = re.search(r'name="payload" value="([^"]+)"', html)[1]
    answer = await huda.post(f"/t/{code}/press", {**form, "payload": payload, "word": "kahwa"})
    assert (answer.status, answer.headers["Location"]) == (303, f"/t/{code}")
    table = await house.table(code)
    assert table.stage is Stage.PLAYING
    assert table.words[0] == "kahwa"
    answer = await huda.post(f"/t/{code}/press", {**form, "payload": "nonsense"})
    assert answer.headers["Location"] == f"/t/{code}?said=no_such_button"
    assert "This button does not belong to the table." in await huda.see(answer.headers["Location"])
    assert "<script>" not in await huda.see(f"/t/{code}?said=<script>")


async def test_words_for_the_dice(house: House, huda: Guest):
    code = await huda.open("friend")
    answer = await huda.press(code, "", word="  شيش   بيش ")
    assert not answer["toast"]
    assert (await house.table(code)).words == ("شيش بيش", "")
    version = (await house.table(code)).version
    assert not (await huda.press(code, "", word="شيش بيش"))["toast"]
    assert (await house.table(code)).version == version
    assert "64" in (await huda.press(code, "", word="x" * 65))["toast"]
    await huda.press(code, "", word="<b>&\u202e")
    assert "<b>" not in await huda.see(f"/t/{code}")
    assert "&lt;b&gt;&amp;" in await huda.see(f"/t/{code}")


@pytest.mark.parametrize("name", ODD_NAMES)
async def test_odd_names_are_cleaned_and_escaped_everywhere(
    house: House, huda: Guest, omar: Guest, name: str
):
    code = await huda.open("friend", name=name)
    pages = [await huda.see("/"), await huda.see(f"/t/{code}"), await omar.see(f"/j/{code}")]
    await omar.join(code, name=name)
    pages += [await guest.see(f"/t/{code}") for guest in (huda, omar)]
    pages.append(json.dumps((await (await omar.get(f"/t/{code}/state")).json())["state"]["pieces"]))
    table = await house.table(code)
    for seat in table.seats:
        assert 0 < len(seat.name) <= 32
    for html in pages:
        assert "<script>" not in html
        assert "<img src=x" not in html
        assert "\u202e" not in html
        assert "\ufdfd" not in html
    picture = await huda.get(f"/t/{code}/board.jpg")
    assert (await picture.read())[:2] == b"\xff\xd8"


async def test_pictures_are_kept_by_what_they_show(huda: Guest):
    code = await started(huda)
    html = await huda.see(f"/t/{code}")
    src = re.search(r'src="(/t/\w+/board\.jpg\?v=\w+)"', html)[1]
    answer = await huda.get(src)
    assert answer.headers["Cache-Control"] == "private, max-age=31536000, immutable"
    assert answer.content_type == "image/jpeg"
    await huda.press(code, next(p for p in await huda.buttons(code) if re.search(r":(m|p)", p)))
    assert (await huda.get(src)).headers["Cache-Control"] == "no-store"
    assert src not in await huda.see(f"/t/{code}")


async def test_spots_lie_over_the_checkers_that_may_move(house: House, huda: Guest):
    code = await started(huda, preset="majlis_sheesh_besh")
    table = await house.table(code)
    spots = (await (await huda.get(f"/t/{code}/state")).json())["state"]["pieces"]["spots"]
    played = {tuple(map(int, step)) for step in re.findall(r":m(\d+)\.(\d)", spots)}
    assert played == {tuple(step) for step in table.match.game.steps}
    assert spots.count("aria-label=") == len({step.source for step in table.match.game.steps})
    for box in re.findall(r'data-box="([\d ]+)"', spots):
        left, top, width, height = map(int, box.split())
        assert 0 <= left < left + width <= 10_000
        assert 0 <= top < top + height <= 10_000


async def test_a_pause_leaves_nothing_to_tap_on_the_board(huda: Guest, omar: Guest):
    code, mover, other = await seated_two(huda, omar, clock="relaxed")
    for guest in (mover, other):
        stamp = int((await mover.buttons(code))[0].split(":")[1])
        await guest.press(code, encode(code, stamp, Pause()))
    pieces = (await (await mover.get(f"/t/{code}/state")).json())["state"]["pieces"]
    assert "aria-label=" not in pieces["spots"]
    assert ":m" not in pieces["buttons"]


async def test_a_match_under_way_keeps_its_seed(house: House, huda: Guest):
    code = await started(huda)
    async with house.services.database.read() as conn:
        seed = (await tables.load_by_code(conn, code)).seed
    assert (await huda.get(f"/t/{code}/match.json")).status == 409
    for path in (f"/t/{code}", f"/t/{code}/state", f"/t/{code}/match.json"):
        assert seed not in await (await huda.get(path)).text()


async def test_the_waiting_host_has_a_code_for_cameras(huda: Guest):
    code = await huda.open("friend")
    assert f'src="/t/{code}/qr.png"' in await huda.see(f"/t/{code}")
    answer = await huda.get(f"/t/{code}/qr.png")
    assert answer.content_type == "image/png"
    assert (await answer.read()).startswith(b"\x89PNG")


async def test_an_address_too_long_for_a_camera_has_no_code(huda: Guest, monkeypatch):
    monkeypatch.setattr(show, "invitation", lambda *_: "https://majlis.example/" + "x" * 2_000)
    code = await huda.open("friend")
    assert (await huda.get(f"/t/{code}/qr.png")).status == 404


async def test_a_seat_that_is_taken_is_told_so(huda: Guest, omar: Guest, new_guest: NewGuest):
    code, _, _ = await seated_two(huda, omar)
    answer = await (await new_guest()).press(code, encode(code, 0, intents.Sit()))
    assert answer["toast"] == "Somebody else has just taken that seat."


async def test_a_script_gets_its_errors_as_sentences_too(huda: Guest):
    code = await huda.open()
    huda.token = "0" * 64
    assert "Load it again" in (await huda.press(code, encode(code, 0, Start())))["toast"]


async def test_a_code_in_small_letters_is_the_same_table(huda: Guest):
    code = await huda.open()
    answer = await huda.get(f"/t/{code.lower()}")
    assert str(answer.url).endswith(f"/t/{code}")


async def test_the_same_key_with_another_button_is_another_press(house: House, huda: Guest):
    code = await huda.open("local")
    await huda.press(code, f"{code}:0:s", key="samesame")
    payload = next(
        payload for payload in await huda.buttons(code) if ":m" in payload or payload.endswith(":p")
    )
    before = (await house.table(code)).stamp
    await huda.press(code, payload, key="samesame")
    assert (await house.table(code)).stamp > before


async def test_a_start_delivered_twice_says_nothing(huda: Guest):
    code = await huda.open("local")
    first = await huda.press(code, f"{code}:0:s", key="startstart", word="kahwa")
    again = await huda.press(code, f"{code}:0:s", key="startstart", word="kahwa")
    assert (first["toast"], again["toast"]) == ("", "")


async def test_a_small_code_keeps_its_question(huda: Guest, omar: Guest):
    code = await huda.open("friend")
    answer = await omar.session.get(
        omar.house.server.make_url(f"/t/{code.lower()}?watch"), allow_redirects=False
    )
    assert answer.headers["Location"] == f"/t/{code}?watch"


async def test_a_game_without_spectators_is_shown_to_nobody_else(
    house: House, huda: Guest, omar: Guest, new_guest: NewGuest
):
    code, *_ = await seated_two(huda, omar)
    tables, now = house.services.tables, house.time[0]
    host, guest = (Person(at.player, at.name) for at in (await tables.get(code)).seats)
    setup = replace(lobby.setup("mahbusa", Against.FRIEND), spectators=False)
    private = await tables.open(host, setup, now)
    await tables.handle(private.code, guest, Sit(), now=now)
    looker = await new_guest()
    await looker.open()
    for path in ("", "/state", "/board.jpg", "/live"):
        assert (await looker.get(f"/t/{private.code}{path}?watch")).status == 409
    assert "without spectators" in await (await looker.get(f"/t/{private.code}?watch")).text()
    assert (await huda.get(f"/t/{private.code}/state")).status == 200

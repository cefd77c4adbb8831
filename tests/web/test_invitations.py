"""What becomes of a link somebody was sent: its preview in a chat, its doors, and its end."""

import io
import re

import pytest
from aiohttp import ClientSession, DummyCookieJar
from PIL import Image

from bot.guesses import PERSON
from bot.limits import DAY_MS
from bot.table import Stage
from bot.web.guesses import ADDRESS
from bot.web.pages import COMPANY
from tests.bot.arranged import arrange
from tests.web.conftest import Guest, House, NewGuest

CRAWLER = {"User-Agent": "WhatsApp/2.23.20.0"}
TAG = re.compile(r'<meta (?:property|name)="((?:og|twitter):[\w:]+)" content="([^"]*)">')


async def crawled(house: House, path: str) -> dict[str, str]:
    """The tags of a page as a chat's program finds them: it keeps no cookies and names no language."""
    async with (
        ClientSession(cookie_jar=DummyCookieJar(), headers=CRAWLER) as session,
        session.get(house.server.make_url(path)) as answer,
    ):
        assert answer.status == 200
        return dict(TAG.findall(await answer.text()))


async def seen_picture(house: House, address: str) -> Image.Image:
    async with ClientSession(cookie_jar=DummyCookieJar()) as session, session.get(address) as answer:
        assert (answer.status, answer.content_type) == (200, "image/jpeg")
        assert answer.headers["Cache-Control"].startswith("public")
        assert "Set-Cookie" not in answer.headers
        assert house.server.host in address
        return Image.open(io.BytesIO(await answer.read()))


async def test_a_chat_shows_who_invites_in_the_hosts_language(house: House, new_guest: NewGuest):
    layla = await new_guest("ar")
    code = await layla.open("friend", "majlis_tawla31", name="ليلى", target="3")
    tags = await crawled(house, f"/j/{code}")
    assert "ليلى" in tags["og:title"]
    assert "مباراة حتى 3" in tags["og:description"]
    assert (tags["og:locale"], tags["og:site_name"]) == ("ar_AR", "مجلس")
    assert tags["twitter:card"] == "summary_large_image"
    assert tags["twitter:image"] == tags["og:image"]
    assert tags["og:image:alt"]
    picture = await seen_picture(house, tags["og:image"])
    assert picture.size == (int(tags["og:image:width"]), int(tags["og:image:height"])) == (1200, 630)


async def test_the_preview_follows_the_table(house: House, huda: Guest, omar: Guest):
    code = await huda.open("friend", name="Huda")
    before = await crawled(house, f"/j/{code}")
    await omar.join(code, name="Omar")
    after = await crawled(house, f"/j/{code}")
    assert after["og:title"] == "\u2068Huda\u2069 – \u2068Omar\u2069"
    assert "Watch the game" in after["og:description"]
    assert after["og:image"] != before["og:image"]
    await seen_picture(house, after["og:image"])


async def test_three_doors(house: House, huda: Guest, omar: Guest):
    code = await huda.open("friend", name="Huda")
    doors = house.server.app[COMPANY].doors
    html = await omar.see(f"/j/{code}")
    assert "Telegram" not in html
    doors["telegram"] = lambda payload: f"https://t.me/MajlisBot?start={payload}"
    doors["discord"] = lambda _payload: "https://discord.com/oauth2/authorize?client_id=1"
    html = await omar.see(f"/j/{code}")
    assert f'href="https://t.me/MajlisBot?start=join_{code}"' in html
    assert f"/tawla join {code}" in html
    assert "https://discord.com/oauth2/authorize?client_id=1" in html
    assert "Play here now" in html


async def test_one_that_was_withdrawn_leads_on(huda: Guest, omar: Guest):
    code = await huda.open("friend", "race31")
    await huda.press(code, (await huda.buttons(code))[-1])
    html = await omar.see(f"/j/{code}")
    assert "This invitation has been withdrawn." in html
    own = re.search(r'href="(/\?game=race31)#open"', html)[1]
    form = await omar.see(own)
    assert re.search(r'value="race31" checked', form)
    assert re.search(r'value="friend" checked', form)
    assert (await omar.join(code)).headers["Location"] == f"/t/{code}?said=closed"


async def test_one_that_has_run_out_says_so(house: House, huda: Guest, omar: Guest):
    code = await huda.open("friend")
    table = await house.wait(code, 7 * DAY_MS)
    assert (table.stage, table.expired) == (Stage.CLOSED, True)
    assert "This invitation has run out." in await omar.see(f"/j/{code}")
    assert "og:title" in await omar.see(f"/j/{code}")


async def test_one_that_was_taken_lets_others_watch(huda: Guest, omar: Guest, new_guest: NewGuest):
    code = await huda.open("friend")
    await omar.join(code)
    html = await (await new_guest()).see(f"/j/{code}")
    assert "You are watching this table." in html
    assert "its link is for watching now" in html


async def test_a_seat_for_one_person_is_opened_by_the_hosts_link_only(house: House, huda: Guest, omar: Guest):
    code = await huda.open("friend", name="Huda")
    await arrange(house.services.tables, code, key="AB2CD3")
    assert f"/j/{code}AB2CD3" in await huda.see(f"/t/{code}")
    html = await omar.see(f"/j/{code}")
    assert "AB2CD3" not in html
    assert "This seat is kept for one person." in html
    assert (await omar.join(code, name="Omar")).headers["Location"] == f"/j/{code}?said=not_invited"
    assert "AB2CD3" not in str(await (await omar.get(f"/t/{code}/state")).json())
    answer = await omar.get(f"/j/{code.lower()}-ab2cd3")
    assert str(answer.url).endswith(f"/j/{code}AB2CD3")
    assert "Play here now" in await answer.text()
    answer = await omar.post(f"/j/{code}AB2CD3", {"name": "Omar"})
    assert answer.headers["Location"] == f"/t/{code}"
    assert (await house.table(code)).stage is Stage.PLAYING


async def test_without_spectators_nobody_else_sees_the_game(
    house: House, huda: Guest, omar: Guest, new_guest: NewGuest
):
    code = await huda.open("friend", name="Huda")
    await arrange(house.services.tables, code, spectators=False)
    await omar.join(code, name="Omar")
    assert (await omar.get(f"/t/{code}")).status == 200
    stranger = await new_guest()
    for path in ("", "/state", "/live", "/board.jpg", "/qr.png", "/card.jpg", "/match.json", "/analysis"):
        answer = await stranger.get(f"/t/{code}{path}")
        assert answer.status == 409
        assert "play without spectators" in await answer.text()
    assert (await stranger.get(f"/j/{code}/preview.jpg")).status == 200


@pytest.mark.parametrize(
    "typed", ["{code}", "{code}%20", "https://majlis.example/j/{code}", "code:%20{code}"]
)
async def test_a_code_or_link_typed_on_the_first_page(huda: Guest, omar: Guest, typed: str):
    code = await huda.open("friend")
    answer = await omar.get("/go?code=" + typed.format(code=code.lower()))
    assert str(answer.url).endswith(f"/j/{code}")


async def test_a_code_nobody_has_can_be_typed_again(omar: Guest):
    answer = await omar.get("/go?code=ZZZZZZ")
    assert answer.status == 404
    html = await answer.text()
    assert "There is no table with this code." in html
    assert 'value="ZZZZZZ"' in html


async def test_whoever_guesses_waits(house: House, huda: Guest, omar: Guest):
    code = await huda.open("friend")
    await omar.see("/")
    for _ in range(PERSON.calls):
        assert (await omar.get("/j/ZZZZZZ")).status == 404
    answer = await omar.get(f"/j/{code}")
    assert answer.status == 429
    assert int(answer.headers["Retry-After"]) <= PERSON.seconds
    assert "Please wait a moment" in await answer.text()
    assert (await huda.get(f"/t/{code}")).status == 200
    house.time[0] += int(PERSON.seconds * 1000)
    assert (await omar.get(f"/j/{code}")).status == 200


async def test_a_guesser_in_a_cafe_holds_up_strangers_for_a_second(
    house: House, huda: Guest, new_guest: NewGuest
):
    code = await huda.open("friend")
    for _ in range(ADDRESS.calls):
        assert (await (await new_guest()).get("/t/ZZZZZZ")).status == 404
    assert (await (await new_guest()).get(f"/j/{code}")).status == 429
    assert (await huda.get("/go?code=" + code)).status == 200, "she is known"
    elsewhere = await new_guest()
    assert (await elsewhere.get(f"/j/{code}", **{"X-Forwarded-For": "9.9.9.9, 203.0.113.7"})).status == 200
    house.time[0] += int(ADDRESS.seconds * 1000)
    assert (await (await new_guest()).get(f"/j/{code}")).status == 200


async def test_the_form_keeps_a_seat_for_one_person_or_a_rival(
    house: House, huda: Guest, omar: Guest, new_guest: NewGuest
):
    first = await huda.open("friend", name="Huda")
    await omar.join(first, name="Omar")
    form = await huda.see("/")
    rival = re.search(r'<option value="(\d+)">\u2068Omar', form)[1]
    table = await house.table(await huda.open("friend", whom=rival, private="on"))
    assert (str(table.setup.guest), table.setup.spectators) == (rival, False)
    stranger = await new_guest()
    assert "This seat is kept for \u2068Omar\u2069." in await stranger.see(f"/j/{table.code}")
    assert (await stranger.join(table.code)).headers["Location"] == f"/j/{table.code}?said=not_invited"
    assert (await omar.join(table.code)).headers["Location"] == f"/t/{table.code}"
    keyed = await house.table(await huda.open("friend", whom="one"))
    assert len(keyed.setup.key) == len(keyed.code)
    answer = await stranger.post("/open", {"against": "friend", "whom": rival})
    assert answer.status == 422
    assert "Please choose one of the people on offer." in await answer.text()


async def test_a_form_sent_twice_calls_the_rival_once(house: House, huda: Guest, omar: Guest):
    first = await huda.open("friend", name="Huda")
    await omar.join(first, name="Omar")
    rival = re.search(r'<option value="(\d+)">\u2068Omar', await huda.see("/"))[1]
    told = []

    class Ear:
        platform = "test"

        async def tell(self, player, panel):
            told.append((player, panel.heading))
            return True

    house.server.app[COMPANY].heralds.append(Ear())
    codes = {await huda.open("friend", whom=rival, key="samekey12") for _ in range(2)}
    assert len(codes) == 1
    assert [player for player, _ in told] == [int(rival)]


async def test_too_many_invitations_are_told_in_the_form(house: House, huda: Guest):
    for _ in range(house.services.tables.limits.invitations):
        await huda.open("friend")
    answer = await huda.post("/open", {"against": "friend", "target": "7"})
    assert answer.status == 422
    html = await answer.text()
    assert "You have many invitations waiting already." in html
    assert 'name="target" value="7"' in html

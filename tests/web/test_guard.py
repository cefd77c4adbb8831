import asyncio
import re
from dataclasses import replace

import pytest
from aiohttp import ClientSession
from aiohttp.test_utils import TestServer

from bot.web import guard
from bot.web.app import make_app
from bot.web.services import Services
from tests.web.conftest import Guest, House, NewGuest


@pytest.mark.parametrize("path", ["/", "/t/NOSUCH", "/nowhere", "/health", "/favicon.ico", "/static/x/y"])
async def test_every_answer_carries_the_headers(huda: Guest, path: str):
    answer = await huda.get(path)
    for name, value in guard.HEADERS.items():
        assert answer.headers[name] == value
    assert "unsafe" not in answer.headers["Content-Security-Policy"]


async def test_no_page_has_a_script_or_a_style_of_its_own(huda: Guest):
    code = await huda.open("friend")
    for path in ("/", f"/t/{code}", "/t/NOSUCH"):
        html = await (await huda.get(path)).text()
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=|<script(?![^>]* src=)", html)


async def test_a_guests_cookie_is_kept_from_scripts_and_other_sites(huda: Guest):
    answer = await huda.get("/")
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Secure" not in cookie
    assert "Set-Cookie" not in (await huda.get("/")).headers


async def test_a_change_without_our_token_is_refused(huda: Guest, omar: Guest):
    await huda.see("/")
    await omar.see("/")
    for token in ("", "0" * 64, omar.token, "ü\ud800".encode("utf-8", "replace").decode()):
        answer = await huda.post("/open", {"token": token, "against": "local", "preset": "mahbusa"})
        assert answer.status == 403
        assert "Load it again" in await answer.text()


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://["},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
async def test_other_sites_change_nothing(huda: Guest, headers: dict[str, str]):
    await huda.see("/")
    answer = await huda.post("/open", {"against": "local", "preset": "mahbusa"}, **headers)
    assert answer.status == 403


async def test_our_own_origin_is_welcome(house: House, huda: Guest):
    origin = str(house.server.make_url("")).rstrip("/")
    answer = await huda.post("/open", {"against": "local", "preset": "mahbusa"}, Origin=origin)
    assert answer.status == 303


async def test_behind_a_public_address_cookies_are_secure_and_links_lead_there(house: House):
    services = replace(house.services, public_url="https://majlis.example")
    async with TestServer(make_app(services)) as server, ClientSession() as session:
        answer = await session.get(server.make_url("/"))
        assert "Secure" in answer.headers["Set-Cookie"]
        cookie, token = (
            answer.cookies["__Host-majlis"].value,
            re.search(r'"token" content="(\w+)"', await answer.text())[1],
        )
        sent = {"Cookie": f"__Host-majlis={cookie}", "Origin": "https://majlis.example"}
        form = {"token": token, "against": "friend", "preset": "mahbusa"}
        answer = await session.post(server.make_url("/open"), data=form, headers=sent, allow_redirects=False)
        assert answer.status == 303
        code = answer.headers["Location"].removeprefix("/t/")
        mine = {"Cookie": f"__Host-majlis={answer.cookies['__Host-majlis'].value}"}
        html = await (await session.get(server.make_url(f"/t/{code}"), headers=mine)).text()
        assert f'value="https://majlis.example/j/{code}"' in html


def test_a_secret_is_long():
    with pytest.raises(ValueError, match="32 bytes"):
        Services(None, None, None, int, None, secret=b"short")


@pytest.mark.parametrize("cookie", ["1.abc.def", "1", "", "..", "x.y.z", "1.é.ü", "9" * 5000])
async def test_a_forged_cookie_is_nobodys(house: House, huda: Guest, new_guest: NewGuest, cookie: str):
    await huda.open(name="Huda")
    forger = await new_guest()
    forger.session.cookie_jar.update_cookies({"majlis": cookie}, house.server.make_url("/"))
    html = await forger.see("/")
    assert "Huda" not in html


async def test_another_players_id_needs_another_signature(house: House, huda: Guest, omar: Guest):
    await huda.open(name="Huda")
    await omar.see("/")
    jar = {cookie.key: cookie.value for cookie in omar.session.cookie_jar}
    _, nonce, signature = jar["majlis"].split(".")
    omar.session.cookie_jar.update_cookies({"majlis": f"1.{nonce}.{signature}"}, house.server.make_url("/"))
    assert "Huda" not in await omar.see("/")


@pytest.mark.parametrize(
    ("path", "language", "sentence"),
    [
        ("/nowhere", "en", "There is nothing here."),
        ("/healthz", "en", "There is nothing here."),
        ("/health/x", "en", "There is nothing here."),
        ("/t/NOSUCH", "en", "There is no table with this code."),
        ("/j/NOSUCH", "ar", "لا"),
        ("/t/" + "x" * 300, "en", "There is no table with this code."),
        ("/t/%00%FF", "en", "There is no table with this code."),
    ],
)
async def test_what_is_not_there_is_told_in_the_persons_language(
    new_guest: NewGuest, path: str, language: str, sentence: str
):
    answer = await (await new_guest(language)).get(path)
    assert answer.status == 404
    html = await answer.text()
    assert sentence in html
    assert f'lang="{language}"' in html


async def test_bodies_are_small_and_readable(house: House, huda: Guest):
    await huda.see("/")
    assert (await huda.post("/open", {"name": "x" * 20_000})).status == 413
    url = house.server.make_url("/open")
    sent = {"X-Majlis-Token": huda.token}
    for body, kind, status in [
        (b"{", "application/json", 400),
        (b"[" * 10_000, "application/json", 400),
        (b'["a"]', "application/json", 400),
        (b'{"preset": 1}', "application/json", 400),
        (b"\xff\xfe", "application/json", 400),
        (b"hello", "text/plain", 415),
        (b"{}", "application/json; charset=foo", 415),
        (b"{}", "application/json; charset=hex", 415),
        (b"name=x", "application/x-www-form-urlencoded; charset=foo", 415),
        (b"name=x", "application/x-www-form-urlencoded; charset=undefined", 400),
        (b"name=\xff\xfe", "application/x-www-form-urlencoded", 400),
    ]:
        answer = await huda.session.post(url, data=body, headers={"Content-Type": kind, **sent})
        assert answer.status == status
        assert "<html" in await answer.text()


async def test_half_a_character_is_no_name(house: House, huda: Guest):
    await huda.see("/")
    body = b'{"name": "A\\ud800B", "against": "local", "preset": "mahbusa"}'
    answer = await huda.session.post(
        house.server.make_url("/open"),
        data=body,
        headers={"Content-Type": "application/json", "X-Majlis-Token": huda.token},
    )
    assert answer.status == 200


async def test_a_bug_is_one_sentence_and_no_traceback(house: House, huda: Guest, monkeypatch, caplog):
    async def broken(*_: object) -> None:
        raise RuntimeError("the secret of the house")

    monkeypatch.setattr(type(house.services.tables), "get", broken)
    answer = await huda.get("/t/ABCDEF")
    html = await answer.text()
    assert answer.status == 500
    assert "Nothing of your game is lost." in html
    assert "secret" not in html
    assert "the secret of the house" in caplog.text


async def test_a_database_that_fails_is_told_like_any_bug(house: House, huda: Guest, monkeypatch, caplog):
    await huda.open(name="Huda")

    def broken(_: object) -> None:
        raise OSError("the disk is gone")

    with monkeypatch.context() as patch:
        patch.setattr(type(house.services.database), "read", broken)
        answer = await huda.get("/")
        html = await answer.text()
        assert (answer.status, "Set-Cookie" in answer.headers) == (500, False)
        assert "Nothing of your game is lost." in html
        assert "the disk is gone" in caplog.text
        asked = await huda.get("/t/ABCDEF/state", Accept="application/json")
        assert "Nothing of your game is lost." in (await asked.json())["toast"]
    assert "Huda" in await huda.see("/")


async def test_whoever_hangs_up_in_mid_sentence_is_no_bug(house: House, huda: Guest, caplog):
    code = await huda.open("friend")
    _, writer = await asyncio.open_connection("127.0.0.1", house.server.port)
    writer.write(f"POST /t/{code}/press HTTP/1.1\r\nHost: here\r\nContent-Length: 99\r\n\r\npay".encode())
    await writer.drain()
    await asyncio.sleep(0.1)
    writer.close()
    await writer.wait_closed()
    await asyncio.sleep(0.1)
    assert code in await huda.see(f"/t/{code}")
    assert not caplog.records


async def test_files_are_kept_by_their_hash(huda: Guest):
    html = await huda.see("/")
    files = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', html))
    assert len(files) >= 4
    for file in files:
        answer = await huda.get(file)
        assert answer.status == 200
        assert "immutable" in answer.headers["Cache-Control"]
    old = await huda.get("/static/old/majlis.css")
    assert (old.status, old.headers["Cache-Control"]) == (200, "no-cache")
    assert (await huda.get("/static/old/..%2fapp.py")).status == 404
    assert (await huda.get("/favicon.ico")).content_type == "image/svg+xml"

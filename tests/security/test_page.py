"""The page: other sites, stolen and forged cookies, names that are scripts, addresses that lead away, floods."""

import asyncio
import contextlib
import re
from dataclasses import replace
from http.cookies import Morsel

import pytest
import sqlalchemy as sa
from aiohttp import ClientSession, DummyCookieJar
from aiohttp.test_utils import TestServer

from bot.web import live, pages
from bot.web.app import make_app
from bot.web.live import Streams
from bot.web.services import Services, signing_secret
from storage import schema
from tests.web.conftest import Guest, House, NewGuest

EVIL = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'-alert(1)-'",
    "{{7*7}}{% raw %}",
    "</title><svg onload=alert(1)>",
    "\u202eevil\u2066",
    "\u0000\u0008x",
    "😀" * 300,
)


async def test_another_site_opens_no_table_and_reads_nothing(huda: Guest):
    await huda.see("/")
    for headers in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
        answer = await huda.post("/open", {"against": "local", "preset": "mahbusa"}, **headers)
        assert answer.status == 403
    answer = await huda.get("/", Origin="https://evil.example")
    assert "Access-Control-Allow-Origin" not in answer.headers
    assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]


async def test_a_cookie_is_out_of_reach_of_scripts_and_worthless_once_changed(
    house: House, huda: Guest, new_guest: NewGuest
):
    await huda.open(name="Huda")
    cookie = next(each for each in huda.session.cookie_jar if each.key == "majlis")
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    player, nonce, signature = cookie.value.split(".")
    thief = await new_guest()
    another = nonce[:-1] + ("1" if nonce.endswith("0") else "0")
    for forged in (f"{player}.{nonce}.", f"{player}.{another}.{signature}", f"9.{nonce}.{signature}"):
        thief.session.cookie_jar.update_cookies({"majlis": forged}, house.server.make_url("/"))
        assert "Huda" not in await thief.see("/")


async def test_behind_https_no_other_host_can_plant_a_cookie_and_whoever_had_an_earlier_one_stays(
    house: House, huda: Guest, omar: Guest
):
    await huda.open(name="Huda")
    await omar.open(name="Omar")
    address = house.server.make_url("/")
    hers, his = (who.session.cookie_jar.filter_cookies(address)["majlis"].value for who in (huda, omar))
    services = replace(house.services, public_url="https://majlis.example")
    async with (
        TestServer(make_app(services)) as server,
        ClientSession(cookie_jar=DummyCookieJar()) as browser,
    ):

        async def see(*cookies: str) -> tuple[str, Morsel[str] | None]:
            sent = {"Cookie": "; ".join(cookies)}
            async with browser.get(server.make_url("/"), headers=sent) as answer:
                return await answer.text(), answer.cookies.get("__Host-majlis")

        html, given = await see(f"majlis={hers}")
        assert "Huda" in html
        assert given is not None
        assert given.value == hers
        assert (given["secure"], given["path"], given["domain"]) == (True, "/", "")
        html, given = await see(f"majlis={his}", f"__Host-majlis={hers}")
        assert "Huda" in html
        assert given is None
        html, given = await see(f"majlis={hers}", f"__Host-majlis={his[:-1]}")
        assert "Huda" not in html, "one that is forged is nobody's, whatever stands beside it"
        assert given is not None


async def test_every_house_signs_with_a_secret_of_its_own_that_nobody_is_shown(house: House):
    services = house.services
    assert await signing_secret(services.database) == services.secret
    assert services.secret.hex() not in repr(services)
    async with services.database.write() as conn:
        await conn.execute(sa.delete(schema.meta).where(schema.meta.c.value == services.secret.hex()))
    assert await signing_secret(services.database) != services.secret, "rotated by taking the old one out"
    assert isinstance(services, Services)


@pytest.mark.parametrize("name", EVIL)
async def test_a_name_is_shown_and_not_obeyed(huda: Guest, omar: Guest, name: str):
    code = await huda.open("friend", name=name)
    for path in (f"/t/{code}", f"/j/{code}", "/"):
        html = await (await omar.get(path)).text() + await huda.see("/" if path == "/" else f"/t/{code}")
        assert not re.search(r"<script(?![^>]* src=\"/static/)|<img src=x|<svg onload|\u202e|\u0000", html)
        assert "{{7*7}}" not in name or "49{" not in html
    await omar.join(code, name=name)
    state = (await (await omar.get(f"/t/{code}/state", Accept="application/json")).json())["state"]
    html = "".join(state["pieces"].values())  # all else is put in as text
    assert not re.search(r"<script|<img src=x|<svg onload|\u202e|\u0000", html)


@pytest.mark.parametrize(
    "away",
    [
        "//evil.example",
        "https://evil.example",
        "/\\evil.example",
        "/\t/evil.example",
        "\\\\evil.example",
        "javascript:alert(1)",
        "/\r\nSet-Cookie: x=1",
        "/%0d%0aLocation:%20https://evil.example",
    ],
)
async def test_no_form_leads_away(huda: Guest, away: str):
    await huda.see("/")
    answer = await huda.post("/language", {"language": "ar", "back": away})
    assert answer.status == 303
    assert answer.headers["Location"] in ("/", "/%0D%0ALocation:%20https://evil.example")
    assert "Set-Cookie: x" not in str(answer.headers)


@pytest.mark.parametrize(
    "path",
    [
        "/static/x/../../bot/config.py",
        "/static/x/..%2f..%2fconfig.py",
        "/static/x/%2e%2e%2f%2e%2e%2fetc%2fpasswd",
        "/static//etc/passwd",
        "/static/x/%00favicon.svg",
        "/t/../../etc/passwd",
        "/j/..%2f..%2f.env",
        "/c/%2e%2e%2fmenu",
        "/.env",
        "/majlis.db",
        "/.git/config",
    ],
)
async def test_paths_lead_to_nothing_but_pages(huda: Guest, path: str):
    url = huda.house.server.make_url("/")
    reader, writer = await asyncio.open_connection(url.host, url.port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
    answer = (await reader.read()).decode("utf-8", "replace")
    writer.close()
    assert re.match(r"HTTP/1.1 (404|400|302|303) ", answer), answer[:200]
    assert not re.search(r"root:|MAJLIS_|SQLite format|\[core\]", answer)


async def test_what_is_too_long_is_refused_and_what_is_too_slow_is_cut_off(
    house: House, huda: Guest, monkeypatch
):
    await huda.see("/")
    assert (await huda.post("/open", {"name": "x" * 20_000})).status == 413
    assert (await huda.get("/?" + "x" * 20_000)).status == 400
    assert (await huda.get("/", **{"X-Long": "9" * 20_000})).status == 400
    monkeypatch.setattr(pages, "BODY_S", 0.05)
    url = house.server.make_url("/")
    reader, writer = await asyncio.open_connection(url.host, url.port)
    head = "POST /open HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\nContent-Type: application/json\r\n\r\n{"
    writer.write(head.encode())
    async with asyncio.timeout(30):
        assert (await reader.readline()).startswith(b"HTTP/1.1 408")
    writer.close()


async def test_a_connection_that_never_asks_is_closed(house: House):
    """By aiohttp, after `platforms.IDLE_S` without a whole request; here sooner."""
    url = house.server.make_url("/")
    house.server.runner._kwargs["keepalive_timeout"] = 0.05
    house.server.runner.server._kwargs["keepalive_timeout"] = 0.05
    reader, writer = await asyncio.open_connection(url.host, url.port)
    writer.write(b"GET / HTTP/1.1\r\nHost:")
    assert await asyncio.wait_for(reader.read(), 30) == b""
    writer.close()


async def test_streams_are_counted_by_visitor_by_address_and_in_all(monkeypatch):
    monkeypatch.setattr(live, "ALL_STREAMS", 7)
    monkeypatch.setattr(live, "A_PLACES_STREAMS", 5)
    streams = Streams()
    with contextlib.ExitStack() as held:
        mine = [held.enter_context(_entered(streams, "me", "here")) for _ in range(5)]
        assert [stream.dismissed for stream in mine] == [True, False, False, False, False]
        with pytest.raises(live.web.HTTPServiceUnavailable):
            held.enter_context(_entered(streams, "another of mine", "here"))
        for number in range(2):
            held.enter_context(_entered(streams, f"they {number}", "there"))
        with pytest.raises(live.web.HTTPServiceUnavailable):
            held.enter_context(_entered(streams, "they 3", "elsewhere"))
    assert len(streams) == 0
    assert not streams._of_place


def _entered(streams: Streams, guest: str, place: str):
    return streams.entered(guest, place)

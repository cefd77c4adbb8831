"""Whatever is asked of the page: an answer below 500, no error of ours, and no change at tables where one does not sit."""

from contextlib import suppress

import pytest
from aiohttp import ClientSession, CookieJar
from hypothesis import given
from hypothesis import strategies as st
from yarl import URL

from tests.fuzz.pieces import FEWER, act, fuzz, kept, nothing_logged, odd, tended
from tests.web.conftest import Guest, House
from tests.web.conftest import house as page_of_tests

page = pytest.fixture(name="page")(page_of_tests.__wrapped__)

CODES = ("TABLE", "ZZZZZZ", "table", "TA BLE")
METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "BREW")
plain = odd.map(lambda text: text.encode("utf-8", "replace").decode())
path = st.one_of(
    st.sampled_from(
        (
            "/",
            "/go",
            "/open",
            "/me",
            "/language",
            "/looks",
            "/told",
            "/metrics",
            "/health",
            "/worker.js",
            "/static/x/y",
        )
    ),
    st.builds(
        lambda way, code, rest: f"/{way}/{code}{rest}",
        st.sampled_from("tjx"),
        st.sampled_from(CODES) | plain,
        st.sampled_from(
            (
                "",
                "/state",
                "/press",
                "/board.jpg",
                "/match.json",
                "/match.mat",
                "/qr.png",
                "/preview.jpg",
                "/plates/x",
            )
        )
        | plain,
    ),
    act(CODES).map(lambda one: "/c/" + one.encode("utf-8", "replace").decode()),
    plain.map(lambda text: "/" + text),
)
fields = st.dictionaries(
    st.sampled_from(("token", "payload", "key", "word", "name", "preset", "against", "target", "stake", "clock", "back", "language",
                     "whom", "typed", "filled", "level", "x")) | plain,
    st.sampled_from(("TABLE:0:s", "TABLE:0:c", "mahbusa", "friend", "local", "computer", "1", "50", "key12345")) | plain,
    max_size=6,
)  # fmt: skip
header = st.dictionaries(
    st.sampled_from(("Accept", "Accept-Language", "Origin", "Sec-Fetch-Site", "X-Forwarded-For", "If-None-Match", "Range", "Content-Type",
                     "X-Majlis-Token", "Last-Event-ID", "Cookie")),
    st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=30),
    max_size=3,
)  # fmt: skip


@pytest.fixture
async def mallory(page: House):
    """A browser with a good token, and a table of others with what is kept of it."""
    sessions = [ClientSession(cookie_jar=CookieJar(unsafe=True)) for _ in range(3)]
    huda, omar, mallory = (Guest(page, session, "en") for session in sessions)
    code = await huda.open("friend", name="Huda")
    await omar.join(code, name="Omar")
    await mallory.see("/")
    yield page, mallory, code, await kept(page.services.database, code)
    for session in sessions:
        await session.close()


@fuzz(FEWER)
@given(
    st.sampled_from(METHODS),
    path,
    st.dictionaries(plain, plain, max_size=3),
    header,
    fields | st.binary(max_size=200),
    st.booleans(),
)
async def test_requests(mallory, method, where, query, headers, body, trusted):  # noqa: PLR0917 all of a request
    page, guest, code, before = mallory
    page.time[0] += 20_000
    if await tended(page.services.tables, page.services.database, page.time[0]):
        before[:] = await kept(page.services.database, code)
    if isinstance(body, dict):
        body = {name: value.replace("TABLE", code) for name, value in body.items()}
        body |= {"token": guest.token} if trusted else {}
        headers.pop("Content-Type", None)
    url = page.server.make_url("/").join(URL.build(path=where.replace("TABLE", code), query=query))
    with nothing_logged(), suppress(ValueError):  # what the client itself will not send
        async with guest.session.request(
            method,
            url,
            headers=headers,
            data=None if method in ("GET", "HEAD") else body,
            allow_redirects=False,
        ) as answer:
            assert answer.status < 500, (method, url, answer.status)
            if answer.content_type != "text/event-stream":
                await answer.read()
    assert await kept(page.services.database, code) == before

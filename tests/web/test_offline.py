"""The page without a connection."""

import pytest
from playwright.async_api import expect

from tests.web.conftest import Guest
from tests.web.test_browser import PHONE, NewPage, browser, new_page

__all__ = ["browser", "new_page"]


async def test_the_page_for_no_connection_knows_nobody(new_guest):
    guest: Guest = await new_guest("hi")
    for language, direction in (("ar", "rtl"), ("en", "ltr"), ("hi", "ltr")):
        answer = await guest.get(f"/offline/{language}")
        page = await answer.text()
        assert f'lang="{language}" dir="{direction}"' in page
        assert "token" not in page
        assert "Set-Cookie" not in answer.headers
    assert (await guest.get("/offline/xx")).status == 404
    worker = await guest.get("/worker.js")
    assert worker.content_type == "text/javascript"
    assert worker.headers["Cache-Control"] == "no-cache", "a new one is found at once"


@pytest.mark.browser
@pytest.mark.parametrize(
    ("locale", "gone", "address"),
    [("ar", "لا يوجد اتصال.", "/"), ("en", "There is no connection.", "/c/mine")],
)
async def test_without_a_connection_the_page_says_so_and_goes_on_by_itself(
    new_page: NewPage, locale: str, gone: str, address: str
):
    page = await new_page(locale=locale, size=PHONE, offline_is_meant=True)
    await page.goto("/")
    await page.evaluate("navigator.serviceWorker.ready")
    await page.goto(address)
    heading = await page.inner_text("h1")
    await page.context.set_offline(True)
    await page.reload()
    await expect(page.locator("h1")).to_have_text(gone)
    assert await page.evaluate("getComputedStyle(document.querySelector('.button')).borderRadius") != "0px"
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    await page.click(".button")
    await expect(page.locator("h1")).to_have_text(gone)
    await page.context.set_offline(False)
    await expect(page.locator("h1")).to_have_text(heading)
    kept = await page.evaluate(
        "(async () => { const found = [];"
        " for (const name of await caches.keys())"
        "  for (const one of await (await caches.open(name)).keys()) found.push(new URL(one.url).pathname);"
        " return found; })()"
    )
    assert f"/offline/{locale}" in kept
    assert all(one.startswith(("/offline/", "/static/")) for one in kept)

"""Panels on the page: acts at addresses of their own, by forms, with and without scripts."""

import asyncio
import re

import pytest
from playwright.async_api import expect

from bot.company.panel import Panel, Tap
from bot.web.pages import COMPANY
from tests.bot.company import sample
from tests.web.conftest import Guest, House
from tests.web.test_browser import PHONE, NewPage, browser, new_page

__all__ = ["browser", "new_page"]


@pytest.fixture(autouse=True)
def _served(monkeypatch: pytest.MonkeyPatch) -> None:
    sample.serve(monkeypatch)


async def test_looking_makes_no_player_and_changes_nothing(house: House, huda: Guest):
    page = await huda.see("/c/cafe")
    assert "Yes, go on" in page
    assert "order" in await huda.see("/c/order.tea")
    async with house.services.database.read() as conn:
        assert not list(await conn.exec_driver_sql("SELECT id FROM players"))
    assert sample.ORDERS == []


async def test_a_form_does_an_act_once(huda: Guest):
    form = {"key": "k" * 12}
    for _ in range(2):
        answer = await huda.post("/c/order.tea", form)
        assert answer.status == 200
        assert "One tea" in await answer.text()
    assert [wished for _, wished in sample.ORDERS] == ["tea"]
    refused = await huda.post("/c/order.water", form)
    assert refused.status == 409
    assert "enough pearls" in await refused.text()


async def test_what_changes_nothing_has_an_address(huda: Guest):
    answer = await huda.post("/c/cafe", {})
    assert answer.headers["Location"] == "/c/cafe"
    page = await huda.see("/c/cafe")
    assert "coffee &amp; tea" in page
    assert 'href="https://example.org/"' in page
    assert 'formaction="/c/order.coffee"' in page


async def test_pictures_and_files_are_for_whom_they_were_made(huda: Guest, omar: Guest):
    await huda.post("/c/cafe", {})
    picture = re.search(r'src="(/kept/[^"]+)" alt="a board"', await huda.see("/c/cafe.menu"))
    drawn = await huda.get(picture[1])
    assert (await drawn.read()).startswith(b"\xff\xd8")
    file = re.search(r'href="(/kept/[^"]+bill.txt)"', await huda.see("/c/cafe.bill"))
    kept = await huda.get(file[1])
    assert await kept.read() == b"coffee: 3"
    assert "attachment" in kept.headers["Content-Disposition"]
    await omar.post("/c/cafe", {})
    assert (await omar.get(picture[1])).status == 404
    assert (await omar.get(file[1])).status == 404


async def test_words_are_sent_with_their_act(huda: Guest):
    await huda.post("/c/cafe", {})
    page = await huda.see("/c/cafe.word")
    assert 'maxlength="12"' in page
    assert "One mint" in await (await huda.post("/c/order", {"typed": "mint"})).text()


async def test_a_panel_may_lead_to_a_table(house: House, huda: Guest):
    answer = await huda.post("/c/seat", {})
    assert answer.status == 303
    assert await house.table(answer.headers["Location"].removeprefix("/t/"))


async def test_no_act_of_ours_is_no_page_of_ours(huda: Guest):
    assert (await huda.get("/c/nothing")).status == 404
    assert (await huda.get("/c/..%20")).status == 404
    assert (await huda.post("/c/nothing", {})).status == 400
    huda.token = "wrong"
    assert (await huda.post("/c/order.tea", {})).status == 403
    assert sample.ORDERS == []


async def test_the_first_page_leads_to_what_there_is(huda: Guest):
    assert 'href="/c/cafe"' in await huda.see("/")


@pytest.mark.browser
async def test_panels_without_loading_anew(new_page: NewPage):
    page = await new_page(size=PHONE)
    await page.goto("/c/cafe")
    await page.click("text=Yes, go on")
    await expect(page.locator("h1")).to_contain_text("The café of")
    await page.evaluate("window.stayed = true")
    await page.click("text=Order")
    await expect(page.locator("#toast")).to_have_text("One coffee")
    await page.click("text=Menu")
    await expect(page.locator(".plate")).to_be_visible()
    assert await page.evaluate("window.stayed")
    assert page.url.endswith("/c/cafe.menu")
    await page.go_back()
    await expect(page.locator("h1")).to_contain_text("The café of")
    await page.goto("/c/cafe.word")
    await page.fill("input[name=typed]", "mint")
    await page.keyboard.press("Enter")
    await expect(page.locator("#toast")).to_have_text("One mint")
    assert [wished for _, wished in sample.ORDERS] == ["coffee", "mint"]
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.browser
async def test_open_pages_are_told(house: House, new_page: NewPage):
    company = house.server.app[COMPANY]
    page = await new_page(locale="ar", size=PHONE)
    await page.goto("/c/cafe")
    assert not await company.tell(1, Panel(heading="Nobody hears"))
    await page.click("text=نعم، تابع")
    await expect(page.locator("h1")).to_contain_text("The café of")
    assert await page.get_attribute("html", "dir") == "rtl"
    news = Panel(heading="Sara has come", rows=((Tap("Sit down", "seat"),),))
    async with asyncio.timeout(30):
        while not await company.tell(1, news):  # noqa: ASYNC110 until the page listens
            await asyncio.sleep(0.05)
    await expect(page.locator("#news h1")).to_have_text("Sara has come")
    await expect(page.locator("#panel h1")).to_contain_text("The café of")
    await page.click("text=Sit down")
    await page.wait_for_url("**/t/*")


@pytest.mark.browser
async def test_taps_beside_a_board_leave_it_there(new_page: NewPage, monkeypatch):
    taps = (Tap("Menu", "cafe.menu"), Tap("Tea", "order.tea"))
    monkeypatch.setattr("bot.web.show.beside", lambda _table, _seat, _words, **_: taps)
    page = await new_page(size=PHONE)
    await page.goto("/c/seat")
    await page.click("text=Yes, go on")
    await page.wait_for_url("**/t/*")
    await page.click("text=Tea")
    await expect(page.locator("#toast")).to_have_text("One tea")
    await page.click("#around >> text=Menu")
    await expect(page.locator("#aside .plate")).to_be_visible()
    await expect(page.locator("#picture")).to_be_visible()


@pytest.mark.browser
async def test_a_panel_that_changes_by_itself_looks_again(new_page: NewPage, monkeypatch):
    lines = iter(f"{waiting} wait" for waiting in range(1_000))

    async def cafe(_company, _asker, _arguments) -> Panel:
        return Panel(heading="Soon", lines=(next(lines),), again="cafe.soon", again_s=1)

    monkeypatch.setitem(sample.acts.ACTS, "cafe", cafe)
    page = await new_page()
    await page.goto("/c/cafe.soon")
    await page.click("text=Yes, go on")
    await expect(page.locator("h1")).to_have_text("Soon")
    first = await page.inner_text(".lines")
    await expect(page.locator(".lines")).not_to_have_text(first)

"""Panels in a real browser: what is waited for and does not come, and what is told only once."""

import asyncio
import re
from itertools import pairwise

import pytest
from playwright.async_api import expect

from bot.company import making
from bot.company.announcing import offer_computer
from bot.company.queue import OFFER_MS
from bot.school import Log
from bot.thrift import Caps
from bot.web.analysis import SCHOOL
from bot.web.pages import COMPANY
from storage import waiting
from tests.web.conftest import House
from tests.web.test_browser import PHONE, NewPage, browser, new_page, open_table, over
from tests.web.test_browser_company import looks

__all__ = ["browser", "new_page"]

pytestmark = pytest.mark.browser

FINGER, APART = 44, 6
"""Pixels: how high a thing to tap is, and how far from the next."""

WAITING = "The computer is looking at the match again…"


@pytest.mark.parametrize(
    ("trouble", "told"),
    [
        (TimeoutError(), "That took too long just now. Please try again in a moment."),
        (RuntimeError(), "Something went wrong on our side. Nothing of your game is lost."),
    ],
)
async def test_words_that_say_to_wait_give_way_to_what_went_wrong(
    house: House, new_page: NewPage, monkeypatch, trouble: Exception, told: str
):
    page = await new_page("en", PHONE, offline_is_meant=True)  # the browser's console tells of refusals too
    failing = asyncio.Event()

    async def look(_log: Log) -> object:
        await failing.wait()
        failing.clear()
        raise trouble

    monkeypatch.setattr(house.server.app[SCHOOL], "_look", look)
    monkeypatch.setitem(making.PATIENCE_S, "web", 0.05)
    code = await open_table(page, "local")
    await page.click('#buttons [value$=":s"]')
    for verb in (":qg", ":xg"):
        await page.click(f'#buttons [value$="{verb}"]')
    await expect(page.locator(over(code))).to_have_count(1)
    await page.click(f'#around [formaction="/c/match.{code}.lesson"]')
    aside = page.locator("#aside")
    await expect(aside.locator(".lines")).to_have_text(WAITING)
    failing.set()
    await expect(aside.locator(".lines")).to_have_text(told)
    await aside.locator(f'[formaction="/c/match.{code}.lesson"]').click()
    await expect(aside.locator(".lines")).to_have_text(WAITING)


async def test_who_waits_is_told_when_the_connection_is_gone(new_page: NewPage):
    page = await new_page("en", PHONE, offline_is_meant=True)
    await looks(page)
    lines = page.locator("#panel .lines")
    await expect(lines).to_contain_text("Nobody else waits for this yet.")
    await page.context.set_offline(True)
    await expect(lines).to_have_text("The connection is gone. Trying again…")
    await page.context.set_offline(False)
    await expect(lines).to_contain_text("Nobody else waits for this yet.")


async def test_the_computers_offer_stands_once(house: House, new_page: NewPage):
    page = await new_page("en", PHONE)
    await looks(page)
    await expect(page.locator("#panel")).to_contain_text("Nobody else waits for this yet.")
    house.time[0] += OFFER_MS
    company = house.server.app[COMPANY]
    async with company.database.read() as conn:
        (waits,) = await waiting.everybody(conn)
    await offer_computer(company, waits.player_id)
    offer = page.locator('[formaction="/c/queue.computer"]')
    await expect(offer).to_have_count(1)
    await expect(page.locator("#news")).to_be_hidden()


async def test_a_refused_stake_is_seen_where_one_lands(house: House, new_page: NewPage):
    page = await new_page("ar", PHONE, offline_is_meant=True)
    await page.goto("/?against=friend")
    await page.click("#open > .button")
    await page.wait_for_url("**/t/*")
    house.services.tables.caps = Caps(guest_stake=50)
    await page.goto("/?against=friend")
    await page.fill('[name="stake"]', "50")
    await page.click("#open > .button")
    await expect(page.locator("#wrong")).to_be_in_viewport(ratio=1)
    await expect(page.locator('[name="stake"]')).to_be_focused()


async def test_the_name_written_on_the_first_page_goes_wherever_one_goes(new_page: NewPage):
    page = await new_page("ar", PHONE)
    await page.goto("/")
    await page.fill('#open [name="name"]', "نور")
    await page.click('.glance [formaction="/c/quick"]')
    await page.goto("/")
    await expect(page.locator(".purse")).to_contain_text("نور")
    await page.fill('#open [name="name"]', "نور الهدى")
    await page.click('.glance [formaction="/c/quick"]')
    await page.goto("/")
    await expect(page.locator(".purse")).to_contain_text("نور الهدى")


@pytest.mark.parametrize("locale", ["ar", "en", "hi"])
async def test_a_score_stays_on_one_line_and_every_row_under_a_thick_finger(new_page: NewPage, locale: str):
    page = await new_page(locale, PHONE)
    code = await open_table(page, "friend", name="Omar & <b>")
    card = await page.locator(f'[href="/t/{code}/card.jpg"]').bounding_box()
    assert card["height"] >= FINGER
    await page.goto("/")
    rows = [await row.bounding_box() for row in await page.locator(".more .buttons").all()]
    for above, below in pairwise(rows):
        assert below["y"] - above["y"] - above["height"] >= APART
    code = await open_table(page, "computer", name="Omar & <b>")
    await page.click('#buttons [value$=":s"]')
    for verb in (":qg", ":xg"):
        await page.click(f'#buttons [value$="{verb}"]')
    await expect(page.locator(over(code))).to_have_count(1)
    score = page.locator("#told .figures").first
    await expect(score).to_have_text(re.compile("0 – 2|2 – 0"))
    lines = "element => new Set(Array.from(element.getClientRects(), (part) => Math.round(part.top))).size"
    assert await score.evaluate(lines) == 1
    await expect(page.locator("#told")).to_contain_text("Omar & <b>")

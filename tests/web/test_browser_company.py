"""Two who have never met, each in a real browser: quick play, the match looked at afterwards, and once more."""

import re

import pytest
from playwright.async_api import Page, expect

from bot.company.pairing import GREETING_MS
from bot.table import Stage
from tests.web.conftest import House
from tests.web.test_browser import PHONE, NewPage, assert_fits, browser, new_page

__all__ = ["browser", "new_page"]

pytestmark = pytest.mark.browser


async def taps(page: Page, act: str) -> None:
    await page.click(f'[formaction="/c/{act}"]')


async def looks(page: Page) -> None:
    """From the first page to the queue."""
    await page.goto("/")
    for act in ("quick", "quick.mahbusa", "quick.mahbusa.1", "queue.mahbusa.1.0"):
        await taps(page, act)


async def gives_up(*pages: Page) -> None:
    """Whoever is to move gives the game up."""
    first, second = pages
    mover = first if await first.locator('#buttons [value*=":m"], #buttons [value$=":p"]').count() else second
    for verb in (":qg", ":xg"):
        await mover.click(f'#buttons [value$="{verb}"]')


async def test_two_strangers_meet_play_look_at_the_match_and_play_once_more(house: House, new_page: NewPage):
    huda, omar = await new_page("en", PHONE), await new_page("ar", PHONE)
    await looks(huda)
    await expect(huda.locator("h1")).to_have_text("Looking for a rival…")
    await assert_fits(huda)
    await looks(omar)
    for page in (huda, omar):  # the one is led there by what they tapped, the other by the news
        await page.wait_for_url(re.compile(r"/t/\w+$"))
    code = huda.url.rsplit("/", 1)[1]
    assert omar.url.endswith(f"/t/{code}")
    await house.wait(code, GREETING_MS)
    assert (await house.table(code)).stage is Stage.PLAYING
    for page in (huda, omar):
        await expect(page.locator('#buttons [value$=":qg"]')).to_have_count(1)
        await assert_fits(page)

    await gives_up(huda, omar)
    await taps(huda, f"match.{code}")
    panel = huda.locator("#aside")
    await expect(panel).to_contain_text("gave up the game.")
    await taps(huda, f"match.{code}.proof")
    await expect(panel).to_contain_text((await house.table(code)).seed)
    await taps(huda, f"match.{code}")
    await taps(huda, f"match.{code}.log")
    async with huda.expect_download() as download:
        await panel.locator("a[download]").click()
    assert (await download.value).suggested_filename.endswith(f"{code}.json")
    await assert_fits(huda)

    for page in (huda, omar):
        await page.click('#buttons [value$=":a"]')
    for page in (huda, omar):
        await page.wait_for_url(re.compile(rf"/t/(?!{code})\w+$"))
    assert huda.url == omar.url
    await expect(omar.locator("main")).to_contain_text(re.compile("1–0|0–1"))

    await huda.goto(f"/t/{code}")  # the match that is over can be looked at all the same
    await taps(huda, f"match.{code}")
    await expect(huda.locator("#aside")).to_contain_text("gave up the game.")
    await expect(huda).to_have_url(re.compile(rf"/t/{code}$"))
    await huda.click("text=To the next table")
    await expect(huda).to_have_url(omar.url)

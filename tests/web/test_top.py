"""The lists of the best on the page: by a phone in Arabic, from the menu on."""

import re

import pytest
from playwright.async_api import expect

from bot.phrases import isolated
from storage import players, standings
from storage.standings import Place
from tests.web.conftest import House
from tests.web.test_browser import PHONE, NewPage, assert_fits, assert_large_targets, browser, new_page

__all__ = ["browser", "new_page"]

pytestmark = pytest.mark.browser

NAMES = ("هدى", "Omar", "सारा", "A long name of somebody with many words", "<b>&", "علي Ali", "Nour", "ليلى")


async def crowd(house: House) -> None:
    async with house.services.database.write() as conn:
        for wins in range(23, 0, -1):
            name = NAMES[wins % len(NAMES)]
            player = (await players.create(conn, "web", f"p{wins}", name, "ar", 0)).id
            for week in (0, standings.week(house.time[0])):
                await standings.add(conn, Place(week=week), player, wins, 25 * wins)


async def test_a_phone_in_arabic_turns_the_pages_of_every_list(house: House, new_page: NewPage):
    await crowd(house)
    page = await new_page("ar", PHONE)
    await page.goto("/c/menu")
    await page.click("text=نعم")
    await page.click('[formaction="/c/top"]')
    await expect(page.locator("h1")).to_have_text("الأكثر فوزًا")
    lines = page.locator(".lines li")
    await expect(lines).to_have_count(13)
    await expect(lines.nth(1)).to_have_text(f"1. {isolated(NAMES[23 % len(NAMES)])}: 23 فوزًا")
    await assert_fits(page)
    await assert_large_targets(page)
    await page.click("text=التالي")
    await expect(lines.nth(1)).to_have_text(re.compile(r"^11\. "))
    await page.click("text=السابق")
    await page.click("text=اللؤلؤ المكتسب")
    await expect(page.locator("h1")).to_have_text("الأكثر كسبًا للؤلؤ")
    await page.click("text=هذا الأسبوع")
    await expect(lines.first).to_have_text("في العالم كله · هذا الأسبوع")
    await expect(page).to_have_url(re.compile(r"/c/top\.earned\.world\.week\.0$"))
    await page.click("text=التصنيف")
    await expect(page.locator("h1")).to_have_text("الأقوى في محبوسة")
    await page.click("text=شيش بيش")
    await expect(lines.nth(1)).to_have_text("لا أحد بعد.")
    await assert_fits(page)

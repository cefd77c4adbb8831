"""Settings on the page: what is chosen shows on the next board, and on every page after it."""

import pytest
from playwright.async_api import expect

from tests.web.conftest import Guest, House
from tests.web.test_browser import PHONE, NewPage, assert_fits, browser, new_page

__all__ = ["browser", "new_page"]


async def chooses(guest: Guest, name: str, value: str) -> str:
    """From the list to the values of one choice to the list again, as people tap; gives the list."""
    assert f'formaction="/c/settings.{name}"' in await guest.see("/c/settings")
    assert f'formaction="/c/set.{name}.{value}"' in await guest.see(f"/c/settings.{name}")
    answer = await guest.post(f"/c/set.{name}.{value}", {"key": f"{name}.{value}".ljust(12, "x")})
    return await guest.see(answer.headers["Location"]) if answer.status == 303 else await answer.text()


async def picture(guest: Guest, code: str) -> str:
    """The address of the board's picture, which names what it shows."""
    answer = await guest.get(f"/t/{code}/state", Accept="application/json")
    return (await answer.json())["state"]["picture"]["src"]


async def test_what_is_chosen_shows_on_the_next_board(huda: Guest):
    code = await huda.open("local")
    await huda.press(code, f"{code}:0:s")
    seen = {await picture(huda, code)}
    for name, value in (("theme", "dark"), ("home", "top_left"), ("digits", "arabic")):
        assert "Settings" in await chooses(huda, name, value)
        seen.add(await picture(huda, code))
    assert len(seen) == 4


async def test_a_rival_keeps_their_own(house: House, huda: Guest, omar: Guest):
    code = await huda.open("friend", name="Huda")
    await omar.join(code, name="Omar")
    his = await picture(omar, code)
    await chooses(huda, "theme", "dark")
    assert await picture(omar, code) == his
    page = await chooses(huda, "language", "ar")
    assert 'dir="rtl"' in page
    assert 'dir="rtl"' in await huda.see(f"/t/{code}")
    assert 'dir="ltr"' in await omar.see(f"/t/{code}")
    assert (await house.table(code)).version >= 1


@pytest.mark.browser
async def test_another_language_takes_the_whole_page(new_page: NewPage):
    page = await new_page("en", PHONE)
    await page.goto("/")
    await page.click("#open > .button")
    await page.goto("/c/settings")
    await page.click('[formaction="/c/settings.language"]')
    await page.click('[formaction="/c/set.language.ar"]')
    await expect(page.locator("html")).to_have_attribute("dir", "rtl")
    await expect(page.locator("h1")).to_have_text("اللغة")
    await assert_fits(page)
    await page.click('[formaction="/c/settings"]')
    await page.click('[formaction="/c/settings.theme"]')
    await page.click('[formaction="/c/set.theme.dark"]')
    await expect(page.locator('[formaction="/c/settings.theme"]')).to_have_count(1)

"""Players' cards on the page."""

import html
import re

import pytest
from playwright.async_api import expect

from bot.play import Person
from tests.bot.company.sample import given_up
from tests.web.conftest import Guest, House, NewGuest
from tests.web.test_browser import PHONE, NewPage, browser, new_page, open_table

__all__ = ["browser", "new_page"]


async def player(guest: Guest, name: str) -> Person:
    """The player a guest is, whose name is known by a table of theirs."""
    table = await guest.house.table(await guest.open("friend", name=name))
    return Person(table.host, name)


async def test_a_card_is_a_page_with_a_picture_and_its_words(house: House, new_guest: NewGuest):
    ali, sara = await new_guest("en"), await new_guest("ar")
    his, hers = await player(ali, "Ali <b>"), await player(sara, "سارة")
    page = html.unescape(await ali.see("/c/profile"))
    assert "still to come" in page
    assert "You have 0 pearls." in page
    await given_up(house.services.tables, his, hers, house.time[0])
    page = await ali.see(f"/c/profile.{hers.id}")
    assert "Won against people: 1 of 1" in page
    assert "pearl" not in page
    picture = re.search(r'src="(/kept/[^"]+)" alt="The card of', page)
    assert (await (await ali.get(picture[1])).read()).startswith(b"\xff\xd8")
    page = await sara.see(f"/c/profile.{his.id}")
    assert "Ali &lt;b&gt;" in page
    assert "فوز على الناس: 0 من 1" in page


async def test_nobody_is_no_page(new_guest: NewGuest):
    ali, omar = await new_guest("en"), await new_guest("en")
    await player(ali, "Ali")
    his = await player(omar, "Omar")
    for number in (his.id, 999):
        answer = await ali.get(f"/c/profile.{number}")
        assert answer.status == 409
        text = await answer.text()
        assert "not known here" in text
        assert "Omar" not in text
    assert (await ali.get("/c/profile.x")).status == 404


@pytest.mark.browser
async def test_from_the_board_to_the_rivals_card(new_page: NewPage):
    ali, sara = await new_page(size=PHONE), await new_page("ar", PHONE)
    code = await open_table(ali, "friend", name="Ali", clock="none")
    await sara.goto(f"/j/{code}")
    await sara.fill('[name="name"]', "سارة")
    await sara.click("form.card .main")
    await ali.click("#around >> text=👤")
    await expect(ali.locator("#aside .plate")).to_be_visible()
    await expect(ali.locator("#picture")).to_be_visible()
    await expect(ali.locator("#aside")).to_contain_text("still to come")
    await sara.goto("/c/menu")
    await sara.click("text=بطاقتك")
    await expect(sara.locator("h1")).to_contain_text("سارة")
    shown = sara.locator("#panel .plate")
    await expect(shown).to_be_visible()
    assert await shown.evaluate("picture => picture.decode().then(() => picture.naturalWidth)") == 1024
    assert await sara.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert await sara.get_attribute("html", "dir") == "rtl"

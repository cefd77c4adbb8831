"""A friend comes by the link and plays, a second one watches, and what has ended says so: in a real browser."""

import re

import pytest
from playwright.async_api import expect

from bot.company import audience
from bot.table import Stage
from tests.web.conftest import House
from tests.web.test_browser import PHONE, NewPage, assert_fits, browser, new_page, open_table

__all__ = ["browser", "new_page"]

pytestmark = pytest.mark.browser


async def test_one_comes_by_the_link_and_plays_the_next_one_watches(
    house: House,
    new_page: NewPage,
    monkeypatch,
):
    monkeypatch.setattr(audience, "NEWS_S", 0.05)
    host = await new_page("en")
    code = await open_table(host, "friend", "mahbusa", name="Huda")
    link = await host.input_value("#link")
    assert link.endswith(f"/j/{code}")
    friend = await new_page("ar", PHONE)
    await friend.goto(link)
    await assert_fits(friend)
    await friend.fill('form.card [name="name"]', "عمر")
    await friend.click("form.card .main")
    await friend.wait_for_url(re.compile(rf"/t/{code}$"))
    await expect(host.locator("#headline")).to_contain_text(re.compile("turn|move|roll", re.IGNORECASE))
    assert (await house.table(code)).stage is Stage.PLAYING
    await expect(host.locator("#watching")).to_have_text("")

    third = await new_page("hi", PHONE)
    await third.goto(link)
    await third.wait_for_url(re.compile(rf"/t/{code}$"))
    await expect(third.locator(".watching")).to_be_visible()
    await expect(host.locator("#watching")).to_have_text("👁 1 watching")
    await expect(friend.locator("#watching")).to_have_text("👁 متفرج واحد")
    height = await friend.locator(".what .code").evaluate("code => code.offsetHeight")
    assert height < 32, "a code stands on one line"
    assert await third.locator('#buttons [name="payload"], .spot').count() == 0
    await assert_fits(third)
    await third.close()
    await expect(host.locator("#watching")).to_have_text("")


async def test_a_withdrawn_invitation_leads_to_a_table_of_ones_own(
    house: House,
    new_page: NewPage,
):
    host, friend = await new_page(), await new_page("en", PHONE)
    code = await open_table(host, "friend", "race31")
    await host.click('#buttons [name="payload"]')
    await expect(host.locator("#headline")).to_have_text("This table is closed.")
    await friend.goto(f"/j/{code}")
    await expect(friend.locator("h1")).to_have_text("This invitation has been withdrawn.")
    await friend.click("text=Open a table of your own")
    assert await friend.is_checked('[name="preset"][value="race31"]')
    await friend.click("#open > .button")
    await friend.wait_for_url(re.compile(r"/t/\w+$"))
    assert (await house.table(friend.url.rsplit("/", 1)[1])).setup.preset == "race31"


async def test_a_link_for_one_person(new_page: NewPage):
    host, friend, other = await new_page(), await new_page("en", PHONE), await new_page("en", PHONE)
    code = await open_table(host, "friend", whom="one")
    link = await host.input_value("#link")
    await other.goto(f"/j/{code}")
    await expect(other.locator(".join h2").first).to_have_text("This seat is kept for one person.")
    await friend.goto(link)
    await friend.click("form.card .main")
    await friend.wait_for_url(re.compile(rf"/t/{code}$"))
    await expect(host.locator(".invite")).to_have_count(0)
    await other.goto(link)
    await expect(other.locator(".watching")).to_be_visible()

"""Talking on the page: what is said stands under the board at once, in the reader's own language."""

from html import unescape

import pytest
from playwright.async_api import expect

from bot.company.talk import SHOWN_MS
from tests.web.conftest import Guest, House, NewGuest
from tests.web.test_browser import PHONE, NewPage, assert_fits, browser, new_page, open_table

__all__ = ["browser", "new_page"]

WORDS = "<img src=x onerror=alert(1)> @everyone https://evil.example"


async def said(guest: Guest, act: str, **form: str) -> None:
    answer = await guest.post(f"/c/{act}", {"key": f"key-{act}", **form}, Accept="application/json")
    assert answer.status == 200, await answer.text()


async def heard(guest: Guest, code: str) -> str:
    answer = await guest.get(f"/t/{code}/state", Accept="application/json")
    return (await answer.json())["state"]["pieces"]["talk"]


async def test_both_read_it_and_who_watches_too(house: House, new_guest: NewGuest):
    ali, sara, omar = await new_guest("en"), await new_guest("ar"), await new_guest("hi")
    code = await ali.open("friend", name="Ali")
    await sara.join(code, name="سارة")
    before = (await house.table(code)).version
    await said(ali, f"say.{code}.thanks")
    for guest, word in ((ali, "Thanks!"), (sara, "شكرًا!"), (omar, "शुक्रिया!")):
        assert word in await heard(guest, code)
    assert (await house.table(code)).version == before
    house.time[0] += SHOWN_MS
    assert await heard(sara, code) == ""


async def test_hostile_words_are_words(new_guest: NewGuest):
    ali, sara = await new_guest("en"), await new_guest("en")
    code = await ali.open("friend", name="Ali")
    await sara.join(code, name="Sara")
    for guest in (ali, sara):
        await said(guest, f"words.{code}.on")
    await said(ali, f"say.{code}", typed=WORDS)
    shown = await heard(sara, code)
    assert "<img" not in shown
    assert "<a " not in shown
    assert WORDS in unescape(shown).replace("\u2060", "")


@pytest.mark.browser
async def test_two_open_pages_hear_each_other(new_page: NewPage):
    ali, sara = await new_page(size=PHONE), await new_page("ar", PHONE)
    code = await open_table(ali, "friend", name="Ali", clock="none")
    await sara.goto(f"/j/{code}")
    await sara.fill('[name="name"]', "سارة")
    await sara.click("form.card .main")
    await ali.click("text=💬 Talk")
    await ali.click("text=God bless your hands!")
    await expect(sara.locator("#talk li")).to_contain_text("تسلم إيدك!")
    await expect(ali.locator("#talk li")).to_contain_text("God bless your hands!")
    await sara.click("text=💬 كلام")
    await expect(sara.locator("#aside h1")).to_contain_text("Ali")
    for page in (ali, sara):
        await assert_fits(page)

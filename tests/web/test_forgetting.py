"""One's data, and being forgotten, on the page."""

import json
import re

import pytest
from playwright.async_api import expect

from bot import people
from bot.company import forgetting
from bot.errands import Errands
from bot.names import pseudonym
from rules.seat import Seat
from tests.web.conftest import Guest, House
from tests.web.test_browser import PHONE, NewPage, browser, new_page

__all__ = ["browser", "new_page"]


async def test_a_guest_takes_their_data_and_is_forgotten_even_where_they_are_kept_out(
    house: House, huda: Guest, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(forgetting, "EARLIEST_S", 0)
    code = await huda.open("friend")
    player = (await house.table(code)).host
    errands = Errands(house.services.database, house.services.tables, house.services.now)
    await errands.do({"do": "ban", "subject": f"player:{player}", "until": None, "why": "rude"})
    file = re.search(r'href="(/kept/[^"]+\.json)"', await huda.see("/c/export"))
    data = json.loads(await (await huda.get(file[1])).read())
    assert [ban["why"] for ban in data["bans"]] == ["rude"]
    assert "does not let you play stays" in await huda.see("/c/forget")
    page = await (await huda.post("/c/forgetme.sure", {})).text()
    sure = re.search(r'formaction="(/c/forgetme\.yes[^"]+)"', page)
    assert "You are forgotten." in await (await huda.post(sure[1], {})).text()
    assert (await house.table(code)).name_of(Seat.FIRST) == pseudonym(player)
    assert await people.load(house.services.database, player)
    answer = await huda.post("/open", {"against": "computer", "preset": "mahbusa", "target": "1"})
    assert answer.status == 403, "a ban is not escaped"


@pytest.mark.browser
async def test_a_double_click_forgets_nobody(house: House, new_page: NewPage):
    page = await new_page(size=PHONE)
    await page.goto("/c/settings")
    await page.click("text=Yes, go on")
    await page.click("text=Forget me")
    await expect(page.locator("h1")).to_have_text("Shall I forget you?")
    await page.dblclick("text=Forget me")
    await expect(page.locator("h1")).to_have_text("Forget you for good?")
    await page.dblclick("text=Yes, forget me")
    await expect(page.locator("h1")).to_have_text("Forget you for good?")
    house.time[0] += 3_000
    await page.click("text=Yes, forget me")
    await expect(page.locator("h1")).to_have_text("You are forgotten.")
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")

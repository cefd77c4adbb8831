"""A hint on the page: by forms, and beside the board without loading anew."""

import html

import pytest
from playwright.async_api import expect

from bot.intents import Start, encode
from tests.web.conftest import Guest, House, NewGuest
from tests.web.test_browser import PHONE, NewPage, assert_fits, browser, new_page, open_table, press_something

__all__ = ["browser", "new_page"]


async def choosing(house: House, guest: Guest, against: str) -> str:
    """A table of the guest's where they have a step to choose; gives its code."""
    code = await guest.open(against)
    await guest.press(code, encode(code, 0, Start()))
    table = await house.table(code)
    while (game := table.match.game).to_move is None or not game.steps or table.is_computer(game.to_move):
        table = await house.wait(code)
    return code


@pytest.mark.parametrize("against", ["computer", "local"])
async def test_a_hint_by_forms(house: House, huda: Guest, omar: Guest, against: str):
    code = await choosing(house, huda, against)
    assert f'formaction="/c/hint.{code}"' in await huda.see(f"/t/{code}")
    assert f"/c/hint.{code}" not in await omar.see(f"/t/{code}")
    answer = await huda.post(f"/c/hint.{code}", {})
    assert answer.headers["Location"] == f"/c/hint.{code}"
    page = html.unescape(await huda.see(f"/c/hint.{code}"))
    assert "أفضل" in page or "Best is" in page
    assert f'formaction="/c/table.{code}"' in page
    await omar.post("/c/menu", {})
    assert (await omar.get(f"/c/hint.{code}")).status == 409


async def test_two_people_see_no_such_button(new_guest: NewGuest):
    ali, sara = await new_guest("en"), await new_guest("en")
    code = await ali.open("friend", name="Ali")
    await sara.join(code, name="Sara")
    for guest in (ali, sara):
        assert "/c/hint." not in await guest.see(f"/t/{code}")


@pytest.mark.browser
async def test_a_hint_beside_the_board(new_page: NewPage):
    page = await new_page(locale="en", size=PHONE)
    await open_table(page, "local", clock="none")
    await page.click('#buttons [value$=":s"]')
    await page.click("#around >> text=💡 Hint")
    await expect(page.locator("#aside")).to_contain_text("Best is")
    await expect(page.locator("#picture")).to_be_visible()
    await assert_fits(page)


@pytest.mark.browser
async def test_a_hint_is_seen_where_it_opens_and_goes_with_its_turn(house: House, new_page: NewPage):
    page = await new_page(locale="en", size=PHONE)
    code = await open_table(page, "local", clock="none")
    await page.click('#buttons [value$=":s"]')
    await page.click(f'#around [formaction="/c/hint.{code}"]')
    aside = page.locator("#aside")
    await expect(aside.locator(".lines")).to_be_in_viewport(ratio=1)
    await aside.locator(f'[formaction="/c/table.{code}"]').click()
    await expect(aside).to_be_hidden()
    await expect(page.locator("#picture")).to_be_in_viewport(ratio=0.99)
    assert page.url.endswith(f"/t/{code}")

    await page.click(f'#around [formaction="/c/hint.{code}"]')
    await expect(aside).to_contain_text("Best is")
    turns = (await house.table(code)).match.game.turns
    await press_something(page)
    assert (await house.table(code)).match.game.turns == turns
    await expect(aside).to_be_visible()  # the rest of the turn is still to be played
    while (await house.table(code)).match.game.turns == turns:
        await press_something(page)
    await expect(aside).to_be_hidden()

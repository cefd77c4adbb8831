"""The first lessons on the page."""

import html

import pytest
from playwright.async_api import expect

from bot.company.course import COURSES
from bot.company.exercise import answer
from bot.company.panel import act
from tests.web.conftest import Guest, House
from tests.web.test_browser import PHONE, NewPage, browser, new_page

__all__ = ["browser", "new_page"]


async def do(guest: Guest, written: str) -> str:
    """Tap what leads there, and see the page."""
    answered = await guest.post(f"/c/{written}", {})
    assert answered.status == 303, await answered.text()
    return html.unescape(await guest.see(answered.headers["Location"]))


async def test_a_whole_course_by_forms_then_a_game_with_hints(house: House, huda: Guest):
    page = await do(huda, "lesson")
    assert 'formaction="/c/lesson.tawla31"' in page
    for number, exercise in enumerate(COURSES["tawla31"], 1):
        page = await do(huda, act("lesson", "tawla31", number))
        assert exercise.asked in page
        steps = answer(exercise)
        for played in range(1, len(steps) + 1):
            written = act(
                "lesson", "tawla31", number, "_".join(f"{s.source}-{s.die}" for s in steps[:played])
            )
            assert f'formaction="/c/{written}"' in page
            page = await do(huda, written)
        assert exercise.right in page
    assert "Tawla 31 ✓" in await do(huda, "lesson.tawla31")
    answered = await huda.post("/c/practice.tawla31", {})
    table = await house.table(answered.headers["Location"].removeprefix("/t/"))
    assert table.setup.coached


@pytest.mark.browser
async def test_an_exercise_in_a_browser(new_page: NewPage):
    page = await new_page(locale="en", size=PHONE)
    await page.goto("/c/lesson.sheesh_besh.4")
    await page.click("text=Yes, go on")
    await expect(page.locator("h1")).to_contain_text("Closed points")
    picture = page.locator(".plate")
    await expect(picture).to_be_visible()
    told = picture if await picture.get_attribute("alt") else picture.locator("img")
    assert "Your checkers: " in (await told.get_attribute("alt") or "")
    await page.click("text=24→19")
    await expect(page.locator("#panel")).to_contain_text("Right: the rival has closed the point")
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")

"""The page in a real browser, as people meet it: Debian's chromium, driven by playwright."""

import asyncio
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any

import pytest
from playwright.async_api import Browser, Locator, Page, Route, async_playwright, expect

from bot.clocks import Clocks
from bot.intents import Confirm, encode
from bot.table import Stage, Table
from storage import tables
from tests.conftest import PROGRAMS
from tests.web.conftest import House

pytestmark = pytest.mark.browser

PHONE = {"width": 360, "height": 740}
DESK = {"width": 1280, "height": 800}
ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PLAYS = re.compile(r":([mcrp]|m\d.*)$")

PATIENCE_MS = 30_000
"""How long a browser waits for what has reason to come: much longer than it takes, on a busy machine too."""

expect.set_options(timeout=PATIENCE_MS)

NewPage = Callable[..., Awaitable[Page]]


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    async with async_playwright() as driver:
        launched = await driver.chromium.launch(executable_path=PROGRAMS["browser"], args=ARGS)
        yield launched
        await launched.close()


@pytest.fixture
async def new_page(house: House, browser: Browser) -> AsyncIterator[NewPage]:
    """A page in a browser of its own. Whatever its console complains of is a failure."""
    complaints: list[str] = []

    async with AsyncExitStack() as stack:

        async def make(
            locale: str = "en", size: dict[str, int] = DESK, *, offline_is_meant: bool = False, **options: Any
        ) -> Page:
            base = str(house.server.make_url("/"))
            context = await browser.new_context(base_url=base, locale=locale, viewport=size, **options)
            stack.push_async_callback(context.close)
            page = await context.new_page()
            page.set_default_timeout(PATIENCE_MS)
            if not offline_is_meant:
                page.on(
                    "console", lambda said: complaints.append(said.text) if said.type == "error" else None
                )
            page.on("pageerror", lambda error: complaints.append(str(error)))
            return page

        yield make
    assert complaints == []


@pytest.fixture
async def clocks(house: House) -> AsyncIterator[None]:
    """The house keeps time, ten times as fast as people do."""
    start = asyncio.get_running_loop().time()
    first = house.time[0]

    def now() -> int:
        house.time[0] = first + int((asyncio.get_running_loop().time() - start) * 10_000)
        return house.time[0]

    keeper = Clocks(house.services.database, house.services.tables, now)
    house.services.tables.listeners.append(keeper.changed)
    task = asyncio.create_task(keeper.run())
    yield
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def open_table(page: Page, against: str, preset: str = "majlis_sheesh_besh", **form: str) -> str:
    """Fill the form in as a person would, and give the code of the table."""
    await page.goto("/")
    await page.check(f'[name="against"][value="{against}"]', force=True)
    await page.check(f'[name="preset"][value="{preset}"]', force=True)
    for name, value in form.items():
        field = page.locator(f'#open [name="{name}"]')
        if await field.evaluate("field => field.tagName") == "SELECT":
            await field.select_option(value)
        else:
            await field.fill(value)
    await page.click("#open > .button")
    await page.wait_for_url(re.compile(r"/t/\w+$"))
    return page.url.rsplit("/", 1)[1]


def over(code: str) -> str:
    """What stands beside a finished board only: the way to all of the match."""
    return f'[formaction="/c/match.{code}"]'


async def press_something(page: Page) -> bool:
    """Press Confirm if it is there, else the first button that plays. Says whether there was one."""
    buttons = page.locator('#buttons button[name="payload"]')
    payloads = await buttons.evaluate_all("all => all.map(button => button.value)")
    wished = [n for n, payload in enumerate(payloads) if PLAYS.search(payload)]
    if not wished:
        return False
    confirm = [n for n in wished if payloads[n].endswith(":c")]
    version = await page.evaluate("document.getElementById('buttons').innerHTML")
    await buttons.nth((confirm or wished)[0]).click()
    await page.wait_for_function(
        "before => document.getElementById('buttons').innerHTML !== before", arg=version
    )
    return True


async def played_on(house: House, code: str, *pages: Page) -> Table:
    """Press whatever takes the match further until it is over; on a slow machine it takes longer."""
    changed, version = time.monotonic(), -1
    while time.monotonic() < changed + PATIENCE_MS / 1000:
        table = await house.table(code)
        if table.stage is Stage.FINISHED:
            return table
        if table.version != version:
            changed, version = time.monotonic(), table.version
        if not any([await press_something(page) for page in pages]):
            await pages[0].wait_for_timeout(20)
    raise AssertionError(f"the match at {code} does not end: {table}")


async def assert_fits(page: Page) -> None:
    """Nothing sticks out at the side."""
    widths = await page.evaluate(
        "[document.scrollingElement.scrollWidth, document.scrollingElement.clientWidth]"
    )
    assert widths[0] <= widths[1], page.url


async def assert_large_targets(page: Page) -> None:
    """Whatever is pressed is at least 44 pixels high, but for links within a sentence."""
    small = await page.evaluate(
        """[...document.querySelectorAll("button, summary, select, a.button, input:not([type=hidden])")]
        .filter(element => element.checkVisibility() && !element.closest(".spot, .tile, .check"))
        .filter(element => element.getBoundingClientRect().height < 44).map(element => element.outerHTML)"""
    )
    assert small == []


@pytest.mark.usefixtures("clocks")
async def test_a_double_tap_opens_one_table_and_going_back_allows_another(house: House, new_page: NewPage):
    page = await new_page(size=PHONE)
    await page.goto("/")
    await page.dblclick("#open > .button", no_wait_after=True)
    await page.wait_for_url(re.compile(r"/t/\w+$"))
    first = page.url
    await page.go_back()
    await page.wait_for_url(re.compile(r"/$"))
    await page.click("#open > .button")
    await page.wait_for_url(re.compile(r"/t/\w+$"))
    assert page.url != first
    async with house.services.database.read() as conn:
        assert (await tables.counts(conn))["open"] == 2


async def test_two_browsers_play_a_match_by_link_to_its_end(house: House, new_page: NewPage):
    huda, omar = await new_page(), await new_page("ar", PHONE)
    code = await open_table(huda, "friend", name="Huda", clock="none")
    link = await huda.input_value("#link")
    assert link.endswith(f"/j/{code}")
    await omar.goto(link)
    await omar.fill('[name="name"]', "عمر")
    await omar.click("form.card .main")
    await expect(huda.locator("#before")).to_be_empty()
    table = await played_on(house, code, huda, omar)
    for page in (huda, omar):
        await expect(page.locator(over(code))).to_have_count(1)
    await assert_fits(omar)
    winner, loser = (huda, omar) if table.match.verdict.winner == 0 else (omar, huda)
    assert await winner.inner_text("#headline") != await loser.inner_text("#headline")
    await huda.click('[value$=":a"]')
    await omar.click('[value$=":a"]')
    for page in (huda, omar):
        await page.wait_for_url(re.compile(rf"/t/(?!{code})\w+$"))


@pytest.mark.usefixtures("clocks")
async def test_a_game_against_the_computer(house: House, new_page: NewPage):
    page = await new_page()
    code = await open_table(page, "computer", level="easy")
    await page.fill('[name="word"]', "kahwa")
    await page.click("#buttons .main")
    table = await played_on(house, code, page)
    assert table.words[0] == "kahwa"
    await page.click(over(code))
    await page.click(f'[formaction="/c/match.{code}.proof"]')
    await expect(page.locator("#aside")).to_contain_text(table.seed)
    await expect(page.locator("#aside")).to_contain_text("kahwa")


async def test_a_phone_in_arabic_shows_every_page_whole(house: House, new_page: NewPage):
    host, guest = await new_page("ar", PHONE), await new_page("ar", PHONE)

    async def fits(page: Page) -> None:
        await page.evaluate(
            "document.querySelectorAll('details').forEach(details => { details.open = true })"
        )
        await assert_fits(page)
        await assert_large_targets(page)

    await host.goto("/")
    assert await host.get_attribute("html", "dir") == "rtl"
    await fits(host)
    code = await open_table(host, "friend", "mahbusa", name="و" * 32, target="7")
    await fits(host)
    await guest.goto(f"/j/{code}")
    await fits(guest)
    await guest.fill('[name="name"]', "W" * 32)
    await guest.click("form.card .main")
    await guest.wait_for_url(f"/t/{code}")
    for page in (host, guest):
        await expect(page.locator("#before")).to_be_empty()
        await fits(page)
    table = await house.table(code)
    mover = host if table.match.game.to_move == 0 else guest
    await mover.click('[value$=":qm"]')
    await fits(mover)
    await mover.click('[value$=":xm"]')
    for page in (host, guest):
        await expect(page.locator(over(code))).to_have_count(1)
        await fits(page)
    await host.goto("/")
    await fits(host)
    await host.goto("/?said=no_such_table")
    await fits(host)


async def test_a_step_is_undone_and_the_turn_confirmed(house: House, new_page: NewPage):
    page = await new_page()
    code = await open_table(page, "local", "mahbusa")
    await page.click("#buttons .main")
    await expect(page.locator('[value$=":s"]')).to_have_count(0)
    first = await house.table(code)
    while not (await house.table(code)).match.game.taken:
        await press_something(page)
    await page.click('[value$=":u"]')
    await expect(page.locator('[value$=":u"]')).to_have_count(0)
    assert (await house.table(code)).match.game.taken == ()
    while (await house.table(code)).match.game.turns == first.match.game.turns:
        await press_something(page)


async def test_the_picture_is_alive(house: House, new_page: NewPage):
    page = await new_page()
    code = await open_table(page, "local", "majlis_sheesh_besh")
    await page.click("#buttons .main")
    await expect(page.locator(".spot").first).to_be_visible()
    before = await house.table(code)
    spot = page.locator(".spot").first
    box, board = await spot.bounding_box(), await page.locator("#board").bounding_box()
    assert board["x"] <= box["x"] < box["x"] + box["width"] <= board["x"] + board["width"] + 1
    await spot.locator("button").first.focus()
    await page.keyboard.press("Enter")
    menu = spot.locator(".menu")
    if await menu.count():
        await expect(menu.locator("button").first).to_be_focused()
        await page.keyboard.press("Escape")
        await expect(menu).to_be_hidden()
        await page.keyboard.press("Enter")
        await page.keyboard.press("Enter")
    await expect(page.locator('[value$=":u"]')).to_have_count(1)
    table = await house.table(code)
    assert len(table.match.game.taken) == 1
    src = await page.get_attribute("#picture", "src")
    await expect(page.locator("#picture")).to_have_js_property("complete", value=True)
    assert table.stamp == before.stamp + 1
    assert "board.jpg?v=" in src


async def test_giving_up_is_asked_back(house: House, new_page: NewPage):
    page = await new_page()
    code = await open_table(page, "local")
    await page.click("#buttons .main")
    await page.click('[value$=":qg"]')
    await page.click('[value$=":k"]')
    await page.click('[value$=":qg"]')
    assert (await house.table(code)).stage is Stage.PLAYING
    await page.click('[value$=":xg"]')
    await expect(page.locator(over(code))).to_have_count(1)


async def test_the_language_changes_and_the_table_stays(new_page: NewPage):
    page = await new_page()
    code = await open_table(page, "local")
    await page.click("#buttons .main")
    for language, direction in (("ar", "rtl"), ("hi", "ltr"), ("en", "ltr")):
        await page.click(f'.languages [value="{language}"]')
        await page.wait_for_url(f"/t/{code}")
        await expect(page.locator("html")).to_have_attribute("lang", language)
        assert await page.get_attribute("html", "dir") == direction
    await expect(page.locator('[value$=":qg"]')).to_have_text("Resign")


async def test_loading_again_goes_on_where_it_was(house: House, new_page: NewPage):
    page = await new_page()
    code = await open_table(page, "local")
    await page.click("#buttons .main")
    await expect(page.locator("#before")).to_be_empty()
    assert await press_something(page)
    buttons = await page.inner_html("#buttons")
    await page.reload()
    assert " ".join((await page.inner_html("#buttons")).split()) == " ".join(buttons.split())
    await page.goto("/")
    await page.click(f'a[href="/t/{code}"]')
    assert (await house.table(code)).stage is Stage.PLAYING
    assert await press_something(page)


async def test_a_page_without_a_connection_says_so_and_catches_up(house: House, new_page: NewPage):
    huda, omar = await new_page(offline_is_meant=True), await new_page()
    code = await open_table(huda, "friend")
    await omar.goto(f"/j/{code}")
    await huda.context.set_offline(True)
    await huda.fill('[name="word"]', "kahwa")
    await huda.click(".word button")
    await expect(huda.locator("#toast")).to_have_text("Not sent: please tap once more.")
    await expect(huda.locator("#offline")).to_have_text("The connection is gone. Trying again…")
    await expect(huda.locator("#offline")).to_be_visible()
    await omar.click("form.card .main")
    await huda.context.set_offline(False)
    await expect(huda.locator("#before")).to_be_empty()
    await expect(huda.locator("#offline")).to_be_hidden()
    assert (await house.table(code)).stage is Stage.PLAYING


async def test_a_refusal_is_a_short_sentence(new_page: NewPage):
    page = await new_page()
    await open_table(page, "local")
    await page.evaluate("document.querySelector('#buttons .main').value = 'KM7QXR:0:s'")
    await page.click("#buttons .main")
    await expect(page.get_by_role("status")).to_have_text("This button does not belong to the table.")
    await expect(page.get_by_role("status")).to_be_visible()


async def test_the_customs_follow_the_preset(new_page: NewPage):
    page = await new_page()
    await page.goto("/")
    await page.check('[name="preset"][value="race31"]', force=True)
    await page.click(".customs summary")
    assert await page.input_value('#open [name="target"]') == "31"
    assert await page.input_value('[name="start_lock"]') == "own_home"
    assert await page.input_value('[name="clock"]') == "none"
    await expect(page.locator('[name="mother"]')).to_be_hidden()
    await page.check('[name="against"][value="friend"]', force=True)
    assert await page.input_value('[name="clock"]') == "relaxed"
    await page.check('[name="preset"][value="majlis_tawla31"]', force=True)
    assert await page.input_value('[name="prime_rule"]') == "True"
    assert await page.input_value('#open [name="target"]') == "1"
    await page.click('.chips button:text-is("5")')
    assert await page.input_value('#open [name="target"]') == "5"


async def test_everything_works_without_scripts(house: House, new_page: NewPage):
    page = await new_page(java_script_enabled=False)
    await page.goto("/")
    await page.check('[name="against"][value="local"]', force=True)
    await page.check('[name="preset"][value="race31"]', force=True)
    await page.click("#open > .button")
    code = page.url.rsplit("/", 1)[1]
    assert (await house.table(code)).setup.ruleset.target == 31
    await page.fill('[name="word"]', "kahwa")
    await page.click("#buttons .main")
    await page.click('#buttons [name="payload"]')
    table = await house.table(code)
    assert table.words[0] == "kahwa"
    assert table.match.game.taken or any(table.match.game.turns)
    await page.click('[value$=":qg"]')
    await page.click('[value$=":xg"]')
    await page.click('[value$=":qm"]')
    await page.click('[value$=":xm"]')
    await expect(page.locator(over(code))).to_have_count(1)


TOWARDS = """target => {
  const middle = (box) => [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const here = document.activeElement;
  const goal = document.querySelector(`#buttons [value="${target}"]`);
  if (!goal) return "gone";
  if (here === goal) return "Enter";
  const [from, to] = [here, goal].map((element) => element.getBoundingClientRect());
  const [[x, y], [toX, toY]] = [middle(from), middle(to)];
  if (here === document.body || to.top >= from.bottom) return "ArrowDown";
  if (to.bottom <= from.top) return "ArrowUp";
  return toX > x ? "ArrowRight" : "ArrowLeft";
}"""


async def go_and_press(page: Page, payload: str) -> None:
    """Walk to a button by arrows alone, and press Enter there."""
    for _ in range(40):
        key = await page.evaluate(TOWARDS, payload)
        if key == "gone":
            return
        await page.keyboard.press(key)
        if key == "Enter":
            return
    raise AssertionError(f"{payload} is not reached by arrows")


@pytest.mark.parametrize("locale", ["en", "ar"])
async def test_a_whole_game_by_arrows_and_enter(house: House, new_page: NewPage, locale: str):
    page = await new_page(locale)
    code = await open_table(page, "local", "mahbusa")
    while (table := await house.table(code)).stage is not Stage.FINISHED:
        buttons = page.locator('#buttons button[name="payload"]')
        payloads = await buttons.evaluate_all("all => all.map(button => button.value)")
        wished = [payload for payload in payloads if PLAYS.search(payload) or payload.endswith(":s")]
        confirm = [payload for payload in wished if payload.endswith(":c")]
        if not wished:
            await page.wait_for_timeout(20)
            continue
        await go_and_press(page, (confirm or wished)[0])
        await page.wait_for_function(
            "version => document.querySelector('#buttons [name=payload]')?.value.split(':')[1] !== version",
            arg=payloads[0].split(":")[1],
        )
    assert table.match.verdict


async def test_a_checker_is_played_on_the_board_by_arrows_and_taken_back(house: House, new_page: NewPage):
    page = await new_page()
    code = await open_table(page, "local", "majlis_sheesh_besh")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await expect(page.locator(".spot").first).to_be_visible()
    in_spot = "!!document.activeElement.closest('.spot')"
    for key in ["ArrowLeft"] * 6 + ["ArrowUp"] * 12:
        if await page.evaluate(in_spot):
            break
        await page.keyboard.press(key)
    assert await page.evaluate(in_spot)
    await page.keyboard.press("Enter")
    if await page.evaluate("!!document.activeElement.closest('.menu')"):
        await page.keyboard.press("Escape")
        assert await page.evaluate("document.activeElement.getAttribute('aria-haspopup')") == "true"
        await page.keyboard.press("Enter")
        await page.keyboard.press("Enter")
    await expect(page.locator('[value$=":u"]')).to_have_count(1)
    await page.keyboard.press("Escape")
    await expect(page.locator('[value$=":u"]')).to_have_count(0)
    assert (await house.table(code)).match.game.taken == ()


async def first_step(page: Page) -> Locator:
    """Begin at a table, and give the first button that plays."""
    await page.locator('#buttons [value$=":s"]').click()
    await expect(page.locator('[value$=":s"]')).to_have_count(0)
    return page.locator('#buttons [value*=":m"]').first


async def test_a_tap_on_what_is_shown_before_the_answer_came_counts(house: House, new_page: NewPage):
    """What another window of theirs has done since comes by the stream, and may be faster than the answer."""
    page = await new_page()
    code = await open_table(page, "local", "majlis_sheesh_besh")
    step = await first_step(page)
    other = await page.context.new_page()
    await other.goto(f"/t/{code}")
    answer = asyncio.Event()

    async def answered_late(route: Route) -> None:
        came = await route.fetch()
        await answer.wait()
        await route.fulfill(response=came)

    await page.route("**/press", answered_late)
    await step.click()
    await other.locator('#buttons [value$=":u"]').click()
    await expect(other.locator('[value$=":u"]')).to_have_count(0)
    stamp = (await house.table(code)).stamp
    await page.locator(f'#buttons [value^="{encode(code, stamp, Confirm())[:-1]}m"]').first.click()
    answer.set()
    await expect(page.locator('[value$=":u"]')).to_have_count(1)
    assert len((await house.table(code)).match.game.taken) == 1


TOLD = """(() => {
  window.told = [];
  const real = window.EventSource;
  window.EventSource = class extends real {
    constructor(...all) {
      super(...all);
      this.addEventListener("state", (event) => window.told.push(JSON.parse(event.data).version));
    }
  };
})()"""
"""Keeps the versions that came by the page's stream."""


async def test_a_press_is_answered_once_and_its_stream_tells_the_rest(house: House, new_page: NewPage):
    page = await new_page()
    await page.add_init_script(TOLD)
    code = await open_table(page, "local", "mahbusa")
    await page.wait_for_function("() => window.told.length === 1")
    step = await first_step(page)
    began = (await house.table(code)).version
    await step.click()
    await expect(page.locator('[value$=":u"]')).to_have_count(1)
    other = await page.context.new_page()
    await other.goto(f"/t/{code}")
    await other.locator('#buttons [value$=":u"]').click()
    await page.wait_for_function("() => window.told.length === 2")
    assert await page.evaluate("window.told") == [0, began + 2]


async def test_what_a_lost_answer_would_have_told_comes_all_the_same(house: House, new_page: NewPage):
    page = await new_page(offline_is_meant=True)
    code = await open_table(page, "local", "mahbusa")
    step = await first_step(page)

    async def lost(route: Route) -> None:
        await route.fetch()
        await route.abort()

    await page.route("**/press", lost)
    await step.click()
    await expect(page.locator('[value$=":u"]')).to_have_count(1)
    assert len((await house.table(code)).match.game.taken) == 1


@pytest.mark.parametrize("locale", ["en", "ar"])
async def test_a_table_is_opened_by_arrows_and_enter(new_page: NewPage, locale: str):
    page = await new_page(locale)
    await page.goto("/")
    for _ in range(60):
        if await page.evaluate("document.activeElement.matches('#open > .button')"):
            break
        await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await page.wait_for_url(re.compile(r"/t/\w+$"))

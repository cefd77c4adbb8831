"""A page in a real browser while the program is stopped and started again."""

import re
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.async_api import async_playwright, expect

from tests.conftest import PROGRAMS
from tests.running.program import Program, guest
from tests.running.test_kill import open_table

pytestmark = pytest.mark.browser

SAID = "المجلس يُعاد تشغيله؛ تُستأنف اللعبة هنا بعد لحظات."
PATIENCE_MS = 120_000


async def test_it_says_so_at_once_and_comes_back_by_itself(tmp_path: Path, free_port: Callable[[], int]):
    program = Program(tmp_path / "majlis.db", MAJLIS_WEB_PORT=str(free_port()))
    await program.start()
    async with guest() as first, guest() as second, async_playwright() as driver:
        code = await open_table(program, first, second)
        browser = await driver.chromium.launch(executable_path=PROGRAMS["browser"], args=["--no-sandbox"])
        context = await browser.new_context(locale="ar", viewport={"width": 360, "height": 740})
        page = await context.new_page()
        await page.goto(f"{program.address}/t/{code}?watch")
        note = page.locator("#offline")
        await expect(note).to_be_hidden(timeout=PATIENCE_MS)
        async with page.expect_response(re.compile(r"/live(\?|$)"), timeout=PATIENCE_MS):
            await page.reload()
        program.signal(signal.SIGTERM)
        await expect(note).to_have_text(SAID, timeout=PATIENCE_MS)
        await expect(note).to_be_visible()
        assert await program.ended() == 0
        await page.screenshot(path=tmp_path / "restarting.png")
        await program.start()
        await expect(note).to_be_hidden(timeout=PATIENCE_MS)
        await browser.close()
    assert await program.stop() == 0

"""What the host is told: each line with its table, and no secret, whatever the exception holds."""

import json
import logging
from collections.abc import Callable, Iterator

import pytest

from bot import logs

log = logging.getLogger("bot.test")


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Callable[[], str]]:
    """What was told; logging is as it was afterwards."""
    root, kept = logging.getLogger(), logging.getLogger().handlers[:]
    levels = {name: logging.getLogger(name).level for name in ("", "bot", "storage", "render", "rules")}
    monkeypatch.setattr(logs, "_secrets", set())
    yield lambda: capsys.readouterr().err
    logging.captureWarnings(capture=False)
    root.handlers[:] = kept
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)


def fail(code: str) -> None:
    with logs.about(code):
        raise ValueError("https://api.telegram.org/bot12345:token/getMe")


def test_a_line_names_its_table(told: Callable[[], str]):
    logs.begin("info", as_json=False)
    with logs.about("KM7QXR"):
        log.info("it goes on")
    log.info("nothing goes on")
    first, second = told().splitlines()
    assert first.endswith(" info bot.test [KM7QXR]: it goes on")
    assert second.endswith(" info bot.test: nothing goes on")


@pytest.mark.parametrize("as_json", [False, True])
def test_what_goes_wrong_is_its_tables_further_out_too_and_holds_no_secret(
    told: Callable[[], str], as_json: bool
):
    logs.hide("12345:token")
    logs.begin("info", as_json=as_json)
    try:
        fail("KM7QXR")
    except ValueError:
        log.exception("12345:token and 12345%3Atoken")
    said = told()
    assert "KM7QXR" in said
    assert "ValueError: https://api.telegram.org/bot[hidden]/getMe" in said
    assert "token" not in said
    if as_json:
        line = json.loads(said)
        assert (line["table"], line["level"], line["message"]) == ("KM7QXR", "error", "[hidden] and [hidden]")


def test_nobody_can_write_a_line_of_their_own(told: Callable[[], str]):
    logs.begin("info", as_json=False)
    log.error("GET %s failed", "/t/x\n2026-11-30 error bot.cashier: all pearls are gone \u202e")
    assert (
        told()
        .splitlines()[0]
        .endswith(r"GET /t/x\n2026-11-30 error bot.cashier: all pearls are gone \u202e failed")
    )


def test_a_json_line_stays_one_line(told: Callable[[], str]):
    logs.begin("debug", as_json=True)
    words = 'two\nlines, \u2028 and a "name" in العربية'
    log.debug(words)
    said = told()
    assert json.loads(said)["message"] == words
    assert said.count("\n") == 1


def test_libraries_are_told_from_warnings_on_only(told: Callable[[], str]):
    """Below, aiosqlite notes statements with their values: seeds among them."""
    logs.begin("debug", as_json=False)
    for name in ("aiosqlite", "httpx", "discord.http"):
        logging.getLogger(name).debug("INSERT %s", "seed")
        logging.getLogger(name).info("POST %s", "token")
    log.debug("ours")
    assert len(told().splitlines()) == 1

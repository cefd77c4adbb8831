"""A finished match looked at again, on the page."""

import asyncio
import io
import re

import pytest
from PIL import Image

from bot.computer.analysis import Analysis, analyse
from bot.school import Log
from bot.web import analysis
from bot.web.analysis import SCHOOL
from rules.ruleset import from_json
from tests.web.conftest import Guest, House, NewGuest, play_to_the_end

PATIENCE_S = 600.0
"""The page waits for the lesson, however busy the machine is."""


@pytest.fixture(autouse=True)
def patient(house: House, monkeypatch) -> None:
    """Matches are looked at here and less far, for other tests are about that."""

    async def look(log: Log) -> Analysis:
        return await asyncio.to_thread(analyse, from_json(log["ruleset"]), log["log"])

    monkeypatch.setattr(house.server.app[SCHOOL], "_look", look)
    monkeypatch.setattr(analysis, "PATIENCE_S", PATIENCE_S)


async def played(house: House, guest: Guest, against: str = "local") -> str:
    code = await guest.open(against, "race31", target="1", level="easy")
    await guest.press(code, f"{code}:0:s")
    assert "/analysis" not in await guest.see(f"/t/{code}")
    assert (await guest.get(f"/t/{code}/analysis")).status == 409
    await play_to_the_end(house, [guest], code)
    return code


def pictures(html: str) -> list[str]:
    return re.findall(r'<img src="([^"]+/analysis/\d\.jpg[^"]*)"', html)


async def test_a_finished_match_has_a_page_with_plot_mistakes_and_every_loss(house: House, huda: Guest):
    code = await played(house, huda)
    assert f'formaction="/c/match.{code}.lesson"' in await huda.see(f"/t/{code}")
    html = await huda.see(f"/t/{code}/analysis")
    for part in (
        "Chances to win",
        "checkers each",
        "Better: ",
        "Every decision that cost something",
        "<li>",
    ):
        assert part in html
    assert html.count("Played: ") >= 3
    sources = pictures(html)
    assert len(sources) == 4
    for source, size in zip(sources, [(1024, 788)] + [(1024, 1800)] * 3, strict=True):
        answer = await huda.get(source)
        assert "immutable" in answer.headers["Cache-Control"]
        assert Image.open(io.BytesIO(await answer.read())).size == size
        assert f'width="{size[0]}" height="{size[1]}"' in html
    assert (await huda.get(f"/t/{code}/analysis/0.jpg")).headers["Cache-Control"] == "no-store"
    assert (await huda.get(f"/t/{code}/analysis/9.jpg")).status == 404


async def test_everybody_may_look_in_their_own_language(house: House, huda: Guest, new_guest: NewGuest):
    code = await played(house, huda, "computer")
    for language, title, sides in (("ar", "تحليل المباراة", "rtl"), ("hi", "मैच का विश्लेषण", "ltr")):
        guest = await new_guest(language)
        html = await guest.see(f"/t/{code}/analysis")
        assert title in html
        assert f'dir="{sides}"' in html
        picture = await guest.get(pictures(html)[0])
        assert Image.open(io.BytesIO(await picture.read())).format == "JPEG"


async def test_against_the_computer_only_ones_own_mistakes_are_told(house: House, huda: Guest):
    code = await played(house, huda, "computer")
    html = await huda.see(f"/t/{code}/analysis")
    told = re.findall(r"<li>(.*?)</li>", html.partition('class="losses"')[2], re.DOTALL)
    assert told
    assert not any("Computer" in line for line in told)


async def test_while_it_is_looked_at_the_page_says_so_and_asks_again(house: House, huda: Guest, monkeypatch):
    code = await played(house, huda)
    school, go_on = house.server.app[SCHOOL], asyncio.Event()
    look, looks = school._look, []

    async def slowly(log: Log) -> object:
        looks.append(log["code"])
        await go_on.wait()
        return await look(log)

    monkeypatch.setattr(school, "_look", slowly)
    monkeypatch.setattr(analysis, "PATIENCE_S", 0.05)
    for _ in range(2):
        answer = await huda.get(f"/t/{code}/analysis")
        html = await answer.text()
        assert answer.status == 202
        assert 'http-equiv="refresh"' in html
        assert "looking at the match again" in html
    assert (await huda.get(f"/t/{code}/board.jpg")).status == 200
    monkeypatch.setattr(analysis, "PATIENCE_S", PATIENCE_S)
    go_on.set()
    assert len(pictures(await huda.see(f"/t/{code}/analysis"))) == 4
    assert looks == [code]


async def test_too_many_at_once_come_back_later(house: House, huda: Guest, monkeypatch):
    code = await played(house, huda)
    monkeypatch.setattr(house.server.app[SCHOOL]._workshop, "at_once", 0)
    answer = await huda.get(f"/t/{code}/analysis")
    assert (answer.status, answer.headers["Retry-After"]) == (503, "10")


async def test_an_analysis_that_takes_too_long_is_a_sentence_and_may_be_asked_for_again(
    house: House, huda: Guest, monkeypatch
):
    code = await played(house, huda)
    school = house.server.app[SCHOOL]
    look = school._look

    async def slow(_log: Log) -> object:
        raise TimeoutError

    monkeypatch.setattr(school, "_look", slow)
    answer = await huda.get(f"/t/{code}/analysis")
    assert answer.status == 409
    assert "That took too long just now." in await answer.text()
    monkeypatch.setattr(school, "_look", look)
    assert pictures(await huda.see(f"/t/{code}/analysis"))


async def test_an_analysis_that_fails_is_a_sentence(house: House, huda: Guest, monkeypatch):
    code = await played(house, huda)

    async def fails(_log: Log) -> object:
        raise RuntimeError("out of memory")

    monkeypatch.setattr(house.server.app[SCHOOL], "_look", fails)
    answer = await huda.get(f"/t/{code}/analysis")
    assert answer.status == 500
    assert "Something went wrong on our side" in await answer.text()

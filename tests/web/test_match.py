"""After the match, on the page: the panel, its parts, and files to keep."""

import re

from bot import tools
from bot.intents import Rematch, encode
from bot.onward import EVENING, EVENING_PAUSE_MS, evening_score, met_score
from bot.table import Stage
from tests.web.conftest import Guest, House, play_to_the_end


async def test_a_finished_board_leads_to_its_panel_and_files(house: House, huda: Guest):
    code = await huda.open("local", "majlis_sheesh_besh", target="1")
    await huda.press(code, f"{code}:0:s")
    await play_to_the_end(house, [huda], code)
    assert f"match.{code}" in await huda.see(f"/t/{code}")
    panel = await huda.see(f"/c/match.{code}")
    for part in ("film", "lesson", "proof", "dice", "log", "mat"):
        assert f"match.{code}.{part}" in panel
    file = re.search(r'href="(/kept/[^"]+\.json)"', await huda.see(f"/c/match.{code}.log"))
    assert tools.verify(await (await huda.get(file[1])).text()).ok
    assert ".mat" in await huda.see(f"/c/match.{code}.mat")
    picture = re.search(r'src="(/kept/[^"]+\.jpg)"', await huda.see(f"/c/match.{code}.dice"))
    assert (await (await huda.get(picture[1])).read()).startswith(b"\xff\xd8")


async def gives_up(house: House, code: str, *guests: Guest) -> None:
    """Whoever is to move gives the game up; only they are asked."""
    for verb in (":qg", ":xg"):
        for guest in guests:
            if wanted := [payload for payload in await guest.buttons(code) if payload.endswith(verb)]:
                await guest.press(code, wanted[0])
                break
    assert (await house.table(code)).stage is Stage.FINISHED


async def test_an_evening_of_three_games_goes_on_by_itself_to_its_end(house: House, huda: Guest, omar: Guest):
    await huda.see("/")
    opened = await huda.post("/c/evening", {"key": "e" * 12})
    code = opened.headers["Location"].removeprefix("/t/")
    await omar.join(code, name="Omar")
    for number, preset in enumerate(EVENING, 1):
        table = await house.table(code)
        assert table.stage is Stage.PLAYING
        assert table.setup.preset == preset
        assert f"evening, game {number} of 3" in await huda.see(f"/t/{code}")
        await gives_up(house, code, huda, omar)
        over = await house.table(code)
        if number < len(EVENING):
            code = (await house.wait(code, EVENING_PAUSE_MS)).next_code
            await house.wait(code, 60_000)
    assert sum(evening_score(over)) == len(EVENING)
    assert (await house.wait(code, EVENING_PAUSE_MS)).next_code is None
    first, second = evening_score(over)
    assert f"{first} – {second}" in await omar.see(f"/t/{code}")


async def test_a_rematch_tells_how_the_two_stand(house: House, huda: Guest, omar: Guest):
    code = await huda.open("friend", name="Huda")
    await omar.join(code, name="Omar")
    await gives_up(house, code, huda, omar)
    assert "Over all your matches" not in await huda.see(f"/t/{code}")
    for guest in (huda, omar):
        await guest.press(code, encode(code, (await house.table(code)).stamp, Rematch()))
    code = (await house.table(code)).next_code
    assert "Over all your matches" in await huda.see(f"/t/{code}")
    await house.wait(code, 60_000)
    await gives_up(house, code, huda, omar)
    won = met_score(await house.table(code))
    page = await huda.see(f"/t/{code}")
    assert "Over all your matches" in page
    assert f"{max(won)}–{min(won)}" in page

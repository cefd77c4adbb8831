"""After the match, on the page: the panel, its parts, and files to keep."""

import re

from bot import tools
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

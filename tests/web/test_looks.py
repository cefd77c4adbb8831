"""How boards look is each person's own choice."""

import re

from tests.web.conftest import Guest


def picture(html: str) -> str:
    return re.search(r'src="(/t/\w+/board\.jpg\?v=\w+)"', html)[1]


async def test_a_dark_board_for_one_and_not_for_the_other(huda: Guest, omar: Guest):
    code = await huda.open("friend")
    await omar.join(code, name="Omar")
    before, his = picture(await huda.see(f"/t/{code}")), picture(await omar.see(f"/t/{code}"))
    answer = await huda.post(
        "/looks", {"theme": "dark", "home": "top_left", "digits": "arabic", "back": f"/t/{code}"}
    )
    assert answer.headers["Location"] == f"/t/{code}"
    html = await huda.see(f"/t/{code}")
    assert picture(html) != before
    assert picture(await omar.see(f"/t/{code}")) == his
    for chosen in ("dark", "top_left", "arabic"):
        assert f'<option value="{chosen}" selected>' in html
    drawn = await (await huda.get(picture(html))).read()
    assert drawn != await (await omar.get(his)).read()


async def test_what_is_not_on_offer_changes_nothing(huda: Guest):
    await huda.open()
    await huda.post("/looks", {"theme": "contrast"})
    await huda.post("/looks", {"theme": "<glass>", "home": "", "other": "x"})
    html = await huda.see("/")
    assert '<option value="contrast" selected>' in html
    assert "glass" not in html


async def test_the_hot_spots_follow_the_home_side(huda: Guest):
    code = await huda.open("local")
    await huda.press(code, f"{code}:0:s")
    spots = re.findall(r'class="spot[^>]*', await huda.see(f"/t/{code}"))
    await huda.post("/looks", {"home": "top_left"})
    assert re.findall(r'class="spot[^>]*', await huda.see(f"/t/{code}")) != spots

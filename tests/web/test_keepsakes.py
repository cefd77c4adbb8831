"""What a table gives to take along."""

import io

from PIL import Image

from tests.web.conftest import Guest, House, play_to_the_end


def picture(data: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(data))
    image.load()
    return image


async def test_a_waiting_table_has_a_card_that_chats_can_show(house: House, huda: Guest, omar: Guest):
    code = await huda.open("friend")
    html = await omar.see(f"/j/{code}")
    assert f'property="og:image" content="{house.server.make_url(f"/t/{code}/card.jpg")}"' in html
    answer = await omar.get(f"/t/{code}/card.jpg")
    assert picture(await answer.read()).size == (1024, 640)
    assert (await omar.get(f"/t/{code}/replay.gif")).status == 409


async def test_a_finished_match_has_a_result_and_a_replay(house: House, huda: Guest):
    code = await huda.open("local", "race31", target="1")
    await huda.press(code, f"{code}:0:s")
    assert (await huda.get(f"/t/{code}/card.jpg")).status == 409
    await play_to_the_end(house, [huda], code)
    html = await huda.see(f"/t/{code}")
    assert f"/t/{code}/card.jpg" in html
    assert f"/t/{code}/replay.gif" in html
    card = await huda.get(f"/t/{code}/card.jpg")
    assert card.content_type == "image/jpeg"
    assert picture(await card.read()).size == (1024, 640)
    moving = picture(await (await huda.get(f"/t/{code}/replay.gif")).read())
    assert moving.n_frames > 50

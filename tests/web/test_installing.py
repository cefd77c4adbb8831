"""The page on a phone's home screen."""

import io

import pytest
from PIL import Image


@pytest.mark.parametrize(("language", "direction"), [("ar", "rtl"), ("en", "ltr"), ("hi", "ltr")])
async def test_a_manifest_in_each_language_has_icons_that_are_there(new_guest, language, direction):
    guest = await new_guest(language)
    assert f'rel="manifest" href="/manifest/{language}.webmanifest"' in await guest.see("/")
    answer = await guest.get(f"/manifest/{language}.webmanifest")
    assert answer.content_type == "application/manifest+json"
    told = await answer.json()
    assert (told["lang"], told["dir"], told["start_url"]) == (language, direction, "/")
    for icon in told["icons"]:
        picture = await guest.get(icon["src"])
        assert picture.content_type == "image/png"
        size = Image.open(io.BytesIO(await picture.read())).size
        assert f"{size[0]}x{size[1]}" == icon["sizes"]
    assert {icon["purpose"] for icon in told["icons"]} == {"any", "maskable"}


async def test_there_is_no_manifest_in_other_languages(huda):
    assert (await huda.get("/manifest/xx.webmanifest")).status == 404

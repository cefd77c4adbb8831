import io

import pytest
import zxingcpp
from PIL import Image

from render import cards, encode, qr
from render.scene import Colour, Theme

ADDRESSES = (
    "https://t.me/majlis_tawla_bot?start=t_K7QDX2",
    "http://127.0.0.1:8080/t/K7QDX2",
    "https://discord.com/oauth2/authorize?client_id=123456789012345678&scope=bot&permissions=2147535872&state=K7QDX2",
)


def preview(picture):
    """A card as a chat's small preview shows it: JPEG, 400 px wide, JPEG again."""
    small = Image.open(io.BytesIO(encode.jpeg_of(picture)))
    small = small.resize((400, round(small.height * 400 / small.width)), Image.Resampling.LANCZOS)
    out = io.BytesIO()
    small.save(out, "JPEG", quality=70)
    return Image.open(out)


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("right_to_left", [False, True])
def test_the_code_of_an_invitation_is_read_from_its_preview(address, theme, right_to_left):
    card = cards.Invite(
        address, "K7QDX2", "محبوسة", ("Layla invites you",), theme=theme, right_to_left=right_to_left
    )
    found = zxingcpp.read_barcodes(preview(cards.invite(card)))
    assert [one.text for one in found] == [address]


@pytest.mark.parametrize("address", ADDRESSES)
def test_modules_are_three_pixels_in_the_preview(address):
    code = qr.code(address, 512, (0, 0, 0), (255, 255, 255))
    dark = code.convert("L").point([255, *[0] * 255]).getbbox()
    finder = next(x for x in range(dark[0], code.width) if code.getpixel((x, dark[1])) == (255, 255, 255))
    module = (finder - dark[0]) / 7
    assert module * 400 / 1024 >= 3


def test_an_address_too_long_for_a_preview_is_refused():
    with pytest.raises(ValueError, match="too fine"):
        qr.code("https://example.org/" + "x" * 400, 512, (0, 0, 0), (255, 255, 255))
    with pytest.raises(ValueError, match="too fine"):
        qr.code("x" * 9000, 512, (0, 0, 0), (255, 255, 255))
    with pytest.raises(ValueError, match="too few"):
        qr.code("https://example.org/", 10, (0, 0, 0), (255, 255, 255))


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("winner", [None, 0, 1])
def test_a_result_is_drawn(theme, winner):
    players = (cards.Player("Layla", "5", Colour.LIGHT), cards.Player("م" * 90, "31", Colour.DARK))
    card = cards.Result("Layla wins! 😀", players, winner, ("a", "b", "c", "d"), theme, right_to_left=True)
    assert cards.result(card).size == (1024, 640)


def test_the_winners_row_stands_out():
    players = (cards.Player("Layla", "5", Colour.LIGHT), cards.Player("Omar", "3", Colour.DARK))
    first, second = (
        cards.result(cards.Result("Over", players, winner)).convert("L").resize((16, 10)).getpixel((11, 3))
        for winner in (0, 1)
    )
    assert first > second + 80

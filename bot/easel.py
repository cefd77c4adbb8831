"""Pictures for chats: what can be drawn, the name of a picture, and its file."""

from functools import cache, lru_cache
from hashlib import sha256
from importlib.resources import files

from PIL.Image import Image

from render import bars, cards, comparison, encode, plot, profile
from render.bars import Bars
from render.cards import Invite, Preview
from render.chart import Chart
from render.comparison import Comparison
from render.profile import Profile
from render.scene import Scene

Picture = Scene | Invite | Preview | Chart | Comparison | Bars | Profile
"""What can be drawn: a board, an invitation, a link's preview, the pictures of a lesson, counted dice, a player's card."""


@lru_cache(maxsize=1024)
def digest(picture: Picture) -> str:
    """A short name that changes whenever the picture would look different, also by a newer program's hand."""
    return sha256(_hand() + repr(picture).encode("utf-8", "replace")).hexdigest()[:24]


@cache
def _hand() -> bytes:
    """What draws: browsers keep a picture for a year and chats for ever, by its name."""
    sources = sorted(
        (each for each in files("render").iterdir() if each.name.endswith(".py")), key=lambda each: each.name
    )
    return sha256(b"".join(each.read_bytes() for each in sources)).digest()


def drawn(picture: Picture) -> bytes:
    """A picture's file. Takes milliseconds: call it off the event loop."""
    return encode.jpeg(picture) if isinstance(picture, Scene) else encode.jpeg_of(_image(picture))


def _image(picture: Invite | Preview | Chart | Comparison | Bars | Profile) -> Image:
    match picture:
        case Invite():
            return cards.invite(picture)
        case Preview():
            return cards.preview(picture)
        case Chart():
            return plot.draw(picture)
        case Comparison():
            return comparison.draw(picture)
        case Bars():
            return bars.draw(picture)
        case Profile():
            return profile.draw(picture)

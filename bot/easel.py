"""Pictures for chats: what can be drawn, the name of a picture, and its file."""

from functools import lru_cache
from hashlib import sha256

from render import bars, cards, comparison, encode, plot
from render.bars import Bars
from render.cards import Invite, Preview
from render.chart import Chart
from render.comparison import Comparison
from render.scene import Scene

Picture = Scene | Invite | Preview | Chart | Comparison | Bars
"""What can be drawn: a board, an invitation, a link's preview, the pictures of a lesson, and counted dice."""


@lru_cache(maxsize=1024)
def digest(picture: Picture) -> str:
    """A short name that changes whenever the picture would look different."""
    return sha256(repr(picture).encode("utf-8", "replace")).hexdigest()[:24]


def drawn(picture: Picture) -> bytes:
    """A picture's file. Takes milliseconds: call it off the event loop."""
    match picture:
        case Scene():
            return encode.jpeg(picture)
        case Invite():
            return encode.jpeg_of(cards.invite(picture))
        case Preview():
            return encode.jpeg_of(cards.preview(picture))
        case Chart():
            return encode.jpeg_of(plot.draw(picture))
        case Comparison():
            return encode.jpeg_of(comparison.draw(picture))
        case Bars():
            return encode.jpeg_of(bars.draw(picture))

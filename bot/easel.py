"""Pictures for chats: what can be drawn, the name of a picture, and its file."""

from functools import lru_cache
from hashlib import sha256

from render import cards, encode
from render.cards import Invite
from render.scene import Scene

Picture = Scene | Invite
"""What can be drawn: a board, or an invitation."""


@lru_cache(maxsize=1024)
def digest(picture: Picture) -> str:
    """A short name that changes whenever the picture would look different."""
    return sha256(repr(picture).encode("utf-8", "replace")).hexdigest()[:24]


def drawn(picture: Picture) -> bytes:
    """A picture's file. Takes milliseconds: call it off the event loop."""
    return encode.jpeg_of(cards.invite(picture)) if isinstance(picture, Invite) else encode.jpeg(picture)

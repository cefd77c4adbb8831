"""What people type after a slash."""

from typing import NamedTuple


class Command(NamedTuple):
    """A word that people type after a slash; what they write behind it comes with the act.

    `about` is a message to translate; `asks` one that names what is to be written, empty where nothing is. `alone` ones
    are offered in private only. `whose`, a message too: somebody may be named with it, whose number goes with the act.
    """

    name: str
    act: str
    about: str
    asks: str = ""
    alone: bool = False
    whose: str = ""

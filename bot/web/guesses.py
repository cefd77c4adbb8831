"""Codes that nobody has, tried by visitors of the page: bot.guesses for those whom no platform knows.

Only misses count, by visitor and by address. From one address there may be a whole café, so its budget is wide and refills
by one a second: a code would be hit once in years, and whoever typed theirs wrong waits for seconds. Known players, and those
who sit at the table they ask for, are not held up by what their neighbours do.
"""

from collections.abc import Callable

from aiohttp import web

from bot.budgets import Buckets, Budget
from bot.guesses import EVERYBODY, PERSON
from bot.web.address import address
from bot.web.visitor import Visitor

ADDRESS = Budget(60, 1.0)


class Guesses:
    """The misses of late; `clock` gives seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._misses = Buckets(EVERYBODY, lambda place: PERSON if str(place)[0] == "v" else ADDRESS, clock)

    def wait(self, request: web.Request, who: Visitor) -> float:
        """How many seconds a visitor has to wait before another code may be tried; 0: none."""
        waits = [self._misses.wait(place) for place in _places(request, who)]
        return max(waits[:1] if who.player else waits)

    def missed(self, request: web.Request, who: Visitor) -> None:
        """There was no table of the code."""
        for place in _places(request, who):
            self._misses.note(place)


def _places(request: web.Request, who: Visitor) -> tuple[str, str]:
    return f"v{who.nonce}", f"a{address(request)}"


GUESSES = web.AppKey("guesses", Guesses)

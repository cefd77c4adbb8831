"""Who has pressed of late, on a platform: players keep their ids, so those met before need not be looked up."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Container

from bot.people import Player
from bot.play import Person

OUTSIDE = Person(-1, "")
"""Somebody who has never played: whatever they press but a free seat, they only watch."""

MANY = 10_000
"""People remembered."""

Look = Callable[[], Awaitable[Player | None]]


class Met:
    """The people of one platform by their accounts; `gone` are players that have been forgotten since."""

    def __init__(self, gone: Container[int]) -> None:
        self._gone = gone
        self._people: OrderedDict[int, Person] = OrderedDict()

    async def who(self, account: int, look: Look, *, anew: bool) -> Person:
        """Who presses: as remembered, else as looked up; `anew`: whatever is remembered."""
        known = self._people.get(account)
        if anew or known is None or known.id in self._gone:
            player = await look()
            if player is None:
                self._people.pop(account, None)
                return OUTSIDE
            known = self._people[account] = Person(player.id, player.name)
        self._people.move_to_end(account)
        if len(self._people) > MANY:
            self._people.popitem(last=False)
        return known

"""When the house pays nothing and who stakes nothing: pearls are earned by playing, not by giving up to a friend (docs/rules.md §7)."""

from enum import StrEnum
from typing import NamedTuple

QUICK_TURNS = 5
"""What was given up before each side had played so many turns of a game was given up quickly."""


class Unpaid(StrEnum):
    """Why somebody got nothing of the house."""

    PRACTICE = "practice"
    PAIR = "pair"
    QUICK = "quick"
    GUEST = "guest"


class Caps(NamedTuple):
    """What the house pays at most in a day (UTC's), and what people may stake.

    `practice` results against the computer, `pair` results between the same two people at free tables, `quick` of them given
    up quickly, and `guest` pearls to one guest of the page in their first `guest_days` days. In those days a guest stakes
    `guest_stake` pearls at a table at most; `pair_stakes` are what one person may stake against the same other one in a day.
    """

    practice: int = 10
    pair: int = 20
    quick: int = 1
    guest: int = 300
    guest_days: int = 3
    guest_stake: int = 0
    pair_stakes: int = 500


STANDARD = Caps()


class Played(NamedTuple):
    """A free match between the same two: how many turns both played in how many games, and whether it was given up."""

    turns: int
    games: int
    given_up: bool

    @property
    def is_quick(self) -> bool:
        """Whether it was given up before each side had played QUICK_TURNS turns, taken over its games."""
        return self.given_up and self.turns < 2 * QUICK_TURNS * self.games


class Day(NamedTuple):
    """What somebody has had of the house today, before this payment.

    `practised`: results against the computer that were paid; `between`: free matches of these two that are over; `earned`
    pearls; `new_guest`: a guest of the page in their first days.
    """

    practised: int = 0
    between: tuple[Played, ...] = ()
    earned: int = 0
    new_guest: bool = False


def unpaid(day: Day, match: Played, amount: int, caps: Caps, *, practice: bool) -> Unpaid | None:
    """Why a payment of the house for this match is not made; None: it is."""
    if practice and day.practised >= caps.practice:
        return Unpaid.PRACTICE
    if not practice and len(day.between) >= caps.pair:
        return Unpaid.PAIR
    if not practice and match.is_quick and sum(each.is_quick for each in day.between) >= caps.quick:
        return Unpaid.QUICK
    if day.new_guest and day.earned + amount > caps.guest:
        return Unpaid.GUEST
    return None

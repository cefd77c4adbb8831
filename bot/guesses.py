"""Codes that nobody has: whoever tries many of them is asked to wait, so that tables cannot be found by guessing.

A code is one of 31 ** 6, about 890 million. One person has twelve misses at once and one more every ten seconds, 8,652 a day:
with ten thousand tables to be found, a hit comes after ten days of doing nothing else, and shows a game that could be watched.
"""

from bot.budgets import Buckets, Budget

PERSON = Budget(12, 10.0)
EVERYBODY = Budget(1, 0.0)
"""All together are no matter: the house can bear it, and nobody shall lock all others out."""


class Guesses:
    """The misses of late of those whom a platform knows; only misses count."""

    def __init__(self) -> None:
        self._now_s = 0.0
        self._misses = Buckets(EVERYBODY, lambda _person: PERSON, lambda: self._now_s)

    def must_wait(self, person: int, now: int) -> bool:
        """Whether somebody has tried so many codes that they have to wait; `now` in milliseconds."""
        self._now_s = now / 1000
        return self._misses.wait(person) > 0

    def missed(self, person: int, now: int) -> None:
        """Nobody had the code that somebody tried."""
        self._now_s = now / 1000
        self._misses.note(person)

"""Who is paired with whom in quick play, as values; and what the process remembers of those who wait."""

import asyncio
from collections.abc import Collection, Coroutine, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import inf

from storage.waiting import WaitingRow

GAP = 150
"""Points between the ratings of two who are paired at once."""

WIDER_PER_S = 10
"""So much more with every second that both have waited."""

ANYBODY_MS = 60_000
"""After this one plays whoever is there."""

OFFER_MS = 30_000
"""After this the computer is offered."""

HERE_MS = 15_000
"""Whoever did something so lately need not say that they are there."""

AWAY_MS = 60_000
"""A page that has not looked for so long is closed."""

SEEN_AGAIN_MS = 5_000
"""So often the other programs are told that somebody is there."""

LOOKING = ("web",)
"""Platforms whose people look by themselves while they wait; nobody else can tell them."""


@dataclass(slots=True)
class Queue:
    """When each of those who wait was last seen, and the bell for the matchmaker; `stale_ms` is the longest wait."""

    stale_ms: int = 30 * 60_000
    bell: asyncio.Event = field(default_factory=asyncio.Event)
    seen: dict[int, int] = field(default_factory=dict)
    _announced: dict[int, int] = field(default_factory=dict)
    _telling: set[asyncio.Task[object]] = field(default_factory=set)

    def note(self, player: int, now: int) -> bool:
        """Somebody has just done something; whether the other programs are to be told so again."""
        self.seen[player] = max(now, self.seen.get(player, now))
        tell = now - self._announced.get(player, -SEEN_AGAIN_MS) >= SEEN_AGAIN_MS
        if tell:
            self._announced[player] = now
        return tell

    def is_here(self, player: int, now: int) -> bool:
        """Whether somebody has just done something."""
        return now - self.seen.get(player, -HERE_MS) < HERE_MS

    def is_gone(self, row: WaitingRow, now: int) -> bool:
        """Whether nobody is there any more who could be told of a rival."""
        seen = self.seen.setdefault(row.player_id, now)  # the program may have started since
        return now - row.since >= self.stale_ms or (row.platform in LOOKING and now - seen >= AWAY_MS)

    def gone_at(self, row: WaitingRow, now: int) -> int:
        """When `is_gone` becomes true if nothing happens until then."""
        stale = row.since + self.stale_ms
        seen = self.seen.setdefault(row.player_id, now)
        return min(stale, seen + AWAY_MS) if row.platform in LOOKING else stale

    def forget(self, waits: Collection[int], now: int) -> None:
        """Who neither waits nor was here just now need not be remembered."""
        for player in [one for one in self.seen if one not in waits and not self.is_here(one, now)]:
            del self.seen[player]
            self._announced.pop(player, None)

    def spawn(self, telling: Coroutine[object, object, object]) -> None:
        """Tell somebody something; it returns at once."""
        task = asyncio.create_task(telling)
        self._telling.add(task)
        task.add_done_callback(self._telling.discard)

    async def told(self) -> None:
        """Wait until everybody has been told."""
        await asyncio.gather(*self._telling, return_exceptions=True)

    def stop(self) -> None:
        """Tell nobody anything more."""
        for task in self._telling:
            task.cancel()


def gap(waited_ms: int) -> float:
    """How far apart two ratings may be for somebody who has waited so long."""
    return inf if waited_ms >= ANYBODY_MS else GAP + WIDER_PER_S * waited_ms / 1000


def fits_at(one: WaitingRow, other: WaitingRow) -> int:
    """From when on two may be paired: once the gap is wide enough for both."""
    apart = abs(one.rating - other.rating)
    waited = min(ANYBODY_MS, max(0, -(-1000 * (apart - GAP) // WIDER_PER_S)))
    return max(one.since, other.since) + waited


def rivals(one: WaitingRow, others: Iterable[WaitingRow], now: int) -> Iterator[WaitingRow]:
    """Who may be paired with somebody now, the nearest in strength first, then the longest waiting."""
    fitting = [other for other in others if other.player_id != one.player_id and fits_at(one, other) <= now]
    yield from sorted(fitting, key=lambda other: (abs(one.rating - other.rating), other.since))


def next_fit(rows: Sequence[WaitingRow], now: int) -> int | None:
    """When the next two of one choice may be paired who may not yet."""
    times = (fits_at(*two) for two in combinations(rows, 2))
    return min((at for at in times if at > now), default=None)

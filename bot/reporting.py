"""What a host should look at: pairs at stake tables whose pearls flow one way, quick resignations, and what people reported."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any, NamedTuple

from bot.cashier import played
from storage.reports import Report
from storage.results import ResultRow

FEW = 3
"""So many matches are a pattern."""

ONE_SIDED = 0.8
"""A share of the wins from which on a pair's pearls flow one way."""


class Suspicion(NamedTuple):
    """A pair of players, whoever gained first.

    `matches` with a stake, how many of them the first has won, the pearls that flowed to the first, and matches with
    or without a stake that were given up quickly.
    """

    players: tuple[int, int]
    matches: int
    won: int
    flow: int
    quick: int


def suspicions(rows: Iterable[ResultRow]) -> list[Suspicion]:
    """The pairs to look at, the largest flow first."""
    pairs = defaultdict[tuple[int, int], list[ResultRow]](list)
    for row in rows:
        first, second = row.players
        if first is not None and second is not None and first != second:
            pairs[min(first, second), max(first, second)].append(row)
    found = [_suspicion(pair, those) for pair, those in pairs.items()]
    return sorted(filter(_is_odd, found), key=lambda one: (-one.flow, -one.quick, one.players))


def _suspicion(pair: tuple[int, int], rows: list[ResultRow]) -> Suspicion:
    """Seen from whoever gained."""
    staked = [row for row in rows if row.stake]
    flow = sum(row.stake if row.winner_id == pair[0] else -row.stake for row in staked)
    players = pair if flow >= 0 else (pair[1], pair[0])
    won = sum(row.winner_id == players[0] for row in staked)
    return Suspicion(players, len(staked), won, abs(flow), sum(played(row).is_quick for row in rows))


def _is_odd(one: Suspicion) -> bool:
    return one.quick >= FEW or (one.matches >= FEW and one.won / one.matches >= ONE_SIDED)


def lines(found: list[Suspicion], told: list[Report], names: dict[int, str]) -> list[str]:
    """The report as text."""
    written = [
        f"player:{one.players[0]} {names.get(one.players[0], '')!r} gained {one.flow} pearls from"
        f" player:{one.players[1]} {names.get(one.players[1], '')!r}: won {one.won} of {one.matches} with a stake;"
        f" given up quickly: {one.quick}"
        for one in found
    ]
    written += [
        f"table {one.code}: player:{one.player_id} {one.player!r} reports player:{one.accused_id} {one.accused!r}:"
        f" {one.reason!r}"
        for one in told
    ]
    return written or ["nothing to look at"]


def as_json(found: list[Suspicion], told: list[Report]) -> dict[str, Any]:
    """The report as plain values."""
    return {
        "pairs": [one._asdict() for one in found],
        "reports": [
            {
                "table": one.code,
                "by": one.player_id,
                "about": one.accused_id,
                "reason": one.reason,
                "lines": one.lines,
                "at": one.at,
            }
            for one in told
        ],
    }

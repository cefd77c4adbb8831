"""Looking one roll of the rival ahead, as far as there is time."""

from collections.abc import Iterable

from bot.computer.sense import equity, worth
from rules.dice import ROLLS
from rules.position import Position
from rules.ruleset import Ruleset
from rules.turns import Turn, legal_turns

_CANDIDATES = 3
_REPLIES = 1500
"""Positions judged for one choice at most, roughly. A count, not a clock: the same question, the same answer."""
_THROWS = 36

_Replies = list[tuple[int, list[Turn]]]


def look_ahead(near: list[Turn], ruleset: Ruleset) -> Turn:
    """The best of a few turns that are about as good, best guess first, by the rival's best replies to all 36 throws."""
    if len(near) == 1 or any(turn.ending for turn in near):
        return near[0]
    chosen: list[tuple[Turn, _Replies]] = []
    spent = 0
    for turn in near[:_CANDIDATES]:
        replies = _replies(turn.position.turned(), ruleset)
        spent += sum(len(turns) for _, turns in replies)
        if spent > _REPLIES:
            break
        chosen.append((turn, replies))
    if len(chosen) <= 1:
        return near[0]
    return max(chosen, key=lambda one: _after_replies(one[0].position, one[1], ruleset))[0]


def _replies(rival: Position, ruleset: Ruleset) -> _Replies:
    return [(weight, legal_turns(rival, dice, ruleset)) for dice, weight in ROLLS]


def _after_replies(position: Position, replies: _Replies, ruleset: Ruleset) -> float:
    """Points a game for me, the rival answering each throw as it would by sense."""
    passed = equity(position.turned(), ruleset)
    return -sum(weight * _best(turns, passed, ruleset) for weight, turns in replies) / _THROWS


def _best(turns: Iterable[Turn], passed: float, ruleset: Ruleset) -> float:
    return max((worth(turn, ruleset) for turn in turns), default=passed)
